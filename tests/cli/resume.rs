//! Which step a job resumes from.

use serde_json::json;
use shardlens::format::{NewEntry, WeightFormat, layout_file};
use shardlens::geometry::{DType, Shape};

use crate::world::{Ran, World};

/// A checkpoint file with these parameters, of one number each.
pub(crate) fn checkpoint(names: &[&str]) -> Vec<u8> {
    let entry = |name| NewEntry { name, dtype: DType::F32, shape: Shape::new(vec![1]).unwrap() };
    let entries: Vec<NewEntry> = names.iter().map(|&name| entry(name)).collect();
    of_entries(&entries)
}

fn of_entries(entries: &[NewEntry<'_>]) -> Vec<u8> {
    let layout = layout_file(WeightFormat::Ckpt, entries).unwrap();
    let mut file = vec![0; usize::try_from(layout.size).unwrap()];
    for (offset, bytes) in &layout.headers {
        file[usize::try_from(*offset).unwrap()..][..bytes.len()].copy_from_slice(bytes);
    }
    file
}

pub(crate) const ALL: [&str; 4] = ["w", "adam_m.w", "epoch_num", "step_num"];

/// Ranks with steps 3_2 and 6_2 of the run `llama`, as a job leaves them.
pub(crate) fn world(ranks: u64) -> World {
    let world = World::new();
    // Times of their own: the clock of a file system may give two files the same.
    let mut written = std::time::UNIX_EPOCH;
    for rank in 0..ranks {
        for step in ["3_2", "6_2"] {
            let path = format!("ckpt/rank_{rank}/llama_rank_{rank}-{step}.ckpt");
            world.write(&path, &checkpoint(&ALL));
            written += std::time::Duration::from_secs(1);
            let file = std::fs::File::options().append(true).open(world.path(&path)).unwrap();
            file.set_modified(written).unwrap();
        }
        meta(&world, rank, "6_2");
    }
    world
}

pub(crate) fn meta(world: &World, rank: u64, step: &str) {
    let (epoch, of_epoch) = step.split_once('_').unwrap();
    let text = format!(
        r#"{{"last_epoch": {epoch}, "last_step": {of_epoch}, "last_ckpt_file": "llama_rank_{rank}-{step}.ckpt"}}"#
    );
    world.write(format!("ckpt/rank_{rank}/meta.json"), text.as_bytes());
}

#[test]
fn a_good_folder_is_resumed_from_its_last_step() {
    let ran = world(4).run("resume ckpt");
    ran.ok().says("4 ranks saved, 2 steps").says("0–3   complete  complete");
    ran.says("MindFormers 1.3, 1.5–1.6, 1.7, 1.8–2.1: rank 0 loads llama_rank_0-6_2.ckpt");
    ran.says("/ckpt\"\n").says("resume_training: llama_rank_0-6_2.ckpt");
    assert_eq!(ran.stderr(), "");
}

#[test]
fn a_file_cut_off_is_status_1_and_what_to_write_is_told() {
    let world = world(2);
    let whole = world.read("ckpt/rank_1/llama_rank_1-6_2.ckpt");
    world.write("ckpt/rank_1/llama_rank_1-6_2.ckpt", &whole[..whole.len() - 3]);
    let ran = world.run("resume ckpt");
    ran.status(1).complains("error[SL0602]").complains("Failed to read the checkpoint file");
    ran.says("1     complete  truncated").says("resume_training: llama_rank_0-3_2.ckpt");
    ran.says("its document: rank 0 loads llama_rank_0-3_2.ckpt");
    // With that line the job resumes.
    world.run("resume ckpt --resume-training llama_rank_0-3_2").ok();
    world.run("resume ckpt --resume_training llama_rank_0-6_2.ckpt").status(1);
    world.run("resume ckpt --resume-training llama_rank_0-9_9").status(1).complains("error[SL0616]");
}

#[test]
fn a_file_that_lacks_tensors_is_not_resumed_from() {
    let world = world(3);
    let tensors = |names: &[&str]| {
        let entry = |name| NewEntry { name, dtype: DType::F32, shape: Shape::new(vec![2, 2]).unwrap() };
        let mut entries: Vec<NewEntry<'_>> = names.iter().map(|&name| entry(name)).collect();
        let counter = |name| NewEntry { name, dtype: DType::I32, shape: Shape::new(vec![1]).unwrap() };
        entries.extend(["epoch_num", "step_num"].map(counter));
        of_entries(&entries)
    };
    for rank in 0..3 {
        let names: &[&str] = if rank == 1 { &["adam_m.a", "a"] } else { &["adam_m.a", "a", "b"] };
        world.write(format!("ckpt/rank_{rank}/llama_rank_{rank}-6_2.ckpt"), &tensors(names));
    }
    let ran = world.run("resume ckpt");
    ran.status(1).complains("error[SL0620]").complains("has no b, which other ranks");
    ran.says("1     complete  lacks tensors").says("resume_training: llama_rank_0-3_2.ckpt");
}

#[test]
fn one_rank_and_one_step_were_said_to_be_several() {
    let world = World::new();
    world.write("ckpt/rank_0/llama_rank_0-6_2.ckpt", &checkpoint(&ALL));
    world.run("resume ckpt").ok().says("1 rank saved, 1 step; 1 rank resumes");
    // Of two ranks one, and of three two cannot load their files.
    let world = crate::resume::world(3);
    world.write("ckpt/rank_1/llama_rank_1-6_2.ckpt", b"");
    world.run("resume ckpt").status(1).complains("but rank 1 cannot load it");
    world.write("ckpt/rank_2/llama_rank_2-6_2.ckpt", b"");
    world.run("resume ckpt").status(1).complains("but ranks 1–2 cannot load it");
}

#[test]
fn the_health_monitor_is_asked() {
    let world = world(2);
    // Without a record nothing is healthy.
    let stops = "error[SL0601]";
    world
        .run("resume ckpt --health-monitor .")
        .status(1)
        .complains(stops)
        .complains("no healthy checkpoints");
    world.run("resume ckpt --health-monitor . --mindformers 1.3").ok();
    let record = |is_health: u32| {
        format!(
            r#"[{{"is_health": 0, "ckpt_name": "llama_rank_0-3_2.ckpt"}},
                {{"is_health": {is_health}, "ckpt_name": "llama_rank_0-6_2.ckpt"}}]"#
        )
    };
    world.write("health_ckpts.json", record(0).as_bytes());
    world.run("resume ckpt --health-monitor .").ok();
    world.write("health_ckpts.json", record(1).as_bytes());
    let ran = world.run("resume ckpt --health-monitor health_ckpts.json");
    ran.ok().complains("warning[SL0622]").complains("resume_training: llama_rank_0-3_2.ckpt");
}

#[test]
fn a_health_record_beyond_the_limit_was_cut_in_silence() {
    let world = world(2);
    let file = std::fs::File::create(world.path("health_ckpts.json")).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    let ran = world.run("resume ckpt --health-monitor .");
    ran.status(2).complains("health_ckpts.json: more than 67108864 bytes");
    // Up to there it is read, and holes are no JSON.
    file.set_len(64 << 20).unwrap();
    world.run("resume ckpt --health-monitor .").status(1).complains("error[SL0601]").complains("is no JSON");
}

#[test]
fn true_was_looked_up_as_a_file() {
    let world = world(2);
    for text in ["True", "true", "TRUE"] {
        let ran = world.run(&format!("resume ckpt --resume-training {text}"));
        ran.ok().says("rank 0 loads llama_rank_0-6_2.ckpt").says("its document: ");
    }
    world.run("resume ckpt --resume-training False").status(2).complains("resumes nothing");
    world.run("resume ckpt --resume_training yes").status(2).complains("Give True or a file's name");
}

/// The layouts of dp 2, mp 2, as files of four ranks.
fn strategies(world: &World) {
    let file = "tests/cases/unified_remove_redundancy_dp2mp2/src_strategy.ckpt";
    let bytes = std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    for rank in 0..4 {
        world.write(format!("strategy/ckpt_strategy_rank_{rank}.ckpt"), &bytes);
    }
}

#[test]
fn with_fault_tolerance_copies_are_loaded() {
    let world = world(4);
    strategies(&world);
    let line = "resume ckpt --tft strategy";
    std::fs::remove_file(world.path("ckpt/rank_1/llama_rank_1-6_2.ckpt")).unwrap();
    let ran = world.run(line);
    ran.ok().says("nothing is selected").says("rank 1: rank_3/llama_rank_3-6_2.ckpt");
    let document = world.run(&format!("{line} --json")).ok().json();
    assert_eq!(document["tft"][1]["file"], "rank_3/llama_rank_3-6_2.ckpt");
    std::fs::remove_file(world.path("ckpt/rank_3/llama_rank_3-6_2.ckpt")).unwrap();
    // Its step would be the last written of all, and all have it.
    world.run(line).ok().says("rank 2: rank_0/llama_rank_0-3_2.ckpt");
    world.write("ckpt/rank_2/llama_rank_2-6_2.ckpt", &checkpoint(&ALL));
    world
        .run(line)
        .status(1)
        .complains("error[SL0624]")
        .complains("ranks 1, 3 find no file")
        .says("nothing: no file");
    std::fs::remove_file(world.path("strategy/ckpt_strategy_rank_3.ckpt")).unwrap();
    world.run(line).status(1).complains("error[SL0623]").complains("rank 3 src_strategy is not exist");
    world.run("resume ckpt --tft nowhere").status(2);
}

#[test]
fn fault_tolerance_was_refused_with_true_as_if_a_file_was_named() {
    let world = world(4);
    strategies(&world);
    let without = world.run("resume ckpt --tft strategy").ok().stdout();
    assert_eq!(world.run("resume ckpt --tft strategy --resume-training True").ok().stdout(), without);
    let ran = world.run("resume ckpt --tft strategy --resume-training llama_rank_0-6_2");
    ran.status(2).complains("leave --resume-training out");
}

#[test]
fn a_time_that_is_not_to_be_had_was_told_as_a_missing_folder() {
    let world = world(4);
    strategies(&world);
    let link = world.path("ckpt/rank_1/llama_rank_1-9_2.ckpt");
    std::os::unix::fs::symlink("nowhere", &link).unwrap();
    let error = format!("[Errno 2] No such file or directory: '{}'", link.display());
    let ran = world.run("resume ckpt --tft strategy");
    ran.status(1).complains("error[SL0601]").says(&format!("ranks 0–3: nothing: stops with “{error}”"));
    let document = world.run("resume ckpt --tft strategy --json").status(1).json();
    assert_eq!(document["tft"][0], json!({ "rank": 0, "file": null, "error": error }));
    std::fs::remove_dir_all(world.path("ckpt/rank_1")).unwrap();
    let ran = world.run("resume ckpt --tft strategy");
    ran.status(1).says("nothing: stops with “").says("/ckpt/rank_1 is not a real directory,");
}

#[test]
fn versions_before_the_selection_are_known() {
    let world = world(2);
    world
        .run("resume ckpt --mindformers 1.1")
        .ok()
        .complains("warning[SL0615]")
        .says("rank 1: llama_rank_1-6_2");
    world
        .run("resume ckpt --mindformers 1.2")
        .ok()
        .says("MindFormers 1.2, 1.3, 1.5–1.6, 1.7, 1.8–2.1: rank 0");
}

#[test]
fn versions_are_told_apart() {
    let world = world(2);
    world.write("ckpt/rank_1_bak/old.txt", b"x");
    let ran = world.run("resume ckpt --mindformers 1.7");
    ran.status(1)
        .complains("error[SL0601]")
        .complains("warning[SL0607]")
        .says("MindFormers 1.3, 1.5–1.6: rank 0 loads");
    world.run("resume ckpt --mindformers 1.3").ok().says("/rank_2 is not found!");
    world.run("resume ckpt --mindformers 1.4").status(2);
}

#[test]
fn a_rank_without_files_is_still_a_rank() {
    let world = world(1);
    std::fs::create_dir(world.path("ckpt/rank_1")).unwrap();
    world.run("resume ckpt").status(1).says("2 ranks saved").complains("error[SL0603]");
}

#[test]
fn a_folder_with_an_absurd_number_costs_nothing() {
    let world = world(2);
    std::fs::create_dir(world.path("ckpt/rank_18446744073709551615")).unwrap();
    std::fs::create_dir(world.path("ckpt/rank_99999999999")).unwrap();
    world.run("resume ckpt --mindformers 1.5").ok().says("2 ranks saved");
    world.run("resume ckpt").status(1).complains("/rank_2 is not found!").complains("warning[SL0607]");
}

#[test]
fn weights_only_do_not_resume() {
    let world = World::new();
    world.write("network/rank_0/llama_rank_0-network-3_2.ckpt", &checkpoint(&["w"]));
    let ran = world.run("resume network");
    ran.status(1).complains("error[SL0603]").complains("warning[SL0611]").says("weights only");
}

#[test]
fn several_machines_need_a_shared_path() {
    let world = world(2);
    let mut line = world.command("resume ckpt --devices-per-node 1");
    line.env_remove("SHARED_PATHS");
    Ran::new(line).ok().says("shared path: no").says("rank 1: llama_rank_1-").complains("warning[SL0615]");
    let ran = world.run("resume ckpt --devices-per-node 1 --shared-disk");
    ran.ok().says("shared path: yes (as you say)").says("rank 0 loads llama_rank_0-6_2.ckpt");
    let mut line = world.command("resume ckpt --devices-per-node 1");
    line.env("SHARED_PATHS", world.path("."));
    Ran::new(line).ok().says("shared path: yes (SHARED_PATHS has");
    world
        .run("resume ckpt --devices-per-node 1 --modelarts")
        .ok()
        .says("shared path: yes (the job runs on ModelArts)");
}

#[test]
fn the_numbers_of_a_step_are_explained() {
    let world = world(1);
    let flags = "--steps-per-epoch 100 --sink-size 2 --global-batch 16:32";
    let ran = world.run(&format!("resume ckpt {flags}"));
    ran.ok().says("6 × 2 = global step 12").says("initial_step 6, initial_epoch 3");
    let position = &world.run(&format!("resume ckpt {flags} --json")).ok().json()["position"];
    assert_eq!((&position["global_step"], &position["initial_epoch"]), (&json!(12), &json!(3)));
    world.run(&format!("resume ckpt {flags} --epochs 1")).ok();
    let ran = world.run("resume ckpt --steps-per-epoch 2 --sink-size 2 --epochs 6");
    ran.status(1).complains("error[SL0619]").complains("12 of 12 steps");
    world.run("resume ckpt --sink-size 2").status(2);
    world.run("resume ckpt --steps-per-epoch 9 --global-batch 16:0").status(2).complains("64:128");
}

#[test]
fn the_document_has_everything() {
    let world = world(3);
    world.write("ckpt/rank_2/llama_rank_2-6_2.ckpt", b"");
    let document = world.run("resume ckpt --world-size 3 --json").status(1).json();
    assert_eq!(document["ranks"], json!({ "saved": 3, "resume": 3 }));
    assert_eq!(document["decisions"][0]["rank_0"], "llama_rank_0-6_2.ckpt");
    assert_eq!(document["document"]["rank_0"], "llama_rank_0-3_2.ckpt");
    assert_eq!(document["works"], json!([{ "step": "3_2", "resume_training": "llama_rank_0-3_2.ckpt" }]));
    assert_eq!(document["yaml"][3], "resume_training: llama_rank_0-3_2.ckpt");
    let matrix = &document["matrix"];
    assert_eq!((&matrix["bound"], &matrix["rows"][0]["ranks"]), (&json!("6_2"), &json!([[0, 1]])));
    assert_eq!(matrix["rows"][1]["cells"][1]["state"], "empty");
    assert_eq!(document["findings"][0]["code"], "SL0602");
    assert_eq!(document["shared"]["is_shared"], true);
}

#[test]
fn what_is_no_checkpoint_folder_is_refused() {
    let world = world(1);
    world.run("resume nothing").status(2).complains("nothing");
    world.run("resume ckpt/rank_0/meta.json").status(2).complains("is a file");
    world.run("resume .").status(1).complains("rank_N folders");
    std::fs::create_dir(world.path("empty")).unwrap();
    world.run("resume empty").status(1).complains("error[SL0618]");
}

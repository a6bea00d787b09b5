//! What is written.

use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;

use shardlens::format::WeightFormat;

use crate::world::{Ran, World, names};

#[test]
fn complete_to_eight_ranks_to_two_and_back() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt a").ok().says("wrote 8 files");
    world.check("a", 4, 2);
    world.run("transform --src-ckpt a --src-strategy mp4pp2 --dst-strategy mp2 --dst-ckpt b").ok();
    world.check("b", 2, 1);
    world.run("transform --src-ckpt b --src-strategy mp2 --dst-ckpt c").ok();
    assert_eq!(names(&world.path("c")), ["rank_0"]);
    assert!(world.read("c/rank_0/checkpoint_0.ckpt") == world.read("full/rank_0/model.ckpt"));
}

#[test]
fn counts_that_do_not_divide_each_other() {
    let world = World::with_model();
    world.strategy("mp3", 3, 1);
    world.run("transform --src-ckpt full --dst-strategy mp3 --dst-ckpt a").ok();
    world.check("a", 3, 1);
    world.run("transform --src-ckpt a --src-strategy mp3 --dst-strategy mp4pp2 --dst-ckpt b").ok();
    world.check("b", 4, 2);
}

#[test]
fn safetensors_and_back() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt a --format safetensors").ok();
    for rank in 0..2 {
        let found = world.read(format!("a/rank_{rank}/checkpoint_{rank}.safetensors"));
        assert!(found == World::expected(rank, 2, 1, WeightFormat::Safetensors), "rank {rank}");
    }
    // The format of the source is kept unless another is asked for.
    world.run("transform --src-ckpt a --src-strategy mp2 --dst-strategy mp4pp2 --dst-ckpt b").ok();
    assert!(world.path("b/rank_7/checkpoint_7.safetensors").exists());
    let back = "transform --src-ckpt b --src-strategy mp4pp2 --dst-strategy mp2 --dst-ckpt c --format ckpt";
    world.run(back).ok();
    assert_eq!(names(&world.path("c/rank_1")), ["checkpoint_1.ckpt"]);
}

#[test]
fn one_complete_file_may_be_beside_the_target() {
    let world = World::with_model();
    world.complete("model.ckpt", 0);
    world.run("transform --src-ckpt model.ckpt --dst-strategy mp2 --dst-ckpt out").ok();
    world.check("out", 2, 1);
    world.run("plan --src-ckpt model.ckpt --dst-strategy mp2 -o plan.json").ok();
    world.run("apply plan.json --src-root . --dst-ckpt again").ok();
    world.check("again", 2, 1);
}

#[test]
fn a_strategy_file_of_one_stage_is_enough_for_one_stage() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2/ckpt_strategy_rank_0.ckpt --dst-ckpt out").ok();
    world.check("out", 2, 1);
}

#[test]
fn few_open_files_are_enough_for_many_ranks() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt cut").ok();
    let program = env!("CARGO_BIN_EXE_shardlens");
    let limited = |arguments: &str| {
        let mut line = std::process::Command::new("sh");
        let script = format!("ulimit -n 24; exec \"$0\" {arguments} --threads 2");
        line.args(["-c", &script, program]).current_dir(world.path("."));
        crate::world::Ran::new(line)
    };
    limited("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt out").ok();
    world.check("out", 4, 2);
    limited("transform --src-ckpt cut --src-strategy mp4pp2 --dst-strategy mp2 --dst-ckpt back").ok();
    world.check("back", 2, 1);
}

#[test]
fn threads_do_not_matter() {
    let world = World::with_model();
    for threads in ["1", "2", "63"] {
        let out = format!("out{threads}");
        world
            .run(&format!(
                "transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt {out} --threads {threads}"
            ))
            .ok();
        world.check(&out, 4, 2);
    }
}

#[test]
fn blanks_and_bytes_in_folder_names() {
    let world = World::with_model();
    let odd = std::ffi::OsStr::from_bytes(b"to \xff here");
    let mut line = world.command("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt");
    line.arg(odd);
    Ran::new(line).ok();
    assert!(world.path(odd).join("rank_1/checkpoint_1.ckpt").exists());
    let mut line = world.command("transform --src-strategy mp2 --dst-ckpt back --src-ckpt");
    line.arg(odd);
    Ran::new(line).ok();
    assert!(world.read("back/rank_0/checkpoint_0.ckpt") == world.read("full/rank_0/model.ckpt"));
}

#[test]
fn a_file_name_that_no_plan_can_hold_is_refused() {
    let world = World::with_model();
    let odd = world.path(std::ffi::OsStr::from_bytes(b"\xff.ckpt"));
    std::fs::copy(world.path("full/rank_0/model.ckpt"), &odd).unwrap();
    let mut line = world.command("transform --dst-ckpt out --src-ckpt");
    line.arg(odd);
    Ran::new(line).status(2).complains("UTF-8");
}

#[test]
fn files_have_the_usual_permissions() {
    let world = World::with_model();
    world.write("plain", b"");
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out").ok();
    let mode = |path: &str| world.path(path).metadata().unwrap().permissions().mode();
    assert_eq!(mode("out/rank_0/checkpoint_0.ckpt"), mode("plain"));
}

#[test]
fn verification_passes_on_a_good_disk() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt out --verify").ok();
    world.check("out", 4, 2);
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt fast --no-sync --verify").ok();
    world.check("fast", 4, 2);
}

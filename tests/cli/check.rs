//! Everything that is wrong, told before anything runs.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use shardlens::format::{NewEntry, WeightFormat, layout_file};
use shardlens::geometry::{DType, Shape};

use crate::world::{World, weights};

/// A model in two ranks, in `a`.
fn cut() -> World {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt a").ok();
    world
}

/// It once counted as complete without a word.
#[test]
fn weights_of_one_rank_opened_alone_are_said_to_be() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt cut").ok();
    world.write("cut/rank_1/weights.ckpt", &world.read("cut/rank_1/checkpoint_1.ckpt"));
    std::fs::remove_file(world.path("cut/rank_1/checkpoint_1.ckpt")).unwrap();
    for path in ["cut/rank_0", "cut/rank_0/checkpoint_0.ckpt", "cut/rank_1/weights.ckpt", "cut/rank_1/"] {
        world
            .run(&format!("check --src-ckpt {path}"))
            .ok()
            .says("warning[SL0243]: The weights opened lie in rank_");
    }
    world.run("transform --src-ckpt cut/rank_0 --dst-ckpt out").ok().complains("warning[SL0243]");
    world.run("advise --src-ckpt cut/rank_1 --run train --world-size 2").complains("warning[SL0243]");
    assert!(!world.run("check --src-ckpt cut --src-strategy mp2").ok().stdout().contains("SL0243"));
    for path in ["full", "full/rank_0", "full/rank_0/model.ckpt"] {
        let ran = world.run(&format!("check --src-ckpt {path}"));
        assert!(!ran.ok().stdout().contains("SL0243"), "{path}");
    }
}

/// SL0213 once stood beside SL0408, and SL0201 beside SL0223, for the same cause.
#[test]
fn one_cause_is_told_once() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt cut").ok();
    std::fs::rename(world.path("cut/rank_0"), world.path("rank_0")).unwrap();
    let ran = world.run("check --src-ckpt cut --src-strategy mp2");
    ran.status(1).says("error[SL0408]").says("1 error, 0 warnings");
    let ran = world.run("check --src-ckpt cut");
    ran.status(1).says("error[SL0223]").says("1 error, 0 warnings");
}

#[test]
fn a_conversion_that_will_work_has_no_findings() {
    let world = cut();
    for line in [
        "check --src-ckpt a --src-strategy mp2",
        "check --src-ckpt a --src-strategy mp2 --dst-strategy mp4pp2",
        "check --src-ckpt full --dst-strategy mp4pp2",
        "check --src-strategy mp4pp2",
        "check --src-strategy mp2 --dst-strategy mp4pp2",
    ] {
        world.run(line).ok().says("0 errors, 0 warnings, 0 notes");
    }
    assert_eq!(crate::world::names(&world.path(".")), ["a", "full", "mp2", "mp4pp2"]);
}

#[test]
fn one_fault_does_not_hide_another() {
    let world = cut();
    let file = world.read("a/rank_1/checkpoint_1.ckpt");
    world.write("a/rank_1/checkpoint_1.ckpt", &file[..file.len() - 7]);
    world.write("a/loose.ckpt", &file);
    world.write("mp2/merged_ckpt_strategy.ckpt", &world.read("mp2/ckpt_strategy_rank_0.ckpt"));
    world.strategy("mp5", 5, 1);
    let ran = world.run("check --src-ckpt a --src-strategy mp2 --dst-strategy mp5");
    ran.status(1).says("error[SL0103]: rank_1/checkpoint_1.ckpt is cut off").says("error[SL0501]: embedding");
    ran.says("warning[SL0221]").says("warning[SL0308]").says("    do: ");
    let text = ran.stdout();
    assert!(text.rfind("error[").unwrap() < text.find("warning[").unwrap(), "{text}");
    assert_eq!(ran.stderr(), "");
    let quiet = world.run("check --quiet --src-ckpt a --src-strategy mp2 --dst-strategy mp5").stdout();
    assert!(quiet.contains("error[SL0103]") && !quiet.contains("warning"), "{quiet}");
}

#[test]
fn what_follows_from_a_broken_file_is_not_told_as_another_fault() {
    let world = cut();
    world.write("a/rank_1/checkpoint_1.ckpt", b"");
    let document = world.run("check --src-ckpt a --src-strategy mp2 --json").status(1).json();
    let codes: Vec<&str> =
        document["findings"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["SL0102"]);
}

#[test]
fn the_document_is_whole_and_stable() {
    let world = cut();
    fs::remove_dir_all(world.path("a/rank_1")).unwrap();
    let document = world.run("check --src-ckpt a --src-strategy mp2 --json").status(1).json();
    assert_eq!((document["command"].as_str(), document["status"].as_u64()), (Some("check"), Some(1)));
    assert_eq!(document["counts"], serde_json::json!({ "errors": 1, "warnings": 0, "notes": 0 }));
    let finding = &document["findings"][0];
    assert_eq!((finding["code"].as_str(), finding["severity"].as_str()), (Some("SL0408"), Some("error")));
    assert_eq!((&finding["subject"]["side"], &finding["subject"]["rank"]), (&"source".into(), &1.into()));
    for text in ["title", "evidence", "consequence", "remedy"] {
        assert!(finding[text].as_str().is_some_and(|text| !text.is_empty()), "{finding}");
    }
    assert_eq!(document["findings"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_strategy_alone_is_checked() {
    let world = World::with_model();
    fs::remove_file(world.path("mp4pp2/ckpt_strategy_rank_0.ckpt")).unwrap();
    world.run("check --src-strategy mp4pp2").status(1).says("error[SL0301]").says("source, stage 0");
    world.run("check --dst-strategy mp4pp2").status(1).says("error[SL0301]").says("target, stage 0");
    world.run("check --src-strategy full").status(1).says("error[SL0304]");
}

/// A complete checkpoint of one tensor whose halves all have this value.
fn of_halves(world: &World, path: &str, value: u16) {
    let bytes = (0..192).flat_map(|_| value.to_le_bytes()).collect();
    world.write(path, &weights(WeightFormat::Ckpt, &[("norm", vec![192], bytes)]));
}

#[test]
fn values_are_read_only_when_asked() {
    let world = World::new();
    of_halves(&world, "one/a.ckpt", 0x3c00);
    of_halves(&world, "nan/a.ckpt", 0x7e00);
    world.run("check --src-ckpt one --content").ok().says("0 errors, 0 warnings, 0 notes");
    world.run("check --src-ckpt nan").ok().says("0 errors, 0 warnings, 0 notes");
    let ran = world.run("check --src-ckpt nan --content");
    ran.ok()
        .says("warning[SL0801]")
        .says("norm; NaN: 192 (rank: 0); infinite values: 0 (ranks: none)")
        .says("tensor norm, rank 0");
    world.run("check --src-strategy one --content").status(2);
}

#[test]
fn copies_that_differ_are_an_error_and_checksums_are_checked() {
    let world = cut();
    world.run("check --src-ckpt a --src-strategy mp2 --content").ok();
    let mut file = world.read("a/rank_1/checkpoint_1.ckpt");
    let at = file.windows(4).position(|bytes| bytes == b"norm").unwrap() + 40;
    file[at] ^= 1;
    world.write("a/rank_1/checkpoint_1.ckpt", &file);
    let ran = world.run("check --src-ckpt a --src-strategy mp2 --content");
    ran.status(1).says("error[SL0802]: norm").says("tensor norm, ranks 0–1, stage 0");
    let mut model = include_bytes!("../cases/load_crc_ok/src/a.ckpt").to_vec();
    world.write("sum/a.ckpt", &model);
    world.run("check --src-ckpt sum").ok().says("note[SL0112]");
    assert!(!world.run("check --src-ckpt sum --content").ok().stdout().contains("SL0112"));
    // Only the source's contents are looked at: of the target's weights it stays true.
    let both = "check --src-ckpt sum --dst-ckpt-headers sum --content";
    let document = world.run(&format!("{both} --json")).ok().json();
    let notes: Vec<_> = document["findings"].as_array().unwrap().iter().map(|f| &f["code"]).collect();
    assert_eq!(notes, ["SL0112"], "{document}");
    assert_eq!(document["findings"][0]["subject"]["side"], "target");
    let byte = model.len() - 20;
    model[byte] ^= 1;
    world.write("sum/a.ckpt", &model);
    world.run("check --src-ckpt sum --content").status(1).says("error[SL0110]");
}

#[test]
fn the_targets_own_weights_are_compared() {
    let world = cut();
    of_halves(&world, "other/a.ckpt", 0);
    let ran = world.run("check --src-ckpt full --dst-ckpt-headers other");
    ran.status(1).says("error[SL0703]: norm").says("warning[SL0701]: 5 tensors");
    world
        .run("check --src-ckpt full --dst-strategy mp2 --dst-ckpt-headers a")
        .ok()
        .says("0 errors, 0 warnings");
}

#[test]
fn a_signal_stops_the_reading_of_values() {
    let world = World::new();
    let shape = Shape::new(vec![1 << 15, 1 << 20]).unwrap();
    let entries = [NewEntry { name: "w", dtype: DType::F16, shape }];
    fs::create_dir(world.path("big")).unwrap();
    // 64 GiB that take no room.
    let sparse = layout_file(WeightFormat::Ckpt, &entries).unwrap().sparse();
    sparse.write_to(&world.path("big/a.ckpt")).unwrap();
    let mut child = world.command("check --src-ckpt big --content --json");
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let progress: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(
        (progress["phase"].as_str(), progress["bytes_total"].as_u64()),
        (Some("checking"), Some(64 << 30))
    );
    // Not Ctrl-C: who runs the tests in the background of a shell has told them to ignore it.
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["status"], 130);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("interrupted: not all values were read"), "nothing was written: {told}");
}

#[test]
fn markdown_is_fit_for_a_report() {
    let world = cut();
    world.write("a/rank_1/checkpoint_1.ckpt", b"");
    let text = world.run("check --src-ckpt a --src-strategy mp2 --markdown").status(1).stdout();
    assert!(text.starts_with("Error ` SL0102 `\n\n```text\nrank_1/checkpoint_1.ckpt is empty\n"), "{text}");
    assert!(text.contains("1 error, 0 warnings, 0 notes"), "{text}");
}

//! What is refused, with nothing written.

use std::fs;
use std::os::unix::fs::symlink;

use crate::world::{World, names};

/// A model in two ranks, in `a`.
fn cut() -> World {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt a").ok();
    world
}

#[test]
fn slices_without_a_strategy_are_refused() {
    let world = cut();
    world.run("transform --src-ckpt a --dst-ckpt out").status(1).complains("error[SL02");
    world.run("plan --src-ckpt a -o plan.json").status(1);
    assert!(!world.path("out").exists() && !world.path("plan.json").exists());
}

#[test]
fn a_missing_rank_is_refused() {
    let world = cut();
    fs::remove_dir_all(world.path("a/rank_1")).unwrap();
    world.run("transform --src-ckpt a --src-strategy mp2 --dst-ckpt out").status(1).complains("error[");
    assert!(!world.path("out").exists());
}

#[test]
fn a_lost_stage_is_refused_with_its_ranks_and_tensors() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt a").ok();
    for rank in 4..8 {
        fs::remove_dir_all(world.path(format!("a/rank_{rank}"))).unwrap();
    }
    let refused = world.run("transform --src-ckpt a --src-strategy mp4pp2 --dst-strategy mp2 --dst-ckpt out");
    refused.status(1).complains("cannot be made whole: no weight file of ranks 4–7");
    assert!(!world.path("out").exists());
}

#[test]
fn target_and_source_that_overlap_are_refused() {
    let world = cut();
    symlink("a", world.path("link")).unwrap();
    symlink(world.path("."), world.path("here")).unwrap();
    let before = names(&world.path("a"));
    for out in ["a", "a/", "./a", "a/out", "a/rank_0", ".", "link", "link/out", "here", "here/a", "mp2/../a"]
    {
        let line = format!("transform --src-ckpt a --src-strategy mp2 --dst-ckpt {out}");
        world.run(&line).status(2).complains("overlap");
        world.run(&format!("{line} --overwrite")).status(2).complains("overlap");
    }
    world.run("transform --src-ckpt link --src-strategy mp2 --dst-ckpt a/x").status(2).complains("overlap");
    assert_eq!(names(&world.path("a")), before);
    assert_eq!(names(&world.path(".")), ["a", "full", "here", "link", "mp2", "mp4pp2"]);
}

#[test]
fn a_rank_folder_that_leads_into_the_source_is_refused() {
    let world = cut();
    fs::create_dir(world.path("out")).unwrap();
    symlink("../a/rank_1", world.path("out/rank_0")).unwrap();
    let line = "transform --src-ckpt a --src-strategy mp2 --dst-ckpt out --overwrite --prefix checkpoint_";
    world.run(line).status(2).complains("overlap");
    assert_eq!(names(&world.path("a/rank_1")), ["checkpoint_1.ckpt"]);
}

#[test]
fn the_folder_of_the_only_source_file_is_no_target_rank() {
    let world = World::with_model();
    let before = world.read("full/rank_0/model.ckpt");
    let line = "transform --src-ckpt full/rank_0/model.ckpt --dst-strategy mp2 --dst-ckpt full --overwrite";
    world.run(line).status(2).complains("overlap");
    assert!(world.read("full/rank_0/model.ckpt") == before);
    assert_eq!(names(&world.path("full/rank_0")), ["model.ckpt"]);
}

#[test]
fn a_target_that_is_a_file_is_refused() {
    let world = World::with_model();
    world.write("out", b"precious");
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out").status(2).complains("out");
    assert_eq!(world.read("out"), b"precious");
}

#[test]
fn other_content_of_a_target_rank_is_kept_unless_it_may_be_replaced() {
    let world = World::with_model();
    world.write("out/rank_1/checkpoint_1.ckpt", b"older");
    let line = "transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out";
    world.run(line).status(2).complains("out/rank_1/checkpoint_1.ckpt").complains("--overwrite");
    assert_eq!(world.read("out/rank_1/checkpoint_1.ckpt"), b"older");
    assert_eq!(names(&world.path("out")), ["rank_1"]);
    world.run(&format!("{line} --overwrite")).ok();
    world.check("out", 2, 1);
}

#[test]
fn weights_of_another_name_in_a_target_rank_are_told() {
    let world = World::with_model();
    world.write("out/rank_1/older.safetensors", b"older");
    world.write("out/rank_0/notes.txt", b"notes");
    let line = "transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out";
    world.run(line).status(2).complains("older.safetensors");
    world.run(&format!("{line} --overwrite")).ok().complains("warning").complains("older.safetensors");
    assert_eq!(names(&world.path("out/rank_1")), ["checkpoint_1.ckpt", "older.safetensors"]);
    assert_eq!(names(&world.path("out/rank_0")), ["checkpoint_0.ckpt", "notes.txt"]);
}

#[test]
fn a_file_of_equal_size_with_other_values_is_not_taken_for_ours() {
    let world = World::with_model();
    world.complete("other/rank_0/model.ckpt", 5);
    world.run("transform --src-ckpt other --dst-strategy mp2 --dst-ckpt out").ok();
    let before = world.read("out/rank_0/checkpoint_0.ckpt");
    let line = "transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out";
    world.run(line).status(2).complains("checkpoint_0.ckpt");
    assert!(world.read("out/rank_0/checkpoint_0.ckpt") == before);
    world.run(&format!("{line} --overwrite")).ok();
    world.check("out", 2, 1);
}

#[test]
fn a_format_that_cannot_hold_a_tensor_is_refused() {
    let world = World::new();
    // One text entry: `s` = "hi", as MindSpore writes it.
    let text = b"\x0a\x16\x0a\x01s\x12\x11\x08\x00\x12\x03str\x1a\x08h\0\0\0i\0\0\0";
    world.write("full/a.ckpt", text);
    world
        .run("transform --src-ckpt full/a.ckpt --dst-ckpt out --format safetensors")
        .status(1)
        .complains("cannot hold s");
    assert!(!world.path("out").exists());
    world.run("transform --src-ckpt full/a.ckpt --dst-ckpt out").ok();
}

#[test]
fn a_file_size_limit_is_told_before_anything_is_written() {
    let world = World::with_model();
    let mut line = std::process::Command::new("sh");
    let program = env!("CARGO_BIN_EXE_shardlens");
    let script = "ulimit -f 1; exec \"$0\" transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out";
    line.args(["-c", script, program]).current_dir(world.path("."));
    crate::world::Ran::new(line).status(2).complains("ulimit");
    assert!(!world.path("out").exists());
}

#[test]
fn a_system_that_gives_no_threads_is_told_rather_than_waited_for() {
    let world = World::with_model();
    let mut line = world.command("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out");
    // No thread with a stack of this size can be started.
    line.env("RUST_MIN_STACK", (1u64 << 60).to_string());
    crate::world::Ran::new(line).status(2).complains("no thread").complains("ulimit");
    assert!(!world.path("out").exists());
    let mut line = world.command("inspect full");
    line.env("RUST_MIN_STACK", (1u64 << 60).to_string());
    crate::world::Ran::new(line).ok().says("6 tensors");
}

#[test]
fn too_little_room_is_told_before_anything_is_written() {
    let world = World::with_model();
    fs::create_dir(world.path("small")).unwrap();
    let mounted = std::process::Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=8k", "none"])
        .arg(world.path("small"))
        .output();
    if !mounted.is_ok_and(|mounted| mounted.status.success()) {
        return; // Mounting needs rights that tests usually do not have.
    }
    let ran = world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt small/out");
    let left = names(&world.path("small"));
    std::process::Command::new("umount").arg(world.path("small")).status().unwrap();
    ran.status(2).complains("are needed").complains("--dst-ranks");
    assert_eq!(left, [""; 0]);
}

#[test]
fn what_a_killed_run_left_is_room_for_the_next() {
    let world = World::with_model();
    fs::create_dir(world.path("small")).unwrap();
    let mounted = std::process::Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "none"])
        .arg(world.path("small"))
        .output();
    if !mounted.is_ok_and(|mounted| mounted.status.success()) {
        return; // Mounting needs rights that tests usually do not have.
    }
    world.write("small/out/rank_0/.checkpoint_0.ckpt.shardlens-part", &[7; 50_000]);
    let ran = world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt small/out");
    std::process::Command::new("umount").arg(world.path("small")).status().unwrap();
    ran.ok();
}

#[test]
fn a_folder_in_a_files_place_is_told_before_anything_is_written() {
    let world = World::with_model();
    fs::create_dir_all(world.path("out/rank_1/checkpoint_1.ckpt")).unwrap();
    let line = "transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out --overwrite";
    world.run(line).status(2).complains("checkpoint_1.ckpt").complains("move it away");
    assert_eq!(names(&world.path("out")), ["rank_1"]);
}

#[test]
fn a_disk_that_fills_up_meanwhile_leaves_no_half_file() {
    let world = World::with_model();
    fs::create_dir(world.path("small")).unwrap();
    // Room for all bytes, but not for all names: seven of them are for the folder itself, the
    // target's, and those of two ranks with a file each and a folder of a third.
    let mounted = std::process::Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=1m,nr_inodes=7", "none"])
        .arg(world.path("small"))
        .output();
    if !mounted.is_ok_and(|mounted| mounted.status.success()) {
        return; // Mounting needs rights that tests usually do not have.
    }
    let ran = world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt small/out");
    let ranks = names(&world.path("small/out"));
    std::process::Command::new("umount").arg(world.path("small")).status().unwrap();
    ran.status(2).complains("Free space");
    assert_eq!(ranks, [""; 0]);
}

#[test]
fn a_source_with_a_wrong_checksum_is_refused_when_asked() {
    let world = World::new();
    let mut model = include_bytes!("../cases/load_crc_ok/src/a.ckpt").to_vec();
    world.write("good/rank_0/a.ckpt", &model);
    world.run("transform --src-ckpt good --dst-ckpt out --verify").ok();
    let byte = model.len() - 20;
    model[byte] ^= 1;
    world.write("bad/rank_0/a.ckpt", &model);
    world.run("transform --src-ckpt bad --dst-ckpt refused --verify").status(1).complains("checksum");
    assert!(!world.path("refused").exists());
}

#[test]
fn ranks_left_of_a_larger_target_are_told() {
    let world = World::with_model();
    world.write("out/rank_2/checkpoint_2.ckpt", b"older");
    let line = "transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out";
    world.run(line).ok().complains("warning").complains("out/rank_2");
    assert_eq!(world.read("out/rank_2/checkpoint_2.ckpt"), b"older");
}

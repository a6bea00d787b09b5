//! Folders with names that are no files: a job goes by names, and so must what is told of it.

use std::fs;
use std::os::unix::fs::symlink;

use crate::resume::{ALL, checkpoint, meta, world};
use crate::world::World;

const LATER: [&str; 2] = ["ckpt/rank_0/llama_rank_0-9_2.ckpt", "ckpt/rank_1/llama_rank_1-9_2.ckpt"];

fn pipe(world: &World, path: &str) {
    let made = std::process::Command::new("mkfifo").arg(world.path(path)).status().unwrap();
    assert!(made.success());
}

/// Two ranks with 3_2 and 6_2, whose `meta.json` names 9_2, and of that what `make` makes of each path.
fn with_later(make: impl Fn(&World, &str)) -> World {
    let world = world(2);
    for (rank, path) in (0u64..).zip(LATER) {
        make(&world, path);
        meta(&world, rank, "9_2");
    }
    world
}

#[test]
fn a_folder_named_as_the_newest_step_was_passed_over_in_silence() {
    let world = with_later(|world, path| fs::create_dir(world.path(path)).unwrap());
    let ran = world.run("resume ckpt");
    ran.status(1)
        .complains("error[SL0627]")
        .complains("llama_rank_0-9_2.ckpt would be chosen, but on ranks 0–1");
    ran.complains("is a folder.").complains("fails with “Failed to read the checkpoint file rank_0/");
    ran.says("rank 0 loads llama_rank_0-9_2.ckpt")
        .says("no file")
        .says("resume_training: llama_rank_0-6_2.ckpt");
}

#[test]
fn a_pipe_named_as_the_newest_step_was_passed_over_in_silence() {
    let world = with_later(pipe);
    let ran = world.run("resume ckpt");
    ran.status(1).complains("error[SL0627]").complains("is a pipe.").complains("waits without end");
    // The walk itself said that nothing needs to be done.
    let told = ran.complains("warning[SL0205]").stderr();
    assert!(!told.contains("Nothing needs to be done"), "{told}");
}

#[test]
fn a_link_to_nothing_named_as_the_newest_step_was_passed_over_in_silence() {
    let world = with_later(|world, path| symlink("nowhere", world.path(path)).unwrap());
    let ran = world.run("resume ckpt");
    ran.status(1).complains("error[SL0601]").complains("/rank_0/llama_rank_0-9_2.ckpt is not found!");
    // Each rank for itself asks when its files were written.
    let ran = world.run("resume ckpt --mindformers 1.1");
    ran.status(1).complains("error[SL0628]").complains("[Errno 2] No such file or directory: '");
}

#[test]
fn a_link_to_itself_named_as_the_newest_step_was_passed_over_in_silence() {
    let world = with_later(|world, path| {
        let name = path.rsplit('/').next().unwrap();
        symlink(name, world.path(path)).unwrap();
    });
    world.run("resume ckpt").status(1).complains("error[SL0601]").complains("is not found!");
    let ran = world.run("resume ckpt --mindformers 1.0");
    ran.status(1).complains("error[SL0628]").complains("[Errno 40] Too many levels of symbolic links: '");
}

/// The errors are Python's, asked on Linux.
#[test]
#[cfg(target_os = "linux")]
fn links_through_a_file_and_to_a_name_too_long_were_quoted_as_errors_of_the_disk() {
    let long = "n".repeat(300);
    let linked = |target: &str| {
        let world = with_later(|world, path| symlink(target, world.path(path)).unwrap());
        world.run("resume ckpt --mindformers 1.1")
    };
    linked("llama_rank_0-3_2.ckpt/x").status(1).complains("“[Errno 20] Not a directory: '");
    linked(&long).status(1).complains("“[Errno 36] File name too long: '");
}

#[test]
fn a_hidden_file_that_was_written_last_was_passed_over_in_silence() {
    let world = world(2);
    for rank in 0..2 {
        fs::remove_file(world.path(format!("ckpt/rank_{rank}/meta.json"))).unwrap();
        world.write(format!("ckpt/rank_{rank}/.llama_rank_{rank}-9_2.ckpt"), &checkpoint(&ALL));
    }
    world.run("resume ckpt").says("rank 1: .llama_rank_1-9_2.ckpt");
}

#[test]
fn a_meta_that_is_no_file_was_taken_for_none() {
    let world = world(2);
    let path = "ckpt/rank_1/meta.json";
    fs::remove_file(world.path(path)).unwrap();
    fs::create_dir(world.path(path)).unwrap();
    let ran = world.run("resume ckpt");
    ran.status(1).complains("error[SL0601]").complains("[Errno 21] Is a directory: '");
    // It is not passed over with a warning.
    assert!(!ran.stderr().contains("SL0604"), "{}", ran.stderr());
    fs::remove_dir(world.path(path)).unwrap();
    pipe(&world, path);
    let ran = world.run("resume ckpt");
    ran.status(1)
        .complains("error[SL0629]")
        .complains("rank_1/meta.json is a pipe")
        .says("waits without end");
}

#[test]
fn a_pipe_that_is_waited_for_was_told_as_an_error() {
    let world = world(2);
    let path = "ckpt/rank_1/meta.json";
    fs::remove_file(world.path(path)).unwrap();
    pipe(&world, path);
    let decision = &world.run("resume ckpt --json").status(1).json()["decisions"][0];
    assert_eq!(decision["kind"], "waits");
    assert_eq!(decision["pipe"], world.path(path).to_str().unwrap());
    assert!(decision["error"].is_null(), "{decision}");
}

#[test]
fn a_file_named_as_a_rank_was_taken_for_its_folder() {
    let world = world(2);
    fs::remove_dir_all(world.path("ckpt/rank_1")).unwrap();
    world.write("ckpt/rank_1", b"x");
    let ran = world.run("resume ckpt");
    ran.status(1).complains("error[SL0601]").complains("[Errno 20] Not a directory: '");
    ran.complains("error[SL0630]").complains("rank_1 is a file.");
}

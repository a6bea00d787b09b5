//! Outputs that take no more, and inputs that never end.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::process::Command;

use crate::world::{Ran, World, names};

/// A command whose stdout is a full disk.
fn on_a_full_disk(world: &World, line: &str) -> Ran {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("exec \"$0\" {line} > /dev/full"));
    command.arg(env!("CARGO_BIN_EXE_shardlens")).current_dir(world.path(""));
    Ran::new(command)
}

#[test]
fn an_output_that_could_not_be_written_is_no_success() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt cut").ok();
    for line in [
        "--help",
        "--version",
        "help",
        "inspect --help",
        "explain --list",
        "explain --list --json",
        "explain SL0408",
        "inspect full",
        "inspect full --json",
        "check --src-ckpt full",
        "check --src-ckpt full --markdown",
        "diff full full",
        "resume cut",
        "advise --src-ckpt full --run train --world-size 8",
        "merge mp2 -o merged.ckpt",
        "infer --src-ckpt cut -o inferred.ckpt --json",
        "plan --src-ckpt full -o plan.json",
        "apply plan.json --src-root full --dst-ckpt applied",
        "transform --src-ckpt full --dst-ckpt out",
    ] {
        on_a_full_disk(&world, line).status(2).complains("writing to stdout failed");
    }
    // What is said on stderr has its status anyway.
    on_a_full_disk(&world, "nonsense --json").status(2);
}

#[test]
fn files_that_are_complete_are_said_to_be_where_the_report_is_lost() {
    let world = World::with_model();
    let complete = "files were written and are complete";
    for line in [
        "merge mp2 -o merged.ckpt",
        "plan --src-ckpt full -o plan.json",
        "transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt out --json",
    ] {
        on_a_full_disk(&world, line).status(2).complains(complete);
    }
    world.check("out", 4, 2);
    // Nothing was written by these.
    for line in ["inspect full", "transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out --json"] {
        assert!(!on_a_full_disk(&world, line).status(2).stderr().contains(complete), "{line}");
    }
}

#[test]
fn a_reader_that_goes_away_from_help_is_no_error() {
    let world = World::new();
    for line in ["--help", "explain --list"] {
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{{ sleep 0.1; \"$0\" {line}; echo $? >&2; }} | true"));
        command.arg(env!("CARGO_BIN_EXE_shardlens"));
        assert_eq!(Ran::new(command).stderr(), "0\n", "{line}");
    }
    drop(world);
}

/// SIGXFSZ once ended the program, and a part of a file stayed behind.
#[test]
fn a_limit_on_the_size_of_files_leaves_nothing_unfinished() {
    let world = World::with_model();
    // The shell's unit is 512 or 1,024 bytes; the converted file has some 20 KB.
    let limited = |line: &str| {
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("ulimit -f 4 && exec \"$0\" {line}"));
        command.arg(env!("CARGO_BIN_EXE_shardlens")).current_dir(world.path(""));
        Ran::new(command)
    };
    limited("transform --src-ckpt full --dst-strategy None --dst-ckpt out").status(2).complains("ulimit -f");
    let out = world.path("out");
    let left = if out.exists() { names(&out) } else { Vec::new() };
    assert!(left.iter().all(|rank| names(&out.join(rank)).is_empty()), "{left:?}");
    world.run("plan --src-ckpt full --dst-strategy mp4pp2 -o plan.json").ok();
    limited("plan --src-ckpt full --dst-strategy mp4pp2 -o other.json").status(2).complains("File too large");
    let _ = std::fs::remove_dir_all(out);
    assert_eq!(names(&world.path("")), ["full", "mp2", "mp4pp2", "plan.json"]);
    world.run("transform --src-ckpt full --dst-strategy None --dst-ckpt out").ok();
}

#[test]
fn an_endless_text_ends_at_a_limit_that_is_told() {
    let world = World::new();
    world.run("explain /dev/zero").status(1).complains("goes on after 4.00 GiB");
    let mut command = world.command("explain --json");
    command.stdin(File::open("/dev/zero").unwrap());
    let ran = Ran::new(command);
    assert_eq!(ran.status(1).json()["goes_on"], true);
    let mut command = world.command("explain --json");
    command.stdin(File::open("/dev/null").unwrap());
    assert_eq!(Ran::new(command).status(1).json()["goes_on"], false);
    world.run("apply /dev/zero --src-root . --dst-ckpt out").status(2).complains("longer than any plan");
}

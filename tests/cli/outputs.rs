//! What `-o` leads to: the file behind a link is written, and nothing but files is replaced.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::world::{Ran, World, names};

const LINES: [(&str, &str); 3] = [
    ("plan --src-ckpt full --dst-strategy mp2 -o", "link.json"),
    ("merge mp2 -o", "link.json"),
    ("infer --src-ckpt cut -o", "link.ckpt"),
];

fn cut() -> World {
    let world = World::with_model();
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/hyper_params_mp2pp2_to_full/src");
    symlink(recorded, world.path("cut")).unwrap();
    world
}

#[test]
fn the_file_behind_a_link_is_written_and_the_link_stays() {
    let world = cut();
    for (line, link) in LINES {
        fs::create_dir(world.path("far")).unwrap();
        symlink("far/file", world.path(link)).unwrap();
        // Through a link to nothing yet, and through one to what was written.
        for _ in 0..2 {
            world.run(&format!("{line} {link}")).ok();
            assert_eq!(fs::read_link(world.path(link)).unwrap(), Path::new("far/file"), "{line}");
            assert_eq!(names(&world.path("far")), ["file"], "{line}");
        }
        assert!(!world.read("far/file").is_empty());
        fs::remove_file(world.path(link)).unwrap();
        fs::remove_dir_all(world.path("far")).unwrap();
    }
}

/// Never with the system's own `/dev/stdout`: root can replace that link.
#[test]
fn a_link_to_what_is_no_file_stays_and_its_kind_is_told() {
    let world = cut();
    let mode = rustix::fs::Mode::from_raw_mode(0o600);
    rustix::fs::mkfifoat(rustix::fs::CWD, world.path("pipe"), mode).unwrap();
    fs::create_dir(world.path("folder")).unwrap();
    for (line, link) in LINES {
        for (to, kind) in [("/dev/null", "a device"), ("pipe", "a pipe"), ("folder", "a folder")] {
            symlink(to, world.path(link)).unwrap();
            world.run(&format!("{line} {link}")).status(2).complains(kind).complains("the name of a file");
            assert_eq!(fs::read_link(world.path(link)).unwrap(), Path::new(to), "{line}");
            fs::remove_file(world.path(link)).unwrap();
        }
    }
}

/// As `-o /dev/stdout > out.json` does: the link is one of this test's own.
#[test]
fn the_file_that_stdout_goes_to_is_no_place_for_a_plan() {
    let world = cut();
    symlink("out.json", world.path("stdout")).unwrap();
    let mut command = Command::new("sh");
    command.arg("-c").arg("exec \"$0\" plan --src-ckpt full --dst-strategy mp2 -o stdout > out.json");
    command.arg(env!("CARGO_BIN_EXE_shardlens")).current_dir(world.path(""));
    Ran::new(command).status(2).complains("output of this command").complains("the name of a file");
    assert!(world.path("stdout").is_symlink());
}

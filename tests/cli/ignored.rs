//! Flags that would be ignored in company of others are refused, or said to say nothing.

use crate::world::World;

#[test]
fn a_layout_cannot_be_the_same_with_other_ranks_or_stages() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt cut").ok();
    let line = "advise --src-ckpt cut --run train --same-layout";
    world
        .run(&format!("{line} --world-size 4"))
        .status(2)
        .complains("--same-layout: --src-ckpt has slices of 8 ranks, but --world-size is 4");
    let with = format!("{line} --src-strategy mp4pp2");
    world
        .run(&format!("{with} --world-size 16"))
        .status(2)
        .complains("is of 8 ranks, but --world-size is 16");
    world
        .run(&format!("{with} --world-size 8 --mp 2 --pp 4"))
        .status(2)
        .complains("stages: 2, but --pp is 4");
    world.run(&format!("{with} --world-size 8 --pp 2 --mp 4")).ok().says("each rank loads its own as it is");
    let complete = "advise --src-ckpt full --run train --same-layout --world-size";
    world.run(&format!("{complete} 8")).status(2).complains("complete");
    world.run(&format!("{complete} 1")).ok();
}

#[test]
fn a_disk_that_says_nothing_of_a_run_on_one_machine_is_said_to() {
    let world = World::with_model();
    let line = "advise --src-ckpt full --run train --world-size 8";
    for flag in ["--own-disks", "--shared-disk"] {
        world.run(&format!("{line} {flag} --devices-per-node 8")).ok().complains("fits on one machine");
        let ran = world.run(&format!("{line} {flag} --devices-per-node 4"));
        assert!(!ran.ok().stderr().contains("fits"));
    }
}

#[test]
fn flags_that_would_be_ignored_are_refused_by_name() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt cut").ok();
    for (line, named) in [
        ("explain SL0408 --src-ckpt full", "--src-ckpt"),
        ("explain SL0408 --src-strategy mp2", "--src-strategy"),
        ("explain SL0408 --dst-strategy mp2", "--dst-strategy"),
        ("explain --list --src-ckpt full", "--src-ckpt"),
        ("check --src-strategy mp2 --format ckpt", "--src-ckpt"),
        ("check --src-strategy mp2 --dst-ckpt-headers full", "--dst-ckpt-headers"),
        ("check --src-strategy mp2 --content", "--src-ckpt"),
        ("resume cut --tft mp2 --steps-per-epoch 10", "--steps-per-epoch"),
        ("resume cut --tft mp2 --by-timestamp", "--by-timestamp"),
        ("resume cut --tft mp2 --health-monitor .", "--health-monitor"),
        ("resume cut --tft mp2 --resume-training a", "--resume-training"),
        ("diff mp2 full --strategy-a mp4pp2", "--strategy-a"),
        ("diff full mp2 --strategy-b mp4pp2", "--strategy-b"),
    ] {
        world.run(line).status(2).complains(named);
    }
}

#[test]
fn settings_that_a_version_does_not_look_at_are_said_to_be() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt cut").ok();
    for flags in [
        "--mindformers 1.0 --by-timestamp",
        "--mindformers 1.2 --health-monitor .",
        "--by-timestamp --resume-training checkpoint_0.ckpt",
    ] {
        world.run(&format!("resume cut {flags}")).complains("says nothing here");
    }
    assert!(
        !world.run("resume cut --by-timestamp --health-monitor .").stderr().contains("says nothing here")
    );
    // True names no file.
    let ran = world.run("resume cut --by-timestamp --resume-training True");
    assert!(!ran.stderr().contains("says nothing here"), "{}", ran.stderr());
}

#[test]
fn checksums_that_a_file_does_not_carry_are_not_passed_over() {
    let world = World::with_model();
    world.run("inspect full --crc").ok().says("no checksum to check");
    assert!(!world.run("inspect full").ok().stdout().contains("checksum"));
}

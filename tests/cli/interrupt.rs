//! Runs that are ended from outside.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use shardlens::format::mindspore::strategy::{from_strategy, write_protobuf};
use shardlens::format::{NewEntry, WeightFormat, layout_file};
use shardlens::geometry::{DType, Shape};
use shardlens::layout::{Layout, Mesh, SplitRule, StrategyBuilder};

use crate::world::{World, names};

const RANKS: u64 = 16;
const LINE: &str = "transform --src-ckpt big --dst-strategy s --dst-ckpt out --threads 1";

/// A checkpoint of 512 MiB that takes no room: its content is a hole. Enough that it is not
/// converted before a signal comes.
fn big() -> World {
    let world = World::new();
    let shape = Shape::new(vec![RANKS, 1 << 24]).unwrap();
    let entries = [NewEntry { name: "w", dtype: DType::F16, shape }];
    let layout = layout_file(WeightFormat::Ckpt, &entries).unwrap();
    let (offset, header) = &layout.headers[0];
    assert_eq!(*offset, 0);
    world.write("big/rank_0/a.ckpt", header);
    let file = fs::File::options().write(true).open(world.path("big/rank_0/a.ckpt")).unwrap();
    file.set_len(layout.size).unwrap();
    for (offset, header) in &layout.headers {
        std::os::unix::fs::FileExt::write_all_at(&file, header, *offset).unwrap();
    }
    let mut builder = StrategyBuilder::default();
    let layout = Layout::new(Mesh::unnamed(&[RANKS]).unwrap(), &[vec![0], vec![]], SplitRule::Exact);
    builder.add("w", 0, layout.unwrap(), None).unwrap();
    let bytes = write_protobuf(&from_strategy(&builder.build().unwrap(), Some(0)).unwrap());
    world.write("s/ckpt_strategy_rank_0.ckpt", &bytes);
    world
}

/// Starts a conversion and waits until its first temporary file is there.
fn start(world: &World) -> Child {
    let child = world.command(LINE).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !world.path("out/rank_0").exists() {
        thread::sleep(Duration::from_millis(1));
    }
    child
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Everything in the ranks' folders.
fn files(out: &Path) -> Vec<String> {
    if !out.exists() {
        return Vec::new();
    }
    names(out).iter().flat_map(|rank| names(&out.join(rank))).collect()
}

#[test]
fn ctrl_c_and_sigterm_leave_nothing_unfinished() {
    for stop in [Signal::INT, Signal::TERM] {
        let world = big();
        let child = start(&world);
        signal(&child, stop);
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{stderr}");
        assert!(stderr.contains("Run the same command again"), "{stderr}");
        assert!(files(&world.path("out")).iter().all(|file| !file.starts_with('.')));
    }
}

#[test]
fn after_a_kill_the_same_command_goes_on() {
    let world = big();
    let mut child = start(&world);
    signal(&child, Signal::KILL);
    child.wait().unwrap();
    let finished = files(&world.path("out")).iter().filter(|file| !file.starts_with('.')).count();
    let document = world.run(&format!("{LINE} --json")).ok().json();
    assert_eq!(document["kept"].as_array().unwrap().len(), finished);
    let expected: Vec<String> = names(&world.path("out"))
        .iter()
        .map(|rank| format!("{}.ckpt", rank.replace("rank_", "checkpoint_")))
        .collect();
    assert_eq!(files(&world.path("out")), expected);
    assert_eq!(expected.len() as u64, RANKS);
}

/// A pipe in the plan's place holds the command where it has not yet begun a run.
#[test]
fn an_interrupt_before_the_run_is_status_130_and_a_document() {
    let world = World::new();
    let pipe = world.path("plan.json");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::from_raw_mode(0o600)).unwrap();
    let mut command = world.command("apply plan.json --src-root . --dst-ckpt out --json");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Opening to write waits until the command has opened to read.
    let _held = fs::File::options().write(true).open(&pipe).unwrap();
    signal(&child, Signal::INT);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((document["command"].as_str(), document["status"].as_i64()), (Some("apply"), Some(130)));
}

#[test]
fn a_run_under_nohup_survives_its_terminal() {
    let world = big();
    let mut shell = std::process::Command::new("sh");
    let script = format!("trap '' HUP; exec \"$0\" {LINE}");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_shardlens")]).current_dir(world.path("."));
    let child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !world.path("out/rank_0").exists() {
        thread::sleep(Duration::from_millis(1));
    }
    signal(&child, Signal::HUP);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(files(&world.path("out")).len() as u64, RANKS);
}

#[test]
fn a_file_that_gets_its_final_name_meanwhile_is_not_replaced() {
    let world = big();
    let child = start(&world);
    let path = "out/rank_15/checkpoint_15.ckpt";
    world.write(path, b"of someone else");
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(path) && stderr.contains("was not there when this run began"), "{stderr}");
    assert_eq!(world.read(path), b"of someone else");
    assert!(files(&world.path("out")).iter().all(|file| !file.starts_with('.')));
}

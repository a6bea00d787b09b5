//! Flags, help and wrong usage.

use std::io::Read;
use std::process::Stdio;

use crate::world::{Ran, World};

#[test]
fn help_teaches_by_example() {
    let world = World::new();
    world.run("--help").ok().says("Examples:").says("shardlens transform").says("Exit status");
    for command in
        ["inspect", "check", "plan", "apply", "transform", "merge", "infer", "diff", "resume", "advise"]
    {
        world.run(&format!("{command} --help")).ok().says("Examples:").says(&format!("shardlens {command}"));
    }
    world.run("--version").ok().says("shardlens ");
}

#[test]
fn wrong_usage_is_status_2() {
    let world = World::with_model();
    for line in [
        "",
        "nonsense",
        "transform",
        "transform --src-ckpt full",
        "transform --src-ckpt full --dst-ckpt out --no-such-flag",
        "transform --src-ckpt full --dst-ckpt out --format zip",
        "transform --src-ckpt full --dst-ckpt out --threads 0",
        "transform --src-ckpt full --dst-ckpt out --dst-ranks 3-1",
        "transform --src-ckpt full --dst-ckpt out --dst-ranks -1",
        "inspect",
        "check",
        "check --src-ckpt full --json --markdown",
        "merge mp2",
        "plan --src-ckpt full",
        "apply plan.json --dst-ckpt out",
    ] {
        let ran = world.run(line);
        ran.status(2);
        assert!(!ran.stderr().is_empty(), "{line}");
    }
    assert!(!world.path("out").exists());
}

#[test]
fn a_path_that_is_not_there_is_status_2_and_named() {
    let world = World::with_model();
    world.run("inspect nothing").status(2).complains("nothing");
    world.run("check --src-ckpt nothing").status(2).complains("nothing");
    world.run("transform --src-ckpt nothing --dst-ckpt out").status(2).complains("nothing");
    world
        .run("transform --src-ckpt full --dst-strategy nothing --dst-ckpt out")
        .status(2)
        .complains("nothing");
    world.run("apply nothing.json --src-root full --dst-ckpt out").status(2).complains("nothing.json");
    assert!(!world.path("out").exists());
}

#[test]
fn prefixes_that_lead_elsewhere_are_refused_with_the_reason() {
    let world = World::with_model();
    for prefix in ["../x", "a/b", "a//b", "~x", " ", "a..b", "\\", ".hidden"] {
        for command in ["transform --dst-ckpt out", "plan -o plan.json"] {
            let mut line = world.command(command);
            line.args(["--src-ckpt", "full", "--dst-strategy", "mp2", "--prefix", prefix]);
            Ran::new(line).status(2).complains("--prefix");
        }
    }
    assert!(!world.path("out").exists() && !world.path("plan.json").exists());
}

#[test]
fn any_other_prefix_names_the_files() {
    let world = World::with_model();
    for (prefix, out) in [("", "a"), ("llama 7b-", "b"), ("模型_", "c"), ("x{rank}", "d")] {
        let mut line = world.command("transform --src-ckpt full --dst-strategy mp2");
        line.args(["--dst-ckpt", out, "--prefix", prefix]);
        Ran::new(line).ok();
        assert!(world.path(format!("{out}/rank_1/{prefix}1.ckpt")).exists(), "{prefix}");
    }
}

#[test]
fn mindformers_spellings_do_the_same() {
    let world = World::with_model();
    world
        .run("transform --src_ckpt_dir full --dst_ckpt_strategy mp4pp2 --dst_ckpt_dir a --prefix checkpoint_")
        .ok();
    world.check("a", 4, 2);
    world
        .run("transform --src_ckpt_strategy mp4pp2 --dst_ckpt_strategy mp2 --src_ckpt_dir a --dst_ckpt_dir b")
        .ok();
    world.check("b", 2, 1);
}

#[test]
fn none_and_nothing_both_mean_complete() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --src-strategy None --dst-strategy mp2 --dst-ckpt a").ok();
    for (out, flag) in [("b", Some("None")), ("c", Some("")), ("d", None), ("e", Some("none"))] {
        let mut line = world.command("transform --src-ckpt a --src-strategy mp2");
        line.args(["--dst-ckpt", out]);
        flag.iter().for_each(|flag| _ = line.args(["--dst-strategy", flag]));
        Ran::new(line).ok();
        assert!(
            world.read(format!("{out}/rank_0/checkpoint_0.ckpt")) == world.read("full/rank_0/model.ckpt")
        );
    }
}

#[test]
fn json_is_one_document_whatever_the_status() {
    let world = World::with_model();
    let done = world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt a --json");
    let document = done.ok().json();
    assert_eq!((document["status"].as_i64(), document["written"].as_array().unwrap().len()), (Some(0), 2));
    assert_eq!(document["totals"]["target_files"], 2);

    let refused = world.run("transform --src-ckpt a --dst-ckpt b --json");
    let document = refused.status(1).json();
    assert_eq!(document["status"], 1);
    assert!(document["findings"].as_array().unwrap().iter().any(|finding| finding["severity"] == "error"));

    let failed = world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt full --json");
    let document = failed.status(2).json();
    assert!(document["error"].as_str().unwrap().contains("overlap"));
}

#[test]
fn wrong_usage_is_a_document_for_those_who_asked_for_one() {
    let world = World::new();
    let document = world.run("transform --no-such-flag --json").status(2).json();
    assert_eq!((document["command"].as_str(), document["status"].as_i64()), (Some("transform"), Some(2)));
    assert!(document["error"].as_str().unwrap().contains("--no-such-flag"));
    assert_eq!(world.run("nonsense --json").status(2).json()["command"], serde_json::Value::Null);
    assert_eq!(world.run("transform --no-such-flag").status(2).stdout(), "");
}

#[test]
fn a_home_that_the_shell_did_not_replace_is_no_folder_to_make() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-ckpt=~/out").status(2).complains("$HOME");
    world.run("transform --src-ckpt=~/full --dst-ckpt out").status(2).complains("$HOME");
    assert!(!world.path("~").exists());
}

#[test]
fn a_name_from_a_file_does_nothing_to_the_terminal() {
    let world = World::new();
    let model = include_bytes!("../cases/load_crc_ok/src/a.ckpt");
    world.write("\u{1b}[2J\u{202e}/rank_0/a\nb.ckpt", model);
    world.write("bad/\u{1b}[2J.ckpt", b"no checkpoint");
    let ran = world.run("inspect .");
    let told = ran.status(1).stdout() + &ran.stderr();
    assert!(!told.contains(['\u{1b}', '\u{202e}']), "{told}");
    ran.says("\\u{1b}[2J\\u{202e}/rank_0/a\\nb.ckpt");
}

#[test]
fn a_dash_is_not_taken_for_a_file_name() {
    let world = World::with_model();
    world.run("plan --src-ckpt full --output -").status(2).complains("./-");
    world.run("merge mp2 -o -").status(2);
    assert!(!world.path("-").exists());
}

#[test]
fn quiet_says_nothing_when_all_is_well() {
    let world = World::with_model();
    let ran = world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt a -q");
    ran.ok();
    assert_eq!((ran.stdout().as_str(), ran.stderr().as_str()), ("", ""));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let world = World::with_model();
    let mut child =
        world.command("inspect full --json").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let status = child.wait().unwrap();
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((status.code(), stderr.as_str()), (Some(0), ""));
}

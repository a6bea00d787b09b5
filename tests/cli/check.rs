//! Everything that is wrong, told before anything runs.

use std::fs;

use crate::world::World;

/// A model in two ranks, in `a`.
fn cut() -> World {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt a").ok();
    world
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
    assert_eq!(document["counts"], serde_json::json!({ "errors": 1, "warnings": 1, "notes": 0 }));
    let finding = &document["findings"][0];
    assert_eq!((finding["code"].as_str(), finding["severity"].as_str()), (Some("SL0408"), Some("error")));
    assert_eq!((&finding["subject"]["side"], &finding["subject"]["rank"]), (&"source".into(), &1.into()));
    for text in ["title", "evidence", "consequence", "remedy"] {
        assert!(finding[text].as_str().is_some_and(|text| !text.is_empty()), "{finding}");
    }
    assert_eq!(document["findings"][1]["code"], "SL0213");
}

#[test]
fn a_strategy_alone_is_checked() {
    let world = World::with_model();
    fs::remove_file(world.path("mp4pp2/ckpt_strategy_rank_0.ckpt")).unwrap();
    world.run("check --src-strategy mp4pp2").status(1).says("error[SL0301]").says("source, stage 0");
    world.run("check --dst-strategy mp4pp2").status(1).says("error[SL0301]").says("target, stage 0");
    world.run("check --src-strategy full").status(1).says("error[SL0304]");
}

#[test]
fn markdown_is_fit_for_a_report() {
    let world = cut();
    world.write("a/rank_1/checkpoint_1.ckpt", b"");
    let text = world.run("check --src-ckpt a --src-strategy mp2 --markdown").status(1).stdout();
    assert!(text.starts_with("Error ` SL0102 `\n\n```text\nrank_1/checkpoint_1.ckpt is empty\n"), "{text}");
    assert!(text.contains("1 error, 0 warnings, 0 notes"), "{text}");
}

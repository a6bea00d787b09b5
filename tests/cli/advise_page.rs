//! The page and `shardlens advise` tell the same: of MindFormers' seven worked cases, and beyond them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use shardlens::advice::{Place, Purpose};
use shardlens::catalog::{PileFile, look};
use shardlens::check::{Lang, Phrase, Severity, Side};
use shardlens::native::walk;
use shardlens::web::advice::{About, Part, Question};
use shardlens::web::snapshot::{FindingFacts, Snapshot};
use shardlens::web::workbench::Workbench;

use crate::world::World;

/// Copies a recorded folder with all in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// The folders of the document, of recorded files: a complete checkpoint in `single`, and in `multi` what training
/// case 1 leaves behind, slices with their strategies and the merged one; the target of training case 2 in `wanted`.
fn worked() -> World {
    let world = World::new();
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    copy(&cases.join("mf_llama_full_to_dp2mp2pp2opt/src"), &world.path("single"));
    let sliced = cases.join("mf_llama_dp2mp1pp4_to_dp1mp2pp2");
    copy(&sliced.join("src"), &world.path("multi"));
    copy(&sliced.join("src_strategy_stages"), &world.path("multi/strategy"));
    let merged = world.path("multi/strategy/merged_ckpt_strategy.ckpt");
    fs::copy(sliced.join("src_strategy_merged.ckpt"), merged).unwrap();
    copy(&sliced.join("dst_strategy_stages"), &world.path("wanted"));
    world
}

/// What the page tells of folders that are dropped on its sides.
fn page(world: &World, source: &str, target: Option<&str>, question: &Question) -> (Snapshot, About) {
    let mut bench = Workbench::default();
    for (side, folder) in [(Side::Source, Some(source)), (Side::Target, target)] {
        for file in folder.into_iter().flat_map(|folder| walk(&world.path(folder)).unwrap().files) {
            let path = format!("{}/{}", if side == Side::Source { source } else { "wanted" }, file.path);
            bench.note(side, &path, 1, &*file.source);
            bench.add(side, look(PileFile { path, source: file.source }));
        }
    }
    let shown = bench.work();
    (shown, bench.advise(question).about.unwrap())
}

/// A step as the command's document has it.
fn step(part: &Part) -> Value {
    match part {
        Part::Yaml(lines) => {
            let line = |(text, why): &(String, Phrase)| {
                let (key, value) = text.split_once(": ").unwrap();
                json!({ "key": key, "value": value, "why": why.en })
            };
            json!({ "yaml": lines.iter().map(line).collect::<Vec<_>>() })
        }
        Part::Shell(why, commands) => json!({ "shell": commands, "why": why.en }),
        Part::ByHand(what) => json!({ "by_hand": what.en }),
    }
}

/// Checks that the command which the page names tells what the page tells.
#[track_caller]
fn check(world: &World, (shown, about): &(Snapshot, About)) {
    let line = about.command.strip_prefix("shardlens ").unwrap();
    let ran = world.run(&format!("{line} --json"));
    let is_error = about.findings.iter().any(|finding| finding.severity == Severity::Error);
    let document = ran.status(i32::from(is_error)).json();
    assert_eq!(
        document["case"],
        about.case.as_ref().map_or(Value::Null, |case| case.en.clone().into()),
        "{line}"
    );
    let obstacles: Vec<&str> = about.obstacles.iter().map(|obstacle| obstacle.en.as_str()).collect();
    assert_eq!(document["obstacles"], json!(obstacles), "{line}");
    assert_eq!(document["steps"], about.parts.iter().map(step).collect::<Value>(), "{line}");
    let told = |finding: &FindingFacts| (finding.code.clone(), finding.record(Lang::En).title);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let findings = document["findings"].as_array().unwrap().iter();
    let (of_wish, of_files): (Vec<_>, Vec<_>) = findings
        .map(|found| (text(&found["code"]), text(&found["title"])))
        .partition(|(code, _)| code.starts_with("SL065"));
    assert_eq!(of_wish, about.findings.iter().map(told).collect::<Vec<_>>(), "{line}");
    // What is wrong with the files is among all findings on the page, by their paths from there.
    let shown: Vec<&str> = shown.findings.iter().map(|finding| finding.code.as_str()).collect();
    let is_shown = |(code, _): &(String, String)| shown.contains(&code.as_str());
    assert!(of_files.iter().all(is_shown), "{line}: {of_files:?}, not in {shown:?}");
}

fn question(purpose: Purpose, ranks: u64, place: Option<Place>) -> Question {
    Question { purpose, world_size: Some(ranks), place, ..Question::default() }
}

#[test]
fn page_and_command_tell_the_same_of_the_seven_worked_cases() {
    let world = worked();
    let (train, predict) = (Purpose::Train, Purpose::Predict);
    let (shared, own, modelarts) = (Place::SharedDisk, Place::OwnDisks, Place::ModelArts);
    for (case, source, target, question) in [
        ("training case 1", "single", None, question(train, 8, None)),
        // All of it is told by the files.
        ("training case 2", "multi", Some("wanted"), Question::default()),
        ("inference case 1", "multi", None, question(predict, 1, None)),
        ("inference case 2", "multi", None, question(predict, 2, None)),
        ("inference case 3", "single", None, question(predict, 2, None)),
        ("training on several nodes of ModelArts", "single", None, question(train, 16, Some(modelarts))),
        ("training on several machines", "single", None, question(train, 16, Some(shared))),
        ("training on several machines", "single", None, question(train, 16, Some(own))),
    ] {
        let told = page(&world, source, target, &question);
        let about = &told.1;
        assert!(
            about.case.as_ref().is_some_and(|told| told.en.starts_with(case)),
            "{case}: {:?}",
            about.case
        );
        assert!(about.findings.is_empty(), "{case}: {:?}", about.findings);
        check(&world, &told);
    }
}

#[test]
fn page_and_command_tell_the_same_of_what_goes_wrong() {
    let world = worked();
    fs::create_dir(world.path("bare")).unwrap();
    for rank in 0..2 {
        copy(&world.path(format!("multi/rank_{rank}")), &world.path(format!("bare/rank_{rank}")));
    }
    let codes = |source: &str, target: Option<&str>, question: Question| {
        let told = page(&world, source, target, &question);
        check(&world, &told);
        told.1.findings.into_iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    // Slices without a strategy, sizes of another number of ranks, stages in inference, weights without counters.
    assert_eq!(codes("bare", None, question(Purpose::Train, 4, None)), ["SL0651"]);
    let sizes = [Some(2), None, None, Some(2)];
    assert_eq!(codes("multi", None, Question { sizes, ..question(Purpose::Train, 8, None) }), ["SL0652"]);
    let predict = Question { purpose: Purpose::Predict, ..Question::default() };
    assert_eq!(codes("multi", Some("wanted"), predict), ["SL0653"]);
    let inside = Question { output_dir: "out".to_owned(), ..question(Purpose::Train, 8, None) };
    copy(&world.path("single"), &world.path("out/transformed_checkpoint"));
    assert_eq!(codes("out/transformed_checkpoint", None, inside), ["SL0654"]);
    assert_eq!(codes("multi", None, question(Purpose::Resume, 8, None)), ["SL0656"]);
    // As many ranks as saved, and nothing said of their layout: as saved.
    assert_eq!(codes("multi", None, Question::default()), [""; 0]);
}

//! Names from files, which may be anything.

use shardlens::format::{NewEntry, WeightFormat, layout_file};
use shardlens::geometry::{DType, Shape};
use shardlens::source::ReadAt;

use crate::world::World;

/// A complete checkpoint of one tensor of this name.
fn named(world: &World, path: &str, name: &str) {
    let entry = NewEntry { name, dtype: DType::F32, shape: Shape::new(vec![2, 2]).unwrap() };
    let file = layout_file(WeightFormat::Safetensors, &[entry]).unwrap().sparse();
    let mut bytes = vec![0; usize::try_from(file.len()).unwrap()];
    file.read_at(0, &mut bytes).unwrap();
    world.write(path, &bytes);
}

const ACTS: &str = "w\u{9b}2J\u{80}\u{202e}\u{2066}\u{200e}\u{7f}";

#[test]
fn marks_and_controls_of_names_are_escaped_in_json_and_in_text() {
    let world = World::with_model();
    named(&world, "odd/rank_0/a.safetensors", ACTS);
    for line in
        ["inspect odd", "diff odd full", "check --src-ckpt odd --content", "check --src-ckpt odd --markdown"]
    {
        let is_markdown = line.ends_with("markdown");
        for json in if is_markdown { &[""][..] } else { &["", " --json"] } {
            let ran = world.run(&format!("{line}{json}"));
            let told = ran.stdout() + &ran.stderr();
            let acts = ['\u{9b}', '\u{80}', '\u{202e}', '\u{2066}', '\u{200e}', '\u{7f}'];
            assert!(!told.contains(acts), "{line}{json}: {told:?}");
        }
    }
    world.run("inspect odd").ok().says("w\\u{9b}2J\\u{80}\\u{202e}\\u{2066}\\u{200e}\\u{7f}");
    let document = world.run("diff full odd --json").says("\\u009b2J\\u0080\\u202e").json();
    assert_eq!(document["added"][0], ACTS);
}

#[test]
fn a_name_of_a_mebibyte_is_whole_in_json_and_short_in_text() {
    let world = World::with_model();
    let name = format!("first{}last", "x".repeat(1 << 20));
    named(&world, "long/rank_0/a.safetensors", &name);
    for line in [
        "inspect long",
        "diff long full",
        "check --src-ckpt long --content",
        "check --src-ckpt long --content --markdown",
    ] {
        let ran = world.run(line);
        let told = ran.stdout() + &ran.stderr();
        assert!(told.len() < 1 << 14 && told.contains("firstxxx"), "{line}: {told:.600}");
    }
    assert_eq!(world.run("diff full long --json").json()["added"][0], name.as_str());
    world.run("inspect long").ok().says("…(+10").says("xxxlast");
}

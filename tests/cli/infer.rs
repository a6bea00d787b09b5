//! A strategy from headers.

use std::path::{Path, PathBuf};

use shardlens::catalog::look;
use shardlens::check::Side;
use shardlens::native::walk;
use shardlens::web::workbench::Workbench;

use crate::world::World;

fn recorded(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(path)
}

/// Two stages of two ranks, cut by model_parallel 2.
const PIPELINE: &str = "hyper_params_mp2pp2_to_full";

#[test]
fn an_inferred_strategy_converts_as_the_lost_one() {
    let world = World::new();
    let (weights, strategy) = (recorded(&format!("{PIPELINE}/src")), recorded(PIPELINE));
    let (weights, strategy) = (weights.display(), strategy.display());
    for name in ["strategy.ckpt", "strategy.json"] {
        let ran = world.run(&format!("infer --src-ckpt {weights} -o {name}"));
        ran.ok()
            .says("2 stages")
            .says("only model_parallel 2 agrees")
            .complains("warning[SL0905]")
            .says(&format!("{name}: likely"));
        let convert = |strategy: &str, out: &str| {
            let line = format!("transform --src-ckpt {weights} --src-strategy {strategy} --dst-ckpt {out}");
            world.run(&line).ok();
            world.read(format!("{out}/rank_0/checkpoint_0.ckpt"))
        };
        let out = name.replace('.', "_");
        let by_lost = convert(&format!("{strategy}/src_strategy_merged.ckpt"), &format!("lost_{out}"));
        assert!(convert(name, &out) == by_lost, "{name}");
    }
}

#[test]
fn an_inferred_strategy_takes_the_place_of_no_other() {
    let world = World::new();
    let weights = recorded(&format!("{PIPELINE}/src"));
    let line = format!("infer --src-ckpt {} -o strategy.ckpt", weights.display());
    let lost = std::fs::read(recorded(PIPELINE).join("src_strategy_merged.ckpt")).unwrap();
    world.write("strategy.ckpt", &lost);
    world.run(&line).status(1).complains("is another strategy: give another name");
    assert!(world.read("strategy.ckpt") == lost);
    std::fs::remove_file(world.path("strategy.ckpt")).unwrap();
    world.run(&line).ok();
    world.run(&line).ok();
}

#[test]
fn the_page_gives_the_same_file() {
    let world = World::new();
    for case in [PIPELINE, "dp1mp4pp1_to_same", "dp2mp4_optall_to_full", "mf_llama_dp2mp1pp4_to_dp1mp2pp2"] {
        let weights = recorded(&format!("{case}/src"));
        world.run(&format!("infer --src-ckpt {} -o {case}.ckpt", weights.display())).ok();
        let mut bench = Workbench::default();
        walk(&weights).unwrap().files.into_iter().for_each(|file| bench.add(Side::Source, look(file)));
        bench.work();
        let (name, bytes) = bench.inferred_file(Side::Source).unwrap();
        assert!(name.starts_with("inferred_strategy_dp"), "{name}");
        assert!(bytes == world.read(format!("{case}.ckpt")), "{case}");
    }
}

#[test]
fn a_guess_is_a_warning_and_both_ways_are_told() {
    let world = World::new();
    let weights = recorded("dp1mp4pp1_to_same/src");
    let ran = world.run(&format!("infer --src-ckpt {} -o s.ckpt", weights.display()));
    ran.ok().complains("warning[SL0901]").complains("nothing in the headers decides").says("s.ckpt: guess");
    let document = world.run(&format!("infer --src-ckpt {} -o s.ckpt --json", weights.display())).ok().json();
    assert_eq!(
        (document["certainty"].as_str(), document["model_parallel"].as_u64()),
        (Some("guess"), Some(4))
    );
    let groups = document["groups"].as_array().unwrap();
    let of = |certainty: &str| groups.iter().filter(|group| group["certainty"] == certainty).count();
    assert!(of("certain") == 1 && of("likely") > 3 && of("guess") == 2, "{groups:#?}");
    let are_assumed = |certainty: &str, so: bool| {
        let mut of = groups.iter().filter(|group| group["certainty"] == certainty);
        of.all(|group| group["shape_is_assumed"] == so)
    };
    assert!(are_assumed("certain", false) && are_assumed("likely", true), "{groups:#?}");
}

#[test]
fn where_copies_were_left_out_the_numbers_of_slices_tell() {
    let world = World::new();
    let weights = recorded("unified_remove_redundancy_dp2mp2/src");
    let ran = world.run(&format!("infer --src-ckpt {} -o s.ckpt", weights.display()));
    ran.ok().says("copies were left out").says("only model_parallel 2 agrees").says("s.ckpt: certain");
    let document = world.run(&format!("infer --src-ckpt {} -o s.ckpt --json", weights.display())).ok().json();
    assert_eq!((document["data_parallel"].as_u64(), document["model_parallel"].as_u64()), (Some(2), Some(2)));
}

#[test]
fn what_headers_do_not_tell_is_refused() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt cut").ok();
    world.run("infer --src-ckpt cut -o s.ckpt").status(1).complains("error[SL0903]").complains("no family");
    world.run("infer --src-ckpt full -o s.ckpt").status(1).complains("one rank only");
    assert!(!world.path("s.ckpt").exists());
    world.run("infer --src-ckpt cut -o s.txt").status(2).complains(".json");
    world.run("infer --src-ckpt nowhere -o s.ckpt").status(2);
    world.run("check --src-ckpt cut").status(1).says("shardlens infer");
}

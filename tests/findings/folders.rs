//! Folders: missing ranks, gaps, several steps, mixed formats, links.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;

use shardlens::catalog::{of_one_rank, side, survey};
use shardlens::check::kinds::folders as kinds;
use shardlens::check::{Finding, Side};
use shardlens::native::{MAX_DEPTH, MAX_ENTRIES, walk};

use crate::example::{Example, example};
use crate::world::{SAFETENSORS, Tensor, World, copies, file, half, rows, weights, world};

const W: &[Tensor<'_>] = &[("w", shardlens::geometry::DType::F16, &[4, 2])];

/// A checkpoint of the paths, cut over two ranks.
fn cut(paths: &[&str]) -> World {
    paths.iter().fold(world().cut_by(vec![rows("w")]), |world, path| world.ckpt(path, W))
}

/// A complete checkpoint of the paths.
fn complete(paths: &[&str]) -> Vec<Finding> {
    paths.iter().fold(world(), |world, path| world.ckpt(path, W)).findings()
}

/// What is found while a folder is listed that `make` has filled.
fn listed(make: impl FnOnce(&Path)) -> Vec<Finding> {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path());
    walk(folder.path()).unwrap().findings
}

pub(crate) fn examples() -> Vec<Example> {
    [links(), ranks(), places(), indexes(), names()].into_iter().flatten().collect()
}

fn links() -> Vec<Example> {
    let to_itself = listed(|root| symlink("loop", root.join("loop")).unwrap());
    // No name may be so long.
    let too_long = listed(|root| symlink("x".repeat(300), root.join("link")).unwrap());
    let deep = listed(|root| fs::create_dir_all(root.join(["d"; MAX_DEPTH].join("/"))).unwrap());
    let to_nothing = listed(|root| {
        fs::create_dir(root.join("softlink_ckpt")).unwrap();
        symlink("/gone/rank_0", root.join("softlink_ckpt/rank_0")).unwrap();
    });
    let upwards = listed(|root| {
        fs::create_dir(root.join("rank_0")).unwrap();
        symlink("..", root.join("rank_0/up")).unwrap();
    });
    let latin = listed(|root| fs::write(root.join(OsStr::from_bytes(b"caf\xe9.ckpt")), b"x").unwrap());
    let socket = listed(|root| drop(std::os::unix::net::UnixListener::bind(root.join("s")).unwrap()));
    let endless = listed(|root| {
        // Names that begin with a dot are counted and not looked at; links multiply them.
        fs::create_dir_all(root.join("b")).unwrap();
        fs::create_dir_all(root.join("a")).unwrap();
        (0..2048).for_each(|n| fs::write(root.join(format!("b/.{n}")), b"").unwrap());
        (0..=MAX_ENTRIES / 2048).for_each(|n| symlink("../b", root.join(format!("a/{n}"))).unwrap());
    });
    vec![
        example(&kinds::ENTRY_UNREADABLE, too_long).file("link"),
        example(&kinds::LINK_TO_ITSELF, to_itself).file("loop"),
        example(&kinds::TOO_DEEP, deep).file(["d"; MAX_DEPTH].join("/").leak()),
        example(&kinds::LINK_BROKEN, to_nothing).file("softlink_ckpt/rank_0"),
        example(&kinds::LINK_LOOP, upwards).file("rank_0/up"),
        example(&kinds::NAME_NOT_UTF8, latin).file("caf\u{fffd}.ckpt"),
        example(&kinds::NOT_A_FILE, socket).file("s"),
        example(&kinds::TOO_MANY_FILES, endless),
    ]
}

fn ranks() -> Vec<Example> {
    let two_steps = ["rank_0/a-1_9.ckpt", "rank_0/a-1_10.ckpt", "rank_1/a-1_9.ckpt"];
    let newer = ["rank_0/a-1_9.ckpt", "rank_0/b-1_10.ckpt"];
    let as_texts = ["rank_0/a-1_9.ckpt", "rank_0/a-1_10.ckpt"];
    let small = &[half("v", &[1])][..];
    let outlier = world().ranks(0..3, &[half("w", &[64, 64])]).ckpt("rank_3/a.ckpt", small).findings();
    let mixed = cut(&["rank_0/a.ckpt"]).bytes("rank_1/a.safetensors", weights(SAFETENSORS, W));
    let copied = world().cut_by(vec![copies("w")]);
    let same_fault = cut(&[]).bytes("rank_0/a.ckpt", broken()).bytes("rank_1/a.ckpt", broken()).findings();
    vec![
        example(&kinds::NO_SOURCE_STRATEGY, complete(&["rank_0/a.ckpt", "rank_1/a.ckpt"])),
        example(
            &kinds::RANK_BEYOND_STRATEGY,
            cut(&["rank_0/a.ckpt", "rank_1/a.ckpt", "rank_2/a.ckpt"]).findings(),
        )
        .file("rank_2/a.ckpt")
        .rank(2),
        example(
            &kinds::RANKS_AFTER_GAP,
            cut(&["rank_0/a.ckpt", "rank_1/a.ckpt", "rank_7/a.ckpt"]).findings(),
        )
        .rank(7),
        example(&kinds::RANKS_MISSING, copied.ckpt("rank_0/a.ckpt", W).findings()).rank(1),
        example(&kinds::STEPS_DIFFER, cut(&two_steps).findings()).file("rank_1/a-1_9.ckpt").rank(1),
        example(&kinds::FILE_UNCLEAR, complete(&["rank_0/a.ckpt", "rank_0/b.ckpt"]))
            .file("rank_0/a.ckpt")
            .rank(0),
        example(&kinds::NEWEST_TAKEN, complete(&newer)).file("rank_0/b-1_10.ckpt").rank(0),
        example(&kinds::MINDSPORE_TAKES_OTHER, complete(&as_texts)).file("rank_0/a-1_10.ckpt").rank(0),
        example(&kinds::FORMATS_MIXED, mixed.findings()).file("rank_0/a.ckpt"),
        example(&kinds::SIZE_OUTLIER, outlier).file("rank_3/a.ckpt").rank(3),
        example(&kinds::NOT_COMPLETE, complete(&["rank_3/a.ckpt"])).file("rank_3/a.ckpt").rank(3),
        example(&kinds::COMPLETE_UNDER_STRATEGY, cut(&["model.ckpt"]).findings()).file("model.ckpt"),
        example(&kinds::MORE_FAULTS, same_fault),
        example(
            &kinds::ONE_RANK_OPENED,
            of_one_rank("rank_1", ["rank_0", "rank_1", "rank_2"]).into_iter().collect(),
        )
        .file("rank_1")
        .rank(1),
    ]
}

/// A file whose one record claims more than there is.
fn broken() -> Vec<u8> {
    let whole = weights(crate::world::CKPT, W);
    whole[..whole.len() - 1].to_vec()
}

fn places() -> Vec<Example> {
    let text = world().bytes("notes.txt", b"nothing here".to_vec()).findings();
    let side_by_side = complete(&["checkpoint/rank_0/a.ckpt", "checkpoint_network/rank_0/a.ckpt"]);
    let target = side(&survey(vec![file("notes.txt", b"nothing here".to_vec())]), Side::Target).findings;
    vec![
        example(&kinds::NO_WEIGHTS, text),
        example(&kinds::SEVERAL_CHECKPOINTS, side_by_side),
        example(&kinds::DEEPER_IGNORED, complete(&["rank_0/a.ckpt", "rank_0/network/b.ckpt"]))
            .file("rank_0/network/b.ckpt"),
        example(&kinds::LOOSE_IGNORED, complete(&["rank_0/a.ckpt", "whole.ckpt"])).file("whole.ckpt"),
        example(&kinds::NOT_A_RANK, complete(&["rank_0/a.ckpt", "rank_0_bak/a.ckpt"]))
            .file("rank_0_bak/a.ckpt"),
        example(&kinds::SEVERAL_LOOSE, complete(&["a.ckpt", "b.ckpt"])).file("a.ckpt"),
        example(&kinds::PART_MISSING, complete(&["m-00001-of-00003.ckpt", "m-00003-of-00003.ckpt"]))
            .file("m-00001-of-00003.ckpt"),
        example(&kinds::TARGET_WITHOUT_STRATEGY, target),
        example(&kinds::SOFTLINKS_LEFT, complete(&["out/softlink_ckpt/rank_0/a.ckpt"]))
            .file("out/softlink_ckpt/rank_0/a.ckpt"),
    ]
}

fn indexes() -> Vec<Example> {
    let index = |map: &str| format!(r#"{{"metadata":{{}},"weight_map":{{{map}}}}}"#).into_bytes();
    let indexed = |map: &str| {
        let world = world().bytes("model.safetensors.index.json", index(map));
        world.bytes("a.safetensors", weights(SAFETENSORS, W))
    };
    let missing = indexed(r#""w":"a.safetensors","v":"b.safetensors""#).findings();
    let twice = indexed(r#""w":"a.safetensors","v":"b.safetensors""#)
        .bytes("b.safetensors", weights(SAFETENSORS, &[half("w", &[4, 2]), half("v", &[2])]))
        .findings();
    let besides =
        indexed(r#""w":"a.safetensors""#).bytes("old.safetensors", weights(SAFETENSORS, W)).findings();
    let two =
        indexed(r#""w":"a.safetensors""#).bytes("x.safetensors.index.json", index(r#""w":"a.safetensors""#));
    let elsewhere = indexed(r#""w":"a.safetensors","v":"a.safetensors""#).findings();
    vec![
        example(&kinds::INDEX_FILE_MISSING, missing).file("model.safetensors.index.json"),
        example(&kinds::TENSOR_IN_TWO_FILES, twice).file("b.safetensors").tensor("w"),
        example(&kinds::NOT_IN_INDEX, besides).file("old.safetensors"),
        example(&kinds::SEVERAL_INDEXES, two.findings()).file("model.safetensors.index.json"),
        example(&kinds::INDEX_DISAGREES, elsewhere).file("model.safetensors.index.json").tensor("v"),
    ]
}

fn names() -> Vec<Example> {
    let by_name = cut(&["l_rank_0-1_1.ckpt", "l_rank_1-1_1.ckpt"]).findings();
    let otherwise = world().ckpt("a.ckpt", W).bytes("a.ckpt.tmp", weights(crate::world::CKPT, W)).findings();
    let elsewhere = cut(&["rank_0/l_rank_0-1_1.ckpt", "rank_1/l_rank_5-1_1.ckpt"]).findings();
    let twice = cut(&["rank_0/l_rank_0_rank_0-1_1.ckpt", "rank_1/l_rank_1_rank_1-1_1.ckpt"]).findings();
    let strategy = crate::world::stage(0, vec![copies("w")]);
    let of_strategy = world().cut_by_file("ckpt_strategy_rank_0_rank_0.ckpt", &strategy).findings();
    vec![
        example(&kinds::RANKS_FROM_NAMES, by_name).file("l_rank_0-1_1.ckpt"),
        example(&kinds::NAMED_OTHERWISE, otherwise).file("a.ckpt.tmp"),
        example(&kinds::RANK_IN_NAME, elsewhere).file("rank_1/l_rank_5-1_1.ckpt").rank(1),
        example(&kinds::RANK_NAMED_TWICE, twice).file("rank_0/l_rank_0_rank_0-1_1.ckpt"),
        example(&kinds::RANK_NAMED_TWICE, of_strategy).file("ckpt_strategy_rank_0_rank_0.ckpt"),
    ]
}

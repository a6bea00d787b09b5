//! Strategy against checkpoint: shapes, types, slices that are not there, copies that were left out.

use shardlens::catalog::PileFile;
use shardlens::check::kinds::checkpoint as kinds;
use shardlens::format::mindspore::strategy::{Encoding, RawLayout, StrategyFile};
use shardlens::format::{NewEntry, layout_file};
use shardlens::geometry::{DType, Shape};

use crate::example::{Example, example};
use crate::world::{SAFETENSORS, World, copies, cut, half, marked, rows, stage, world};

/// Two ranks that hold `w` in rows, and what else their strategy says.
fn two() -> World {
    world().cut_by(vec![rows("w")])
}

pub(crate) fn examples() -> Vec<Example> {
    [slices(), whole(), copies_left_out()].into_iter().flatten().collect()
}

fn slices() -> Vec<Example> {
    let (w, v) = (half("w", &[4, 2]), half("v", &[4, 2]));
    let shapes = two().ckpt("rank_0/a.ckpt", &[w]).ckpt("rank_1/a.ckpt", &[half("w", &[3, 2])]).findings();
    let types =
        two().ckpt("rank_0/a.ckpt", &[w]).ckpt("rank_1/a.ckpt", &[("w", DType::F32, &[4, 2])]).findings();
    let uncut =
        two().ckpt("rank_0/a.ckpt", &[w, v]).ckpt("rank_1/a.ckpt", &[w, half("v", &[5, 2])]).findings();
    let elsewhere = world()
        .cut_by_file("s0.ckpt", &stage(0, vec![rows("w")]))
        .cut_by_file("s1.ckpt", &stage(1, vec![rows("v")]))
        .ranks(0..2, &[w, v])
        .ranks(2..4, &[w])
        .findings();
    let lost = two().ckpt("rank_0/a.ckpt", &[w]).findings();
    let empty = world().bytes("a.safetensors", b"\x02\0\0\0\0\0\0\0{}".to_vec()).findings();
    let lacking = two().ckpt("rank_0/a.ckpt", &[w, v]).ckpt("rank_1/a.ckpt", &[v]).findings();
    vec![
        example(&kinds::SLICES_DIFFER, shapes).tensor("w").rank(1).stage(0),
        example(&kinds::SLICES_DIFFER, types).tensor("w").rank(1).stage(0),
        example(&kinds::UNCUT_DIFFERS, uncut).tensor("v").rank(1),
        example(&kinds::NOT_IN_STAGE, elsewhere).tensor("v").stage(1),
        example(&kinds::RANKS_NEEDED, lost).tensor("w").rank(1).stage(0),
        example(&kinds::NO_TENSORS, empty),
        example(&kinds::SLICE_NOT_IN_FILE, lacking).file("rank_1/a.ckpt").tensor("w").rank(1).stage(0),
    ]
}

/// A JSON strategy that states the shape of `w`.
fn stating(layout: RawLayout, shape: &[u64]) -> StrategyFile {
    let layout = RawLayout { tensor_shape: Some(shape.to_vec()), ..layout };
    StrategyFile { encoding: Encoding::Json, ..stage(0, vec![layout]) }
}

fn whole() -> Vec<Example> {
    let held = |strategy: &StrategyFile, dims: &[u64]| {
        world().cut_by_file("s.json", strategy).ranks(0..2, &[half("w", dims)]).findings()
    };
    let flat = |shape: &[u64]| stating(cut("w", &[2], &[-1, 0, -1]), shape);
    let rank = world().cut_by(vec![cut("w", &[2], &[0])]).ranks(0..2, &[half("w", &[4, 2])]).findings();
    // Each of so many slices fits a file, all together no file.
    let shape = Shape::new(vec![1 << 46, 2]).unwrap();
    let huge =
        layout_file(SAFETENSORS, &[NewEntry { name: "w", dtype: DType::F16, shape }]).unwrap().sparse();
    let huge = PileFile { path: "rank_0/a.safetensors".to_owned(), source: Box::new(huge) };
    let too_long = world().cut_by(vec![cut("w", &[1 << 16], &[0, -1])]).pile_file(huge).findings();
    let tied = world()
        .cut_by_file("s0.ckpt", &stage(0, vec![rows("w")]))
        .cut_by_file("s1.ckpt", &stage(1, vec![rows("w")]))
        .ranks(0..2, &[half("w", &[4, 2])])
        .ranks(2..4, &[half("w", &[6, 2])])
        .findings();
    let layer = |n: u64, dtype: DType| (format!("layers.{n}.w"), dtype);
    let layers: Vec<(String, DType)> =
        (0..4).map(|n| layer(n, if n == 2 { DType::F64 } else { DType::F16 })).collect();
    let layers: Vec<_> = layers.iter().map(|(name, dtype)| (name.as_str(), *dtype, &[4, 2][..])).collect();
    vec![
        example(&kinds::FLATTENED, held(&flat(&[3, 2, 5]), &[4, 2])).tensor("w").stage(0),
        example(&kinds::RANK_DIFFERS, rank).tensor("w").stage(0),
        example(&kinds::NO_WHOLE, too_long).tensor("w").stage(0),
        example(&kinds::DECLARED_DIFFERS, held(&stating(rows("w"), &[10, 2]), &[4, 2])).tensor("w").stage(0),
        example(&kinds::FLOAT64, world().ckpt("a.ckpt", &layers).findings()).tensor("layers.2.w"),
        example(&kinds::TIED_DIFFERS, tied).tensor("w").stage(1),
    ]
}

fn copies_left_out() -> Vec<Example> {
    let (w, v, u) = (half("w", &[4, 2]), half("v", &[4, 2]), half("u", &[4, 2]));
    let both = || world().cut_by(vec![copies("w"), copies("v"), copies("u")]);
    let flagged = |flag: &str, rank_0: &[_], rank_1: &[_]| {
        let file = |tensors: &[_]| marked(SAFETENSORS, tensors, &[("remove_redundancy", flag)]);
        let world = both().bytes("rank_0/a.safetensors", file(rank_0));
        world.bytes("rank_1/a.safetensors", file(rank_1)).findings()
    };
    let incomplete = both().ckpt("rank_0/a.ckpt", &[w, v, u]).ckpt("rank_1/a.ckpt", &[w]).findings();
    let removed = both().ckpt("rank_0/a.ckpt", &[w, u]).ckpt("rank_1/a.ckpt", &[v]).findings();
    vec![
        example(&kinds::STAGE_FILES_DIFFER, incomplete).file("rank_1/a.ckpt").tensor("v").rank(1).stage(0),
        example(&kinds::REDUNDANCY_REMOVED, removed).file("rank_1/a.ckpt").tensor("w").rank(1),
        example(&kinds::REDUNDANCY_UNMARKED, flagged("False", &[w, u], &[v]))
            .file("rank_0/a.safetensors")
            .tensor("v")
            .rank(0)
            .stage(0),
        example(&kinds::REDUNDANCY_MARKED, flagged("True", &[w, v, u], &[w, v, u]))
            .file("rank_0/a.safetensors")
            .tensor("u")
            .rank(0)
            .stage(0),
    ]
}

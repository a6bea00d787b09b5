//! The conversion itself: what does not divide, what only one side knows, what a format cannot hold.

use shardlens::check::kinds::plan as kinds;

use crate::example::{Example, example};
use crate::world::{SAFETENSORS, cut, half, rows, stage, world};

pub(crate) fn examples() -> Vec<Example> {
    let (w, v) = (half("w", &[4, 2]), half("v", &[4, 2]));
    let thirds = |name: &str| cut(name, &[3], &[0, -1]);
    let indivisible = world().ckpt("a.ckpt", &[w]).wanted(vec![thirds("w")]).findings();
    let stranger = world().ckpt("a.ckpt", &[w]).wanted(vec![rows("other")]).findings();
    let copied = world().ckpt("a.ckpt", &[w, v]).wanted(vec![rows("w")]).findings();
    let source_only =
        world().cut_by(vec![rows("w"), rows("v")]).ranks(0..2, &[w, v]).wanted(vec![rows("w")]).findings();
    let target_only =
        world().cut_by(vec![rows("w")]).ranks(0..2, &[w, v]).wanted(vec![rows("w"), rows("v")]).findings();
    let source_absent = world().cut_by(vec![rows("w"), rows("v")]).ranks(0..2, &[w]).findings();
    let target_absent = world().ckpt("a.ckpt", &[w]).wanted(vec![rows("w"), rows("v")]).findings();
    // One text entry: `s` = "hi", as MindSpore writes it.
    let text = b"\x0a\x16\x0a\x01s\x12\x11\x08\x00\x12\x03str\x1a\x08h\0\0\0i\0\0\0";
    let no_text = world().bytes("a.ckpt", text.to_vec()).written_as(SAFETENSORS).findings();
    let names: Vec<String> = (0..60).map(|n| format!("w{n}")).collect();
    let many: Vec<_> = names.iter().map(|name| half(name, &[4, 2])).collect();
    let many =
        world().ckpt("a.ckpt", &many).wanted(names.iter().map(|name| thirds(name)).collect()).findings();
    let tied = world()
        .cut_by_file("s0.ckpt", &stage(0, vec![rows("w"), rows("v")]))
        .cut_by_file("s1.ckpt", &stage(1, vec![rows("w")]))
        .ckpt("rank_0/a.ckpt", &[w, v])
        .ckpt("rank_1/a.ckpt", &[v])
        .ranks(2..4, &[w])
        .findings();
    let states = world().ckpt("a.ckpt", &[w]).wanted(vec![rows("w"), rows("adam_m.w")]).findings();
    vec![
        example(&kinds::INDIVISIBLE, indivisible).tensor("w").stage(0),
        example(&kinds::NOTHING_IN_COMMON, stranger),
        example(&kinds::COPIED, copied).tensor("v"),
        example(&kinds::SOURCE_ONLY, source_only).tensor("v"),
        example(&kinds::TARGET_ONLY, target_only).tensor("v"),
        example(&kinds::SOURCE_ABSENT, source_absent).tensor("v"),
        example(&kinds::TARGET_ABSENT, target_absent).tensor("v"),
        example(&kinds::TARGET_FORMAT, no_text).tensor("s"),
        example(&kinds::MORE_ERRORS, many),
        example(&kinds::LATER_STAGE, tied).tensor("w").stage(1),
        example(&kinds::WEIGHTS_ONLY, states).tensor("adam_m.w"),
    ]
}

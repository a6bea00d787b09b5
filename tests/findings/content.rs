//! Contents, read from files.

use std::fs;

use shardlens::catalog::{Cut, assemble, strategy, survey};
use shardlens::check::kinds::{content as kinds, files};
use shardlens::check::{Finding, Lang, Side};
use shardlens::native::execute::Progress;
use shardlens::native::{Contained, content, walk};

use crate::example::{Example, example};
use crate::world::{CKPT, cut, file, half, recorded, stage, weights};

/// The bytes of a matrix of halves with one value throughout and another at the end.
fn values(all: u16, last: u16) -> Vec<u8> {
    let mut bytes = weights(CKPT, &[half("w", &[4, 2])]);
    let start = bytes.len() - 16;
    for (at, value) in (0..8).zip(std::iter::repeat(all)) {
        let value = if at == 7 { last } else { value };
        bytes[start + 2 * at..][..2].copy_from_slice(&value.to_le_bytes());
    }
    bytes
}

/// What is found in files with these contents, copies of each other if there are two.
fn found(contents: &[Vec<u8>]) -> Vec<Finding> {
    let folder = tempfile::tempdir().unwrap();
    for (rank, bytes) in contents.iter().enumerate() {
        let path = folder.path().join(format!("rank_{rank}"));
        fs::create_dir(&path).unwrap();
        fs::write(path.join("a.ckpt"), bytes).unwrap();
    }
    let copies = contents.len().max(2) as u64;
    let layouts = shardlens::format::mindspore::strategy::write_protobuf(&stage(
        0,
        vec![cut("w", &[copies], &[-1, -1])],
    ));
    let found = strategy::open(&survey(vec![file("s.ckpt", layouts)]), Side::Source);
    let by = if contents.len() > 1 { found.cut() } else { Cut::NotGiven };
    let pile = survey(walk(folder.path()).unwrap().files);
    let checkpoint = assemble(&pile, by, Side::Source).checkpoint.unwrap();
    let strategy = found.strategy.as_ref().filter(|_| contents.len() > 1);
    let of = Contained { root: folder.path(), survey: &pile, checkpoint: &checkpoint, strategy };
    content(&of, &Progress::default()).unwrap()
}

/// 1 as a half.
const ONE: u16 = 0x3c00;
const NAN: u16 = 0x7e00;
const INFINITE: u16 = 0xfc00;

pub(crate) fn examples() -> Vec<Example> {
    let mut damaged = recorded("load_crc_ok/src/a.ckpt");
    let byte = damaged.len() - 20;
    damaged[byte] ^= 1;
    let drifted = found(&[values(ONE, ONE), values(ONE, 0x3c01)]);
    vec![
        example(&kinds::NOT_FINITE, found(&[values(ONE, NAN)])).file("rank_0/a.ckpt").tensor("w").rank(0),
        example(&kinds::NOT_FINITE, found(&[values(ONE, INFINITE)]))
            .file("rank_0/a.ckpt")
            .tensor("w")
            .rank(0),
        example(&kinds::REPLICAS_DIFFER, drifted).file("rank_1/a.ckpt").tensor("w").rank(1).stage(0),
        example(&kinds::ALL_ZERO, found(&[values(0, 0)])).file("rank_0/a.ckpt").tensor("w").rank(0),
        example(&files::CHECKSUM, found(&[damaged])).file("rank_0/a.ckpt").rank(0),
    ]
}

/// NaN on rank 0 hid the infinite values of rank 1.
#[test]
fn all_ranks_with_values_that_are_not_finite_are_named() {
    let [one] = found(&[values(ONE, NAN), values(ONE, INFINITE)])
        .into_iter()
        .filter(|finding| finding.kind == &kinds::NOT_FINITE)
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    assert_eq!(one.subject.all_ranks().collect::<Vec<_>>(), [(0, 1)]);
    let seen = one.render(Lang::En).evidence;
    assert!(seen.contains("NaN: 1 (rank: 0); infinite values: 1 (rank: 1)"), "{seen}");
    let seen = found(&[values(ONE, NAN)]).remove(0).render(Lang::Zh).evidence;
    assert!(seen.contains("无穷值：0 个（rank：无）"), "{seen}");
}

#[test]
fn all_ranks_that_differ_from_the_first_copy_and_all_ranks_of_zeros_are_named() {
    let drifted = found(&[values(ONE, ONE), values(ONE, 0x3c01), values(ONE, ONE), values(ONE, 0x3c02)]);
    let seen = drifted.first().unwrap().render(Lang::En).evidence;
    assert!(seen.contains("In all 1 tensor on ranks 1, 3 differs from the first copy: w."), "{seen}");
    let zeros = found(&[values(0, 0), values(0, 0)]);
    assert_eq!(zeros.first().unwrap().subject.all_ranks().collect::<Vec<_>>(), [(0, 1)]);
}

#[test]
fn good_contents_have_no_findings() {
    let good = values(ONE, 0x7bff);
    assert_eq!(found(std::slice::from_ref(&good)), []);
    assert_eq!(found(&[good.clone(), good]), []);
    assert_eq!(found(&[recorded("load_crc_ok/src/a.ckpt")]), []);
}

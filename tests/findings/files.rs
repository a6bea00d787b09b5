//! Files: damaged, cut off, of another kind.

use shardlens::catalog::PileFile;
use shardlens::check::kinds::files as kinds;
use shardlens::check::{Phrase, finding};
use shardlens::format::mindspore::strategy::MAX_STRATEGY_FILE;
use shardlens::format::verify_crc;
use shardlens::source::{Bytes, ReadAt, ReadError, Sparse};

use crate::example::{Example, example};
use crate::world::{CKPT, half, recorded, weights, world};

/// A file that the disk does not give.
struct Failing;

impl ReadAt for Failing {
    fn len(&self) -> u64 {
        100
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        let reason = Phrase { en: "input/output error".to_owned(), zh: "输入输出错误".to_owned() };
        assert!(!buffer.is_empty());
        Err(ReadError::Storage { offset, kind: std::io::ErrorKind::Other, reason })
    }
}

pub(crate) fn examples() -> Vec<Example> {
    let alone = |bytes: Vec<u8>| world().bytes("a.ckpt", bytes).findings();
    let recorded_as = |path: &str| alone(recorded(&format!("hostile/{path}/a.ckpt")));
    let whole = weights(CKPT, &[half("w", &[4, 2])]);
    let mut damaged = recorded("load_crc_ok/src/a.ckpt");
    let byte = damaged.len() - 20;
    damaged[byte] ^= 1;
    let fault = verify_crc(CKPT, &Bytes(&damaged)).unwrap_err();
    let failing = PileFile { path: "a.ckpt".to_owned(), source: Box::new(Failing) };
    let mut endless = Sparse::default();
    endless.push(b"\x08\x02");
    endless.skip(MAX_STRATEGY_FILE);
    let endless = PileFile { path: "ckpt_strategy_rank_0.ckpt".to_owned(), source: Box::new(endless) };
    vec![
        example(&kinds::UNREADABLE, world().pile_file(failing).findings()).file("a.ckpt").rank(0),
        example(&kinds::EMPTY, alone(Vec::new())).file("a.ckpt").rank(0),
        example(&kinds::TRUNCATED, alone(whole[..whole.len() - 1].to_vec()))
            .file("a.ckpt")
            .tensor("w")
            .rank(0),
        example(&kinds::MALFORMED, alone(b"<html>not found</html>\n".to_vec())).file("a.ckpt").rank(0),
        example(&kinds::ENCRYPTED, alone(recorded("load_encrypted_ERROR/src/a.ckpt"))).file("a.ckpt").rank(0),
        example(&kinds::UNKNOWN_DTYPE, recorded_as("ckpt_unknown_type")).file("a.ckpt").tensor("w").rank(0),
        example(&kinds::LENGTH_MISMATCH, recorded_as("ckpt_content_shorter"))
            .file("a.ckpt")
            .tensor("w")
            .rank(0),
        example(&kinds::DUPLICATE, recorded_as("ckpt_duplicate_param")).file("a.ckpt").tensor("w").rank(0),
        example(&kinds::UNSUPPORTED, recorded_as("ckpt_maptensor")).file("a.ckpt").tensor("table").rank(0),
        example(&kinds::CHECKSUM, vec![finding(&fault, "a.ckpt")]).file("a.ckpt"),
        example(&kinds::OVER_LIMIT, world().cut_by_source(endless).findings())
            .file("ckpt_strategy_rank_0.ckpt"),
        example(&kinds::CHECKSUM_NOT_CHECKED, alone(recorded("load_crc_ok/src/a.ckpt"))).file("a.ckpt"),
    ]
}

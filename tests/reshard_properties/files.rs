//! The same through files and the real executor.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use shardlens::format::{Header, WeightFormat, mindspore, safetensors};
use shardlens::native::execute::{Options, Progress, execute};
use shardlens::source::Bytes;

use crate::apply::source_files;
use crate::case::{Case, Content, Job};
use crate::choices::Choices;
use crate::planned;

/// What a file holds, read by the real reader.
fn content(path: &Path, format: WeightFormat) -> Content {
    let bytes = fs::read(path).unwrap();
    let header: Header = match format {
        WeightFormat::Ckpt => mindspore::ckpt::read(&Bytes(&bytes)).unwrap(),
        WeightFormat::Safetensors => safetensors::read(&Bytes(&bytes)).unwrap(),
    };
    assert_eq!(header.faults, []);
    let held = header.entries.into_iter().map(|entry| {
        let pieces = entry.pieces.iter().flat_map(|piece| {
            let start = usize::try_from(piece.offset).unwrap();
            bytes[start..start + usize::try_from(piece.len).unwrap()].iter().copied()
        });
        (entry.name, (entry.dtype, entry.shape.dims().to_vec(), pieces.collect()))
    });
    held.collect()
}

proptest! {
    // Each case writes files.
    #![proptest_config(ProptestConfig { cases: 200, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn executed_files_are_gather_and_slice(numbers in proptest::collection::vec(any::<u32>(), 120)) {
        let mut choices = Choices::new(numbers);
        let formats = [WeightFormat::Ckpt, WeightFormat::Safetensors];
        let (from, to) = (choices.pick(&formats), choices.pick(&formats));
        let case = Case::random(&mut choices);
        let files = source_files(&case, from);
        let plan = planned(&case, &files, to).plan.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (source_root, target_root) = (folder.path().join("source"), folder.path().join("target"));
        for (file, bytes) in files.checkpoint.files.iter().zip(&files.bytes) {
            let path = source_root.join(&file.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let options =
            Options { source_root, target_root, ranks: None, overwrite: false, verify: false, sync: false, threads: 1 };
        execute(&plan, &options, &Progress::default()).unwrap();
        for rank in 0..Job::ranks(case.target) {
            let path = options.target_root.join(plan.target.path(rank));
            prop_assert_eq!(content(&path, to), case.target_file(rank), "rank {}", rank);
        }
    }
}

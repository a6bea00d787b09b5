use std::fs::File;
use std::io::{Read, Seek};
use std::sync::OnceLock;

use proptest::prelude::*;

use super::super::strided::Corner;
use super::*;

struct Opened(Vec<Arc<SourceHandle>>);

impl Sources for Opened {
    fn open(&self, file: usize) -> Result<Arc<SourceHandle>, ExecuteError> {
        Ok(Arc::clone(&self.0[file]))
    }
}

fn n(number: u64) -> usize {
    usize::try_from(number).unwrap()
}

/// Boundaries of one dimension.
fn cuts(len: u64) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::btree_set(1..len.max(2), 0..3).prop_map(move |inner| {
        let mut bounds = vec![0];
        bounds.extend(inner.into_iter().filter(|&at| at < len));
        bounds.push(len);
        bounds
    })
}

/// A tensor, cut in two ways.
fn tensor() -> impl Strategy<Value = Vec<(u64, Vec<u64>, Vec<u64>)>> {
    let dimension = (1..9u64).prop_flat_map(|len| (Just(len), cuts(len), cuts(len)));
    prop::collection::vec(dimension, 0..4)
}

/// Every slice of a tensor: start and end per dimension.
fn slices(bounds: &[&[u64]]) -> Vec<Vec<(u64, u64)>> {
    bounds.iter().fold(vec![Vec::new()], |slices, bounds| {
        let with = |slice: &Vec<(u64, u64)>| {
            let slice = slice.clone();
            bounds.windows(2).map(move |pair| [slice.clone(), vec![(pair[0], pair[1])]].concat())
        };
        slices.iter().flat_map(with).collect()
    })
}

fn dims(slice: &[(u64, u64)]) -> Vec<u64> {
    slice.iter().map(|(start, end)| end - start).collect()
}

/// Content of a slice: each element is its index in the whole tensor, little-endian, cut or
/// padded to the element size.
fn content(slice: &[(u64, u64)], whole: &[u64], item: usize) -> Vec<u8> {
    let indices = slice.iter().zip(whole).fold(vec![0u64], |indices, (&(start, end), dim)| {
        indices.iter().flat_map(|index| (start..end).map(move |at| index * dim + at)).collect()
    });
    let element =
        |index: u64| (0..item).map(move |byte| if byte < 2 { index.to_le_bytes()[byte] } else { 0xA5 });
    indices.into_iter().flat_map(element).collect()
}

/// A place for each content in a file, with gaps before and between its pieces.
fn pieces(len: usize, parts: &[u64]) -> Vec<Piece> {
    let (mut pieces, mut offset, mut left) = (Vec::new(), 3, len as u64);
    for &part in parts {
        let len = part.min(left);
        pieces.push(Piece { offset, len });
        (offset, left) = (offset + len + 2, left - len);
    }
    pieces.push(Piece { offset, len: left });
    pieces
}

fn write_pieces(pieces: &[Piece], content: &[u8]) -> Vec<u8> {
    let mut file = vec![0xEE; n(pieces.last().map_or(0, |piece| piece.offset + piece.len))];
    let mut content = content;
    for piece in pieces {
        let (now, later) = content.split_at(n(piece.len));
        file[n(piece.offset)..][..n(piece.len)].copy_from_slice(now);
        content = later;
    }
    file
}

fn source_file(bytes: &[u8]) -> Arc<SourceHandle> {
    let file = tempfile::tempfile().unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, bytes, 0).unwrap();
    Arc::new(SourceHandle { path: "source".into(), file })
}

fn target_file(bytes: &[u8]) -> Arc<TargetHandle> {
    let file = tempfile::tempfile().unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, bytes, 0).unwrap();
    Arc::new(TargetHandle { rank: 0, path: "target".into(), file, differs: OnceLock::new() })
}

fn read_back(target: &TargetHandle) -> Vec<u8> {
    let mut file: &File = &target.file;
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    bytes
}

proptest! {
    #[test]
    fn any_cut_into_any_other_is_gather_then_slice(
        tensor in tensor(),
        item in 1..5usize,
        parts in prop::collection::vec(0..40u64, 0..4),
        limits in (prop_oneof![Just(1u64), 2..40u64, Just(u64::MAX)], 1..200usize, 0..64usize, 0..20u64),
        step in 1..300u64,
    ) {
        let whole: Vec<u64> = tensor.iter().map(|(len, ..)| *len).collect();
        let sources = slices(&tensor.iter().map(|(_, source, _)| source.as_slice()).collect::<Vec<_>>());
        let targets = slices(&tensor.iter().map(|(.., target)| target.as_slice()).collect::<Vec<_>>());
        let size = |slice: &[(u64, u64)]| n(dims(slice).iter().product()) * item;
        let source_pieces: Vec<Vec<Piece>> = sources.iter().map(|slice| pieces(size(slice), &parts)).collect();
        let opened = Opened(sources.iter().zip(&source_pieces).map(|(slice, pieces)| {
            source_file(&write_pieces(pieces, &content(slice, &whole, item)))
        }).collect());
        let (direct_run, window, more, gap) = limits;
        let read = more + targets.len() * (n(gap) + 1);
        let limits = Limits { direct_run, window, read, gap };
        let progress = Progress::default();
        let mut copier = Copier::new(&opened, &progress, limits);
        let mut expected_progress = 0;

        // Slices of equal size are worked on side by side, as ranks with equal tables are.
        let mut sizes: Vec<usize> = targets.iter().map(|slice| size(slice)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for len in sizes {
            let group: Vec<_> = targets.iter().filter(|slice| size(slice) == len).collect();
            let places = pieces(len, &parts);
            let expected: Vec<Vec<u8>> =
                group.iter().map(|slice| write_pieces(&places, &content(slice, &whole, item))).collect();
            let files: Vec<[Arc<TargetHandle>; 2]> =
                expected.iter().map(|bytes| [0; 2].map(|_| target_file(&vec![0xEE; bytes.len()]))).collect();
            let shards: Vec<Shard> = group.iter().zip(&files).map(|(target, files)| {
                let strands = sources.iter().enumerate().filter_map(|(file, source)| {
                    let overlaps = source.iter().zip(target.iter());
                    let overlaps: Vec<(u64, u64)> =
                        overlaps.map(|(a, b)| (a.0.max(b.0), a.1.min(b.1))).collect();
                    overlaps.iter().all(|(start, end)| start < end).then(|| {
                        let start = |slice: &[(u64, u64)]| -> Vec<u64> {
                            overlaps.iter().zip(slice).map(|(overlap, slice)| overlap.0 - slice.0).collect()
                        };
                        let (source_dims, target_dims) = (dims(source), dims(target));
                        let (source_start, target_start) = (start(source), start(target));
                        let strided = Strided::new(
                            item as u64,
                            &dims(&overlaps),
                            Corner { dims: &source_dims, start: &source_start },
                            Corner { dims: &target_dims, start: &target_start },
                        );
                        Strand { file, pieces: &source_pieces[file], strided: strided.unwrap() }
                    })
                }).collect();
                Shard { strands, files }
            }).collect();
            let mut work = Work { tensor: 7, pieces: &places, window: 0..0, shards, mode: Mode::Write };
            for mode in [Mode::Write, Mode::Compare] {
                work.mode = mode;
                for start in (0..len as u64).step_by(n(step)) {
                    work.window = start..(start + step).min(len as u64);
                    copier.run(&work).unwrap();
                }
                expected_progress += (len * group.len() * 2) as u64;
            }
            for (files, expected) in files.iter().zip(&expected) {
                for file in files {
                    // Bytes between the pieces are as they were.
                    prop_assert_eq!(&read_back(file), expected);
                    prop_assert_eq!(file.differs.get(), None);
                }
            }
        }
        prop_assert_eq!(progress.counts().bytes_done, expected_progress);
    }
}

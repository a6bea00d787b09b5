//! Snapshots and arrangements for tests.

use std::collections::BTreeMap;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use super::Arranged;
use crate::catalog::{Checkpoint, PileFile, Survey, Table, look, side};
use crate::check::{Known, Side};
use crate::format::{Entry, WeightFormat};
use crate::geometry::{DType, Shape};
use crate::web::snapshot::{Snapshot, snapshot, tensors_of};

/// A snapshot of complete weights.
pub(super) fn weights(tensors: &[(&str, DType, &[u64])]) -> Snapshot {
    let entry = |&(name, dtype, dims): &(&str, DType, &[u64])| Entry {
        name: name.to_owned(),
        dtype,
        shape: Shape::new(dims.to_vec()).unwrap(),
        pieces: Vec::new(),
    };
    let table = Table { entries: tensors.iter().map(entry).collect(), metadata: BTreeMap::new() };
    let weights = Checkpoint { format: WeightFormat::Safetensors, tables: vec![table], files: Vec::new() };
    let source = Known { strategy: None, checkpoint: Some(&weights) };
    Snapshot { tensors: tensors_of(source, None), ..Snapshot::default() }
}

/// A snapshot of complete weights that are all f16 `[4, 2]`.
pub(super) fn named(names: &[&str]) -> Snapshot {
    let tensors: Vec<(&str, DType, &[u64])> =
        names.iter().map(|&name| (name, DType::F16, &[4, 2][..])).collect();
    weights(&tensors)
}

/// The built-in example: llama-7B, dp2·mp1·pp4 → dp1·mp2·pp2.
pub(super) fn example() -> Snapshot {
    let example = crate::example::llama_7b().unwrap();
    let [source, target] =
        [(Side::Source, example.source), (Side::Target, example.target)].map(|(of, files)| {
            let mut survey = Survey::default();
            for (path, file) in files {
                survey.add(look(PileFile { path, source: Box::new(file) }));
            }
            survey.sort();
            side(&survey, of)
        });
    snapshot(Some(&source), Some(&target), None, &[])
}

/// Arranges without pauses.
pub(super) fn arranged(snapshot: &Snapshot) -> Arranged {
    ready(Arranged::new(snapshot, &mut async |_| {}))
}

/// What a future gives that never waits.
pub(super) fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("nothing here waits"),
    }
}

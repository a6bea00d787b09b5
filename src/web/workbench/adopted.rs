//! A strategy that was inferred: told, made a file, and used in the place of a side's own.

use std::rc::Rc;
use std::sync::Arc;

use super::{Pile, Workbench};
use crate::catalog::{Content, PileFile, Survey, Surveyed, look, strategy};
use crate::check::{Finding, Side};
use crate::format::mindspore::strategy::{StrategyFile, write_protobuf};
use crate::infer::{Inferred, infer_pile, inferred, used};
use crate::source::Bytes;
use crate::web::inference::Inference;

/// An inferred strategy among the files of a side.
#[derive(Debug)]
pub(super) struct Adopted {
    /// Its path.
    pub(super) path: String,
    bytes: Vec<u8>,
    /// What its bytes say: files of equal bytes are one value in a pile.
    strategy: Arc<StrategyFile>,
    /// That it is used, and how far it can be relied on.
    findings: Vec<Finding>,
    /// What it was inferred from.
    basis: Basis,
}

/// The weights of a pile and all that decides on them, each by its path and its header.
type Basis = Vec<(String, String)>;

/// A strategy's file, by its path.
type File = (String, Vec<u8>);

impl Workbench {
    /// Infers how a side is cut.
    #[must_use]
    pub fn infer(&self, side: Side) -> Inference {
        let (found, findings) = infer_pile(&self.assigned.piles.side(side).files, side);
        Inference::of(side, found.as_ref(), &findings)
    }

    /// The file of a side's inferred strategy, and its name: of the one that is used, or else of the one that would be.
    #[must_use]
    pub fn inferred_file(&self, side: Side) -> Option<File> {
        let pile = self.assigned.piles.side(side);
        match &pile.adopted {
            Some(adopted) => Some((adopted.path.clone(), adopted.bytes.clone())),
            None => file(&infer_pile(&pile.files, side).0?, &pile.files),
        }
    }

    /// Uses what can be inferred as the side's strategy, in the place of files that give none.
    pub(super) fn adopt(&mut self, side: Side) {
        let files = &self.assigned.piles.side(side).files;
        let Some(found) = infer_pile(files, side).0 else { return };
        let Some((path, bytes)) = file(&found, files) else { return };
        self.mark();
        let pile = self.assigned.piles.of(side);
        let files = Rc::make_mut(&mut pile.files);
        files.retain(|file| !strategy::is_meant(file));
        let basis = basis(files, None);
        files.add(look(PileFile { path: path.clone(), source: Box::new(Bytes(bytes.clone())) }));
        let Some(strategy) = files.file(&path).and_then(|file| strategy_of(file)).cloned() else { return };
        let findings = std::iter::once(used(&found, &path)).chain(inferred(&found)).collect();
        pile.adopted = Some(Rc::new(Adopted { path, bytes, strategy, findings, basis }));
    }
}

impl Pile {
    /// Takes the inferred strategy out when it is not of these weights any more, or another strategy came.
    pub(super) fn check_adopted(&mut self) {
        let Some(adopted) = self.adopted.clone() else { return };
        if basis(&self.files, Some(&adopted.strategy)) != adopted.basis {
            Rc::make_mut(&mut self.files).retain(|file| !is(file, &adopted.strategy));
            self.adopted = None;
        }
    }

    /// What is to be told of the inferred strategy, as long as it is used.
    pub(super) fn told_of_adopted(&self, side: Side) -> Vec<Finding> {
        let findings = self.adopted.iter().flat_map(|adopted| adopted.findings.iter());
        findings.map(|finding| finding.clone().side(side)).collect()
    }

    /// Bytes read of the opened files, and bytes of them: the inferred strategy is none.
    pub(super) fn bytes(&self) -> [u64; 2] {
        let own = self.adopted.as_ref().map_or(0, |adopted| adopted.bytes.len() as u64);
        [self.files.bytes_read(), self.files.bytes_total()].map(|bytes| bytes.saturating_sub(own))
    }
}

/// The file of an inferred strategy, by a path that no other file of the pile has.
fn file(found: &Inferred, files: &Survey) -> Option<File> {
    let mut path = found.file_name();
    while files.file(&path).is_some_and(|file| !strategy::is_meant(file)) {
        path.insert(0, '_');
    }
    Some((path, write_protobuf(&found.file().ok()?)))
}

/// What strategies are inferred from, but for this one.
fn basis(files: &Survey, adopted: Option<&Arc<StrategyFile>>) -> Basis {
    let others = files.files().iter().filter(|file| !adopted.is_some_and(|adopted| is(file, adopted)));
    let header = |file: &Surveyed| match &file.content {
        Content::Weights(weights) => Some(weights.fingerprint.clone()),
        Content::Strategy(_) | Content::Index(_) | Content::Broken { .. } => Some(String::new()),
        _ => None,
    };
    others.filter_map(|file| Some((file.path.clone(), header(file)?))).collect()
}

fn is(file: &Surveyed, adopted: &Arc<StrategyFile>) -> bool {
    strategy_of(file).is_some_and(|strategy| Arc::ptr_eq(strategy, adopted))
}

const fn strategy_of(file: &Surveyed) -> Option<&Arc<StrategyFile>> {
    match &file.content {
        Content::Strategy(strategy) => Some(strategy),
        _ => None,
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))] // recorded cases are on the disk
mod tests;

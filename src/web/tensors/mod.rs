//! The list of tensors as the Tensors view shows it, free of the browser: a tree by module path
//! with repeated layers folded, what of it is searched and filtered, and the rows that are open.
//!
//! * [`Kinds`]: what tensors have in common beside their names, kept once;
//! * [`Tree`]: modules and tensors in natural order, and which numbered siblings are alike;
//! * [`Query`] turns what was typed into patterns, [`Found`] is what matched;
//! * [`Filters`] and [`Found`] make [`Shown`]: which tensors are shown, with counts for the chips;
//! * [`Rows`] are the rows of the open items, in the chosen [`Order`];
//! * [`csv`](csv()) writes what is shown.

mod column;
mod csv;
mod filter;
mod found;
mod item;
mod keys;
mod kinds;
mod label;
mod natural;
mod query;
mod rows;
mod shown;
mod summary;
mod tree;

pub use column::{Column, Columns};
pub use csv::csv;
pub use filter::{Facet, Filters, Place};
pub use found::Found;
pub use item::{Item, Opened, Row};
pub use keys::{Step, step};
pub use kinds::{Cut, Kind, Kinds};
pub use label::Label;
pub use query::Query;
pub use rows::{Listing, Order, Rows, reveal, starting};
pub use shown::Shown;
pub use summary::{Alike, Summary};
pub use tree::Tree;

use std::collections::BTreeMap;

use crate::web::snapshot::Snapshot;

/// How often long work asks whether to pause: after so many tensors or nodes.
const BREATH: usize = 512;

/// Everything that is derived from one snapshot's tensors.
#[derive(Debug)]
pub struct Arranged {
    /// What tensors have in common.
    pub kinds: Kinds,
    /// The tree.
    pub tree: Tree,
    /// Per tensor with findings their number, by the tensor's index.
    pub findings: BTreeMap<usize, usize>,
}

impl Arranged {
    /// Arranges a snapshot's tensors. `pause` is called often, so that a page can draw in between;
    /// its number grows to about three times that of the tensors.
    pub async fn new(snapshot: &Snapshot, pause: &mut impl AsyncFnMut(usize)) -> Self {
        let kinds = Kinds::new(snapshot, pause).await;
        let tree = Tree::new(snapshot, &kinds, pause).await;
        Self { kinds, tree, findings: kinds::findings(snapshot) }
    }

    /// The sums of all tensors.
    #[must_use]
    pub fn total(&self, snapshot: &Snapshot) -> Summary {
        Summary::new(snapshot, &self.kinds, self.kinds.counts())
    }
}

#[cfg(test)]
mod testing;

//! What the view leaves behind while another one is shown: arranging half a million names again,
//! and opening the same rows again, would be a waste.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::tensors::{Arranged, Item, Opened};

/// What was made of one snapshot.
#[derive(Clone)]
pub(super) struct Kept {
    pub arranged: Same<Arranged>,
    pub opened: Option<Rc<Opened>>,
    pub cursor: Option<Item>,
}

thread_local! {
    static KEPT: RefCell<Option<(Weak<Snapshot>, Kept)>> = const { RefCell::new(None) };
}

/// What was kept of a snapshot.
pub(super) fn kept(snapshot: &Same<Snapshot>) -> Option<Kept> {
    KEPT.with_borrow(|known| {
        let (of, kept) = known.as_ref()?;
        Weak::ptr_eq(of, &snapshot.downgrade()).then(|| kept.clone())
    })
}

/// Keeps something instead of what was kept before.
pub(super) fn keep(snapshot: &Same<Snapshot>, kept: Kept) {
    KEPT.set(Some((snapshot.downgrade(), kept)));
}

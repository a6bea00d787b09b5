//! The hook that arranges a snapshot's tensors, in slices.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::kept::{Kept, keep, kept};
use crate::web::page::utils::{Breath, Same};
use crate::web::snapshot::Snapshot;
use crate::web::tensors::Arranged;

/// The arranged tensors, or how much of the work is done, in percent.
pub(super) type Arranging = Result<Same<Arranged>, usize>;

/// Arranges, or takes what was kept.
#[hook]
pub(super) fn use_arranged(snapshot: &Same<Snapshot>) -> Arranging {
    let known = kept(snapshot).map(|kept| kept.arranged);
    let arranging = use_state_eq(|| known.clone().ok_or(0));
    use_effect_with(snapshot.clone(), {
        let (snapshot, set) = (snapshot.clone(), arranging.setter());
        move |_| {
            let stopped = Rc::new(Cell::new(false));
            match kept(&snapshot) {
                Some(kept) => set.set(Ok(kept.arranged)),
                None => arrange(snapshot, set, stopped.clone()),
            }
            move || stopped.set(true)
        }
    });
    known.map_or_else(|| (*arranging).clone().and(Err(0)), Ok)
}

fn arrange(snapshot: Same<Snapshot>, set: UseStateSetter<Arranging>, stopped: Rc<Cell<bool>>) {
    // Kinds, names, then nodes: three steps over all tensors, more or less.
    let steps = (snapshot.tensors.len() * 3).max(1);
    spawn_local(async move {
        let mut breath = Breath::new();
        let mut pause = async |done: usize| {
            if breath.pause().await {
                if stopped.get() {
                    // Nobody waits for it: dropped where it stands.
                    std::future::pending::<()>().await;
                }
                set.set(Err(done.saturating_mul(100) / steps));
            }
        };
        let arranged = Same::new(Arranged::new(&snapshot, &mut pause).await);
        keep(&snapshot, Kept { arranged: arranged.clone(), opened: None, cursor: None });
        set.set(Ok(arranged));
    });
}

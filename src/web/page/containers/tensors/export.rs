//! What is shown as a file.

use wasm_bindgen_futures::spawn_local;

use super::Listed;
use crate::web::page::model::save_file;
use crate::web::page::utils::Breath;
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::tensors::{Listing, Order, csv};

/// Downloads the shown tensors as a table.
pub(super) fn export(snapshot: Same<Snapshot>, (arranged, shown): Listed, order: Order) {
    spawn_local(async move {
        let listing = Listing { snapshot: &snapshot, arranged: &arranged, shown: &shown, order };
        let mut breath = Breath::new();
        let mut pause = async |_: usize| {
            breath.pause().await;
        };
        let table = csv(&listing, &mut pause).await;
        save_file("tensors.csv", "text/csv", table.as_bytes());
    });
}

//! What was opened lately, kept in the browser by name.

use crate::web::page::utils::dom;
use crate::web::recent::{self, Recent};
use crate::web::snapshot::Snapshot;

const KEY: &str = "shardlens.recent";

/// What is remembered, the newest first.
pub(crate) fn recall() -> Vec<Recent> {
    dom::stored(KEY).map(|text| recent::parse(&text)).unwrap_or_default()
}

/// Remembers what is open.
pub(crate) fn remember(snapshot: &Snapshot) {
    let day = String::from(js_sys::Date::new_0().to_iso_string());
    let day = day.split('T').next().unwrap_or_default().to_owned();
    if let Some(new) = Recent::of(snapshot, day) {
        dom::store(KEY, &recent::print(&recent::remember(recall(), new)));
    }
}

/// Forgets everything.
pub(crate) fn forget() {
    dom::store(KEY, "");
}

//! Gives the visitor a file.

use gloo_file::{Blob, ObjectUrl};
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlAnchorElement;

/// How long a browser may take to start a download from an object URL.
const KEEP_MS: u32 = 60_000;

/// Downloads bytes under a name.
pub(crate) fn save_file(name: &str, mime: &str, bytes: &[u8]) {
    save_blob(name, &Blob::new_with_options(bytes, Some(mime)));
}

/// Downloads what the browser holds under a name.
pub(super) fn save_blob(name: &str, blob: &Blob) {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(anchor) = document.and_then(|document| document.create_element("a").ok()) else { return };
    let url = ObjectUrl::from(blob.clone());
    let anchor: HtmlAnchorElement = anchor.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Timeout::new(KEEP_MS, move || drop(url)).forget();
}

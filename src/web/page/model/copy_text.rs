//! Puts a text on the clipboard.

use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Copies `text` and says whether the browser let it. A page that is not served from a secure
/// place has no clipboard.
pub(crate) fn copy_text(text: &str, done: impl FnOnce(bool) + 'static) {
    let Some(window) = web_sys::window().filter(web_sys::Window::is_secure_context) else {
        done(false);
        return;
    };
    let promise = window.navigator().clipboard().write_text(text);
    spawn_local(async move { done(JsFuture::from(promise).await.is_ok()) });
}

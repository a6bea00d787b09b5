//! Long work in slices, so that the page draws and answers in between.

use js_sys::{Date, Promise};
use wasm_bindgen_futures::JsFuture;

/// How long a slice of work takes, in ms: half a frame.
const SLICE_MS: f64 = 8.0;

/// When the work last paused.
pub(crate) struct Breath(f64);

impl Breath {
    pub(crate) fn new() -> Self {
        Self(Date::now())
    }

    /// Lets the page go on if the slice is over, and says whether it was.
    pub(crate) async fn pause(&mut self) -> bool {
        if Date::now() - self.0 < SLICE_MS {
            return false;
        }
        let soon = Promise::new(&mut |resolve, _| {
            if let Some(window) = web_sys::window() {
                // Only a page that is being left has no timers.
                let _ = window.set_timeout_with_callback(&resolve);
            }
        });
        // It is never rejected.
        let _ = JsFuture::from(soon).await;
        self.0 = Date::now();
        true
    }
}

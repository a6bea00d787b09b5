//! Texts of error as the real systems print them: each is recognised, with what it names.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

mod logs;
mod properties;
mod recorded;
mod texts;

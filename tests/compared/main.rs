//! What the page says of two sides is what `shardlens diff --json` says of them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

mod both;
mod properties;
mod recorded;

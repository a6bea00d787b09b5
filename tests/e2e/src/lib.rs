//! Drives the built page in headless Chromium.
//!
//! A topic is one [`visit`]: the page in `dist/` is served from loopback, a fresh browser opens it, the body
//! looks and acts, and afterwards the visit itself checks what must hold on every one of them: nothing went
//! wrong on the console, and no request left the machine.

mod accessibility;
mod browser;
mod driver;
mod drop;
mod files;
mod likeness;
mod network;
mod site;
mod visit;

pub use browser::Browser;
pub use files::{root, shardlens};
pub use site::Site;
pub use visit::{Visit, visit};

//! Glue to the browser.

pub(crate) mod dom;
pub(crate) mod hooks;

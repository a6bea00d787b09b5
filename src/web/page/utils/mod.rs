//! Glue to the browser.

mod breath;
pub(crate) mod dom;
pub(crate) mod hooks;
mod same;

pub(crate) use breath::Breath;
pub(crate) use same::Same;

//! Findings: every diagnosed fact about a pile of files, a strategy or a plan.
//!
//! One table per family of kinds is the single source of code, severity and text in both
//! languages, for the command, the page and the plan's JSON.

mod faults;
mod finding;
pub mod kinds;
mod markdown;
mod reference;
mod value;

pub use faults::finding;
pub use finding::{Finding, Record, Severity, Side, Subject, worst_first};
pub use kinds::{Kind, Text};
pub use markdown::{code, fenced, markdown};
pub use reference::reference;
pub use value::Value;

pub use crate::phrase::{Lang, Phrase};

//! Findings: every diagnosed fact about a pile of files, a strategy or a plan.
//!
//! One table per family of kinds is the single source of code, severity and text in both
//! languages, for the command, the page and the plan's JSON.

#[cfg(not(target_arch = "wasm32"))] // the page reads headers only
mod content;
pub mod diff;
mod dtypes;
mod faults;
mod finding;
mod folded;
mod headers;
pub mod kinds;
mod known;
mod markdown;
mod reference;
mod sides;
mod sizes;
mod stages;
mod strategies;
mod tied;
mod value;

#[cfg(not(target_arch = "wasm32"))]
pub use content::{Contents, Scan};
#[cfg(feature = "cli")]
pub(crate) use dtypes::pattern;
pub use faults::finding;
pub use finding::{Finding, Record, Severity, Side, Subject, worst_first};
pub use folded::{Fold, folded, folds};
pub(crate) use headers::headers;
pub use kinds::{Kind, Text};
pub use known::Known;
pub use markdown::{code, fenced, markdown};
pub use reference::reference;
pub(crate) use sides::is_mixed_up;
pub use sides::sides;
pub(crate) use strategies::strategy;
pub use value::Value;

pub use crate::phrase::{Lang, Phrase};

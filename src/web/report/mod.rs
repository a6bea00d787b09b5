//! The plan outside the page: commands to run, tables for a spreadsheet, a report for an issue.

mod commands;
mod csv;
mod estimate;
mod findings;
mod markdown;

pub use commands::{Commands, commands};
pub use csv::csv;
pub use estimate::{Disk, duration};
pub use findings::{findings, listed};
pub use markdown::markdown;

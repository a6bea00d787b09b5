//! The planner, the plan's types (which are its JSON), and its verifier.

mod types;

pub use types::*;

//! What to write into a run's YAML for what is open: what the page asks, and what the worker answers. The rules are
//! those of [`crate::advice`], as for the command.

mod command;
mod question;
mod told;

pub use question::{
    CP, DEVICES, DP, LAYOUT, MACHINES, MODELARTS, MP, OTHER, OUTPUT, OWN_DISKS, PATH, PP, PREDICT, Question,
    RANKS, RESUME, RUN, SAME, SHARED_DISK, STRATEGY,
};
pub use told::{About, Open, Part, Told, tell};

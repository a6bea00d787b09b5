//! Which step a job resumes from: what the page asks, and what the worker answers about the source's files.

mod question;
mod told;

pub use question::{
    BATCH_NEW, BATCH_OLD, BY, DISK, DOCUMENT, FOLDER, OWN_DISKS, PATH, Question, RANKS, SINK, STEPS, VERSION,
    VERSIONS, by_document,
};
pub use told::{About, Row, Told, tell};

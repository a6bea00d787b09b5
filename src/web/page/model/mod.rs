//! What the page does beyond changing its state: one verb per file.

mod copy_text;
mod open_files;
mod read_drop;
mod recall;
mod receive;
mod run;
mod save_file;
mod save_png;
mod search_names;
mod settings;

pub(crate) use copy_text::copy_text;
pub(crate) use open_files::{open_chosen, open_files};
pub(crate) use read_drop::{Listing, read_drop};
pub(crate) use recall::{forget, recall, remember};
pub(crate) use receive::receive;
pub(crate) use run::{click, run};
pub(crate) use save_file::save_file;
pub(crate) use save_png::save_png;
pub(crate) use search_names::{Answer, NameSearch};
pub(crate) use settings::{restore, save_lang, save_theme};

//! Small parts that views are made of. They know the look and their props, nothing else.

mod chart;
mod copy_button;
mod file_inputs;
mod finding;
mod grid;
mod icon;
mod keys;
mod name;
mod pick;
mod quantity;
mod ramp;
mod scroll_panel;
mod segmented;
mod select;
mod slice_shape;
mod sort_button;
mod term;

pub(crate) use chart::chart;
pub(crate) use copy_button::CopyButton;
pub(crate) use file_inputs::{FileInputs, file_buttons};
pub(crate) use finding::FindingList;
pub(crate) use grid::{Drawing, Grid, GridLabels};
pub(crate) use icon::{Glyph, icon, icon_of};
pub(crate) use keys::keys;
pub(crate) use name::{name_broken, name_line, with_breaks};
pub(crate) use pick::Pick;
pub(crate) use quantity::{byte_count, number};
pub(crate) use ramp::ramp;
pub(crate) use scroll_panel::ScrollPanel;
pub(crate) use segmented::segmented;
pub(crate) use select::select;
pub(crate) use slice_shape::slice_shape;
pub(crate) use sort_button::{sort_button, sorting};
pub(crate) use term::term;

//! Small parts that views are made of. They know the look and their props, nothing else.

mod button;
mod chart;
mod copy_button;
mod fact;
mod file_inputs;
mod finding;
mod grid;
mod icon;
mod keys;
mod name;
mod note;
mod pager;
mod pick;
mod quantity;
mod ramp;
mod scroll_panel;
mod segmented;
mod select;
mod slice_shape;
mod sort_button;
mod table;
mod term;

pub(crate) use button::{button, icon_button};
pub(crate) use chart::chart;
pub(crate) use copy_button::CopyButton;
pub(crate) use fact::{fact, figure};
pub(crate) use file_inputs::{file_buttons, file_inputs};
pub(crate) use finding::{FindingList, severity_mark, worst_findings};
pub(crate) use grid::{Drawing, Grid, GridLabels};
pub(crate) use icon::{Glyph, icon, icon_of};
pub(crate) use keys::keys;
pub(crate) use name::{
    chars_in, name_broken, name_in, name_line, with_breaks, with_breaks_at, with_code,
};
pub(crate) use note::{more, note};
pub(crate) use pager::{pager, shown_of};
pub(crate) use pick::Pick;
pub(crate) use quantity::{byte_count, number};
pub(crate) use ramp::ramp;
pub(crate) use scroll_panel::ScrollPanel;
pub(crate) use segmented::segmented;
pub(crate) use select::select;
pub(crate) use slice_shape::slice_shape;
pub(crate) use sort_button::{sort_button, sorting};
pub(crate) use table::{cell, titles};
pub(crate) use term::term;

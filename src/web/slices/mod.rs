//! The Slices view's own arithmetic, free of the browser: which regions a side's layout gives,
//! where they are drawn, in which colours, what feeds what, and the figure that is exported.
//!
//! [`Panel`] is the one description of a side's picture: the page draws it, and [`figure`] writes
//! it as SVG.

mod colour;
mod drawn;
mod figure;
mod flow;
mod frame;
mod panel;
mod picture;
mod raster;
mod reads;
mod says;
mod section;
mod shapes;
mod svg;

pub use colour::{Colouring, Legend, Rgb, Tone, category, legend, tone};
pub use drawn::{Drawn, Uncut};
pub use figure::{Figure, file_stem};
pub use flow::{Flow, Shared};
pub use frame::Frame;
pub use panel::{Axis, Cell, Chip, Marks, Panel, Rect, SHARE, Tick};
pub use picture::Picture;
pub use raster::paint;
pub use reads::{ByteSpan, From, Read, byte_span, part_words, reads};
pub use says::{says_empty, says_ranks, says_slices, sentence};
pub use section::{Section, stops};

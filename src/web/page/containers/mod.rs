//! The parts of the frame and the views.

mod centre;
mod details;
mod devices;
mod drops;
mod overview;
mod plan;
mod rail;
mod slices;
mod start;
mod status;
mod tensors;
mod top_bar;

pub(crate) use centre::centre;
pub(crate) use details::{DetailsProps, details};
pub(crate) use drops::Drops;
pub(crate) use rail::{RailProps, rail};
pub(crate) use status::{StatusProps, status};
pub(crate) use top_bar::{TopProps, top_bar};

use crate::check::Side;
use crate::web::text::{self, Text};

/// The title of a side.
const fn side_title(side: Side) -> &'static Text {
    match side {
        Side::Source => &text::SOURCE,
        Side::Target => &text::TARGET,
    }
}

/// The name of a side in ids.
const fn side_id(side: Side) -> &'static str {
    match side {
        Side::Source => "source",
        Side::Target => "target",
    }
}

const SIDES: [Side; 2] = [Side::Source, Side::Target];

//! The parts of the frame and the views.

mod centre;
mod details;
mod devices;
mod drops;
mod findings;
mod help;
mod keyboard;
mod load;
mod nothing;
mod overview;
mod palette;
mod pasted;
mod plan;
mod rail;
mod recent_list;
mod replaced;
mod resume;
mod side_menu;
mod slices;
mod start;
mod status;
mod tensors;
mod top_bar;
mod verdict;

pub(crate) use centre::centre;
pub(crate) use details::{DetailsProps, details};
pub(crate) use drops::Drops;
pub(crate) use help::{HelpProps, help};
pub(crate) use keyboard::use_keyboard;
pub(crate) use palette::Palette;
pub(crate) use rail::{RailProps, rail};
pub(crate) use replaced::replaced;
pub(crate) use status::{StatusProps, status};
pub(crate) use top_bar::{TopProps, top_bar};

use crate::check::Side;
use crate::web::sides::{name as side_id, title as side_title};
use crate::web::snapshot::{SideFacts, Worth};
use crate::web::text::{self, Text};

/// What a side without a usable strategy is called; `usable` where it has weights at least.
const fn worth(facts: &SideFacts, usable: &'static Text) -> &'static Text {
    match facts.worth {
        Worth::Nothing => &text::NOTHING_READABLE,
        Worth::Contradictory => &text::CONTRADICTORY,
        Worth::Unusable => &text::UNUSABLE,
        Worth::Usable => usable,
    }
}

const SIDES: [Side; 2] = [Side::Source, Side::Target];

//! What a visitor chose in this view.

use yew::prelude::*;

use crate::check::Side;
use crate::web::page::session::{Session, use_choice};
use crate::web::slices::{Colouring, Section};

/// What was chosen.
#[derive(Clone, PartialEq)]
pub(crate) struct Chosen {
    /// What colours stand for.
    pub colouring: Colouring,
    /// Drawn dimensions and steps, as [`Section::chosen`] reads them.
    pub dims: String,
    pub steps: String,
    /// The stage shown of the source and of the target; the first that has the tensor if none.
    pub stages: [Option<u32>; 2],
    /// Whether the figure's ground is dark.
    pub dark: bool,
}

/// What chooses otherwise.
#[derive(Clone)]
pub(crate) struct Choose {
    pub colouring: Callback<Colouring>,
    pub section: Callback<Section>,
    pub stage: Callback<(Side, u32)>,
    pub dark: Callback<bool>,
}

/// The choices of the view.
#[hook]
pub(crate) fn use_chosen(session: &Session) -> (Chosen, Choose) {
    let (colour, set_colour) = use_choice(session, "slices.colour");
    let (dims, set_dims) = use_choice(session, "slices.dims");
    let (steps, set_steps) = use_choice(session, "slices.step");
    let (stage, set_stage) = use_choice(session, "slices.stage");
    let (theme, set_theme) = use_choice(session, "slices.theme");
    let stages = stages(&stage);
    let chosen =
        Chosen { colouring: Colouring::of_name(&colour), dims, steps, stages, dark: theme == "dark" };
    let choose = Choose {
        colouring: set_colour.reform(|colouring: Colouring| colouring.name().to_owned()),
        section: Callback::from(move |section: Section| {
            set_dims.emit(section.dims_text());
            set_steps.emit(section.steps_text());
        }),
        stage: Callback::from(move |(side, stage): (Side, u32)| {
            let [source, target] = stages;
            let stages = match side {
                Side::Source => [Some(stage), target],
                Side::Target => [source, Some(stage)],
            };
            let text = stages.map(|stage| stage.map(|stage| stage.to_string()).unwrap_or_default());
            set_stage.emit(text.join(","));
        }),
        dark: set_theme.reform(|dark: bool| if dark { "dark".to_owned() } else { String::new() }),
    };
    (chosen, choose)
}

/// The stages of both sides: `2,0`, either may be empty.
fn stages(text: &str) -> [Option<u32>; 2] {
    let (source, target) = text.split_once(',').unwrap_or((text, ""));
    [source.parse().ok(), target.parse().ok()]
}

//! Devices: every rank of both sides by what it holds, balance, and memory for training.

mod balance;
mod memory;
mod side_grid;
mod table;

use std::rc::Rc;

use yew::prelude::*;

use super::{SIDES, nothing::nothing, side_title};
use crate::check::{Lang, Side};
use crate::web::measure::{Measure, scales};
use crate::web::page::components::{byte_count, name_broken, number, ramp, segmented};
use crate::web::page::session::{Session, use_choice, use_look};
use crate::web::page::utils::Same;
use crate::web::snapshot::{SideFacts, Snapshot};
use crate::web::text::{self, Text};
use crate::web::view::View;

use balance::{BalanceProps, balance};
use memory::MemoryEstimate;
use side_grid::SideGrid;

#[derive(PartialEq, Properties)]
pub(crate) struct DevicesProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub selected: Option<(Side, u64)>,
    /// Index of the selected tensor.
    pub tensor: Option<usize>,
}

/// The view.
#[component]
pub(crate) fn Devices(props: &DevicesProps) -> Html {
    let look = use_look();
    let lang = look.lang;
    let (chosen, choose) = use_choice(&props.session, "devices.colour");
    let wanted = Measure::of_name(&chosen);
    // Without weights tensors can be counted, and nothing else.
    let known = |facts: &SideFacts| wanted.per_rank(facts).iter().any(|&value| value > 0);
    let is_known = SIDES.into_iter().any(|side| props.snapshot.side(side).is_some_and(known));
    let measure = if is_known { wanted } else { Measure::Tensors };
    let values = use_memo((props.snapshot.clone(), measure), |(snapshot, measure)| {
        SIDES
            .map(|side| Rc::new(snapshot.side(side).map(|facts| measure.per_rank(facts)).unwrap_or_default()))
    });
    let mosts = values.each_ref().map(|values| values.iter().copied().max().unwrap_or(0));
    let scales = scales(mosts);
    let apart = scales[0] != scales[1];
    let labels = Measure::ALL.map(|measure| measure_label(measure).of(lang).to_owned());
    let index = Measure::ALL.iter().position(|&of| of == measure).unwrap_or(0);
    let onchoose =
        choose.reform(|index: usize| Measure::ALL.get(index).map_or("", |measure| measure.name()).to_owned());
    let sides: Vec<Shown<'_>> = SIDES
        .into_iter()
        .zip(&*values)
        .zip(scales)
        .filter_map(|((side, values), most)| {
            Some(Shown { side, facts: props.snapshot.side(side)?, values, most })
        })
        .collect();
    let ramp_to = |most: u64| {
        let largest = if measure.is_bytes() { byte_count(most) } else { number(most) };
        ramp(measure_label(measure), &largest, lang)
    };
    if mosts == [0, 0] {
        return nothing(View::Devices, &props.session, &props.snapshot, lang);
    }
    html! {
        <article class="view devices" data-measure={measure.name()}>
            <header class="view-head">
                <h1 class="view-title">{ text::VIEW_DEVICES.of(lang) }</h1>
                { segmented(text::DEVICES_COLOUR.of(lang), &labels, index, &onchoose) }
                if apart { <span class="quiet">{ text::SCALES_APART.of(lang) }</span> }
                else if scales[0] > 0 { { ramp_to(scales[0]) } }
            </header>
            if !is_known { <p class="notice">{ text::NOT_KNOWN.of(lang) }</p> }
            if let Some(tensor) = props.tensor.and_then(|index| props.snapshot.tensors.get(index)) {
                <p class="quiet" id="outlined">
                    { text::OUTLINED.of(lang) }{ " " }{ name_broken(&tensor.name) }
                </p>
            }
            <div class="device-sides">
            { for sides.iter().map(|&Shown { side, facts, values, most }| html! {
                <section key={super::side_id(side)}>
                    <h2>{ side_title(side).of(lang) }{ " " }<small class="quiet">{ axes(facts, lang) }</small></h2>
                    if apart { { ramp_to(most) } }
                    <SideGrid {side} {measure} {most} values={values.clone()} session={props.session.clone()}
                        snapshot={props.snapshot.clone()} selected={selected(props, side)} tensor={props.tensor} />
                </section>
            }) }
            </div>
            { balance(&BalanceProps { measure, sides: &sides, dark: look.dark }, lang) }
            <MemoryEstimate session={props.session.clone()} snapshot={props.snapshot.clone()} selected={props.selected} />
        </article>
    }
}

/// A side by a measure.
pub(super) struct Shown<'a> {
    side: Side,
    facts: &'a SideFacts,
    /// Of every rank.
    values: &'a Rc<Vec<u64>>,
    /// The end of its scale.
    most: u64,
}

impl Shown<'_> {
    /// The values of the ranks that have files.
    fn held(&self) -> Vec<Option<u64>> {
        let held = |(rank, &value)| (!self.facts.lacks_file(rank)).then_some(value);
        (0..).zip(&**self.values).map(held).collect()
    }
}

fn selected(props: &DevicesProps, side: Side) -> Option<u64> {
    props.selected.filter(|(of, _)| *of == side).map(|(_, rank)| rank)
}

/// What a measure is called.
const fn measure_label(measure: Measure) -> &'static Text {
    match measure {
        Measure::Bytes => &text::MEASURE_BYTES,
        Measure::Parameters => &text::MEASURE_PARAMETERS,
        Measure::Tensors => &text::MEASURE_TENSORS,
        Measure::Largest => &text::MEASURE_LARGEST,
    }
}

/// Stages and ranks; nothing where they are not known.
fn axes(facts: &SideFacts, lang: Lang) -> String {
    if !facts.known {
        return String::new();
    }
    let stages = text::STAGES.with(lang, &[("n", &facts.topology.stages)]);
    let ranks = text::ranks(facts.topology.ranks_per_stage, lang);
    format!("{stages} × {ranks}")
}

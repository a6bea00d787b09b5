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
    let (from, choose_from) = use_choice(&props.session, "devices.from");
    let near = from == "least";
    let leasts = if near { leasts(&values, apart) } else { [0, 0] };
    let choose_from =
        choose_from.reform(|index: usize| if index == 1 { "least".to_owned() } else { String::new() });
    let from_labels = [&text::RAMP_ZERO, &text::RAMP_LEAST].map(|text| text.of(lang).to_owned());
    let labels = Measure::ALL.map(|measure| measure_label(measure).of(lang).to_owned());
    let index = Measure::ALL.iter().position(|&of| of == measure).unwrap_or(0);
    let onchoose =
        choose.reform(|index: usize| Measure::ALL.get(index).map_or("", |measure| measure.name()).to_owned());
    let sides: Vec<Shown<'_>> = SIDES
        .into_iter()
        .zip(&*values)
        .zip(leasts.into_iter().zip(scales))
        .filter_map(|((side, values), (least, most))| {
            Some(Shown { side, facts: props.snapshot.side(side)?, values, least, most })
        })
        .collect();
    let ramp_of = |least: u64, most: u64| {
        let [least, most] = [least, most].map(|value| match value {
            0 => number(0),
            _ if measure.is_bytes() => byte_count(value),
            _ => number(value),
        });
        ramp(measure_label(measure), (&least, &most), lang)
    };
    if mosts == [0, 0] {
        return nothing(View::Devices, &props.session, &props.snapshot, lang);
    }
    html! {
        <article class="view devices" data-measure={measure.name()}>
            <header class="view-head">
                <h1 class="view-title">{ text::VIEW_DEVICES.of(lang) }</h1>
                { segmented(text::DEVICES_COLOUR.of(lang), &labels, index, &onchoose) }
                { segmented(text::RAMP.of(lang), &from_labels, usize::from(near), &choose_from) }
                if apart { <span class="quiet">{ text::SCALES_APART.of(lang) }</span> }
                else if scales[0] > 0 { { ramp_of(leasts[0], scales[0]) } }
            </header>
            if !is_known { <p class="notice">{ text::NOT_KNOWN.of(lang) }</p> }
            if let Some(tensor) = props.tensor.and_then(|index| props.snapshot.tensors.get(index)) {
                <p class="quiet" id="outlined">
                    { text::OUTLINED.of(lang) }{ " " }{ name_broken(&tensor.name) }
                </p>
            }
            <div class="device-sides">
            { for sides.iter().map(|&Shown { side, facts, values, least, most }| html! {
                <section key={super::side_id(side)}>
                    <h2>{ side_title(side).of(lang) }{ " " }<small class="quiet">{ axes(facts, lang) }</small></h2>
                    if apart { { ramp_of(least, most) } }
                    <SideGrid {side} {measure} {least} {most} values={values.clone()} session={props.session.clone()}
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
    /// The ends of its scale.
    least: u64,
    most: u64,
}

impl Shown<'_> {
    /// The values of the ranks that have files.
    fn held(&self) -> Vec<Option<u64>> {
        let held = |(rank, &value)| (!self.facts.lacks_file(rank)).then_some(value);
        (0..).zip(&**self.values).map(held).collect()
    }
}

/// The smallest values of both sides that are not nothing; of both together where they share a scale.
fn leasts(values: &[Rc<Vec<u64>>; 2], apart: bool) -> [u64; 2] {
    let least = values.each_ref().map(|values| values.iter().copied().filter(|&value| value > 0).min());
    let own = least.map(Option::unwrap_or_default);
    let both = least.into_iter().flatten().min().unwrap_or(0);
    if apart { own } else { [both; 2] }
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

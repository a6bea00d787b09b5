//! How evenly the stages are loaded, as a chart.

use yew::prelude::*;

use super::super::{side_id, side_title};
use super::{Shown, measure_label};
use crate::check::Lang;
use crate::web::chart::{Bar, Chart};
use crate::web::measure::{Measure, Spread};
use crate::web::page::components::{chart, note};
use crate::web::text;

/// Width of a chart in px.
pub(super) const WIDTH: u64 = 520;

pub(super) struct BalanceProps<'a> {
    pub(super) measure: Measure,
    pub(super) sides: &'a [Shown<'a>],
    pub(super) dark: bool,
}

/// Mean and spread of every stage, one chart per side, to the scales of the grids.
pub(super) fn balance(props: &BalanceProps<'_>, lang: Lang) -> Html {
    let uneven = |shown: &Shown<'_>| {
        let per_stage = shown.facts.topology.ranks_per_stage;
        Spread::of_stages(&shown.held(), per_stage).iter().any(|of| of.least < of.most)
    };
    let says = if props.sides.iter().any(uneven) { &text::BALANCE_SAYS_UNEVEN } else { &text::BALANCE_SAYS };
    let known = props.sides.iter().filter(|shown| shown.values.iter().any(|&value| value > 0));
    html! {
        <section class="balance">
            <h2>{ text::BALANCE_TITLE.of(lang) }</h2>
            { note(text::sentences(&[says.of(lang), text::BALANCE_MEAN.of(lang)], lang)) }
            <div class="device-sides">
                { for known.map(|shown| side_chart(props, shown, lang)) }
            </div>
        </section>
    }
}

fn side_chart(props: &BalanceProps<'_>, shown: &Shown<'_>, lang: Lang) -> Html {
    let measure = props.measure;
    let Shown { side, facts, most, .. } = *shown;
    let held = shown.held();
    let spreads = Spread::of_stages(&held, facts.topology.ranks_per_stage);
    let bar = |(stage, spread): (usize, &Spread)| Bar {
        label: format!("s{stage}"),
        parts: vec![spread.mean()],
        range: Some((spread.least, spread.most)),
        says: says(stage, *spread, measure, lang),
    };
    let bars: Vec<Bar> = spreads.iter().enumerate().map(bar).collect();
    let all = Spread::of(&held);
    let names = [("side", side_title(side)), ("measure", measure_label(measure))]
        .map(|(key, name)| (key, name.of(lang)));
    let [(side_key, side_name), (measure_key, measure_name)] = names;
    let title = text::BALANCE_OF.with(lang, &[(side_key, &side_name), (measure_key, &measure_name)]);
    let draw = |dark: bool, alone: bool| {
        let text = |value: u64| measure.text(value, lang);
        let (parts, bytes) = (&[][..], measure.is_bytes());
        let mean = Some(all.mean());
        Chart { title: &title, parts, bars: &bars, most, mean, bytes, text: &text, width: WIDTH, dark }
            .svg(alone)
    };
    let name = format!("balance-{}-{}.svg", side_id(side), measure.name());
    let caption = html! {
        <span>
            <b>{ side_title(side).of(lang) }</b>{ " · " }
            { text::BALANCE_ALL.with(lang, &[("ratio", &all.imbalance()), ("most", &measure.text(all.most, lang))]) }
        </span>
    };
    html! { <div key={side_id(side)}>{ chart(caption, draw(props.dark, false), draw(false, true), name, lang) }</div> }
}

fn says(stage: usize, spread: Spread, measure: Measure, lang: Lang) -> String {
    let [least, mean, most] =
        [spread.least, spread.mean(), spread.most].map(|value| measure.text(value, lang));
    let ratio = spread.imbalance();
    let values: [(&str, &dyn std::fmt::Display); 5] =
        [("stage", &stage), ("least", &least), ("mean", &mean), ("most", &most), ("ratio", &ratio)];
    text::BALANCE_STAGE.with(lang, &values)
}

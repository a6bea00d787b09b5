//! The Overview: what is the matter, what was found on each side, totals, findings.

mod compared;
mod files;
mod side_card;

use yew::prelude::*;

use super::{SIDES, side_title, verdict::verdict, worth};
use crate::check::{Lang, Side};
use crate::web::page::components::{byte_count, figure, number, worst_findings};
use crate::web::page::session::Session;
use crate::web::page::utils::Same;
use crate::web::snapshot::{Comparison, SideFacts, Snapshot};
use crate::web::text;
use crate::web::verdict::Verdict;
use compared::compared;
use side_card::side_card;

pub(crate) struct OverviewProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub example: bool,
    pub selected: Option<(Side, u32)>,
    /// The file that is looked for.
    pub sought: Option<(Side, AttrValue)>,
}

/// The view.
pub(crate) fn overview(props: &OverviewProps, lang: Lang) -> Html {
    let snapshot = &props.snapshot;
    let matter = Verdict::of(snapshot);
    let told = !snapshot.findings.is_empty() || matter.is_settled();
    html! {
        <article class="view overview">
            <h1 class="view-title">{ headline(snapshot, lang) }</h1>
            { verdict(&props.session, snapshot, matter, lang) }
            { totals(snapshot, lang) }
            { compared(&props.session, snapshot, lang) }
            if told {
                <section class="overview-findings">
                    <h2>{ text::FINDINGS.of(lang) }</h2>
                    { worst_findings(&props.session, snapshot, lang) }
                </section>
            }
            <div class="sides">
                { for SIDES.into_iter().map(|side| side_card(side, props, lang)) }
            </div>
        </article>
    }
}

fn headline(snapshot: &Snapshot, lang: Lang) -> String {
    let name = |side: Side| {
        let Some(facts) = snapshot.side(side) else {
            let says = if side == Side::Source { &text::NOT_OPENED } else { &text::COMPLETE };
            return says.of(lang).to_owned();
        };
        match facts {
            _ if facts.known && facts.strategy => {}
            _ if facts.known => return text::COMPLETE.of(lang).to_owned(),
            _ => return worth(facts, &text::CUT_UNKNOWN).of(lang).to_owned(),
        }
        let ranks = text::ranks(facts.topology.ranks(), lang);
        match &facts.parallel {
            Some(parallel) => format!("{ranks} ({parallel})"),
            None => ranks,
        }
    };
    let mut names = SIDES.map(name);
    let meshes = SIDES.map(|side| snapshot.side(side).and_then(SideFacts::mesh));
    // Equal numbers of ranks are no equal cuts.
    if names[0] == names[1] && meshes[0] != meshes[1] {
        for (name, mesh) in names.iter_mut().zip(meshes.into_iter().flatten()) {
            name.push_str(&format!(" {mesh}"));
        }
    }
    let [source, target] = names;
    // Where nothing is converted there is nothing to say of a target.
    if snapshot.target.is_none() && snapshot.source.as_ref().is_none_or(|facts| !facts.strategy) {
        let side = side_title(Side::Source).of(lang);
        return text::OVERVIEW_ONE.with(lang, &[("side", &side), ("what", &source)]);
    }
    text::OVERVIEW_TO.with(lang, &[("source", &source), ("target", &target)])
}

/// The numbers of the tensors.
fn totals(snapshot: &Snapshot, lang: Lang) -> Html {
    let tensors = &snapshot.tensors;
    if tensors.is_empty() {
        return Html::default();
    }
    let tally = snapshot.tally;
    let some = |count: usize, says: &text::Text| {
        if count == 0 { Html::default() } else { figure(number(count as u64), says, None, lang) }
    };
    html! {
        <dl class="figures">
            { figure(number(tensors.len() as u64), &text::TOTAL_TENSORS, None, lang) }
            if snapshot.comparison == Comparison::OneSide { { some(tally.recut, &text::TOTAL_DIFFER) } }
            { some(tally.without_data, &text::TOTAL_WITHOUT_DATA) }
            if tally.parameters > 0 {
                { figure(number(tally.parameters), &text::TOTAL_ELEMENTS, None, lang) }
            }
            if tally.bytes > 0 {
                { figure(byte_count(tally.bytes), &text::TOTAL_BYTES, None, lang) }
            }
        </dl>
    }
}

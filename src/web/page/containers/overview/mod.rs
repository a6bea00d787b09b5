//! The Overview: what is the matter, what was found on each side, totals, findings.

mod ignored;
mod side_card;

use std::rc::Rc;

use yew::prelude::*;

use super::{SIDES, side_title};
use crate::check::{Lang, Severity, Side};
use crate::web::command::Command;
use crate::web::page::components::{FindingList, Glyph, byte_count, icon, number};
use crate::web::page::model::run;
use crate::web::page::session::Session;
use crate::web::snapshot::{SideFacts, Snapshot, Tally};
use crate::web::text;
use crate::web::verdict::Verdict;
use ignored::ignored;
use side_card::side_card;

pub(crate) struct OverviewProps {
    pub session: Session,
    pub snapshot: Rc<Snapshot>,
    pub example: bool,
    pub selected: Option<(Side, u32)>,
}

/// The view.
pub(crate) fn overview(props: &OverviewProps, lang: Lang) -> Html {
    let snapshot = &props.snapshot;
    // What is wrong comes before what was found.
    let serious = snapshot.findings.iter().any(|finding| finding.severity > Severity::Info);
    let told = !snapshot.findings.is_empty() || Verdict::of(snapshot).is_settled();
    let findings = told.then(|| {
        html! {
            <section class="overview-findings">
                <h2>{ text::FINDINGS.of(lang) }</h2>
                <FindingList findings={snapshot.findings.clone()} />
            </section>
        }
    });
    html! {
        <article class="view overview">
            <h1 class="view-title">{ headline(snapshot, lang) }</h1>
            { verdict(props, lang) }
            { totals(snapshot, lang) }
            if serious { { for findings.clone() } }
            <div class="sides">
                { for SIDES.into_iter().map(|side| side_card(side, props, lang)) }
            </div>
            if !serious { { for findings } }
        </article>
    }
}

/// What is the matter, and a button for what to do next.
fn verdict(props: &OverviewProps, lang: Lang) -> Html {
    let verdict = Verdict::of(&props.snapshot);
    let (glyph, class) = match verdict {
        Verdict::Stopped(_) | Verdict::Unreadable(_) | Verdict::NothingFound => (Glyph::Error, "error"),
        Verdict::Unplanned | Verdict::Planned { unwritten: 1.., .. } => (Glyph::Warning, "warning"),
        Verdict::Alike | Verdict::Planned { .. } => (Glyph::Check, "good"),
        Verdict::NoSource | Verdict::NoWeights { .. } | Verdict::Complete => (Glyph::Info, "info"),
    };
    let button = |command: Command| {
        let session = props.session.clone();
        let onclick = Callback::from(move |_: MouseEvent| run(&session, command));
        let says = if matches!(command, Command::Show(_)) { &text::VERDICT_TO_PLAN } else { command.title() };
        html! { <button type="button" class="button button-primary" {onclick}>{ says.of(lang) }</button> }
    };
    html! {
        <div id="verdict" class={classes!("verdict", class)} data-verdict={class}>
            { icon(glyph) }<p>{ verdict.says(lang) }</p>{ for verdict.next().map(button) }
        </div>
    }
}

fn headline(snapshot: &Snapshot, lang: Lang) -> String {
    let name = |side: Side| {
        let Some(facts) = snapshot.side(side) else {
            let says = if side == Side::Source { &text::NOT_OPENED } else { &text::COMPLETE };
            return says.of(lang).to_owned();
        };
        if !facts.known {
            return text::CUT_UNKNOWN.of(lang).to_owned();
        }
        let ranks = text::ranks(facts.topology.ranks(), lang);
        match facts.parallel {
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
    text::OVERVIEW_TO.with(lang, &[("source", &source), ("target", &target)])
}

/// The numbers of the tensors.
fn totals(snapshot: &Snapshot, lang: Lang) -> Html {
    let tensors = &snapshot.tensors;
    let tally = Tally::of(snapshot);
    let some = |count: usize, says: &text::Text| {
        let count = count as u64;
        if count == 0 {
            html! {}
        } else {
            html! { <div><dd>{ number(count) }</dd><dt>{ says.of(lang) }</dt></div> }
        }
    };
    let elements = tensors.iter().filter_map(|tensor| Some(tensor.shape.as_ref()?.elements()));
    let elements = elements.fold(0u64, u64::saturating_add);
    let bytes = tensors.iter().filter_map(|tensor| tensor.bytes()).fold(0u64, u64::saturating_add);
    html! {
        <dl class="figures">
            <div><dd>{ number(tensors.len() as u64) }</dd><dt>{ text::TOTAL_TENSORS.of(lang) }</dt></div>
            <div><dd>{ number(tally.differ as u64) }</dd><dt>{ text::TOTAL_DIFFER.of(lang) }</dt></div>
            { some(tally.only_source, &text::TOTAL_ONLY_SOURCE) }
            { some(tally.only_target, &text::TOTAL_ONLY_TARGET) }
            { some(tally.without_data, &text::TOTAL_WITHOUT_DATA) }
            if elements > 0 {
                <div><dd>{ number(elements) }</dd><dt>{ text::TOTAL_ELEMENTS.of(lang) }</dt></div>
            }
            if bytes > 0 {
                <div><dd>{ byte_count(bytes) }</dd><dt>{ text::TOTAL_BYTES.of(lang) }</dt></div>
            }
        </dl>
    }
}

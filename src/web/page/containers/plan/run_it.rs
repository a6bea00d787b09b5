//! The steps that remain, and what can be taken along.

use yew::prelude::*;

use super::super::SIDES;
use crate::check::{Lang, Side};
use crate::web::page::components::{Glyph, button, command_box, icon, inferred_file, note};
use crate::web::page::model::save_file;
use crate::web::page::session::{Action, Export, Session};
use crate::web::page::utils::Same;
use crate::web::protocol::Input;
use crate::web::report::{Commands, commands, csv, markdown};
use crate::web::snapshot::Snapshot;
use crate::web::text::{self, Text};
use crate::web::units;

pub(super) struct RunProps<'a> {
    pub(super) session: &'a Session,
    pub(super) snapshot: &'a Same<Snapshot>,
    pub(super) export: Export,
}

/// Download and run, or run at once; the same by MindSpore; tables and report.
pub(super) fn run_it(props: &RunProps<'_>, lang: Lang) -> Html {
    let Commands { apply, transform, places, peer } = commands(props.snapshot);
    let cut = props.snapshot.source.as_ref().is_some_and(|source| source.strategy);
    let root = if cut { &text::SRC_ROOT_RANKS } else { &text::SRC_ROOT_COMPLETE };
    html! {
        <section class="card run-it">
            <h2>{ text::RUN_IT.of(lang) }</h2>
            <ol>
                <li>
                    <p>{ text::STEP_DOWNLOAD.of(lang) }</p>
                    { download(props, lang) }
                </li>
                <li>
                    <p>{ text::STEP_COMMAND.of(lang) }</p>
                    { command_box("plan-command", "plan-copy", apply) }
                    { note(text::PLAN_JSON_PLACE.of(lang)) }
                    { note(root.of(lang)) }
                </li>
            </ol>
            { for SIDES.into_iter().map(|side| inferred(side, props, lang)) }
            <details open=true>
                <summary>{ text::STEP_TRANSFORM.of(lang) }</summary>
                { command_box("transform-command", "transform-copy", transform) }
                if places { <p class="quiet">{ text::PLACES_HINT.of(lang) }</p> }
            </details>
            if let Some(peer) = peer {
                <details>
                    <summary>{ text::STEP_PEER.of(lang) }</summary>
                    { command_box("peer-command", "peer-copy", peer) }
                    { note(text::STEP_PEER_HINT.of(lang)) }
                </details>
            }
            <h3>{ text::TAKE_ALONG.of(lang) }</h3>
            { take_along(props.snapshot, lang) }
        </section>
    }
}

/// The way to a strategy that the commands name and that is in no folder yet.
fn inferred(side: Side, props: &RunProps<'_>, lang: Lang) -> Html {
    let file = props.snapshot.side(side).map_or("", |facts| &facts.inferred);
    if file.is_empty() {
        return Html::default();
    }
    html! {
        <>
            { note(text::INFERRED_PLACE.with(lang, &[("file", &file)])) }
            <p>{ inferred_file(props.session, side, lang) }</p>
        </>
    }
}

fn download(props: &RunProps<'_>, lang: Lang) -> Html {
    let onclick = {
        let session = props.session.clone();
        Callback::from(move |_: MouseEvent| {
            session.act(Action::Export(Export::Making));
            session.ask(Input::PlanJson);
        })
    };
    let label = match props.export {
        Export::Making => &text::DOWNLOAD_MAKING,
        Export::Idle | Export::Done(_) => &text::DOWNLOAD,
    };
    html! {
        <>
            <button type="button" id="plan-download" class="button button-primary" {onclick}
                disabled={props.export == Export::Making}>
                { icon(Glyph::Download) }{ label.of(lang) }
            </button>
            if let Export::Done(bytes) = props.export {
                <span class="quiet" role="status">{ text::DOWNLOAD_DONE.with(lang, &[("bytes", &units::bytes_text(bytes))]) }</span>
            }
        </>
    }
}

/// Tables and report, made here and now.
fn take_along(snapshot: &Same<Snapshot>, lang: Lang) -> Html {
    let button = |id: &'static str, label: &Text, save: fn(&Snapshot, Lang)| {
        let snapshot = snapshot.clone();
        let onclick = Callback::from(move |_: MouseEvent| save(&snapshot, lang));
        button(Some(id), Glyph::Download, label.of(lang), onclick)
    };
    html! {
        <p class="take-along">
            { button("plan-csv", &text::SAVE_CSV, save_csv) }
            { button("plan-markdown", &text::SAVE_MARKDOWN, save_markdown) }
        </p>
    }
}

fn save_csv(snapshot: &Snapshot, _: Lang) {
    if let Some(plan) = &snapshot.plan {
        save_file("plan-ranks.csv", "text/csv", csv(snapshot, plan).as_bytes());
    }
}

fn save_markdown(snapshot: &Snapshot, lang: Lang) {
    if let Some(plan) = &snapshot.plan {
        save_file("plan-report.md", "text/markdown", markdown(snapshot, plan, lang).as_bytes());
    }
}

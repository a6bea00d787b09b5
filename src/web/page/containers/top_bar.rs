//! The top bar: what is loaded, how much was read, language and theme.

use std::rc::Rc;

use yew::prelude::*;

use super::{SIDES, side_id, side_title};
use crate::check::{Lang, Side};
use crate::web::page::components::{Glyph, byte_count, icon, term};
use crate::web::page::session::{Action, Session, Theme};
use crate::web::protocol::Input;
use crate::web::snapshot::Snapshot;
use crate::web::{text, units};

pub(crate) struct TopProps {
    pub session: Session,
    pub theme: Theme,
    pub example: bool,
    pub snapshot: Option<Rc<Snapshot>>,
}

/// The top bar.
pub(crate) fn top_bar(props: &TopProps, lang: Lang) -> Html {
    let loaded = props.snapshot.as_ref().map(|snapshot| loaded(snapshot, props.example, lang));
    let restart = {
        let session = props.session.clone();
        Callback::from(move |_: MouseEvent| {
            session.act(Action::Restart);
            session.ask(Input::Clear(SIDES.to_vec()));
        })
    };
    html! {
        <header class="top">
            <span class="brand"><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path class="hue-0" d="M1 1h9v6H1z" /><path class="hue-6" d="M1 9h5v6H1z" /><path class="hue-9" d="M8 9h7v6H8zM12 1h3v6h-3z" />
            </svg>{ "shardlens" }</span>
            <div class={classes!("loaded", loaded.is_none().then_some("loaded-none"))}>{ loaded }</div>
            if let Some(snapshot) = &props.snapshot {
                { read(snapshot, lang) }
                <button type="button" id="restart" class="button button-quiet" title={text::START_AGAIN.of(lang)} onclick={restart}>
                    { icon(Glyph::Close) }<span>{ text::START_AGAIN.of(lang) }</span>
                </button>
            }
            { settings(props, lang) }
        </header>
    }
}

/// A chip per side.
fn loaded(snapshot: &Snapshot, example: bool, lang: Lang) -> Html {
    let chip = |side: Side| {
        let id = format!("chip-{}", side_id(side));
        let title = html! { <b>{ side_title(side).of(lang) }</b> };
        let Some(facts) = snapshot.side(side) else {
            let says = if side == Side::Target { &text::COMPLETE } else { &text::NOT_OPENED };
            return html! { <span class="chip chip-empty" {id}>{ title }<span>{ says.of(lang) }</span></span> };
        };
        let format = facts.format.map_or_else(|| text::STRATEGY_ONLY.of(lang), |format| format.extension());
        let ranks = facts.topology.ranks();
        html! {
            <span class="chip" {id}>
                { title }
                <span class="chip-format">{ format }</span>
                <span class={classes!(facts.parallel.is_some().then_some("chip-implied"))}>
                    { text::RANKS.with(lang, &[("n", &ranks)]) }
                </span>
                if let Some(parallel) = facts.parallel {
                    { term(&text::TERM_PARALLEL, parallel.to_string(), lang) }
                } else if let Some(mesh) = facts.mesh().filter(|_| facts.strategy) {
                    { term(&text::TERM_MESH, mesh, lang) }
                }
                if facts.bytes() > 0 {
                    { byte_count(facts.bytes()) }
                }
            </span>
        }
    };
    html! {
        <>
            if example { <span class="chip chip-example">{ text::EXAMPLE.of(lang) }</span> }
            { chip(Side::Source) }{ icon(Glyph::Arrow) }{ chip(Side::Target) }
        </>
    }
}

/// How much was read of how much there is.
fn read(snapshot: &Snapshot, lang: Lang) -> Html {
    let (read, total) = (snapshot.bytes_read, snapshot.bytes_total);
    let says = text::BYTES_READ
        .with(lang, &[("read", &units::bytes_text(read)), ("total", &units::bytes_text(total))]);
    let hint = text::BYTES_READ_HINT
        .with(lang, &[("read", &units::grouped(read)), ("total", &units::grouped(total))]);
    html! {
        <span id="bytes-read" class="bytes-read" title={hint} data-read={read.to_string()} data-total={total.to_string()}>
            { says }
        </span>
    }
}

/// Language and theme.
fn settings(props: &TopProps, lang: Lang) -> Html {
    let other = if lang == Lang::En { Lang::Zh } else { Lang::En };
    let speak = props.session.on(move |_: MouseEvent| Action::Speak(other));
    let next = props.theme.next();
    let paint = props.session.on(move |_: MouseEvent| Action::Paint(next));
    let (glyph, theme) = match props.theme {
        Theme::System => (Glyph::System, &text::THEME_SYSTEM),
        Theme::Dark => (Glyph::Dark, &text::THEME_DARK),
        Theme::Light => (Glyph::Light, &text::THEME_LIGHT),
    };
    let says = format!("{}: {}", text::THEME.of(lang), theme.of(lang));
    html! {
        <div class="settings">
            <button type="button" id="lang" class="button button-quiet" aria-label={text::LANG_NAME.of(lang)} onclick={speak}>
                { text::LANG_OTHER.of(lang) }
            </button>
            <button type="button" id="theme" class="button button-quiet button-icon" title={says.clone()} aria-label={says} onclick={paint}>
                { icon(glyph) }
            </button>
        </div>
    }
}

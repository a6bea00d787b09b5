//! The top bar: what is loaded, how much was read, commands, language and theme.

use yew::prelude::*;

use super::side_menu::{SideMenuProps, side_menu};
use crate::check::{Lang, Side};
use crate::web::command::{Command, Now};
use crate::web::page::components::{Glyph, icon};
use crate::web::page::model::click;
use crate::web::page::session::{Action, Session, Theme};
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::{text, units};

pub(crate) struct TopProps {
    pub session: Session,
    pub theme: Theme,
    pub now: Now,
    pub snapshot: Option<Same<Snapshot>>,
}

/// The top bar.
pub(crate) fn top_bar(props: &TopProps, lang: Lang) -> Html {
    let button = |glyph: Glyph, id: &'static str, command: Command| button(props, glyph, id, command, lang);
    html! {
        <header class="top">
            <span class="brand"><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path class="hue-0" d="M1 1h9v6H1z" /><path class="hue-6" d="M1 9h5v6H1z" /><path class="hue-9" d="M8 9h7v6H8zM12 1h3v6h-3z" />
            </svg>{ "shardlens" }</span>
            if let Some(snapshot) = &props.snapshot {
                { sides(props, snapshot, lang) }
                { read(snapshot, lang) }
            }
            <div class="settings">
                if props.now.open || props.now.undo || props.now.redo {
                    { button(Glyph::Undo, "undo", Command::Undo) }
                    { button(Glyph::Redo, "redo", Command::Redo) }
                }
                if props.now.open { { restart(props, lang) } }
                { button(Glyph::Search, "palette", Command::Palette) }
                { language(props, lang) }
                { theme(props, lang) }
                { button(Glyph::Help, "help-toggle", Command::Help) }
            </div>
        </header>
    }
}

/// A command as an icon.
fn button(props: &TopProps, glyph: Glyph, id: &'static str, command: Command, lang: Lang) -> Html {
    let onclick = click(&props.session, command);
    let title = command.title().of(lang);
    html! {
        <button type="button" {id} class="button button-quiet button-icon" {title} aria-label={title}
            aria-keyshortcuts={command.keys().map(|keys| keys.replace("Mod", "Control"))} disabled={!command.works(props.now)} {onclick}>
            { icon(glyph) }
        </button>
    }
}

/// Closes everything: with its word where there is room.
fn restart(props: &TopProps, lang: Lang) -> Html {
    let onclick = click(&props.session, Command::Restart);
    let title = text::START_AGAIN.of(lang);
    html! {
        <button type="button" id="restart" class="button button-quiet" {title} aria-label={title} {onclick}>
            { icon(Glyph::Home) }<span>{ title }</span>
        </button>
    }
}

/// Both sides, and between them what exchanges them.
fn sides(props: &TopProps, snapshot: &Same<Snapshot>, lang: Lang) -> Html {
    let menu = SideMenuProps { session: props.session.clone(), snapshot: snapshot.clone(), now: props.now };
    html! {
        <div class="loaded">
            if props.now.example { <span class="chip chip-example">{ text::EXAMPLE.of(lang) }</span> }
            { side_menu(&menu, Side::Source, lang) }
            { icon(Glyph::Arrow) }
            { side_menu(&menu, Side::Target, lang) }
        </div>
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

/// The other language.
fn language(props: &TopProps, lang: Lang) -> Html {
    let other = if lang == Lang::En { Lang::Zh } else { Lang::En };
    let speak = props.session.click(Action::Speak(other));
    html! {
        <button type="button" id="lang" class="button button-quiet" title={text::LANG_NAME.of(lang)} onclick={speak}>
            { text::LANG_OTHER.of(lang) }
        </button>
    }
}

/// The next theme.
fn theme(props: &TopProps, lang: Lang) -> Html {
    let next = props.theme.next();
    let paint = props.session.click(Action::Paint(next));
    let (glyph, theme) = match props.theme {
        Theme::System => (Glyph::System, &text::THEME_SYSTEM),
        Theme::Dark => (Glyph::Dark, &text::THEME_DARK),
        Theme::Light => (Glyph::Light, &text::THEME_LIGHT),
    };
    let says = format!("{}: {}", text::THEME.of(lang), theme.of(lang));
    html! {
        <button type="button" id="theme" class="button button-quiet button-icon" title={says.clone()} aria-label={says} onclick={paint}>
            { icon(glyph) }
        </button>
    }
}

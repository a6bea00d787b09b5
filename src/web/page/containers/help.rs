//! The help: a panel beside the view, so that what it explains stays in sight.

use std::rc::Rc;

use yew::prelude::*;

use crate::check::Lang;
use crate::web::command::Command;
use crate::web::glossary::{Word, glossary};
use crate::web::page::components::{Glyph, icon, keys};
use crate::web::page::session::{Action, Session};
use crate::web::snapshot::Snapshot;
use crate::web::text;

pub(crate) struct HelpProps {
    pub session: Session,
    pub snapshot: Option<Rc<Snapshot>>,
}

/// The panel.
pub(crate) fn help(props: &HelpProps, lang: Lang) -> Html {
    let close = props.session.on(|_: MouseEvent| Action::Help);
    let word = |Word { word, meaning, here }: Word| {
        html! {
            <>
                <dt>{ word.of(lang) }</dt>
                <dd>
                    { meaning.of(lang) }
                    if let Some(here) = here { <span class="here">{ text::HELP_HERE.with(lang, &[("here", &here)]) }</span> }
                </dd>
            </>
        }
    };
    let key = |command: Command| {
        Some(html! { <><dt>{ keys(command.keys()?) }</dt><dd>{ command.title().of(lang) }</dd></> })
    };
    html! {
        <aside id="help" class="details details-asked help" aria-label={text::HELP.of(lang)}>
            <button type="button" class="button button-quiet button-icon details-close" aria-label={text::CLOSE.of(lang)}
                title={text::CLOSE.of(lang)} onclick={close}>{ icon(Glyph::Close) }</button>
            <h2 class="details-title">{ text::HELP_WORDS.of(lang) }</h2>
            <dl class="words">{ for glossary(props.snapshot.as_deref(), lang).into_iter().map(word) }</dl>
            <h2 class="details-title">{ text::HELP_KEYS.of(lang) }</h2>
            <dl class="fields">{ for Command::ALL.into_iter().filter_map(key) }</dl>
            <p class="quiet">{ text::HELP_KEYS_IN_LISTS.of(lang) }</p>
        </aside>
    }
}

//! The help: a panel beside the view, so that what it explains stays in sight.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::command::Command;
use crate::web::glossary::{Word, glossary};
use crate::web::page::components::{Glyph, fact, icon_button, keys, note};
use crate::web::page::session::{Action, Session};
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::text;

pub(crate) struct HelpProps {
    pub session: Session,
    pub snapshot: Option<Same<Snapshot>>,
}

/// The panel.
pub(crate) fn help(props: &HelpProps, lang: Lang) -> Html {
    let close = props.session.click(Action::Help);
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
    let key = |command: Command| Some(fact(keys(command.keys()?), command.title().of(lang)));
    html! {
        <aside id="help" class="details details-asked help" aria-label={text::HELP.of(lang)}>
            <div class="details-close">{ icon_button(Glyph::Close, text::CLOSE.of(lang), Some(close)) }</div>
            <h2 class="details-title">{ text::HELP_KEYS.of(lang) }</h2>
            <dl class="fields">{ for Command::ALL.into_iter().filter_map(key) }</dl>
            { note(text::HELP_KEYS_IN_LISTS.of(lang)) }
            <h2 class="details-title">{ text::HELP_WORDS.of(lang) }</h2>
            <dl class="words">{ for glossary(props.snapshot.as_deref(), lang).into_iter().map(word) }</dl>
        </aside>
    }
}

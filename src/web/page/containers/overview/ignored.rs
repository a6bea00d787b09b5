//! Files that do not count, and why.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::page::components::{Glyph, byte_count, icon, more, name_broken};
use crate::web::snapshot::{Ignored, SideFacts};
use crate::web::text;

/// Ignored files that are listed per reason.
const IGNORED_SHOWN: usize = 100;

/// What was ignored, by reason.
pub(super) fn ignored(facts: &SideFacts, lang: Lang) -> Html {
    if facts.ignored.is_empty() {
        return Html::default();
    }
    // There are about as many reasons as fingers.
    let mut reasons: Vec<(&str, Vec<&Ignored>)> = Vec::new();
    for file in &facts.ignored {
        let why = file.why(lang);
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, files)) => files.push(file),
            None => reasons.push((why, vec![file])),
        }
    }
    let row = |file: &&Ignored| html! { <li>{ name_broken(&file.path) }{ byte_count(file.size) }</li> };
    let reason = |(why, files): (&str, Vec<&Ignored>)| {
        html! {
            <section>
                <h3>{ why }{ " · " }{ text::FILES.with(lang, &[("n", &files.len())]) }</h3>
                <ul>{ for files.iter().take(IGNORED_SHOWN).map(row) }</ul>
                { more(files.len().saturating_sub(IGNORED_SHOWN) as u64, lang) }
            </section>
        }
    };
    html! {
        <details class="ignored">
            <summary>{ icon(Glyph::Down) }{ text::FIELD_IGNORED.with(lang, &[("n", &facts.ignored_count)]) }</summary>
            { for reasons.into_iter().map(reason) }
            { more(facts.ignored_count.saturating_sub(facts.ignored.len() as u64), lang) }
        </details>
    }
}

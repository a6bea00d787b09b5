//! What is the matter, and a button for what to do next: where a view has nothing else to show, too.

use yew::prelude::*;

use super::SIDES;
use crate::check::{Lang, Side};
use crate::web::command::Command;
use crate::web::page::components::{Glyph, Inferring, icon};
use crate::web::page::model::run;
use crate::web::page::session::Session;
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::text;
use crate::web::verdict::Verdict;

/// The verdict, and a way out where the strategy is all that is missing.
pub(super) fn verdict(session: &Session, snapshot: &Same<Snapshot>, verdict: Verdict, lang: Lang) -> Html {
    let is_lost = |side: &Side| snapshot.side(*side).is_some_and(|facts| !facts.cut_lost.is_empty());
    let inferring =
        |side: Side| html! { <Inferring session={session.clone()} snapshot={snapshot.clone()} {side} /> };
    let is_inferred = |side: Side| snapshot.side(side).is_some_and(|facts| !facts.inferred.is_empty());
    let doubt = verdict.is_settled() && SIDES.into_iter().any(is_inferred);
    let (glyph, class) = match verdict {
        _ if doubt => (Glyph::Warning, "warning"),
        Verdict::Stopped(_) | Verdict::Unreadable(_) | Verdict::NothingFound => (Glyph::Error, "error"),
        Verdict::Unplanned | Verdict::Planned { unwritten: 1.., .. } => (Glyph::Warning, "warning"),
        Verdict::Alike | Verdict::Planned { .. } => (Glyph::Check, "good"),
        Verdict::NoSource | Verdict::NoWeights { .. } | Verdict::Complete => (Glyph::Info, "info"),
    };
    let button = |command: Command| {
        let session = session.clone();
        let onclick = Callback::from(move |_: MouseEvent| run(&session, command));
        let says = if matches!(command, Command::Show(_)) { &text::VERDICT_TO_PLAN } else { command.title() };
        html! { <button type="button" class="button button-primary" {onclick}>{ says.of(lang) }</button> }
    };
    let says = match verdict.says(lang) {
        says if doubt => text::sentences(&[&says, text::VERDICT_INFERRED.of(lang)], lang),
        says => says,
    };
    html! {
        <>
            <div id="verdict" class={classes!("verdict", class)} data-verdict={class}>
                { icon(glyph) }<p>{ says }</p>{ for verdict.next().map(button) }
            </div>
            { for SIDES.into_iter().filter(is_lost).map(inferring) }
        </>
    }
}

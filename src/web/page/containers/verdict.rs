//! What is the matter, and a button for what to do next: where a view has nothing else to show, too.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::command::Command;
use crate::web::page::components::{Glyph, icon};
use crate::web::page::model::run;
use crate::web::page::session::Session;
use crate::web::text;
use crate::web::verdict::Verdict;

/// The verdict.
pub(super) fn verdict(session: &Session, verdict: Verdict, lang: Lang) -> Html {
    let (glyph, class) = match verdict {
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
    html! {
        <div id="verdict" class={classes!("verdict", class)} data-verdict={class}>
            { icon(glyph) }<p>{ verdict.says(lang) }</p>{ for verdict.next().map(button) }
        </div>
    }
}

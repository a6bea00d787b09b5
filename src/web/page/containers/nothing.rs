//! A view that has nothing to show: what is the matter, what to do about it, and a button.

use yew::prelude::*;

use super::verdict::verdict;
use crate::check::{Lang, Severity};
use crate::web::page::components::worst_findings;
use crate::web::page::session::Session;
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::verdict::Verdict;
use crate::web::view::View;

/// What is shown in its place.
pub(super) fn nothing(view: View, session: &Session, snapshot: &Same<Snapshot>, lang: Lang) -> Html {
    let stopped = snapshot.findings.iter().any(|finding| finding.severity == Severity::Error);
    html! {
        <article class={classes!("view", view.name())} data-testid="nothing-to-show">
            <h1 class="view-title">{ view.title().of(lang) }</h1>
            { verdict(session, snapshot, Verdict::of(snapshot), lang) }
            if stopped { { worst_findings(session, snapshot, lang) } }
        </article>
    }
}

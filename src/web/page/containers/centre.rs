//! The centre: the first screen, or the view that is shown.

use yew::prelude::*;

use super::devices::Devices;
use super::findings::Findings;
use super::nothing::nothing;
use super::overview::{OverviewProps, overview};
use super::plan::{PlanProps, plan_view};
use super::resume::Resume;
use super::slices::{SlicesProps, slices};
use super::start::{StartProps, start};
use super::tensors::Tensors;
use crate::web::page::session::{Reader, Selection, Session, State, View};

/// Whatever belongs into the centre now.
pub(crate) fn centre(session: &Session, state: &State) -> Html {
    let session = session.clone();
    let State { lang, selection, example, export, .. } = *state;
    let Some(snapshot) = state.snapshot.clone() else {
        let awaited = state.awaited.as_ref().map(|wanted| {
            let view = state.view.title().of(lang);
            wanted.tensor.as_ref().map_or_else(|| view.to_owned(), |name| format!("{view}: {name}"))
        });
        let (waits, undo) = (state.reader != Reader::Ready, state.history.0);
        return start(&StartProps { session, waits, undo, awaited, pasted: state.pasted.clone() }, lang);
    };
    match state.view {
        View::Tensors if snapshot.tensors.is_empty() => nothing(View::Tensors, &session, &snapshot, lang),
        View::Overview => {
            let (selected, sought) = (selection.stage, state.sought.clone());
            overview(&OverviewProps { session, snapshot, example, selected, sought }, lang)
        }
        // The list fills the view: its title is for screen readers.
        View::Tensors => html! {
            <>
                <h1 class="visually-hidden">{ state.view.title().of(lang) }</h1>
                <Tensors {session} {snapshot} selected={selection.tensor} />
            </>
        },
        View::Slices => {
            let located = state.located.clone();
            slices(&SlicesProps { session, snapshot, selection, located }, lang)
        }
        View::Devices => {
            html! { <Devices {session} {snapshot} selected={selection.rank} tensor={selection.tensor} /> }
        }
        View::Findings => {
            html! { <Findings {session} {snapshot} pasted={state.pasted.clone()} /> }
        }
        View::Resume => {
            let told = state.resumed.clone();
            html! { <Resume {session} {snapshot} {told} /> }
        }
        View::Plan => {
            let Selection { rank: selected, tensor, .. } = selection;
            let (located, heat) = (state.located.clone(), state.heat.clone());
            let advised = state.advised.clone();
            plan_view(
                &PlanProps { session, snapshot, export, selected, tensor, located, heat, advised },
                lang,
            )
        }
    }
}

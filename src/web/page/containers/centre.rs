//! The centre: the first screen, or the view that is shown.

use yew::prelude::*;

use super::devices::Devices;
use super::overview::Overview;
use super::plan::Plan;
use super::slices::Slices;
use super::start::Start;
use super::tensors::Tensors;
use crate::web::page::session::{Reader, Session, State, View};

/// Whatever belongs into the centre now.
pub(crate) fn centre(session: &Session, state: &State) -> Html {
    let session = session.clone();
    let Some(snapshot) = state.snapshot.clone() else {
        let waits = !matches!(state.reader, Reader::Ready);
        return html! { <Start {session} {waits} /> };
    };
    let selection = state.selection;
    match state.view {
        View::Overview => html! { <Overview {session} {snapshot} example={state.example} /> },
        View::Tensors => html! { <Tensors {session} {snapshot} selected={selection.tensor} /> },
        View::Slices => {
            html! { <Slices {session} {snapshot} {selection} located={state.located.clone()} /> }
        }
        View::Devices => html! { <Devices {session} {snapshot} selected={selection.rank} /> },
        View::Plan => html! { <Plan {session} {snapshot} export={state.export} selected={selection.rank} /> },
    }
}

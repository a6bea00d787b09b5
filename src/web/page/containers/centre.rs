//! The centre: the first screen, or the view that is shown.

use std::rc::Rc;

use yew::prelude::*;

use super::devices::Devices;
use super::overview::Overview;
use super::plan::Plan;
use super::slices::Slices;
use super::start::Start;
use super::tensors::Tensors;
use crate::web::page::session::{Reader, Session, State, View};

#[derive(PartialEq, Properties)]
pub(crate) struct CentreProps {
    pub session: Session,
    pub state: State,
}

/// Whatever belongs into the centre now.
#[component]
pub(crate) fn Centre(props: &CentreProps) -> Html {
    let CentreProps { session, state } = props;
    let session = session.clone();
    let Some(snapshot) = state.snapshot.clone() else {
        let waits = !matches!(state.reader, Reader::Ready);
        return html! { <Start {session} {waits} /> };
    };
    let selection = state.selection;
    let snapshot: Rc<_> = snapshot;
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

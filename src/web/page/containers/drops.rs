//! Drops anywhere on the page: while something is dragged, each half of the window is a side.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, Element};
use yew::prelude::*;

use super::{SIDES, side_id, side_title};
use crate::check::Side;
use crate::web::page::model::{Listing, open_files, read_drop};
use crate::web::page::session::{Action, Session, use_look};
use crate::web::text;

#[derive(PartialEq, Properties)]
pub(crate) struct DropsProps {
    pub session: Session,
}

/// Listens for drags and shows the two halves meanwhile.
#[component]
pub(crate) fn Drops(props: &DropsProps) -> Html {
    let lang = use_look().lang;
    let over = use_state_eq(|| None::<Side>);
    {
        let (session, set) = (props.session.clone(), over.setter());
        use_effect_with((), move |()| {
            let listeners = listeners(session, set);
            move || drop(listeners)
        });
    }
    let Some(over) = *over else { return Html::default() };
    let half = |side: Side| {
        let says = text::DROP_HERE.with(lang, &[("side", &side_title(side).of(lang))]);
        html! { <div class={classes!("drop-half", (side == over).then_some("over"))}>{ says }</div> }
    };
    html! { <div class="drop-halves">{ for SIDES.into_iter().map(half) }</div> }
}

fn listeners(session: Session, over: UseStateSetter<Option<Side>>) -> Vec<EventListener> {
    let Some(window) = web_sys::window() else { return Vec::new() };
    // Passive listeners could not keep the browser from opening the file itself.
    let options = EventListenerOptions::enable_prevent_default();
    let listen = |name: &'static str, heard: Box<dyn Fn(&DragEvent)>| {
        EventListener::new_with_options(&window, name, options, move |event| {
            if let Some(event) = event.dyn_ref::<DragEvent>() {
                heard(event);
            }
        })
    };
    let (enter, leave) = (over.clone(), over.clone());
    vec![
        listen(
            "dragover",
            Box::new(move |event| {
                event.prevent_default();
                enter.set(Some(side_of(event)));
            }),
        ),
        listen(
            "dragleave",
            Box::new(move |event| {
                if event.related_target().is_none() {
                    leave.set(None);
                }
            }),
        ),
        listen(
            "drop",
            Box::new(move |event| {
                event.prevent_default();
                over.set(None);
                dropped(&session, event);
            }),
        ),
    ]
}

/// The side under the pointer: a marked element's, or else the half of the window.
fn side_of(event: &DragEvent) -> Side {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let marked = element.and_then(|element| element.closest("[data-side]").ok().flatten());
    match marked.and_then(|element| element.get_attribute("data-side")).as_deref() {
        Some(name) if name == side_id(Side::Source) => return Side::Source,
        Some(name) if name == side_id(Side::Target) => return Side::Target,
        _ => {}
    }
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64()).unwrap_or(0.0);
    if f64::from(event.client_x()) < width / 2.0 { Side::Source } else { Side::Target }
}

fn dropped(session: &Session, event: &DragEvent) {
    let Some(transfer) = event.data_transfer() else { return };
    // The entries are gone once the event is over.
    let listing = Listing::take(&transfer);
    let (session, side) = (session.clone(), side_of(event));
    spawn_local(async move {
        let listed = |files| session.act(Action::Listing(Some(files)));
        match read_drop(listing, listed, session.cancelled()).await {
            Ok(Some(files)) => open_files(&session, files, side).await,
            Ok(None) => session.act(Action::Cancelled(None)),
            Err(reason) => session.act(Action::DropFault(Some(reason.into()))),
        }
        session.act(Action::Listing(None));
    });
}

//! Keys that work everywhere.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::web::command::{Command, Now, Press};
use crate::web::page::model::run;
use crate::web::page::session::Session;
use crate::web::page::utils::dom;

/// Listens for keys as long as the page is there.
#[hook]
pub(crate) fn use_keyboard(session: &Session, now: Now) {
    use_effect_with((session.clone(), now), |(session, now)| {
        let (session, now) = (session.clone(), *now);
        let options = EventListenerOptions::enable_prevent_default();
        let listener = web_sys::window().map(|window| {
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
                // A view that handles a key says so; a menu closes itself.
                if event.default_prevented() || (event.key() == "Escape" && dom::has(":popover-open")) {
                    return;
                }
                if let Some(command) = command(event).filter(|command| command.works(now)) {
                    event.prevent_default();
                    run(&session, command);
                }
            })
        });
        move || drop(listener)
    });
}

fn command(event: &KeyboardEvent) -> Option<Command> {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let field = target.and_then(|element| element.closest("input, textarea, select").ok().flatten());
    Command::of(&Press {
        key: &event.key(),
        modifier: event.ctrl_key() || event.meta_key(),
        shift: event.shift_key(),
        alt: event.alt_key(),
        typing: field.is_some(),
        composing: event.is_composing(),
    })
}

//! Keeps the address of the page to what is shown, and the page to its address.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use yew::prelude::*;

use super::{Action, Session, State, View};
use crate::web::address::Address;
use crate::web::page::utils::dom;

/// How long changes within a view are gathered: browsers refuse to write the address too often.
const GATHER_MS: u32 = 200;

/// What the bar shows.
#[derive(Default)]
struct Bar {
    /// The view of the entry; none before a pile is open.
    view: Option<View>,
    /// A change within the view that is not written yet.
    pending: Option<String>,
    /// What writes it.
    timer: Option<Timeout>,
}

/// Writes the state into the address: every view is an entry of the history, what is done within
/// a view changes its entry. Follows the address when the visitor goes back or edits it.
#[hook]
pub(crate) fn use_address(session: &Session, state: &State) {
    let bar = use_mut_ref(Bar::default);
    let arrived = bar.clone();
    use_effect_with(session.clone(), move |session| {
        let session = session.clone();
        let listener = web_sys::window().map(|window| {
            EventListener::new(&window, "hashchange", move |_| {
                let address = Address::parse(&dom::address());
                // What is open is never replaced by going back.
                if address.example && arrived.borrow().view.is_none() {
                    session.open_example();
                }
                // The entry is there already.
                arrived.borrow_mut().view = address.view;
                session.act(Action::Arrive(Box::new(address)));
            })
        });
        move || drop(listener)
    });
    use_effect_with(state.address(), move |address| write(&bar, address));
}

fn write(bar: &Rc<RefCell<Bar>>, address: &Address) {
    let mut now = bar.borrow_mut();
    let anew = now.view.is_some() && address.view.is_some() && now.view != address.view;
    let closed = now.view.is_some() && address.view.is_none();
    now.view = address.view;
    if closed {
        // Whoever loads the page anew now starts anew.
        now.pending = None;
        dom::write_address("", false);
    } else if anew {
        if let Some(last) = now.pending.take() {
            dom::write_address(&last, false);
        }
        dom::write_address(&address.to_string(), true);
    } else if Address::parse(&dom::address()) == *address {
        now.pending = None;
    } else {
        now.pending = Some(address.to_string());
        let later = bar.clone();
        now.timer = Some(Timeout::new(GATHER_MS, move || {
            if let Some(text) = later.borrow_mut().pending.take() {
                dom::write_address(&text, false);
            }
        }));
    }
}

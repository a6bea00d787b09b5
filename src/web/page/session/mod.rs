//! The page's state, its actions, and the cheap handle through which components act.

mod address;
mod choice;
mod inferred;
mod link;
mod look;
mod state;

pub(crate) use address::use_address;
pub(crate) use choice::{ChoicesContext, use_choice};
pub(crate) use inferred::{Inferences, use_inferred};
pub(crate) use link::Link;
pub(crate) use look::{Look, use_look};
pub(crate) use state::{Action, Export, Reader, State};

pub(crate) use crate::web::selection::{Focus, Picked, Selection};
pub(crate) use crate::web::theme::Theme;
pub(crate) use crate::web::view::View;

use std::rc::Rc;

use js_sys::Array;
use yew::prelude::*;

use crate::web::protocol::{Input, Parcel};

/// What components act through: state changes and requests to the worker. Cheap to clone, and
/// equal as long as it is the same session.
#[derive(Clone)]
pub(crate) struct Session {
    dispatcher: UseReducerDispatcher<State>,
    link: Rc<Link>,
}

impl Session {
    pub(crate) const fn new(dispatcher: UseReducerDispatcher<State>, link: Rc<Link>) -> Self {
        Self { dispatcher, link }
    }

    /// Spawns the worker.
    pub(crate) fn connect(&self) {
        self.link.connect(&self.dispatcher);
    }

    /// Changes the state.
    pub(crate) fn act(&self, action: Action) {
        self.dispatcher.dispatch(action);
    }

    /// Asks the worker.
    pub(crate) fn ask(&self, input: Input) {
        self.link.send(Parcel::of(input));
    }

    /// Asks the worker, with files.
    pub(crate) fn hand_over(&self, input: Input, files: Array) {
        self.link.send(Parcel::with(input, files));
    }

    /// Opens the built-in example.
    pub(crate) fn open_example(&self) {
        self.act(Action::Example);
        self.ask(Input::Example);
    }

    /// Stops what is being listed, read or planned.
    pub(crate) fn cancel(&self) {
        self.link.cancel();
    }

    /// Tells from then on whether something was cancelled since now.
    pub(crate) fn cancelled(&self) -> impl Fn() -> bool + 'static {
        let (link, since) = (self.link.clone(), self.link.stops());
        move || link.stops() != since
    }

    /// A click that changes the state.
    pub(crate) fn click(&self, action: Action) -> Callback<MouseEvent> {
        self.on(move |_| action.clone())
    }

    /// A callback that changes the state.
    pub(crate) fn on<T: 'static>(&self, action: impl Fn(T) -> Action + 'static) -> Callback<T> {
        let session = self.clone();
        Callback::from(move |value| session.act(action(value)))
    }
}

impl PartialEq for Session {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.link, &other.link)
    }
}

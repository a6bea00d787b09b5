//! The hook that searches names as one types.

use std::rc::Rc;

use yew::prelude::*;

use crate::web::page::model::{Answer, NameSearch};
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::tensors::{Found, Query};

/// How a search is.
#[derive(Clone, PartialEq)]
pub(super) enum Searching {
    /// Nothing is looked for.
    Off,
    /// Not answered yet; what was found before stays shown.
    Running(Option<Same<Found>>),
    /// Answered.
    Found(Same<Found>),
    /// The pattern is none, and why.
    Invalid(Rc<str>),
    /// It took too long.
    Stopped,
}

impl Searching {
    /// What was found, if something was looked for.
    pub(super) fn found(&self) -> Option<&Same<Found>> {
        match self {
            Self::Found(found) | Self::Running(Some(found)) => Some(found),
            Self::Off | Self::Running(None) | Self::Invalid(_) | Self::Stopped => None,
        }
    }
}

enum Event {
    Asked,
    Answered(Answer),
    Emptied,
}

#[derive(PartialEq)]
struct State(Searching);

impl Reducible for State {
    type Action = Event;

    fn reduce(self: Rc<Self>, event: Event) -> Rc<Self> {
        Rc::new(Self(match (event, &self.0) {
            (Event::Asked, searching) => Searching::Running(searching.found().cloned()),
            (Event::Emptied, _) | (Event::Answered(_), Searching::Off) => Searching::Off,
            (Event::Answered(Answer::Found(found)), _) => Searching::Found(Same::new(found)),
            (Event::Answered(Answer::Invalid(reason)), _) => Searching::Invalid(reason.into()),
            (Event::Answered(Answer::Stopped), _) => Searching::Stopped,
        }))
    }
}

/// Searches for what was typed.
#[hook]
pub(super) fn use_search(snapshot: &Same<Snapshot>, typed: &str) -> Searching {
    let state = use_reducer_eq(|| State(Searching::Off));
    let search = use_memo(snapshot.clone(), |_| {
        let dispatcher = state.dispatcher();
        NameSearch::new(snapshot.clone(), move |answer| dispatcher.dispatch(Event::Answered(answer)))
    });
    use_effect_with(Same::from(search.clone()), |search| {
        let search = search.clone();
        move || search.close()
    });
    let query = Query::new(typed);
    use_effect_with((Same::from(search), query), {
        let dispatcher = state.dispatcher();
        move |(search, query)| {
            if query.patterns().is_empty() {
                search.forget();
                dispatcher.dispatch(Event::Emptied);
            } else {
                dispatcher.dispatch(Event::Asked);
                search.ask(query.patterns());
            }
        }
    });
    state.0.clone()
}

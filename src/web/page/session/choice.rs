//! One of the choices inside the views, as a component holds it.

use std::rc::Rc;

use yew::prelude::*;

use super::{Action, Session};
use crate::web::choices::Choices;

/// How components get at the choices.
pub(crate) type ChoicesContext = Rc<Choices>;

/// The chosen value of a key, empty if none, and what chooses another.
#[hook]
pub(crate) fn use_choice(session: &Session, key: &'static str) -> (String, Callback<String>) {
    let choices = use_context::<ChoicesContext>().unwrap_or_default();
    (choices.get(key).to_owned(), session.on(move |value| Action::Choose(key, value)))
}

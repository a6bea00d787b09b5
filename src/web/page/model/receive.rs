//! Turns the worker's answers into changes of the state.

use std::rc::Rc;

use yew::prelude::*;

use super::save_file;
use crate::web::page::session::{Action, Export, Reader, State};
use crate::web::protocol::Output;

/// Applies one answer.
pub(crate) fn receive(output: Output, dispatcher: &UseReducerDispatcher<State>) {
    let action = match output {
        Output::Ready => Action::Reader(Reader::Ready),
        Output::Progress(progress) => Action::Reader(Reader::Busy(progress)),
        Output::Snapshot(snapshot) => Action::Know(Rc::new(snapshot.open())),
        Output::Located(located) => Action::Located(Rc::new(located.open())),
        Output::PlanJson(None) => Action::Export(Export::Idle),
        Output::PlanJson(Some(json)) => {
            let bytes = json.bytes();
            let size = bytes.len() as u64;
            save_file("plan.json", "application/json", &bytes);
            Action::Export(Export::Done(size))
        }
    };
    dispatcher.dispatch(action);
}

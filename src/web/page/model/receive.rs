//! Turns the worker's answers into changes of the state.

use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;

use super::save_file;
use crate::web::page::session::{Action, Export, Reader};
use crate::web::page::utils::Same;
use crate::web::protocol::{Output, Parcel};

/// What follows from an answer; none from a file, which is saved at once.
pub(crate) fn receive(answer: Parcel<Output>) -> Option<Action> {
    let Parcel { said, beside, .. } = answer;
    Some(match said {
        Output::Ready => Action::Reader(Reader::Ready),
        Output::Progress(progress) => Action::Reader(Reader::Busy(progress)),
        Output::Snapshot(mut known) => {
            known.tensors = known.tensors.attach([0, 1, 2].map(|at| column(&beside, at)));
            Action::Know(Same::new(*known))
        }
        Output::Cancelled(progress) => Action::Cancelled(Some(progress)),
        Output::Located(located) => Action::Located(Same::new(located)),
        Output::Heat(heat) => Action::Heat(heat.map(Rc::new)),
        Output::Pair(pair) => Action::Pair(pair.map(Rc::new)),
        Output::Explained(answer) => Action::Answered(answer),
        Output::Resumed(told) => Action::Resumed(Same::new(*told)),
        Output::Inferred(inference) => Action::Inferred(Same::new(*inference)),
        Output::InferredFile(None) => return None,
        Output::InferredFile(Some(name)) => {
            save_file(&name, "application/octet-stream", &column(&beside, 0));
            return None;
        }
        Output::Advised(told) => Action::Advised(Same::new(*told)),
        Output::PlanJson if beside.length() == 0 => Action::Export(Export::Idle),
        Output::PlanJson => {
            let bytes = column(&beside, 0);
            save_file("plan.json", "application/json", &bytes);
            Action::Export(Export::Done(bytes.len() as u64))
        }
    })
}

/// Bytes that came beside an answer.
fn column(beside: &Array, at: u32) -> Vec<u8> {
    beside.get(at).unchecked_into::<Uint8Array>().to_vec()
}

//! A number that may be given.

use yew::prelude::*;

use crate::web::page::utils::dom;

/// A labelled field for a whole number from 1 to `largest`, with the assumed one where none is typed.
pub(crate) fn number_field(
    id: &'static str,
    label: &'static str,
    typed: &str,
    assumed: String,
    largest: u64,
    choose: &Callback<String>,
) -> Html {
    let oninput = {
        let choose = choose.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(typed) = dom::typed(&event) {
                choose.emit(typed);
            }
        })
    };
    let is_number =
        typed.is_empty() || typed.parse::<u64>().is_ok_and(|number| (1..=largest).contains(&number));
    html! {
        <label class="select"><span>{ label }</span>
            <input {id} class="speed" type="number" min="1" step="1" inputmode="numeric" value={typed.to_owned()}
                placeholder={assumed} {oninput} aria-invalid={(!is_number).then_some("true")} />
        </label>
    }
}

//! A path that may be given.

use yew::prelude::*;

use crate::web::page::utils::dom;

/// A labelled field for a path, with the assumed one where none is typed.
pub(crate) fn path_field(
    id: &'static str,
    label: &'static str,
    typed: &str,
    assumed: String,
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
    html! {
        <label class="select"><span>{ label }</span>
            <input {id} class="speed path" type="text" spellcheck="false" autocomplete="off"
                value={typed.to_owned()} placeholder={assumed} {oninput} />
        </label>
    }
}

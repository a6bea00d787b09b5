//! One of several values, from a list.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::check::Lang;
use crate::web::text::Text;

/// A labelled list of values with their names.
pub(crate) fn select(
    id: &'static str,
    label: &Text,
    choices: &[(&'static str, &Text)],
    chosen: &str,
    onchoose: &Callback<String>,
    lang: Lang,
) -> Html {
    let onchange = {
        let onchoose = onchoose.clone();
        Callback::from(move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                onchoose.emit(select.value());
            }
        })
    };
    let option = |&(value, name): &(&'static str, &Text)| {
        html! { <option {value} selected={value == chosen}>{ name.of(lang) }</option> }
    };
    html! {
        <label class="select"><span>{ label.of(lang) }</span>
            <select {id} class="pick" {onchange}>{ for choices.iter().map(option) }</select>
        </label>
    }
}

//! One of a few choices.

use yew::prelude::*;

/// Buttons side by side, one of them pressed; `label` says to screen readers what is chosen.
pub(crate) fn segmented(
    label: &'static str,
    choices: &[String],
    chosen: usize,
    onchoose: &Callback<usize>,
) -> Html {
    let button = |(index, choice): (usize, &String)| {
        let choose = onchoose.reform(move |_| index);
        let pressed = index == chosen;
        html! { <button type="button" aria-pressed={pressed.to_string()} onclick={choose}>{ choice }</button> }
    };
    html! {
        <div class="segmented" role="group" aria-label={label}>
            { for choices.iter().enumerate().map(button) }
        </div>
    }
}

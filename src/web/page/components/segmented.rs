//! One of a few choices.

use yew::prelude::*;

/// One choice.
#[derive(Clone, PartialEq)]
pub(crate) struct Choice {
    pub label: AttrValue,
    pub id: Option<AttrValue>,
}

impl Choice {
    pub(crate) fn new(label: impl Into<AttrValue>) -> Self {
        Self { label: label.into(), id: None }
    }
}

#[derive(PartialEq, Properties)]
pub(crate) struct SegmentedProps {
    /// What is chosen, for screen readers.
    pub label: AttrValue,
    pub choices: Vec<Choice>,
    pub chosen: usize,
    pub onchoose: Callback<usize>,
}

/// Buttons side by side, one of them pressed.
#[component]
pub(crate) fn Segmented(props: &SegmentedProps) -> Html {
    let button = |(index, choice): (usize, &Choice)| {
        let choose = props.onchoose.reform(move |_| index);
        let pressed = index == props.chosen;
        html! {
            <button type="button" id={choice.id.clone()} aria-pressed={pressed.to_string()} onclick={choose}>
                { choice.label.clone() }
            </button>
        }
    };
    html! {
        <div class="segmented" role="group" aria-label={props.label.clone()}>
            { for props.choices.iter().enumerate().map(button) }
        </div>
    }
}

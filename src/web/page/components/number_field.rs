//! A number that may be given.

use yew::prelude::*;

use crate::web::page::utils::dom;

/// A whole number from 1 on.
pub(crate) struct NumberField<'a> {
    pub id: &'static str,
    pub label: &'static str,
    pub typed: &'a str,
    /// What counts where none is typed; empty if nothing does.
    pub assumed: String,
    pub largest: u64,
    /// What it is a number of, said behind it.
    pub unit: Option<&'static str>,
    /// The element that says what follows from it.
    pub described_by: Option<&'static str>,
    pub choose: &'a Callback<String>,
}

impl<'a> NumberField<'a> {
    /// A field for any number, with nothing assumed or said besides.
    pub(crate) const fn new(
        id: &'static str,
        label: &'static str,
        typed: &'a str,
        choose: &'a Callback<String>,
    ) -> Self {
        let assumed = String::new();
        Self { id, label, typed, assumed, largest: u64::MAX, unit: None, described_by: None, choose }
    }
}

/// The field with its label. What is typed and is no such number is marked.
pub(crate) fn number_field(field: NumberField<'_>) -> Html {
    let NumberField { id, label, typed, assumed, largest, unit, described_by, choose } = field;
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
                placeholder={assumed} {oninput} aria-describedby={described_by}
                aria-invalid={(!is_number).then_some("true")} />
            { for unit.map(|unit| html! { <span class="quiet">{ unit }</span> }) }
        </label>
    }
}

//! One of many choices, in a menu.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(PartialEq, Properties)]
pub(crate) struct PickProps {
    pub id: AttrValue,
    /// What is chosen, for screen readers.
    pub label: AttrValue,
    /// Values and what they are called.
    pub options: Vec<(AttrValue, AttrValue)>,
    /// The chosen value.
    pub value: AttrValue,
    #[prop_or_default]
    pub class: Classes,
    pub onchoose: Callback<String>,
}

/// The menu. It follows its value also after a visitor has chosen another.
#[component]
pub(crate) fn Pick(props: &PickProps) -> Html {
    let node = use_node_ref();
    // Attributes of options no longer count once a visitor has chosen: the property does.
    use_effect_with((node.clone(), props.value.clone(), props.options.clone()), |(node, value, _)| {
        if let Some(select) = node.cast::<HtmlSelectElement>() {
            select.set_value(value);
        }
    });
    let onchoose = props.onchoose.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            onchoose.emit(select.value());
        }
    });
    html! {
        <select ref={node} id={props.id.clone()} class={classes!("pick", props.class.clone())}
            aria-label={props.label.clone()} {onchange}>
            { for props.options.iter().map(|(value, text)| html! { <option value={value}>{ text }</option> }) }
        </select>
    }
}

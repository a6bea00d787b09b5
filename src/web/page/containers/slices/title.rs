//! Name, type, shape, bytes, and the neighbours.

use yew::prelude::*;

use super::TensorProps;
use crate::check::Lang;
use crate::web::page::components::{Glyph, byte_count, icon_button, name_broken};
use crate::web::page::session::Action;
use crate::web::text;

/// The head of the view.
pub(super) fn title(props: &TensorProps, lang: Lang) -> Html {
    let Some(tensor) = &props.snapshot.tensors.get(props.index) else { return Html::default() };
    let step = |to: Option<usize>, label: &'static text::Text, glyph: Glyph| {
        let onclick = to.map(|to| props.session.click(Action::Tensor(to)));
        icon_button(glyph, label.of(lang), onclick)
    };
    let [before, next] = props.snapshot.neighbours(props.index);
    html! {
        <header class="tensor-title">
            { step(before, &text::PREVIOUS, Glyph::Previous) }
            { step(next, &text::NEXT, Glyph::Next) }
            <h1>{ name_broken(&tensor.name) }</h1>
            <p class="tensor-facts">
                if let Some(shape) = &tensor.shape { <span class="num">{ shape.to_string() }</span> }
                if let Some(dtype) = tensor.dtype { <span>{ dtype.label() }</span> }
                if let Some(value) = tensor.bytes() { { byte_count(value) } }
            </p>
        </header>
    }
}

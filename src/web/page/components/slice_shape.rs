//! A slice's shape with the cuts in it: `[2048÷2, 4096] ×2`.

use yew::prelude::*;

use crate::check::Lang;
use crate::geometry::Shape;
use crate::web::snapshot::{Held, SideFacts, TensorFacts};
use crate::web::text;

/// How one side holds a tensor, in one line.
pub(crate) fn slice_shape(tensor: &TensorFacts, held: &Held, side: Option<&SideFacts>, lang: Lang) -> Html {
    let placed = match held {
        Held::Absent => return html! { <span class="absent">{ text::HELD_ABSENT.of(lang) }</span> },
        Held::Whole => return html! { <span class="whole">{ text::HELD_WHOLE.of(lang) }</span> },
        Held::Laid(placed) => placed,
    };
    let layout = placed.first().and_then(|placed| side?.layouts.get(placed.layout));
    let Some(layout) = layout else { return Html::default() };
    let lens = tensor.shape.as_ref().map(Shape::dims);
    let dims = layout.cuts().into_iter().enumerate().map(|(dim, parts)| {
        let whole = lens.and_then(|lens| lens.get(dim)).copied();
        let len = whole.map_or_else(|| "?".to_owned(), |len| (len / parts.max(1)).to_string());
        let comma = (dim > 0).then_some(", ");
        if parts > 1 {
            html! { <>{ comma }<b class="cut">{ len }<sub>{ format!("÷{parts}") }</sub></b></> }
        } else {
            html! { <>{ comma }{ len }</> }
        }
    });
    let replicas = layout.replicas();
    html! {
        <span class="slice-shape">
            <span class="num">{ "[" }{ for dims }{ "]" }</span>
            if replicas > 1 {
                <span class="replicas" title={text::REPLICAS_HINT.with(lang, &[("n", &replicas)])}>
                    { text::REPLICAS.with(lang, &[("n", &replicas)]) }
                </span>
            }
        </span>
    }
}

//! A list of rows of equal height of which only the visible ones exist.

use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::web::number::{float, whole};
use crate::web::page::utils::{dom, hooks::use_size};

/// Rows beyond both edges, so that quick scrolling shows no gap.
const MARGIN: usize = 8;
/// Browsers lay out elements up to about 2^24 px exactly; more rows than fit are reached by search.
const MAX_HEIGHT: u64 = 16_000_000;

#[derive(PartialEq, Properties)]
pub(crate) struct ScrollProps {
    /// Number of rows.
    pub rows: usize,
    /// Height of a row in px.
    pub row_height: u64,
    /// Draws a row.
    pub row: Callback<usize, Html>,
    /// A row to keep in sight.
    #[prop_or_default]
    pub reveal: Option<usize>,
    /// Shown above the rows, stays in sight.
    #[prop_or_default]
    pub head: Html,
    #[prop_or_default]
    pub class: Classes,
    pub label: AttrValue,
    /// ARIA role of the whole.
    #[prop_or(AttrValue::Static("grid"))]
    pub role: AttrValue,
    /// Id of the selected row, which the keyboard moves.
    #[prop_or_default]
    pub active: Option<AttrValue>,
    #[prop_or_default]
    pub onkeydown: Callback<KeyboardEvent>,
}

/// The list. It scrolls by itself and takes the height it is given.
#[component]
pub(crate) fn ScrollPanel(props: &ScrollProps) -> Html {
    let outer = use_node_ref();
    let inner = use_node_ref();
    let window = use_node_ref();
    let (_, height) = use_size(outer.clone());
    let top = use_state_eq(|| 0u64);
    let onscroll = {
        let (outer, top) = (outer.clone(), top.setter());
        Callback::from(move |_: Event| {
            if let Some(outer) = outer.cast::<Element>() {
                top.set(whole(f64::from(outer.scroll_top())));
            }
        })
    };
    let row_height = props.row_height.max(1);
    let first = usize::try_from(*top / row_height).unwrap_or(0).saturating_sub(MARGIN);
    let count = usize::try_from(height / row_height).unwrap_or(0) + 2 * MARGIN + 1;
    let first = first.min(props.rows);
    let last = (first + count).min(props.rows);
    use_effect_with((props.rows, row_height, inner.clone()), |(rows, row_height, inner)| {
        if let Some(inner) = inner.cast::<Element>() {
            let height = (*rows as u64).saturating_mul(*row_height).min(MAX_HEIGHT);
            dom::set_style(&inner, "height", &format!("{height}px"));
        }
    });
    use_effect_with((first, row_height, window.clone()), |(first, row_height, window)| {
        if let Some(window) = window.cast::<Element>() {
            let offset = (*first as u64).saturating_mul(*row_height);
            dom::set_style(&window, "transform", &format!("translateY({offset}px)"));
        }
    });
    use_effect_with((props.reveal, height > 0, props.rows), {
        let outer = outer.clone();
        move |(reveal, shown, _)| {
            if let (Some(row), true, Some(outer)) = (*reveal, *shown, outer.cast::<HtmlElement>()) {
                reveal_row(&outer, row as u64, row_height);
            }
        }
    });
    html! {
        <div ref={outer} class={classes!("scroll-panel", props.class.clone())} role={props.role.clone()}
            aria-label={props.label.clone()} aria-rowcount={props.rows.to_string()} aria-activedescendant={props.active.clone()} tabindex="0"
            {onscroll} onkeydown={props.onkeydown.clone()}>
            { props.head.clone() }
            <div ref={inner} class="scroll-inner" role="presentation">
                <div ref={window} class="scroll-window" role="presentation">
                    { for (first..last).map(|row| props.row.emit(row)) }
                </div>
            </div>
        </div>
    }
}

/// Scrolls as little as needed.
fn reveal_row(outer: &HtmlElement, row: u64, row_height: u64) {
    let head = outer
        .query_selector(".scroll-head")
        .ok()
        .flatten()
        .map_or(0.0, |head| f64::from(head.client_height()));
    let (top, height) = (f64::from(outer.scroll_top()), f64::from(outer.client_height()) - head);
    let (from, to) = (float(row * row_height), float((row + 1) * row_height));
    let wanted = if from < top {
        from
    } else if to > top + height {
        to - height
    } else {
        return;
    };
    outer.scroll_to_with_x_and_y(0.0, wanted);
}

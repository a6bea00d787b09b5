//! A list of rows of equal height of which only the visible ones exist.

use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::web::number::{float, whole};
use crate::web::page::session::{Look, use_look};
use crate::web::page::utils::{dom, hooks::use_size};
use crate::web::{text, units};

/// Rows beyond both edges, so that quick scrolling shows no gap.
const MARGIN: usize = 8;
/// Rows by which the drawn ones move on: fewer drawings while one scrolls.
const STEP: u64 = 4;
/// Rows on paper, from the first.
const PRINTED: usize = 400;
/// Browsers lay out elements up to about 2^24 px exactly. A longer list scrolls faster than the
/// wheel turns.
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
    pub head: Option<Html>,
    #[prop_or_default]
    pub class: Classes,
    pub label: AttrValue,
    /// How the keyboard moves in it.
    #[prop_or_default]
    pub hint: Option<AttrValue>,
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
    let Look { lang, paper, .. } = use_look();
    let outer = use_node_ref();
    let inner = use_node_ref();
    let window = use_node_ref();
    let (_, height) = use_size(outer.clone());
    let row_height = props.row_height.max(1);
    let scale = Scale::new(props.rows as u64 * row_height, height);
    let top = use_state_eq(|| 0u64);
    let onscroll = {
        let (outer, top) = (outer.clone(), top.setter());
        Callback::from(move |_: Event| {
            if let Some(outer) = outer.cast::<Element>() {
                let scrolled = whole(f64::from(outer.scroll_top()));
                // Drawn rows stay right until they run out, unless they move against the panel.
                top.set(if scale.is_exact() {
                    scrolled / (STEP * row_height) * (STEP * row_height)
                } else {
                    scrolled
                });
            }
        })
    };
    let first = usize::try_from(scale.row_px(*top) / row_height).unwrap_or(0).saturating_sub(MARGIN);
    let count = usize::try_from(height / row_height + STEP).unwrap_or(0) + 2 * MARGIN + 1;
    let (first, count) =
        if paper { (0, PRINTED) } else { (first.min(props.rows.saturating_sub(count)), count) };
    let last = (first + count).min(props.rows);
    use_effect_with((scale, inner.clone()), |(scale, inner)| {
        if let Some(inner) = inner.cast::<Element>() {
            dom::set_style(&inner, "height", &format!("{}px", scale.height()));
        }
    });
    let offset = scale.offset(first as u64 * row_height, *top);
    use_effect_with((offset, window.clone()), |(offset, window)| {
        if let Some(window) = window.cast::<Element>() {
            dom::set_style(&window, "transform", &format!("translateY({offset}px)"));
        }
    });
    use_effect_with((props.reveal, height > 0, props.rows), {
        let outer = outer.clone();
        move |(reveal, shown, _)| {
            if let (Some(row), true, Some(outer)) = (*reveal, *shown, outer.cast::<HtmlElement>()) {
                reveal_row(&outer, row as u64, row_height, scale);
            }
        }
    });
    html! {
        <div ref={outer} class={classes!("scroll-panel", props.class.clone())} role={props.role.clone()}
            aria-label={props.label.clone()} aria-description={props.hint.clone()} aria-activedescendant={props.active.clone()}
            aria-rowcount={(props.rows + usize::from(props.head.is_some())).to_string()} tabindex="0"
            {onscroll} onkeydown={props.onkeydown.clone()}>
            { props.head.clone() }
            <div ref={inner} class="scroll-inner" role="presentation">
                <div ref={window} class="scroll-window" role="presentation">
                    { for (first..last).map(|row| props.row.emit(row)) }
                </div>
            </div>
            if paper && last < props.rows {
                <p>{ text::FINDINGS_MORE.with(lang, &[("n", &units::grouped((props.rows - last) as u64))]) }</p>
            }
        </div>
    }
}

/// From the position of the scroll bar to that in the rows: the same unless all rows are higher
/// than a browser can lay out.
#[derive(Clone, Copy, PartialEq)]
struct Scale {
    /// Height of all rows, and of what is seen of them, in px.
    rows: u64,
    seen: u64,
}

impl Scale {
    const fn new(rows: u64, seen: u64) -> Self {
        Self { rows, seen }
    }

    const fn is_exact(self) -> bool {
        self.rows <= MAX_HEIGHT
    }

    fn height(self) -> u64 {
        self.rows.min(MAX_HEIGHT)
    }

    /// How far rows move per px of the scroll bar.
    fn pace(self) -> f64 {
        let room = |height: u64| float(height.saturating_sub(self.seen).max(1));
        if self.is_exact() { 1.0 } else { room(self.rows) / room(MAX_HEIGHT) }
    }

    /// The px in the rows that is at the top.
    fn row_px(self, top: u64) -> u64 {
        whole(float(top) * self.pace())
    }

    /// Where rows that start at a px are put.
    fn offset(self, row_px: u64, top: u64) -> u64 {
        if self.is_exact() { row_px } else { (top + row_px).saturating_sub(self.row_px(top)) }
    }
}

/// Scrolls as little as needed.
fn reveal_row(outer: &HtmlElement, row: u64, row_height: u64, scale: Scale) {
    let head = outer
        .query_selector(".scroll-head")
        .ok()
        .flatten()
        .map_or(0.0, |head| f64::from(head.client_height()));
    let top = f64::from(outer.scroll_top()) * scale.pace();
    let height = f64::from(outer.client_height()) - head;
    let (from, to) = (float(row * row_height), float((row + 1) * row_height));
    let wanted = if from < top {
        from
    } else if to > top + height {
        to - height
    } else {
        return;
    };
    outer.scroll_to_with_x_and_y(f64::from(outer.scroll_left()), wanted / scale.pace());
}

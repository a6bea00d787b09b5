//! Which two dimensions are drawn, and where the others are cut open.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::check::Lang;
use crate::web::picture::Section;
use crate::web::text;

pub(super) struct SectionProps {
    pub dims: Vec<u64>,
    pub section: Section,
    pub onchange: Callback<Section>,
}

/// Choices of a tensor of three or more dimensions; nothing for others.
pub(super) fn section_tools(props: &SectionProps, lang: Lang) -> Html {
    let SectionProps { dims, section, .. } = props;
    let (Some(rows), Some(cols)) = (section.rows, section.cols) else { return Html::default() };
    if dims.len() < 3 {
        return Html::default();
    }
    let choose = |label: &'static text::Text, now: usize, set: fn(&mut Section, usize)| {
        let (section, onchange) = (section.clone(), props.onchange.clone());
        let onchange = Callback::from(move |event: Event| {
            let select = event.target_dyn_into::<HtmlSelectElement>();
            if let Some(dim) = select.and_then(|select| select.value().parse().ok()) {
                let mut next = section.clone();
                set(&mut next, dim);
                onchange.emit(next);
            }
        });
        let option =
            |dim: usize| html! { <option value={dim.to_string()} selected={dim == now}>{ dim }</option> };
        html! { <label>{ label.of(lang) }<select {onchange}>{ for (0..dims.len()).map(option) }</select></label> }
    };
    let others = (0..dims.len()).filter(|&dim| dim != rows && dim != cols);
    html! {
        <div class="tools section-tools">
            { choose(&text::DRAWN_DOWN, rows, draw_down) }
            { choose(&text::DRAWN_RIGHT, cols, draw_right) }
            { for others.map(|dim| slider(props, dim, lang)) }
        </div>
    }
}

/// Draws a dimension downwards; if it was drawn to the right, the two change places.
fn draw_down(section: &mut Section, dim: usize) {
    if section.cols == Some(dim) {
        section.cols = section.rows;
    }
    section.rows = Some(dim);
}

/// The same to the right.
fn draw_right(section: &mut Section, dim: usize) {
    if section.rows == Some(dim) {
        section.rows = section.cols;
    }
    section.cols = Some(dim);
}

fn slider(props: &SectionProps, dim: usize, lang: Lang) -> Html {
    let len = props.dims.get(dim).copied().unwrap_or(1);
    let at = props.section.at.get(dim).copied().unwrap_or(0);
    let (section, onchange) = (props.section.clone(), props.onchange.clone());
    let oninput = Callback::from(move |event: InputEvent| {
        let input = event.target_dyn_into::<HtmlInputElement>();
        if let Some(at) = input.and_then(|input| input.value().parse().ok()) {
            let mut next = section.clone();
            if let Some(slot) = next.at.get_mut(dim) {
                *slot = at;
            }
            onchange.emit(next);
        }
    });
    html! {
        <label>
            { text::CUT_OPEN.with(lang, &[("dim", &dim), ("at", &at)]) }
            <input type="range" min="0" max={len.saturating_sub(1).to_string()} value={at.to_string()} {oninput} />
        </label>
    }
}

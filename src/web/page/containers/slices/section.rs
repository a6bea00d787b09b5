//! Which two dimensions are drawn, and the steps through the others.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::Scene;
use crate::check::Lang;
use crate::geometry::Span;
use crate::web::page::components::{Glyph, icon_button};
use crate::web::page::utils::dom;
use crate::web::slices::{Section, stops};
use crate::web::text;

/// Choices of a tensor of three or more dimensions; nothing for others.
pub(super) fn section_tools(scene: &Scene, onchange: &Callback<Section>, lang: Lang) -> Html {
    let (Some(rows), Some(cols)) = (scene.section.rows, scene.section.cols) else { return Html::default() };
    if scene.dims.len() < 3 {
        return Html::default();
    }
    let choose = |label: &'static text::Text,
                  id: &'static str,
                  now: usize,
                  set: fn(Section, usize) -> Section| {
        let section = scene.section.clone();
        let onchange = onchange.clone();
        let onchange = Callback::from(move |event: Event| {
            let select = event.target_dyn_into::<HtmlSelectElement>();
            if let Some(dim) = select.and_then(|select| select.value().parse().ok()) {
                onchange.emit(set(section.clone(), dim));
            }
        });
        let option = |(dim, len): (usize, &u64)| {
            html! { <option value={dim.to_string()} selected={dim == now}>{ format!("{dim} · {len}") }</option> }
        };
        html! {
            <label class="tool">
                <span class="quiet">{ label.of(lang) }</span>
                <select {id} class="pick" {onchange}>{ for scene.dims.iter().enumerate().map(option) }</select>
            </label>
        }
    };
    html! {
        <>
            { choose(&text::DRAWN_DOWN, "slices-down", rows, Section::down) }
            { choose(&text::DRAWN_RIGHT, "slices-right", cols, Section::right) }
            { for scene.section.others().map(|dim| stepper(scene, onchange, dim, lang)) }
        </>
    }
}

/// Steps through one dimension, from boundary to boundary.
fn stepper(scene: &Scene, onchange: &Callback<Section>, dim: usize, lang: Lang) -> Html {
    let len = scene.dims.get(dim).copied().unwrap_or(1);
    let regions = scene.pair.on.iter().flatten().filter_map(|drawn| drawn.regions.as_ref().ok());
    let stops = stops(regions.filter_map(|regions| regions.bounds().get(dim).map(Vec::as_slice)));
    let name = text::DIMENSION.with(lang, &[("n", &dim)]);
    if stops.len() < 2 {
        let whole = text::STEP_WHOLE.with(lang, &[("span", &Span { start: 0, len })]);
        return html! { <span class="tool"><span class="quiet">{ name }</span><span class="num">{ whole }</span></span> };
    }
    let at = scene.section.at.get(dim).copied().unwrap_or(0);
    let now = stops.partition_point(|&stop| stop <= at).saturating_sub(1);
    let start = stops.get(now).copied().unwrap_or(0);
    let end = stops.get(now + 1).copied().unwrap_or(len);
    let span = Span { start, len: end.saturating_sub(start) };
    let part = text::STEP_PART.with(lang, &[("span", &span), ("len", &len)]);
    let last = stops.len() - 1;
    let go = {
        let (section, onchange) = (scene.section.clone(), onchange.clone());
        Callback::from(move |stop: usize| {
            if let Some(&element) = stops.get(stop) {
                onchange.emit(section.clone().at(dim, element));
            }
        })
    };
    let slide = {
        let go = go.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(stop) = dom::typed(&event).and_then(|typed| typed.parse().ok()) {
                go.emit(stop);
            }
        })
    };
    let button = |to: Option<usize>, label: &'static text::Text, glyph: Glyph| {
        let onclick = to.map(|to| go.reform(move |_: MouseEvent| to));
        let label = label.with(lang, &[("dim", &dim)]);
        icon_button(glyph, label, onclick)
    };
    html! {
        <span class="tool step" data-testid="step" data-dim={dim.to_string()}>
            <span class="quiet">{ &name }</span>
            { button(now.checked_sub(1), &text::STEP_BACK, Glyph::Previous) }
            <input type="range" min="0" max={last.to_string()} value={now.to_string()} aria-label={name}
                aria-valuetext={part.clone()} oninput={slide} />
            { button(Some(now + 1).filter(|&next| next <= last), &text::STEP_ON, Glyph::Next) }
            <span class="num step-part">{ part }</span>
        </span>
    }
}

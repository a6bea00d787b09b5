//! A tensor on both sides, and its selected slice.

use std::fmt::Display;

use yew::prelude::*;

use super::super::{SIDES, side_title};
use super::slice::SliceDetails;
use crate::check::{Lang, Side};
use crate::geometry::DType;
use crate::layout::{AxisPart, Layout};
use crate::web::page::components::{
    FindingList, Glyph, button, byte_count, compared_glyph, compared_hint, compared_label, fact, icon,
    name_broken, note, number, term,
};
use crate::web::page::session::{Action, Picked, Session, View};
use crate::web::page::utils::Same;
use crate::web::snapshot::{Compared, FindingFacts, Held, Located, Snapshot, TensorFacts};
use crate::web::{text, units};

pub(super) struct TensorProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub index: usize,
    pub view: View,
    pub region: Option<Picked>,
    pub located: Option<Same<Located>>,
}

/// The tensor.
pub(super) fn tensor_details(props: &TensorProps, lang: Lang) -> Html {
    let Some(tensor) = &props.snapshot.tensors.get(props.index) else { return Html::default() };
    let about =
        |record: &&FindingFacts| record.subject.all_tensors().any(|name| name == tensor.name.as_str());
    let findings: Vec<_> = props.snapshot.findings.iter().filter(about).cloned().collect();
    let show = props.session.click(Action::Show(View::Slices));
    let (dtype, shape) = tensor.either();
    html! {
        <>
            <h2 class="details-title">{ name_broken(&tensor.name) }</h2>
            <p class="tensor-facts">
                if props.snapshot.lacks(tensor) { <span>{ text::NOT_HELD.of(lang) }</span> }
                if let Some(shape) = shape { <span class="num">{ shape.to_string() }</span> }
                else if !props.snapshot.lacks(tensor) { <span class="num">{ "?" }</span> }
                if let Some(dtype) = dtype { <span>{ dtype.label() }</span> }
                if let Some(value) = tensor.bytes() { { byte_count(value) } }
            </p>
            if let Some(picked) = props.region {
                <SliceDetails session={props.session.clone()} snapshot={props.snapshot.clone()} index={props.index}
                    {picked} located={props.located.clone()} />
            }
            { compared(props, tensor, lang) }
            { for SIDES.into_iter().map(|side| side_facts(props, tensor, side, lang)) }
            if props.view != View::Slices {
                { button(None, Glyph::Slices, text::VIEW_SLICES.of(lang), show) }
            }
            if !findings.is_empty() {
                <h3>{ text::FINDINGS.of(lang) }</h3>
                <FindingList {findings} session={props.session.clone()} snapshot={props.snapshot.clone()} />
            }
        </>
    }
}

/// What differs between the sides.
fn compared(props: &TensorProps, tensor: &TensorFacts, lang: Lang) -> Html {
    let both = props.snapshot.source.is_some() && props.snapshot.target.is_some();
    let mut kinds = tensor.compared.iter().filter(|_| both).peekable();
    if kinds.peek().is_none() {
        return Html::default();
    }
    let line = |kind: Compared| {
        html! {
            <li data-compared={kind.name()}>
                { compared_glyph(kind).map_or_else(|| html! { <span aria-hidden="true">{ "=" }</span> }, icon) }
                { change(props, tensor, kind, lang) }
            </li>
        }
    };
    html! {
        <section class="details-side" id="details-compared">
            <h3>{ text::COMPARED_TITLE.of(lang) }</h3>
            <ul class="plain compared">{ for kinds.map(line) }</ul>
        </section>
    }
}

/// From what to what a tensor changed.
fn change(props: &TensorProps, tensor: &TensorFacts, kind: Compared, lang: Lang) -> Html {
    let tensors = &props.snapshot.tensors;
    let says = |says: String| {
        let values: [(&str, &dyn Display); 2] = [("kind", &compared_label(kind).of(lang)), ("says", &says)];
        html! { <span>{ text::DIFFERENCE_SAYS.with(lang, &values) }</span> }
    };
    let from_to = |from: Option<String>, to: Option<String>| {
        let (from, to) = (from?, to?);
        Some(says(format!("{from} → {to}")))
    };
    let (dtype, shape) = tensor.becomes.clone().map_or((None, None), |(dtype, shape)| (Some(dtype), shape));
    let old = tensors.other_name(props.index).and_then(|other| tensors.get(other.tensor));
    // Of a pair of names, the new one tells what else differs; the old one has what it was.
    let was = old.as_deref().filter(|_| tensor.source == Held::Absent).unwrap_or(tensor);
    let told = match kind {
        Compared::Renamed => other_name(props, tensor, lang),
        Compared::Reshaped => {
            from_to(was.shape.as_ref().map(ToString::to_string), shape.as_ref().map(ToString::to_string))
        }
        Compared::DType => {
            let label = |dtype: Option<DType>| dtype.map(|dtype| dtype.label().to_owned());
            from_to(label(was.dtype), label(dtype))
        }
        Compared::Added | Compared::Removed | Compared::Recut | Compared::Same => None,
    };
    told.unwrap_or_else(|| says(compared_hint(kind).of(lang).to_owned()))
}

/// The name on the other side, which leads there, and how much of it is alike.
fn other_name(props: &TensorProps, tensor: &TensorFacts, lang: Lang) -> Option<Html> {
    let tensors = &props.snapshot.tensors;
    let other = tensors.other_name(props.index)?;
    let name = tensors.get(other.tensor)?.name;
    let onclick = props.session.click(Action::Tensor(other.tensor));
    let parts = text::OTHER_NAME_PARTS.with(lang, &[("shared", &other.shared), ("of", &other.of)]);
    let says = if tensor.source == Held::Absent { &text::NAME_IN_SOURCE } else { &text::NAME_IN_TARGET };
    Some(html! {
        <span>
            { says.of(lang) }
            <button type="button" class="button" id="details-other" {onclick}>{ name_broken(&name) }</button>
            <small class="quiet">{ parts }</small>
        </span>
    })
}

/// How a side holds the tensor.
fn side_facts(props: &TensorProps, tensor: &TensorFacts, side: Side, lang: Lang) -> Html {
    let held = tensor.held(side);
    let facts = props.snapshot.side(side);
    let placements = match held {
        Held::Absent => note(text::SAYS_ABSENT.of(lang)),
        Held::Whole => html! { <p>{ text::HELD_WHOLE.of(lang) }</p> },
        Held::Laid(placed) => {
            let layout = |layout: usize| facts.and_then(|facts| facts.layouts.get(layout));
            html! { <>{ for placed.iter().filter_map(|placed| Some(placement(placed.stage, layout(placed.layout)?, lang))) }</> }
        }
    };
    html! { <section class="details-side"><h3>{ side_title(side).of(lang) }</h3>{ placements }</section> }
}

fn placement(stage: u32, layout: &Layout, lang: Lang) -> Html {
    let first = u64::from(stage).saturating_mul(layout.mesh().ranks());
    let last = first.saturating_add(layout.mesh().ranks()).saturating_sub(1);
    html! {
        <dl class="fields">
            { fact(term(&text::TERM_STAGE, text::COLUMN_STAGE.of(lang), lang), number(stage.into())) }
            { fact(text::COLUMN_RANKS.of(lang), html! { <span class="num">{ units::range(first, last) }</span> }) }
            { fact(term(&text::TERM_MESH, text::FIELD_MESH.of(lang), lang), html! { <code>{ layout.mesh().to_string() }</code> }) }
            { fact(text::FIELD_SLICES.of(lang), number(layout.shards())) }
            { fact(term(&text::TERM_REPLICA, text::FIELD_REPLICAS.of(lang), lang), number(layout.replicas())) }
            { for cuts(layout, lang).map(|cuts| fact(text::FIELD_CUTS.of(lang), cuts)) }
        </dl>
    }
}

/// Which mesh axes cut which dimension: `0 ÷ axis1 (2)`.
fn cuts(layout: &Layout, lang: Lang) -> Option<Html> {
    let line = |dim: usize, part: &AxisPart, by: Html| {
        html! { <li>{ text::DIMENSION.with(lang, &[("n", &dim)]) }{ " ÷ " }{ part.parts }{ " · " }{ by }</li> }
    };
    let named = |part: &AxisPart| {
        let name = layout.mesh().axes().get(part.axis).map_or("?", |axis| axis.name.as_str());
        html! { <code>{ name }</code> }
    };
    let mut lines = Vec::new();
    for dim in 0..layout.rank() {
        let (own, optimizer) = layout.parts_of(dim);
        let cut = |part: &&AxisPart| part.parts > 1;
        lines.extend(own.iter().filter(cut).map(|part| line(dim, part, named(part))));
        let by_optimizer = || term(&text::TERM_OPTIMIZER, text::OPTIMIZER.of(lang), lang);
        lines.extend(optimizer.iter().filter(cut).map(|part| line(dim, part, by_optimizer())));
    }
    (!lines.is_empty()).then(|| html! { <ul class="plain">{ for lines }</ul> })
}

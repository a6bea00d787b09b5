//! The Slices view: the selected tensor as a picture, source beside target, to one scale.

mod drawn;
mod frame;
mod picture;
mod read_out;
mod says;
mod section;
mod table;

use std::rc::Rc;

use yew::prelude::*;

use super::SIDES;
use crate::check::{Lang, Side};
use crate::web::page::components::{Glyph, byte_count, icon, name_broken, segmented};
use crate::web::page::session::{Action, Picked, Selection, Session, use_look};
use crate::web::page::utils::hooks::use_size;
use crate::web::picture::Section;
use crate::web::snapshot::{Located, Snapshot, TensorFacts};
use crate::web::text;

pub(super) use drawn::{Drawn, Flow, region_text};
use frame::Frame;
use picture::{PictureProps, side_picture};
use read_out::{ReadOutProps, read_out};
use section::{SectionProps, section_tools};
use table::{TableProps, region_table};

pub(crate) struct SlicesProps {
    pub session: Session,
    pub snapshot: Rc<Snapshot>,
    pub selection: Selection,
    pub located: Option<Rc<Located>>,
}

/// The view.
pub(crate) fn slices(props: &SlicesProps, lang: Lang) -> Html {
    let Some(index) = props.selection.tensor.filter(|&index| index < props.snapshot.tensors.len()) else {
        return html! { <article class="view empty"><p>{ text::SLICES_SELECT.of(lang) }</p></article> };
    };
    html! {
        // A key per tensor: section, stages and hover belong to one tensor.
        <TensorSlices key={index} {index} session={props.session.clone()} snapshot={props.snapshot.clone()}
            region={props.selection.region} located={props.located.clone()} />
    }
}

#[derive(PartialEq, Properties)]
struct TensorProps {
    index: usize,
    session: Session,
    snapshot: Rc<Snapshot>,
    region: Option<Picked>,
    located: Option<Rc<Located>>,
}

/// One tensor.
#[component]
fn TensorSlices(props: &TensorProps) -> Html {
    let lang = use_look().lang;
    let hovered = use_state_eq(|| None::<Picked>);
    let chosen = use_state_eq(|| [0usize; 2]);
    let section = use_state_eq(|| None::<Section>);
    let room = use_node_ref();
    let (width, _) = use_size(room.clone());
    let Some(tensor) = &props.snapshot.tensors.get(props.index) else { return Html::default() };
    let [source_choice, target_choice] = *chosen;
    let source = Drawn::new(&props.snapshot, tensor, Side::Source, source_choice);
    let target = Drawn::new(&props.snapshot, tensor, Side::Target, target_choice);
    let on = [source, target];
    let dims = tensor.shape.as_ref().map(|shape| shape.dims().to_vec());
    let hover = {
        let set = hovered.setter();
        Callback::from(move |picked| set.set(picked))
    };
    let pick = props.session.on(|picked: Picked| Action::Region(Some(picked)));
    let body = match dims {
        None => html! { <p class="notice">{ text::SHAPE_UNKNOWN.of(lang) }</p> },
        Some(dims) => {
            let layouts: Vec<_> = on.iter().flatten().map(|drawn| &*drawn.layout).collect();
            let telling = Section::telling(dims.len(), &layouts);
            let now = (*section).clone().unwrap_or(telling);
            let frame = Frame::new(&dims, &now, width);
            let active = hovered.or(props.region);
            let flow = active.and_then(|active| Flow::new(active, &on, &dims)).map(Rc::new);
            let set = {
                let section = section.setter();
                Callback::from(move |next| section.set(Some(next)))
            };
            html! {
                <>
                    { section_tools(&SectionProps { dims: dims.clone(), section: now.clone(), onchange: set }, lang) }
                    <div class="pictures">
                        { for SIDES.into_iter().zip(&on).zip(0..).map(|((side, drawn), at)| html! {
                            <section class="picture-side">
                                <header>
                                    <h2>{ super::side_title(side).of(lang) }</h2>
                                    <p>{ says::sentence(tensor, side, drawn.as_ref(), &props.snapshot, lang) }</p>
                                    { stage_choice(tensor, side, at, &chosen, lang) }
                                </header>
                                if let Some(drawn) = drawn {
                                    { side_picture(&PictureProps {
                                        side,
                                        drawn: drawn.clone(),
                                        dims: dims.clone(),
                                        section: now.clone(),
                                        frame,
                                        active,
                                        flow: flow.clone(),
                                        onhover: hover.clone(),
                                        onpick: pick.clone(),
                                    }, lang) }
                                }
                            </section>
                        }) }
                    </div>
                    <p class="scale-note">{ frame.says(lang) }</p>
                    { read_out(&ReadOutProps {
                        active,
                        on: on.clone(),
                        tensor: tensor.clone(),
                        flow,
                        located: props.located.clone(),
                    }, lang) }
                    { region_table(&TableProps {
                        on: on.clone(),
                        tensor: tensor.clone(),
                        located: props.located.clone(),
                        active,
                        onhover: hover,
                        onpick: pick,
                    }, lang) }
                </>
            }
        }
    };
    html! {
        <article class="view slices">
            { title(props, tensor, lang) }
            <div ref={room} class="room">{ body }</div>
        </article>
    }
}

/// Name, type, shape, bytes, and the neighbours.
fn title(props: &TensorProps, tensor: &TensorFacts, lang: Lang) -> Html {
    let step = |to: Option<usize>, label: &'static text::Text, glyph: Glyph| {
        let onclick = to.map(|to| props.session.on(move |_: MouseEvent| Action::Tensor(to)));
        html! {
            <button type="button" class="button button-quiet button-icon" disabled={to.is_none()}
                title={label.of(lang)} aria-label={label.of(lang)} {onclick}>{ icon(glyph) }</button>
        }
    };
    let next = Some(props.index + 1).filter(|&next| next < props.snapshot.tensors.len());
    html! {
        <header class="tensor-title">
            { step(props.index.checked_sub(1), &text::PREVIOUS, Glyph::Previous) }
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

/// A choice of stages, where the tensor is in several.
fn stage_choice(
    tensor: &TensorFacts,
    side: Side,
    at: usize,
    chosen: &UseStateHandle<[usize; 2]>,
    lang: Lang,
) -> Html {
    let stages = tensor.held(side).stages();
    if stages.len() < 2 {
        return Html::default();
    }
    let choices: Vec<String> =
        stages.iter().map(|stage| text::STAGE_CHOICE.with(lang, &[("n", stage)])).collect();
    let now = chosen.get(at).copied().unwrap_or(0);
    let onchoose = {
        let chosen = chosen.clone();
        Callback::from(move |index: usize| {
            let mut next = *chosen;
            if let Some(slot) = next.get_mut(at) {
                *slot = index;
            }
            chosen.set(next);
        })
    };
    segmented(text::COLUMN_STAGE.of(lang), &choices, now, &onchoose)
}

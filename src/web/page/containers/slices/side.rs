//! One side: what it says, its picture and its legend.

use std::rc::Rc;

use yew::prelude::*;

use super::super::side_title;
use super::legend::legend;
use super::surface::Surface;
use super::{Choose, Scene};
use crate::check::{Lang, Side};
use crate::web::page::components::segmented;
use crate::web::page::session::{Look, Picked};
use crate::web::page::utils::Same;
use crate::web::slices::{self, Colouring, Drawn, Flow, Uncut};
use crate::web::text;

pub(super) struct SideProps {
    pub side: Side,
    pub scene: Same<Scene>,
    pub choose: Choose,
    pub picked: Option<Picked>,
    pub flow: Option<Rc<Flow>>,
    pub onhover: Callback<Option<Picked>>,
    pub onpick: Callback<Picked>,
}

/// The side.
pub(super) fn side_picture(props: &SideProps, look: Look) -> Html {
    let SideProps { side, scene, choose, .. } = props;
    let (side, lang) = (*side, look.lang);
    let drawn = scene.drawn(side);
    let says = slices::sentence(&scene.pair.tensor, side, drawn, &scene.pair.snapshot, lang);
    html! {
        <section class="picture-side">
            <header>
                <h2>{ side_title(side).of(lang) }</h2>
                <p>{ says }</p>
                { stage_choice(scene, side, choose, lang) }
            </header>
            if let Some(drawn) = drawn {
                if let Err(uncut) = &drawn.regions {
                    <p class="notice">{ refusal(uncut, lang) }</p>
                } else {
                    <Surface {side} scene={scene.clone()} picked={props.picked} flow={props.flow.clone()}
                        onhover={props.onhover.clone()} onpick={props.onpick.clone()} />
                    { legend(slices::legend(drawn, scene.colouring, look.dark, lang), lang) }
                    { notes(scene, drawn, side, props.flow.as_deref(), lang) }
                }
            }
        </section>
    }
}

/// Why there is no picture.
fn refusal(uncut: &Uncut, lang: Lang) -> String {
    match uncut {
        Uncut::Unknown => text::SHAPE_UNKNOWN.of(lang).to_owned(),
        Uncut::Dimensions { layout, tensor } => {
            text::LAYOUT_OF_OTHER_DIMS.with(lang, &[("layout", layout), ("tensor", tensor)])
        }
        Uncut::Uneven { dim, len, parts } => {
            text::CANNOT_CUT.with(lang, &[("dim", dim), ("len", len), ("parts", parts)])
        }
    }
}

/// What the picture itself does not say.
fn notes(scene: &Scene, drawn: &Drawn, side: Side, flow: Option<&Flow>, lang: Lang) -> Html {
    let empty = scene.shown(side).map(|shown| shown.empty.as_slice()).unwrap_or_default();
    let lowest = scene.colouring == Colouring::Rank && drawn.laid && drawn.layout.replicas() > 1;
    let beside = flow.is_some_and(|flow| {
        let block = flow.block.as_ref().filter(|_| flow.side != side);
        block.is_some_and(|block| scene.frame.region(block, &scene.section).is_none())
    });
    html! {
        <div class="picture-notes">
            if lowest { <p>{ text::LEGEND_LOWEST.of(lang) }</p> }
            if let Some(says) = slices::says_empty(drawn, empty, lang) { <p data-testid="empty-slices">{ says }</p> }
            if scene.section.others().next().is_some() {
                <p>{ if beside { text::BESIDE_SECTION.of(lang) } else { "\u{a0}" } }</p>
            }
        </div>
    }
}

/// A choice of stages, where the tensor is in several.
fn stage_choice(scene: &Scene, side: Side, choose: &Choose, lang: Lang) -> Html {
    let stages = scene.pair.tensor.held(side).stages();
    if stages.len() < 2 {
        return Html::default();
    }
    let names: Vec<String> =
        stages.iter().map(|stage| text::STAGE_CHOICE.with(lang, &[("n", stage)])).collect();
    let shown = scene.drawn(side).map_or(0, |drawn| drawn.stage);
    let now = stages.iter().position(|&stage| stage == shown).unwrap_or(0);
    let choose = choose.stage.reform(move |index: usize| (side, stages.get(index).copied().unwrap_or(0)));
    segmented(text::COLUMN_STAGE.of(lang), &names, now, &choose)
}

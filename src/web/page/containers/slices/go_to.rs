//! Fields that select the slice that holds an element of a drawn dimension.

use yew::prelude::*;

use super::Scene;
use crate::check::{Lang, Side};
use crate::web::page::session::{Picked, use_look};
use crate::web::page::utils::{Same, dom};
use crate::web::slices::Drawn;
use crate::web::text;

#[derive(PartialEq, Properties)]
pub(super) struct GoToProps {
    pub scene: Same<Scene>,
    pub picked: Option<Picked>,
    pub onpick: Callback<Picked>,
}

/// A field per drawn dimension; nothing where no side is cut.
#[component]
pub(super) fn GoTo(props: &GoToProps) -> Html {
    let lang = use_look().lang;
    let typed = use_state_eq(<[String; 2]>::default);
    let section = &props.scene.section;
    let Some(side) = side(props) else { return Html::default() };
    let drawn = [(section.rows, true), (section.cols, false)];
    let fields = drawn.into_iter().zip(0..).filter_map(|((dim, downwards), place)| {
        let dim = dim?;
        let set = {
            let typed = typed.clone();
            Callback::from(move |text: String| {
                let mut all = (*typed).clone();
                if let Some(slot) = all.get_mut(place) {
                    *slot = text;
                }
                typed.set(all);
            })
        };
        let typed = typed.get(place).map_or("", String::as_str);
        Some(field(props, side, Place { dim, downwards }, (typed, set), lang))
    });
    html! {
        <span class="tool" id="slices-go" role="group" aria-label={text::GO_TO.of(lang)}>
            <span class="quiet">{ text::GO_TO.of(lang) }</span>{ for fields }
        </span>
    }
}

/// A drawn dimension.
#[derive(Clone, Copy)]
struct Place {
    dim: usize,
    downwards: bool,
}

/// The side of which a slice is selected; else one that is cut, the target first.
fn side(props: &GoToProps) -> Option<Side> {
    let is_cut = |side: &Side| {
        let drawn = props.scene.drawn(*side).filter(|_| props.scene.shown(*side).is_some());
        drawn.is_some_and(|drawn: &Drawn| drawn.layout.shards() > 1)
    };
    let picked = props.picked.map(|picked| picked.side);
    picked.filter(is_cut).or_else(|| [Side::Target, Side::Source].into_iter().find(is_cut))
}

fn field(
    props: &GoToProps,
    side: Side,
    place: Place,
    (typed, set): (&str, Callback<String>),
    lang: Lang,
) -> Html {
    let last = props.scene.dims.get(place.dim).map_or(0, |len| len.saturating_sub(1));
    let number = typed.parse::<u64>().ok().filter(|&element| element <= last);
    // Once another slice is selected, the element is not what led there.
    let leads = |element: u64| holding(props, side, place, element) == props.picked;
    let value = if number.is_some_and(|element| !leads(element)) { "" } else { typed };
    let onchange = {
        let (scene, picked, onpick) = (props.scene.clone(), props.picked, props.onpick.clone());
        Callback::from(move |event: Event| {
            let Some(typed) = dom::typed(&event) else { return };
            let element = typed.trim().parse::<u64>().ok().filter(|&element| element <= last);
            let props = GoToProps { scene: scene.clone(), picked, onpick: onpick.clone() };
            set.emit(typed.trim().to_owned());
            if let Some(picked) = element.and_then(|element| holding(&props, side, place, element)) {
                onpick.emit(picked);
            }
        })
    };
    let says = text::GO_TO_ELEMENT.with(lang, &[("n", &place.dim), ("last", &last)]);
    let invalid = !typed.is_empty() && number.is_none();
    html! {
        <input id={if place.downwards { "slices-row" } else { "slices-column" }} class="pick pick-number" type="number"
            inputmode="numeric" min="0" max={last.to_string()} value={value.to_owned()} {onchange}
            placeholder={text::DIMENSION.with(lang, &[("n", &place.dim)])} title={says.clone()} aria-label={says}
            aria-invalid={invalid.then_some("true")} />
    }
}

/// The slice that holds an element, beside the selected one.
fn holding(props: &GoToProps, side: Side, place: Place, element: u64) -> Option<Picked> {
    let picture = &props.scene.shown(side)?.picture;
    let stage = props.scene.drawn(side)?.stage;
    let from = props.picked.filter(|picked| picked.side == side && picked.stage == stage);
    let shard = picture.holding(element, place.downwards, from.map(|picked| picked.shard));
    Some(Picked { side, stage, shard })
}

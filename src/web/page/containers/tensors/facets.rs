//! The filters as chips, with how many tensors each leaves.

use yew::prelude::*;

use super::super::{SIDES, side_id, side_title};
use super::choices::ListChoices;
use crate::check::{Lang, Side};
use crate::web::page::components::{Glyph, Pick, compared_hint, compared_label, icon};
use crate::web::page::utils::{Same, dom};
use crate::web::snapshot::{Compared, Snapshot};
use crate::web::tensors::{Arranged, Cut, Facet, Place, Shown};
use crate::web::text;

/// Stages of a side that the menu lists; a longer pipeline is chosen by rank.
const MAX_STAGES: u32 = 256;

pub(super) struct FacetsProps<'a> {
    pub snapshot: &'a Same<Snapshot>,
    pub arranged: &'a Same<Arranged>,
    pub shown: &'a Same<Shown>,
    pub choices: &'a ListChoices,
}

/// The chips.
pub(super) fn facets(props: &FacetsProps<'_>, lang: Lang) -> Html {
    let FacetsProps { snapshot, arranged, choices, .. } = props;
    let both = snapshot.source.is_some() && snapshot.target.is_some();
    let dtypes = Facet::dtypes(&arranged.kinds);
    let occurs = |of: Compared| arranged.kinds.all().iter().any(|kind| kind.compared.has(of));
    let chosen = |of: Compared| choices.filters.has(Facet::Compared(of));
    let compared = Compared::ALL.into_iter().filter(|&of| both && (occurs(of) || chosen(of)));
    let mut chips: Vec<Facet> = compared.map(Facet::Compared).collect();
    chips.extend((!arranged.findings.is_empty()).then_some(Facet::Findings));
    if snapshot.source.iter().chain(&snapshot.target).any(|side| side.strategy) {
        chips.extend(Cut::ALL.map(Facet::Cut));
    }
    if dtypes.len() > 1 {
        chips.extend(dtypes.into_iter().map(Facet::DType));
    }
    let clear = choices.clear.reform(|_: MouseEvent| ());
    html! {
        <div class="facets" role="group" aria-label={text::FILTERS.of(lang)}>
            { for chips.into_iter().map(|facet| chip(props, facet, lang)) }
            { stages(props, lang) }
            { ranks(props, lang) }
            if !choices.filters.is_empty() {
                <button type="button" id="tensor-filters-clear" class="facet facet-clear" onclick={clear}>
                    { icon(Glyph::Close) }{ text::FILTER_CLEAR.of(lang) }
                </button>
            }
        </div>
    }
}

fn chip(props: &FacetsProps<'_>, facet: Facet, lang: Lang) -> Html {
    let FacetsProps { snapshot, arranged, shown, choices } = props;
    let (chosen, set) = &choices.facets;
    let next = facet.toggled(chosen);
    let onclick = set.reform(move |_: MouseEvent| next.clone());
    let pressed = choices.filters.has(facet);
    let count = shown.facet(snapshot, arranged, facet);
    let (says, hint) = match facet {
        Facet::Compared(kind) => (compared_label(kind).of(lang), compared_hint(kind).of(lang)),
        Facet::Findings => (text::FILTER_FINDINGS.of(lang), ""),
        Facet::Cut(Cut::Sharded) => (text::FILTER_SHARDED.of(lang), text::FILTER_SHARDED_HINT.of(lang)),
        Facet::Cut(Cut::Replicated) => {
            (text::FILTER_REPLICATED.of(lang), text::FILTER_REPLICATED_HINT.of(lang))
        }
        Facet::Cut(Cut::Whole) => (text::FILTER_WHOLE.of(lang), text::FILTER_WHOLE_HINT.of(lang)),
        Facet::DType(dtype) => (dtype.label(), ""),
        Facet::Stage(_) => ("", ""),
    };
    html! {
        <button type="button" class={classes!("facet", (count == 0 && !pressed).then_some("facet-none"))}
            aria-pressed={pressed.to_string()} title={(!hint.is_empty()).then_some(hint)}
            data-testid="tensor-facet" data-facet={facet.name()} {onclick}>
            { says }<span class="num">{ crate::web::units::grouped(count) }</span>
        </button>
    }
}

/// A menu of the stages of both sides.
fn stages(props: &FacetsProps<'_>, lang: Lang) -> Html {
    let FacetsProps { snapshot, arranged, shown, choices } = props;
    let stages_of = |side: Side| snapshot.side(side).map_or(0, |facts| facts.topology.stages);
    let sides: Vec<Side> = SIDES.into_iter().filter(|&side| stages_of(side) > 1).collect();
    if sides.is_empty() {
        return Html::default();
    }
    let (value, onchoose) = choices.stage.clone();
    let mut options: Vec<(AttrValue, AttrValue)> = vec![("".into(), text::FILTER_STAGE_ANY.of(lang).into())];
    for side in sides {
        for stage in 0..stages_of(side).min(MAX_STAGES) {
            let count =
                shown.facet(snapshot, arranged, Facet::Stage(Place { side, number: u64::from(stage) }));
            let title = side_title(side).of(lang);
            let says =
                text::FILTER_STAGE_OF.with(lang, &[("side", &title), ("n", &stage), ("count", &count)]);
            options.push((format!("{}:{stage}", side_id(side)).into(), says.into()));
        }
    }
    html! {
        <Pick id="tensor-stage" label={text::FILTER_STAGE.of(lang)} class={pick_class(&value)} {options} {value} {onchoose} />
    }
}

/// A side, and the number of one of its ranks.
fn ranks(props: &FacetsProps<'_>, lang: Lang) -> Html {
    let FacetsProps { snapshot, choices, .. } = props;
    let ranks_of = |side: Side| snapshot.side(side).map_or(0, |facts| facts.topology.ranks());
    let sides: Vec<Side> = SIDES.into_iter().filter(|&side| ranks_of(side) > 1).collect();
    if sides.is_empty() {
        return Html::default();
    }
    let (chosen, onchoose) = choices.rank.clone();
    let typed = Place::typed(&chosen);
    let first_of = |side: Side| AttrValue::from(format!("{}:0", side_id(side)));
    let mut options: Vec<(AttrValue, AttrValue)> = vec![("".into(), text::FILTER_RANK_ANY.of(lang).into())];
    for side in sides {
        let says = text::FILTER_RANK_OF.with(lang, &[("side", &side_title(side).of(lang))]);
        options.push((first_of(side), says.into()));
    }
    let value = typed.map_or_else(AttrValue::default, |(side, _)| first_of(side));
    html! {
        <>
            <Pick id="tensor-rank" label={text::FILTER_RANK.of(lang)} class={pick_class(&chosen)} {options} {value}
                onchoose={onchoose.clone()} />
            if let Some((side, number)) = typed {
                { rank_number(side, number, ranks_of(side).saturating_sub(1), &onchoose, lang) }
            }
        </>
    }
}

/// The field of a rank's number. Empty, it filters nothing; what is no rank of the side says so.
fn rank_number(side: Side, number: &str, last: u64, set: &Callback<String>, lang: Lang) -> Html {
    let set = set.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(typed) = dom::typed(&event) {
            let typed = typed.trim();
            set.emit(if typed.is_empty() { String::new() } else { format!("{}:{typed}", side_id(side)) });
        }
    });
    let invalid = number.parse::<u64>().ok().is_none_or(|rank| rank > last);
    let says = text::FILTER_RANK_NUMBER.with(lang, &[("last", &last)]);
    html! {
        <>
            <input id="tensor-rank-number" class="pick pick-number pick-chosen" type="number" min="0" max={last.to_string()}
                value={number.to_owned()} title={says.clone()} aria-label={says.clone()} {onchange}
                aria-invalid={invalid.then_some("true")} aria-describedby={invalid.then_some("tensor-rank-says")} />
            if invalid {
                <span id="tensor-rank-says" class="facet-error" role="alert">{ text::FILTER_RANK_NONE.with(lang, &[("n", &number), ("says", &says)]) }</span>
            }
        </>
    }
}

fn pick_class(chosen: &str) -> Classes {
    classes!((!chosen.is_empty()).then_some("pick-chosen"))
}

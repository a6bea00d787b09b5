//! The cells beside a name: facts of a tensor, or sums over the tensors of a module.

use yew::prelude::*;

use crate::check::{Lang, Side};
use crate::web::page::components::{
    byte_count, compared_glyph, compared_hint, compared_label, icon, says_other_name, slice_shape,
};
use crate::web::snapshot::{Compared, Held, TensorFacts};
use crate::web::tensors::{Alike, Column, Item, Listing, Summary};
use crate::web::{text, units};

/// Ranges of stages that a cell names.
const FEW: usize = 3;

/// A cell.
pub(super) fn cell(listing: &Listing<'_>, item: Item, column: Column, lang: Lang) -> Html {
    let Some(index) = listing.tensor(item) else {
        let sum = listing.shown.summary(listing.snapshot, listing.arranged, item);
        return of_module(&sum, column, lang);
    };
    match (listing.snapshot.tensors.get(index), column) {
        (_, Column::Findings) => {
            findings(listing.arranged.findings.get(&index).map_or(0, |&count| count as u64))
        }
        (Some(tensor), _) => of_tensor(listing, (index, &tensor), column, lang),
        (None, _) => Html::default(),
    }
}

fn of_tensor(
    listing: &Listing<'_>,
    (index, tensor): (usize, &TensorFacts),
    column: Column,
    lang: Lang,
) -> Html {
    let held = |side: Side| slice_shape(tensor, tensor.held(side), listing.snapshot.side(side), lang);
    let staged = |side: Side| {
        let numbers: Vec<u64> = tensor.held(side).stages().into_iter().map(u64::from).collect();
        stages(&numbers, lang)
    };
    match column {
        Column::DType => html! { { tensor.either().0.map_or("–", |dtype| dtype.label()) } },
        Column::Shape => {
            let shape = tensor.either().1.map_or_else(|| "?".to_owned(), ToString::to_string);
            html! { <span class="num">{ shape }</span> }
        }
        Column::Parameters => match &tensor.shape {
            Some(shape) => parameters(shape.elements(), lang),
            None => html! { "–" },
        },
        Column::Bytes => tensor.bytes().map_or_else(|| html! { "–" }, byte_count),
        Column::SourceStages => staged(Side::Source),
        Column::TargetStages => staged(Side::Target),
        Column::Source => held(Side::Source),
        Column::Target => held(Side::Target),
        Column::Differs => {
            compared(&says_compared(listing, index, tensor, lang), tensor.compared.iter(), lang)
        }
        Column::Replicas => {
            let [source, target] = [Side::Source, Side::Target].map(|side| replicas(listing, tensor, side));
            html! { <span class="num">{ source }{ " → " }{ target }</span> }
        }
        Column::Findings => Html::default(),
    }
}

fn of_module(sum: &Summary, column: Column, lang: Lang) -> Html {
    let at_least = |unknown: u64| {
        let says = text::AT_LEAST_HINT.with(lang, &[("n", &units::grouped(unknown))]);
        if unknown > 0 {
            html! { <span title={says}><span aria-hidden="true">{ "≥ " }</span><span class="visually-hidden">{ text::AT_LEAST.of(lang) }</span></span> }
        } else {
            Html::default()
        }
    };
    match column {
        Column::DType => match sum.dtype {
            Alike::All(Some(dtype)) => html! { { dtype.label() } },
            Alike::Mixed => html! { <span class="quiet">{ text::MIXED.of(lang) }</span> },
            Alike::All(None) | Alike::Nothing => html! { "–" },
        },
        Column::Shape => {
            let says = text::TENSORS_IN.with(lang, &[("n", &units::grouped(sum.tensors))]);
            html! { <span class="quiet">{ says }</span> }
        }
        Column::Parameters if sum.shapeless_tensors == sum.tensors => html! { "–" },
        Column::Parameters => {
            html! { <>{ at_least(sum.shapeless_tensors) }{ parameters(sum.parameters, lang) }</> }
        }
        Column::Bytes if sum.unsized_tensors == sum.tensors => html! { "–" },
        Column::Bytes => html! { <>{ at_least(sum.unsized_tensors) }{ byte_count(sum.bytes) }</> },
        Column::SourceStages => stages(sum.stages.first().map_or(&[], Vec::as_slice), lang),
        Column::TargetStages => stages(sum.stages.last().map_or(&[], Vec::as_slice), lang),
        Column::Differs => of_several(&sum.compared, lang),
        Column::Findings => findings(sum.findings),
        Column::Source | Column::Target | Column::Replicas => Html::default(),
    }
}

fn parameters(count: u64, lang: Lang) -> Html {
    html! { <span class="num" title={units::grouped(count)}>{ units::count_text(count, lang) }</span> }
}

fn stages(numbers: &[u64], lang: Lang) -> Html {
    if numbers.is_empty() {
        return Html::default();
    }
    let says = text::STAGE_SHORT.with(lang, &[("n", &units::ranges(numbers, FEW))]);
    let whole = units::ranges(numbers, usize::MAX);
    html! { <span class="num" title={text::STAGE_CHOICE.with(lang, &[("n", &whole)])}>{ says }</span> }
}

/// How many ranks hold each slice.
fn replicas(listing: &Listing<'_>, tensor: &TensorFacts, side: Side) -> String {
    let facts = listing.snapshot.side(side);
    match tensor.held(side) {
        Held::Absent => "–".to_owned(),
        Held::Whole => facts.map_or(1, |facts| facts.topology.ranks()).to_string(),
        Held::Laid(placed) => {
            let layouts = placed.iter().filter_map(|placed| facts?.layouts.get(placed.layout));
            layouts.map(crate::layout::Layout::replicas).fold(0, u64::saturating_add).to_string()
        }
    }
}

/// Signs of what is the case between the sides, and what they say.
fn compared(says: &str, kinds: impl Iterator<Item = Compared>, lang: Lang) -> Html {
    let sign = |kind: Compared| match compared_glyph(kind) {
        Some(glyph) => icon(glyph),
        None => html! { <span class="quiet" aria-hidden="true">{ "=" }</span> },
    };
    let mut signs = kinds.map(sign).peekable();
    if signs.peek().is_none() {
        return html! { <span class="quiet" title={text::NOT_COMPARED.of(lang)}>{ "–" }</span> };
    }
    html! { <span class="signs" title={says.to_owned()}>{ for signs }<span class="visually-hidden">{ says.to_owned() }</span></span> }
}

/// What is the case with a tensor, in words.
fn says_compared(listing: &Listing<'_>, index: usize, tensor: &TensorFacts, lang: Lang) -> String {
    let says = |kind: Compared| {
        let other = listing.snapshot.tensors.other_name(index).filter(|_| kind == Compared::Renamed);
        match other.and_then(|other| listing.snapshot.tensors.get(other.tensor)) {
            Some(other) => says_other_name(tensor, &other.name, lang),
            None => compared_hint(kind).of(lang).to_owned(),
        }
    };
    tensor.compared.iter().map(says).collect::<Vec<_>>().join(text::DIFFERENCES_JOIN.of(lang))
}

/// Signs of everything that is the case with some of several tensors, and with how many.
fn of_several(counts: &[u64; 7], lang: Lang) -> Html {
    let some = || {
        Compared::ALL.into_iter().zip(counts).filter(|&(kind, &count)| count > 0 && kind != Compared::Same)
    };
    let says = |(kind, count): (Compared, &u64)| {
        text::DIFFERENCE_SAYS
            .with(lang, &[("kind", &compared_label(kind).of(lang)), ("says", &units::grouped(*count))])
    };
    let says = some().map(says).collect::<Vec<_>>().join(text::DIFFERENCES_JOIN.of(lang));
    if says.is_empty() { Html::default() } else { compared(&says, some().map(|(kind, _)| kind), lang) }
}

fn findings(count: u64) -> Html {
    if count == 0 {
        Html::default()
    } else {
        html! { <span class="num">{ count }</span> }
    }
}

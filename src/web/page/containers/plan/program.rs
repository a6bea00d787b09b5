//! How the selected tensor is put together, in plain words.

use std::fmt::Display;
use yew::prelude::*;

use crate::check::{Lang, Side};
use crate::web::page::components::{Glyph, icon_button, more, name_broken};
use crate::web::page::session::{Action, Session};
use crate::web::page::utils::Same;
use crate::web::snapshot::{BoxFacts, Located, SliceCopies, Snapshot};
use crate::web::{text, units};

/// Slices that are told at once; the others when they are asked for.
const SLICES: usize = 8;
/// Boxes of one slice that are told one by one.
const BOXES: usize = 16;

pub(super) struct ProgramProps<'a> {
    pub(super) session: &'a Session,
    pub(super) snapshot: &'a Same<Snapshot>,
    pub(super) tensor: Option<usize>,
    pub(super) located: Option<&'a Located>,
    pub(super) selected: Option<(Side, u64)>,
}

/// The copies that write the tensor: of the selected target rank first.
pub(super) fn program(props: &ProgramProps<'_>, lang: Lang) -> Html {
    let Some(index) = props.tensor else { return Html::default() };
    let Some(tensor) = props.snapshot.tensors.get(index) else { return Html::default() };
    let copies = props.located.filter(|located| located.tensor == index).map(|located| &located.copies);
    let chosen = props.selected.filter(|(side, _)| *side == Side::Target).map(|(_, rank)| rank);
    let is_chosen = |slice: &&SliceCopies| chosen.is_some_and(|rank| slice.ranks.contains(&rank));
    let slices = copies.map_or(&[][..], |copies| &copies.slices);
    let (first, rest): (Vec<_>, Vec<_>) = slices.iter().partition(is_chosen);
    let all: Vec<_> = first.into_iter().chain(rest).collect();
    let (told_first, told_more) = all.split_at(SLICES.min(all.len()));
    let hidden = copies.map_or(0, |copies| copies.hidden);
    let [before, next] = props.snapshot.neighbours(index);
    html! {
        <section class="program" data-testid="program">
            <header>
                { step(props, before, &text::PREVIOUS, Glyph::Previous, lang) }
                { step(props, next, &text::NEXT, Glyph::Next, lang) }
                <h2>{ text::PROGRAM_TITLE.of(lang) }{ name_broken(&tensor.name) }</h2>
            </header>
            if copies.is_some() && slices.is_empty() { <p class="notice">{ text::PROGRAM_NONE.of(lang) }</p> }
            <ol class="slices-told">{ for told_first.iter().map(|slice| told(slice, lang)) }</ol>
            if !told_more.is_empty() {
                <details class="as-table">
                    <summary>{ text::FINDINGS_MORE.with(lang, &[("n", &told_more.len())]) }</summary>
                    <ol class="slices-told">{ for told_more.iter().map(|slice| told(slice, lang)) }</ol>
                </details>
            }
            { more(hidden, lang) }
        </section>
    }
}

fn step(props: &ProgramProps<'_>, to: Option<usize>, label: &text::Text, glyph: Glyph, lang: Lang) -> Html {
    let onclick = to.map(|to| props.session.click(Action::Tensor(to)));
    icon_button(glyph, label.of(lang), onclick)
}

fn told(slice: &SliceCopies, lang: Lang) -> Html {
    let bytes = slice.boxes.iter().fold(0u64, |sum, part| sum.saturating_add(part.bytes));
    let values: [(&str, &dyn Display); 4] = [
        ("ranks", &units::ranges(&slice.ranks, 6)),
        ("region", &slice.region),
        ("bytes", &units::bytes_text(bytes)),
        ("n", &slice.boxes.len()),
    ];
    let hidden = slice.boxes.len().saturating_sub(BOXES);
    html! {
        <li>
            <p>{ text::PROGRAM_SLICE.with(lang, &values) }</p>
            <ul>
                { for slice.boxes.iter().take(BOXES).map(|part| html! {
                    <li>{ words(part, lang) }{ " " }<code class="quiet">{ part.file.clone() }</code></li>
                }) }
            </ul>
            { more(hidden as u64, lang) }
        </li>
    }
}

fn words(part: &BoxFacts, lang: Lang) -> String {
    let values: [(&str, &dyn Display); 5] = [
        ("region", &part.region),
        ("rank", &part.rank),
        ("bytes", &units::bytes_text(part.bytes)),
        ("reads", &units::grouped(part.reads)),
        ("writes", &units::grouped(part.writes)),
    ];
    text::PROGRAM_BOX.with(lang, &values)
}

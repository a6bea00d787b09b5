//! A row: its name, and a cell per column.

use std::ops::Range;

use yew::prelude::*;

use super::cells::cell;
use super::columns::class_of;
use crate::check::Lang;
use crate::web::elide::GAP;
use crate::web::page::components::{Glyph, chars_in, icon_of, name_in};
use crate::web::tensors::{Columns, Found, Item, Label, Listing, Row};
use crate::web::text;

/// Deeper rows are not indented further.
const MAX_INDENT: u32 = 12;
/// Px of a level's indent and of the twist before a name, as the style sheet has them.
const INDENT: u64 = 16;
const TWIST: u64 = 28;
/// Characters that the arrow before another name takes.
const ARROW: usize = 3;

pub(super) struct RowProps<'a> {
    pub listing: Listing<'a>,
    pub columns: &'a Columns,
    pub found: Option<&'a Found>,
    /// The number of the row, from 0.
    pub at: usize,
    pub row: Row,
    pub open: bool,
    /// Whether the keyboard is here.
    pub current: bool,
    /// Px of the column of names; 0 before it is known.
    pub name_width: u64,
    pub selected: bool,
    /// Whether the selected tensor is folded away in it.
    pub holds: bool,
    pub onclick: Callback<MouseEvent>,
    pub ontoggle: Callback<MouseEvent>,
    pub ondblclick: Callback<MouseEvent>,
    /// Selects another tensor.
    pub onother: Callback<usize>,
}

/// The id of an item's row.
pub(super) fn row_id(item: Item) -> String {
    match item {
        Item::Node(node) => format!("tensor-node-{node}"),
        Item::Group(group) => format!("tensor-group-{group}"),
        Item::Tensor(tensor) => format!("tensor-{tensor}"),
    }
}

/// The row.
pub(super) fn row(props: &RowProps<'_>, lang: Lang) -> Html {
    let RowProps { listing, row, at, open, current, selected, .. } = props;
    let item = row.item;
    let tensor = listing.tensor(item);
    let opens = listing.opens(item);
    let label = Label::new(listing, *row, props.found);
    let indent = format!("level-{}", row.level.min(MAX_INDENT));
    let class = classes!(
        "tensor-row",
        tensor.is_none().then_some("module"),
        current.then_some("current"),
        selected.then_some("selected"),
        props.holds.then_some("holds-selected"),
    );
    let columns = props.columns.shown().iter();
    let beside = TWIST + INDENT * u64::from(row.level.clamp(1, MAX_INDENT) - 1);
    let room = chars_in(props.name_width, beside);
    let other = tensor.and_then(|index| listing.snapshot.tensors.other_name(index));
    let room = if other.is_some() { room / 2 } else { room };
    html! {
        <div key={row_id(item)} id={row_id(item)} {class} role="row"
            aria-level={row.level.to_string()} aria-rowindex={(at + 2).to_string()}
            aria-expanded={opens.then(|| open.to_string())} aria-selected={selected.to_string()}
            data-testid={if tensor.is_some() { "tensor-row" } else { "tensor-group" }} data-name={label.full()}
            onclick={props.onclick.clone()} ondblclick={props.ondblclick.clone()}>
            <span role="gridcell" class={classes!("col-name", indent)} title={label.full()}>
                if opens {
                    <span class="twist" onclick={props.ontoggle.clone()}>{ icon_of(Glyph::Next, if *open { "open" } else { "" }) }</span>
                } else {
                    <span class="twist"></span>
                }
                { name(&label, room, lang) }
                { for other.map(|other| other_name(props, other.tensor, room)) }
            </span>
            { for columns.map(|&column| html! {
                <span role="gridcell" class={class_of(column)}>{ cell(listing, item, column, lang) }</span>
            }) }
        </div>
    }
}

/// The name on the other side, which a click selects; the keyboard finds it in the panel.
fn other_name(props: &RowProps<'_>, other: usize, room: usize) -> Html {
    let Some(tensor) = props.listing.snapshot.tensors.get(other) else { return Html::default() };
    let onclick = props.onother.reform(move |event: MouseEvent| {
        event.stop_propagation();
        other
    });
    html! {
        <span class="other-name" data-testid="tensor-other" data-name={tensor.name.to_string()} {onclick}>
            { icon_of(Glyph::Arrow, "") }{ name_in(&tensor.name, room.saturating_sub(ARROW)) }
        </span>
    }
}

fn name(label: &Label, room: usize, lang: Lang) -> Html {
    let pieces = |range| {
        let piece = |(text, marked): (&str, bool)| {
            let text = text.to_owned();
            if marked {
                html! { <mark>{ text }</mark> }
            } else {
                html! { { text } }
            }
        };
        label.pieces(range).into_iter().map(piece).collect::<Html>()
    };
    let shown = |within: Range<usize>| {
        let part = |(gap, range): (bool, Range<usize>)| {
            let meets = range.start.max(within.start)..range.end.min(within.end);
            let gap = gap && within.contains(&range.start);
            html! { <>{ gap.then_some(GAP) }{ pieces(meets) }</> }
        };
        label.fitting(room).into_iter().map(part).collect::<Html>()
    };
    let hint = if label.alike { &text::TIMES_HINT } else { &text::TIMES_MIXED_HINT };
    html! {
        <span class="name name-line">
            <span class="name-head">{ shown(label.start..label.tail) }</span>
            <span class="name-tail"><bdi>
                { shown(label.tail..label.path.len()) }
                if let Some(numbers) = &label.numbers {
                    if !label.path.is_empty() { { "." } }
                    <b>{ numbers }</b>
                }
            </bdi></span>
            if label.times > 0 {
                <span class="times" title={hint.with(lang, &[("n", &label.times)])}>
                    { text::TIMES.with(lang, &[("n", &label.times)]) }
                </span>
            }
        </span>
    }
}

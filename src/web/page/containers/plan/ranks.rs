//! The share of every rank, as a table.

use std::cmp::Reverse;
use yew::prelude::*;

use super::side_id;
use crate::check::Side;
use crate::order::sort_by_key;
use crate::web::page::components::{byte_count, cell, number, pager, shown_of, sort_button, sorting};
use crate::web::page::session::{Action, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::snapshot::{RankFacts, Snapshot};
use crate::web::text::{self, Text};
use crate::web::units;

/// Rows of a page.
const ROWS: u64 = 128;

/// Jobs of so many ranks are listed rank by rank; in larger ones neighbours with equal shares are
/// one row.
const FEW: usize = 64;

#[derive(PartialEq, Properties)]
pub(super) struct RanksProps {
    pub(super) session: Session,
    pub(super) side: Side,
    pub(super) snapshot: Same<Snapshot>,
    pub(super) selected: Option<(Side, u64)>,
}

/// What a table is sorted by: ranks upwards, amounts downwards.
type Key = fn(&Group) -> Reverse<u64>;
const RANK: (&Text, Key) = (&text::COLUMN_RANK, |group| Reverse(u64::MAX - group.first));
const READ: Key = |group| Reverse(group.facts.read);
const PEERS: Key = |group| Reverse(group.facts.peers);
const OF_SOURCE: [(&Text, Key); 3] = [RANK, (&text::COLUMN_IS_READ, READ), (&text::COLUMN_READERS, PEERS)];
const OF_TARGET: [(&Text, Key); 4] = [
    RANK,
    (&text::COLUMN_READS, READ),
    (&text::COLUMN_WRITES, |group| Reverse(group.facts.written)),
    (&text::COLUMN_OPENS, PEERS),
];

/// The table of one side.
#[component]
pub(super) fn Ranks(props: &RanksProps) -> Html {
    let lang = use_look().lang;
    let sorted = use_state_eq(|| 0usize);
    let page = use_state_eq(|| 0u64);
    let Some(plan) = &props.snapshot.plan else { return Html::default() };
    let (title, columns, facts): (_, &[(&Text, Key)], _) = match props.side {
        Side::Target => (&text::PER_TARGET, &OF_TARGET, &plan.receivers),
        Side::Source => (&text::PER_SOURCE, &OF_SOURCE, &plan.senders),
    };
    let mut groups = groups(facts);
    if let Some((_, key)) = columns.get(*sorted) {
        sort_by_key(&mut groups, key);
    }
    let head = |(index, (name, _)): (usize, &(&Text, Key))| {
        let (down, set) = (index > 0, sorted.setter());
        let onsort = Callback::from(move |_: MouseEvent| set.set(index));
        html! { <th class="number" aria-sort={sorting(index == *sorted, down)}>{ sort_button(name, index == *sorted, down, onsort, lang) }</th> }
    };
    let (shown, buttons) = pager(&page, ROWS, groups.len() as u64, lang);
    html! {
        <section>
            <header class="list-head"><h2>{ title.of(lang) }</h2>{ buttons }</header>
            <table class="table table-rows">
                <thead><tr>{ for columns.iter().enumerate().map(head) }</tr></thead>
                <tbody>{ for shown_of(&groups, shown).iter().map(|group| row(props, group)) }</tbody>
            </table>
        </section>
    }
}

fn row(props: &RanksProps, group: &Group) -> Html {
    let &Group { first, last, facts } = group;
    let side = props.side;
    let onclick = props.session.click(Action::Rank(side, first));
    let chosen = |&(of, rank): &(Side, u64)| of == side && (first..=last).contains(&rank);
    let selected = props.selected.as_ref().is_some_and(chosen);
    html! {
        <tr class={selected.then_some("selected")} {onclick} data-testid="rank-row"
            data-side={side_id(side)} data-rank={first.to_string()} data-last={last.to_string()}>
            { cell(units::range(first, last)) }
            { cell(byte_count(facts.read)) }
            if side == Side::Target { { cell(byte_count(facts.written)) } }
            { cell(number(facts.peers)) }
        </tr>
    }
}

/// Neighbouring ranks with equal shares.
struct Group {
    first: u64,
    last: u64,
    facts: RankFacts,
}

fn groups(facts: &[RankFacts]) -> Vec<Group> {
    let many = facts.len() > FEW;
    let mut groups: Vec<Group> = Vec::new();
    for (rank, &facts) in (0u64..).zip(facts) {
        match groups.last_mut() {
            Some(group) if many && group.facts == facts => group.last = rank,
            _ => groups.push(Group { first: rank, last: rank, facts }),
        }
    }
    groups
}

//! The share of every rank, as a table.

use yew::prelude::*;

use super::side_id;
use crate::check::{Lang, Side};
use crate::web::page::components::byte_count;
use crate::web::page::session::{Action, Session};
use crate::web::snapshot::RankFacts;
use crate::web::text::{self, Text};

/// Rows of ranks that are listed at once.
const ROWS: usize = 128;

/// Jobs of so many ranks are listed rank by rank; in larger ones neighbours with equal shares are
/// one row.
const FEW: usize = 64;

pub(super) struct RanksProps<'a> {
    pub(super) session: &'a Session,
    pub(super) side: Side,
    pub(super) facts: &'a [RankFacts],
    pub(super) selected: Option<(Side, u64)>,
}

/// The table of one side.
pub(super) fn ranks(props: &RanksProps<'_>, lang: Lang) -> Html {
    let (title, columns): (_, &[&Text]) = match props.side {
        Side::Target => (
            &text::PER_TARGET,
            &[&text::COLUMN_RANK, &text::COLUMN_READS, &text::COLUMN_WRITES, &text::COLUMN_OPENS],
        ),
        Side::Source => {
            (&text::PER_SOURCE, &[&text::COLUMN_RANK, &text::COLUMN_IS_READ, &text::COLUMN_READERS])
        }
    };
    let groups = groups(props.facts);
    let hidden = groups.len().saturating_sub(ROWS);
    html! {
        <section>
            <h2>{ title.of(lang) }</h2>
            <table class="table table-rows">
                <thead><tr>{ for columns.iter().map(|column| html! { <th class="number">{ column.of(lang) }</th> }) }</tr></thead>
                <tbody>{ for groups.iter().take(ROWS).map(|group| row(props, group)) }</tbody>
            </table>
            if hidden > 0 { <p class="quiet">{ text::FINDINGS_MORE.with(lang, &[("n", &hidden)]) }</p> }
        </section>
    }
}

fn row(props: &RanksProps<'_>, group: &Group) -> Html {
    let &Group { first, last, facts } = group;
    let side = props.side;
    let onclick = props.session.on(move |_: MouseEvent| Action::Rank(side, first));
    let chosen = |&(of, rank): &(Side, u64)| of == side && (first..=last).contains(&rank);
    let selected = props.selected.as_ref().is_some_and(chosen);
    let ranks = if first == last { first.to_string() } else { format!("{first}–{last}") };
    html! {
        <tr class={classes!(selected.then_some("selected"))} {onclick} data-testid="rank-row"
            data-side={side_id(side)} data-rank={first.to_string()} data-last={last.to_string()}>
            <td class="number">{ ranks }</td>
            <td class="number">{ byte_count(facts.read) }</td>
            if side == Side::Target { <td class="number">{ byte_count(facts.written) }</td> }
            <td class="number">{ facts.peers }</td>
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

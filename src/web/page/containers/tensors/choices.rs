//! What was chosen in this view.

use yew::prelude::*;

use crate::check::Side;
use crate::web::page::session::{Session, use_choice};
use crate::web::snapshot::Snapshot;
use crate::web::tensors::{Columns, Filters, Order};

/// The choices, and what changes them. Beside values are the texts they were made of.
pub(super) struct ListChoices {
    pub search: (String, Callback<String>),
    pub facets: (String, Callback<String>),
    pub stage: (String, Callback<String>),
    pub rank: (String, Callback<String>),
    pub filters: Filters,
    /// Takes all filters back, but not the search.
    pub clear: Callback<()>,
    pub columns: Columns,
    pub set_columns: Callback<String>,
    pub order: Order,
    pub set_order: Callback<String>,
    pub flat: bool,
    pub set_flat: Callback<String>,
}

/// Orders with their names in addresses, the usual one first.
pub(super) const ORDERS: [(Order, &str); 3] =
    [(Order::Name, ""), (Order::File, "file"), (Order::Size, "size")];

/// The choices of the session.
#[hook]
pub(super) fn use_list_choices(session: &Session, snapshot: &Snapshot) -> ListChoices {
    let search = use_choice(session, "tensors.search");
    let facets = use_choice(session, "tensors.only");
    let stage = use_choice(session, "tensors.stage");
    let rank = use_choice(session, "tensors.rank");
    let (columns, set_columns) = use_choice(session, "tensors.columns");
    let (order, set_order) = use_choice(session, "tensors.order");
    let (flat, set_flat) = use_choice(session, "tensors.flat");
    let clear = {
        let all = [&facets, &stage, &rank].map(|(_, set)| set.clone());
        Callback::from(move |()| all.iter().for_each(|set| set.emit(String::new())))
    };
    let known = [Side::Source, Side::Target].map(|side| snapshot.side(side).is_some());
    ListChoices {
        filters: Filters::new(&stage.0, &rank.0, &facets.0),
        search,
        facets,
        stage,
        rank,
        clear,
        columns: Columns::new(&columns, known),
        set_columns,
        order: ORDERS.into_iter().find(|(_, name)| *name == order).map_or(Order::Name, |(order, _)| order),
        set_order,
        flat: !flat.is_empty(),
        set_flat,
    }
}

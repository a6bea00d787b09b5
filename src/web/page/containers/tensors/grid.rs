//! The tree grid: rows, keyboard, and the row of the selected tensor.

use std::rc::Rc;

use yew::prelude::*;

use super::columns::head;
use super::kept::{Kept, keep, kept};
use super::row::{RowProps, row, row_id};
use crate::web::page::components::ScrollPanel;
use crate::web::page::model::copy_text;
use crate::web::page::session::{Action, Selection, Session, View, use_look};
use crate::web::page::utils::{
    Same,
    hooks::{use_media, use_size},
};
use crate::web::snapshot::Snapshot;
use crate::web::tensors::{
    Arranged, Columns, Found, Item, Label, Listing, Opened, Order, Rows, Shown, Step, reveal, starting, step,
};
use crate::web::text;

/// Height of a row in px, as the style sheet has it, and on narrow screens.
const ROW: u64 = 26;
const NARROW_ROW: u64 = 48;
/// Matches up to this number are shown with everything above them open.
const MAX_OPEN: usize = 5_000;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct GridProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub arranged: Same<Arranged>,
    pub shown: Same<Shown>,
    pub found: Option<Same<Found>>,
    pub order: Order,
    pub set_order: Callback<String>,
    pub flat: bool,
    pub columns: Columns,
    pub selected: Option<usize>,
}

impl GridProps {
    fn listing(&self) -> Listing<'_> {
        Listing { snapshot: &self.snapshot, arranged: &self.arranged, shown: &self.shown, order: self.order }
    }

    /// What a search found, if that is so little that it is shown open.
    fn opened_by(&self) -> Option<&Same<Found>> {
        self.found.as_ref().filter(|found| found.len() <= MAX_OPEN)
    }
}

/// The grid.
#[component]
pub(super) fn TensorGrid(props: &GridProps) -> Html {
    let lang = use_look().lang;
    let narrow = use_state_eq(|| false);
    use_media("(max-width: 760px)", {
        let set = narrow.setter();
        Callback::from(move |matches| set.set(matches))
    });
    let name = use_node_ref();
    let (name_width, _) = use_size(name.clone());
    let (opened, open) = use_opened(props);
    let cursor = use_state_eq(|| kept(&props.snapshot).and_then(|kept| kept.cursor));
    use_revealed(props, &opened, &open, &cursor);
    let rows = use_memo((props.shown.clone(), opened.clone(), props.order, props.flat), |_| {
        let listing = props.listing();
        Same::new(if props.flat { Rows::flat(&listing) } else { Rows::tree(&listing, &opened) })
    });
    let rows = (*rows).clone();
    let at = use_memo((rows.clone(), *cursor), |(rows, cursor)| cursor.and_then(|item| rows.position(item)));
    let above = use_memo((props.arranged.clone(), props.selected), |(arranged, selected)| {
        let mut above = Opened::new(false);
        selected.and_then(|selected| reveal(arranged, &mut above, selected));
        above
    });
    let grid = Grid {
        props: props.clone(),
        rows: rows.clone(),
        opened,
        open,
        above,
        cursor: cursor.setter(),
        name_width,
    };
    let current = (*at).and(*cursor);
    let draw = {
        let grid = grid.clone();
        Callback::from(move |at: usize| grid.row(at, current, lang))
    };
    html! {
        <ScrollPanel rows={rows.len()} row_height={if *narrow { NARROW_ROW } else { ROW }} row={draw} reveal={*at}
            class="tensor-list" head={head(&props.columns, &name, props.order, &props.set_order, lang)} label={text::VIEW_TENSORS.of(lang)} role="treegrid"
            hint={text::TENSOR_KEYS.of(lang)} active={current.map(|item| AttrValue::from(row_id(item)))}
            onkeydown={grid.keys(*at)} />
    }
}

/// What the rows and keys act on.
#[derive(Clone)]
struct Grid {
    props: GridProps,
    rows: Same<Rows>,
    opened: Rc<Opened>,
    open: Callback<Rc<Opened>>,
    /// What is above the selected tensor.
    above: Rc<Opened>,
    cursor: UseStateSetter<Option<Item>>,
    name_width: u64,
}

impl Grid {
    fn row(&self, at: usize, current: Option<Item>, lang: crate::check::Lang) -> Html {
        let Some(row_at) = self.rows.get(at) else { return Html::default() };
        let listing = self.props.listing();
        let item = row_at.item;
        let tensor = listing.tensor(item);
        let ontoggle = {
            let grid = self.clone();
            Callback::from(move |event: MouseEvent| {
                event.stop_propagation();
                grid.cursor.set(Some(item));
                grid.set_open(&[item], !grid.opened.is_open(item));
            })
        };
        let onclick = match tensor {
            Some(_) => {
                let grid = self.clone();
                Callback::from(move |_: MouseEvent| grid.go(item))
            }
            None => ontoggle.clone(),
        };
        let show = self.props.session.click(Action::Show(View::Slices));
        let props = RowProps {
            listing,
            columns: &self.props.columns,
            found: self.props.found.as_deref(),
            at,
            row: row_at,
            open: self.opened.is_open(item),
            current: current == Some(item),
            name_width: self.name_width,
            selected: tensor.is_some() && tensor == self.props.selected,
            holds: tensor.is_none() && self.above.is_open(item) && !self.opened.is_open(item),
            onclick,
            ontoggle,
            ondblclick: if tensor.is_some() { show } else { Callback::noop() },
            onother: self.props.session.on(Action::Tensor),
        };
        row(&props, lang)
    }

    /// Goes to an item, and selects its tensor.
    fn go(&self, item: Item) {
        self.cursor.set(Some(item));
        if let Some(tensor) = self.props.listing().tensor(item) {
            self.props.session.act(Action::Tensor(tensor));
        }
    }

    fn set_open(&self, items: &[Item], open: bool) {
        let mut opened = (*self.opened).clone();
        for &item in items {
            opened.set(item, open);
        }
        self.open.emit(Rc::new(opened));
    }

    fn keys(&self, at: Option<usize>) -> Callback<KeyboardEvent> {
        let grid = self.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.ctrl_key() || event.meta_key() {
                if event.key() == "c" {
                    grid.copy(at, &event);
                }
                return;
            }
            let step = step(&event.key(), at, &grid.props.listing(), &grid.rows, &grid.opened);
            let Some(step) = step.filter(|_| !event.alt_key()) else { return };
            event.prevent_default();
            match step {
                Step::Go(row) => {
                    if let Some(row) = grid.rows.get(row) {
                        grid.go(row.item);
                    }
                }
                Step::Open(items) => grid.set_open(&items, true),
                Step::Close(item) => grid.set_open(&[item], false),
                Step::Show => grid.props.session.act(Action::Show(View::Slices)),
            }
        })
    }

    /// Copies the name of a row, unless the visitor has selected some text.
    fn copy(&self, at: Option<usize>, event: &KeyboardEvent) {
        let selection = web_sys::window().and_then(|window| window.get_selection().ok().flatten());
        let marked = selection.is_some_and(|selection| !selection.is_collapsed());
        if let Some(row) = at.and_then(|at| self.rows.get(at)).filter(|_| !marked) {
            event.prevent_default();
            copy_text(&Label::new(&self.props.listing(), row, None).full(), |_| {});
        }
    }
}

/// Which items are open: a search has its own, which starts with everything open.
#[hook]
fn use_opened(props: &GridProps) -> (Rc<Opened>, Callback<Rc<Opened>>) {
    let browsed = use_state_eq(|| {
        let known = kept(&props.snapshot).and_then(|kept| kept.opened);
        known.unwrap_or_else(|| Rc::new(starting(&props.listing())))
    });
    let searched = use_state(|| None::<(Same<Found>, Rc<Opened>)>);
    let all = use_memo((), |()| Opened::new(true));
    let open = {
        let (found, browsed, searched) = (props.opened_by().cloned(), browsed.setter(), searched.setter());
        Callback::from(move |opened: Rc<Opened>| match &found {
            Some(found) => searched.set(Some((found.clone(), opened))),
            None => browsed.set(opened),
        })
    };
    let opened = match (props.opened_by(), &*searched) {
        (None, _) => (*browsed).clone(),
        (Some(found), Some((of, opened))) if of == found => opened.clone(),
        (Some(_), _) => all,
    };
    (opened, open)
}

/// Moves to the selected tensor when it was selected elsewhere, and keeps what is open.
#[hook]
fn use_revealed(
    props: &GridProps,
    opened: &Rc<Opened>,
    open: &Callback<Rc<Opened>>,
    cursor: &UseStateHandle<Option<Item>>,
) {
    use_effect_with((props.selected, props.flat, props.arranged.clone()), {
        let (props, opened, open, cursor) = (props.clone(), opened.clone(), open.clone(), cursor.clone());
        move |(selected, flat, arranged)| {
            let here = cursor.and_then(|item| props.listing().tensor(item));
            let in_place = matches!(*cursor, Some(Item::Tensor(_))) == *flat;
            // What the page selected by itself need not be dug out of its layer.
            let unasked = cursor.is_none() && *selected == Selection::telling(&props.snapshot).tensor;
            let Some(tensor) = selected.filter(|_| here != *selected || !in_place) else { return };
            if *flat {
                cursor.set(Some(Item::Tensor(tensor)));
            } else if !unasked {
                let mut more = (*opened).clone();
                cursor.set(reveal(arranged, &mut more, tensor));
                open.emit(Rc::new(more));
            }
        }
    });
    use_effect_with((opened.clone(), **cursor), {
        let (props, browsing) = (props.clone(), props.opened_by().is_none());
        move |(opened, cursor)| {
            if browsing {
                let (arranged, opened) = (props.arranged.clone(), Some(opened.clone()));
                keep(&props.snapshot, Kept { arranged, opened, cursor: *cursor });
            }
        }
    });
}

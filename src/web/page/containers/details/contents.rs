//! The tensors of a rank or a stage, as a list in the panel.

use std::rc::Rc;

use yew::prelude::*;

use crate::web::page::components::{ScrollPanel, chars_in, name_in};
use crate::web::page::session::{Action, Session};
use crate::web::page::utils::{Same, hooks::use_size};
use crate::web::snapshot::Snapshot;
use crate::web::units;

/// Height of a row in px, as the style sheet has it.
const ROW: u64 = 26;

/// Px between a name and what follows, and the widest scroll bar.
const BESIDE: u64 = 24;

/// A tensor: its index, and how much of it.
pub(super) type Content = (usize, Amount);

/// How much of a tensor is listed.
#[derive(PartialEq)]
pub(super) enum Amount {
    /// The lengths of the slice, if known.
    Slice(Option<Vec<u64>>),
    /// So many bytes.
    Bytes(u64),
}

impl Amount {
    fn says(&self) -> String {
        match self {
            Self::Slice(Some(lens)) => {
                format!("[{}]", lens.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
            }
            Self::Slice(None) => "?".to_owned(),
            Self::Bytes(bytes) => units::bytes_text(*bytes),
        }
    }
}

#[derive(PartialEq, Properties)]
pub(super) struct ContentsProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub contents: Rc<Vec<Content>>,
    pub title: AttrValue,
}

/// The list; a click selects the tensor.
#[component]
pub(super) fn Contents(props: &ContentsProps) -> Html {
    let list = use_node_ref();
    let (width, _) = use_size(list.clone());
    let row = {
        let (session, snapshot, contents) =
            (props.session.clone(), props.snapshot.clone(), props.contents.clone());
        Callback::from(move |row: usize| {
            let Some((index, amount)) = contents.get(row) else { return Html::default() };
            let Some(tensor) = snapshot.tensors.get(*index) else { return Html::default() };
            let index = *index;
            let onclick = session.click(Action::Tensor(index));
            let amount = amount.says();
            let room = chars_in(width, BESIDE).saturating_sub(amount.chars().count());
            html! {
                <div key={index} class="content-row" role="row" {onclick}>
                    <span role="gridcell">{ name_in(&tensor.name, room) }</span>
                    <span role="gridcell" class="number num quiet">{ amount }</span>
                </div>
            }
        })
    };
    html! {
        <>
            <h3 ref={list}>{ &props.title }</h3>
            <ScrollPanel rows={props.contents.len()} row_height={ROW} {row} class="contents"
                label={props.title.clone()} />
        </>
    }
}

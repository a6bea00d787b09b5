//! The tensors of a rank or a stage, as a list in the panel.

use std::rc::Rc;

use yew::prelude::*;

use crate::web::page::components::{ScrollPanel, name_line};
use crate::web::page::session::{Action, Session, use_look};
use crate::web::snapshot::Snapshot;
use crate::web::text;

/// Height of a row in px, as the style sheet has it.
const ROW: u64 = 26;

/// A tensor: its index and the lengths of what is held of it, if known.
pub(super) type Content = (usize, Option<Vec<u64>>);

#[derive(PartialEq, Properties)]
pub(super) struct ContentsProps {
    pub session: Session,
    pub snapshot: Rc<Snapshot>,
    pub contents: Rc<Vec<Content>>,
}

/// The list; a click selects the tensor.
#[component]
pub(super) fn Contents(props: &ContentsProps) -> Html {
    let lang = use_look().lang;
    let row = {
        let (session, snapshot, contents) =
            (props.session.clone(), props.snapshot.clone(), props.contents.clone());
        Callback::from(move |row: usize| {
            let Some((index, lens)) = contents.get(row) else { return Html::default() };
            let Some(tensor) = snapshot.tensors.get(*index) else { return Html::default() };
            let index = *index;
            let shape = lens.as_ref().map_or_else(
                || "?".to_owned(),
                |lens| lens.iter().map(ToString::to_string).collect::<Vec<_>>().join("×"),
            );
            let onclick = session.on(move |_: MouseEvent| Action::Tensor(index));
            html! {
                <div key={index} class="content-row" role="row" {onclick}>
                    <span role="gridcell">{ name_line(&tensor.name) }</span>
                    <span role="gridcell" class="number num quiet">{ shape }</span>
                </div>
            }
        })
    };
    html! {
        <>
            <h3>{ text::RANK_CONTENTS.of(lang) }</h3>
            <ScrollPanel rows={props.contents.len()} row_height={ROW} {row} class="contents"
                label={text::RANK_CONTENTS.of(lang)} />
        </>
    }
}

//! The details panel: whatever is selected, in full.

mod contents;
mod rank;
mod slice;
mod stage;
mod tensor;

use std::rc::Rc;

use yew::prelude::*;

use crate::check::Lang;
use crate::web::page::components::{Glyph, icon_button};
use crate::web::page::session::{Action, Focus, Selection, Session, View};
use crate::web::page::utils::Same;
use crate::web::snapshot::{Located, Pair, Snapshot};
use crate::web::text;
use contents::{Amount, Content, Contents};
use rank::RankDetails;
use stage::StageDetails;
use tensor::{TensorProps, tensor_details};

pub(crate) struct DetailsProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub selection: Selection,
    pub view: View,
    pub located: Option<Same<Located>>,
    pub pair: Option<Rc<Pair>>,
}

/// The panel.
pub(crate) fn details(props: &DetailsProps, lang: Lang) -> Html {
    let selection = props.selection;
    let close = props.session.click(Action::Unfocus);
    let (session, snapshot) = (props.session.clone(), props.snapshot.clone());
    let content = match (selection.focus, selection.tensor, selection.rank) {
        (Focus::Tensor, Some(index), _) => {
            let (view, region, located) = (props.view, selection.region, props.located.clone());
            tensor_details(&TensorProps { session, snapshot, index, view, region, located }, lang)
        }
        (Focus::Rank, _, Some((side, rank))) => {
            html! { <RankDetails {session} {snapshot} {side} {rank} pair={props.pair.clone()} /> }
        }
        (Focus::Stage, ..) if let Some((side, stage)) = selection.stage => {
            html! { <StageDetails {session} {snapshot} {side} {stage} /> }
        }
        // Closed: the view has the room.
        _ => return Html::default(),
    };
    html! {
        <aside id="details" class={classes!("details", selection.asked.then_some("details-asked"))} aria-label={text::DETAILS.of(lang)}>
            <div class="details-close">{ icon_button(Glyph::Close, text::CLOSE.of(lang), Some(close)) }</div>
            { content }
        </aside>
    }
}

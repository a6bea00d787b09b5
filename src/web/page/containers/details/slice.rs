//! The selected slice: region, ranks, where it comes from or goes to, its files.

use yew::prelude::*;

use super::super::side_title;
use super::super::slices::{swatch, use_chosen};
use crate::check::{Lang, Side};
use crate::web::page::components::{byte_count, name_broken};
use crate::web::page::session::{Picked, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::slices::{Drawn, Flow, says_ranks, says_slices, tone};
use crate::web::snapshot::{Chunk, Located, Snapshot};
use crate::web::{text, units};

/// Files of a slice that are listed.
const FILES: usize = 8;

#[derive(PartialEq, Properties)]
pub(super) struct SliceProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    /// Index of the tensor.
    pub index: usize,
    pub picked: Picked,
    pub located: Option<Same<Located>>,
}

/// The slice.
#[component]
pub(super) fn SliceDetails(props: &SliceProps) -> Html {
    let look = use_look();
    let (chosen, _) = use_chosen(&props.session);
    let SliceProps { snapshot, picked, .. } = props;
    let Some(tensor) = &snapshot.tensors.get(props.index) else { return Html::default() };
    let [source_stage, target_stage] = chosen.stages;
    let on = [
        Drawn::new(snapshot, tensor, Side::Source, source_stage),
        Drawn::new(snapshot, tensor, Side::Target, target_stage),
    ];
    let [source, target] = &on;
    let drawn = if picked.side == Side::Source { source } else { target };
    let Some(drawn) = drawn.as_ref().filter(|drawn| drawn.stage == picked.stage) else {
        return Html::default();
    };
    let Some(region) = drawn.region(picked.shard) else { return Html::default() };
    let feeds = Flow::new(picked.side, picked.shard, &on).filter(|flow| flow.count > 0).map(|flow| {
        let says = if picked.side == Side::Target { &text::FEEDS_FROM } else { &text::FEEDS_TO };
        let others = flow.others();
        let other = if picked.side == Side::Target { source } else { target };
        let list = says_slices(other.as_ref(), &others, look.lang);
        says.with(look.lang, &[("n", &others.len()), ("list", &list)])
    });
    let bytes = tensor.dtype.map(|dtype| region.elements().saturating_mul(dtype.size()));
    let ranks = drawn.ranks(picked.shard);
    let name =
        [("side", &side_title(picked.side).of(look.lang) as &dyn std::fmt::Display), ("n", &picked.shard)];
    html! {
        <section class="details-side details-slice">
            <h3>
                { swatch(tone(drawn, chosen.colouring, picked.shard, look.dark)) }
                { text::SIDE_SLICE.with(look.lang, &name) }
            </h3>
            <p class="num">{ region.to_string() }</p>
            <p>
                if let Some(value) = bytes { { byte_count(value) }{ " · " } }
                { says_ranks(drawn, ranks.as_deref(), look.lang) }
            </p>
            if let Some(feeds) = feeds { <p>{ feeds }</p> }
            { files(props, drawn, look.lang) }
        </section>
    }
}

/// Where each of the replicas is.
fn files(props: &SliceProps, drawn: &Drawn, lang: Lang) -> Html {
    let located = props.located.as_ref().map_or(&[][..], |located| located.side(props.picked.side));
    let holds = |chunk: &&Chunk| drawn.shard_of(chunk.rank) == Some(props.picked.shard);
    let line = |chunk: &Chunk| {
        let last = chunk.offset.saturating_add(chunk.len).saturating_sub(1);
        let bytes = format!("{}–{}", units::grouped(chunk.offset), units::grouped(last));
        html! { <li>{ name_broken(&chunk.file) }<span class="num quiet">{ bytes }</span></li> }
    };
    let mut lines = located.iter().filter(holds).take(FILES).map(line).peekable();
    let to_write = props.picked.side == Side::Target && lines.peek().is_some();
    html! {
        <>
            if to_write { <p class="quiet">{ text::FILE_TO_WRITE.of(lang) }</p> }
            <ul class="plain files">{ for lines }</ul>
        </>
    }
}

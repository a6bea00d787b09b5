//! Which rank reads which part of the chosen slice, from which file, in plain words.

use yew::prelude::*;

use super::{Scene, swatch};
use crate::check::{Lang, Side};
use crate::web::page::components::name_broken;
use crate::web::page::session::Picked;
use crate::web::page::utils::Same;
use crate::web::slices::{Read, reads, tone};
use crate::web::snapshot::Located;
use crate::web::{text, units};

/// Lines shown.
const LINES: usize = 12;

pub(super) struct ReadListProps {
    pub scene: Same<Scene>,
    pub picked: Option<Picked>,
    pub located: Option<Same<Located>>,
}

/// The reads of the selected slice; of the target's first if none is selected.
pub(super) fn read_list(props: &ReadListProps, lang: Lang) -> Html {
    let ReadListProps { scene, picked, located } = props;
    let (side, shard) = picked.map_or((Side::Target, 0), |picked| (picked.side, picked.shard));
    let traced = crate::web::slices::Flow::new(side, shard, &scene.pair.on);
    let Some(flow) = traced else { return Html::default() };
    let item = scene.pair.tensor.dtype.map(crate::geometry::DType::size);
    let (lines, left) = reads(&flow, &scene.pair.on, located.as_deref(), item, LINES);
    let title = if side == Side::Target { &text::READS_TITLE } else { &text::GIVES_TITLE };
    html! {
        <section class="reads" id="reads">
            <h2>{ title.with(lang, &[("n", &shard)]) }</h2>
            <ul class="plain">
                { for lines.iter().map(|read| line(scene, read, lang)) }
                if left > 0 { <li class="quiet">{ text::READS_MORE.with(lang, &[("n", &left)]) }</li> }
            </ul>
        </section>
    }
}

fn line(scene: &Scene, read: &Read, lang: Lang) -> Html {
    let patch = scene
        .drawn(Side::Source)
        .map(|source| swatch(tone(source, scene.colouring, read.shard, scene.look.dark)));
    html! {
        <li data-testid="read" data-shard={read.shard.to_string()}>
            { patch }
            <span>{ read.words(&scene.dims, lang) }</span>
            if let Some(file) = &read.file {
                <span class="quiet">
                    { name_broken(file) }
                    if let Some(bytes) = read.bytes {
                        <span class="num">{ format!(" {}–{}", units::grouped(bytes.first), units::grouped(bytes.last)) }</span>
                        if bytes.runs > 1 { { " " }{ text::RUNS.with(lang, &[("n", &units::grouped(bytes.runs))]) } }
                    }
                </span>
            }
        </li>
    }
}

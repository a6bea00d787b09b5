//! The first screen: what this is, two places to drop on, the example, the promise.

use yew::prelude::*;

use super::pasted::PasteBox;
use super::recent_list::RecentList;
use super::{side_id, side_title};
use crate::check::{Lang, Side};
use crate::web::answer::Pasted;
use crate::web::command::Command;
use crate::web::page::components::{Glyph, file_buttons, icon, icon_of};
use crate::web::page::model::click;
use crate::web::page::session::Session;
use crate::web::text;

pub(crate) struct StartProps {
    pub session: Session,
    /// Whether the worker is not ready for work.
    pub waits: bool,
    /// Whether something was closed that can be had back.
    pub undo: bool,
    /// What the address asks for, if anything.
    pub awaited: Option<String>,
    /// The text of error that a visitor came with.
    pub pasted: Pasted,
}

/// The first screen.
pub(crate) fn start(props: &StartProps, lang: Lang) -> Html {
    let open = click(&props.session, Command::Example);
    html! {
        <section class="start">
            <h1>{ text::WHAT_THIS_IS.of(lang) }</h1>
            if props.undo {
                <p class="notice" id="closed">
                    { text::CLOSED.of(lang) }{ " " }
                    <button type="button" class="button" onclick={click(&props.session, Command::Undo)}>{ text::UNDO.of(lang) }</button>
                </p>
            }
            if let Some(what) = &props.awaited {
                <p class="notice" id="link-waits">{ text::LINK_WAITS.with(lang, &[("what", what)]) }</p>
            }
            <div class="start-sides">
                { drop_target(Side::Source, lang) }
                { icon_of(Glyph::Arrow, "start-arrow") }
                { drop_target(Side::Target, lang) }
            </div>
            <p class="start-case">{ text::WHOLE_CASE.of(lang) }</p>
            <div class="start-example">
                <button type="button" id="open-example" class="button button-primary" onclick={open} disabled={props.waits}>
                    { icon(Glyph::Play) }{ text::OPEN_EXAMPLE.of(lang) }
                </button>
                <span>{ text::EXAMPLE_SAYS.of(lang) }</span>
            </div>
            <details class="start-paste pasted" id="start-paste" open={!props.pasted.is_blank()}>
                <summary>{ text::PASTE_FIRST.of(lang) }</summary>
                <PasteBox session={props.session.clone()} pasted={props.pasted.clone()} />
            </details>
            <RecentList />
            <p class="privacy">{ icon(Glyph::Lock) }{ text::PRIVACY.of(lang) }</p>
        </section>
    }
}

/// One side's place to drop on.
fn drop_target(side: Side, lang: Lang) -> Html {
    let (says, takes): (_, &[&str]) = match side {
        Side::Source => {
            (&text::SOURCE_SAYS, &["ckpt_strategy_rank_*.ckpt", "rank_*/*.ckpt", "*.safetensors"])
        }
        Side::Target => (&text::TARGET_SAYS, &["ckpt_strategy_rank_*.ckpt", "*.json"]),
    };
    html! {
        <div class="drop-target" id={format!("drop-{}", side_id(side))} data-side={side_id(side)}>
            <header>
                <div>
                    <h2>{ side_title(side).of(lang) }</h2>
                    <p>{ says.of(lang) }</p>
                </div>
                { sketch(side) }
            </header>
            <p class="drop-here">{ text::DROP_FILES.of(lang) }</p>
            { file_buttons(side, &text::OPEN_FOLDER, &text::OPEN_FILES, lang) }
            <p class="takes">
                <span>{ text::TAKES.of(lang) }</span>
                { for takes.iter().map(|pattern| html! { <code>{ *pattern }</code> }) }
            </p>
            if side == Side::Target {
                <p class="takes">{ text::TARGET_EMPTY_MEANS.of(lang) }</p>
            }
        </div>
    }
}

/// The example's layouts in miniature: four stages of two equal ranks; two stages cut in two.
fn sketch(side: Side) -> Html {
    let (stages, hues): (u32, [&str; 2]) = match side {
        Side::Source => (4, ["hue-0", "hue-0 replica"]),
        Side::Target => (2, ["hue-0", "hue-6"]),
    };
    let height = 48 / stages;
    let cell = |(stage, rank): (u32, usize)| {
        let x = if rank == 0 { "0" } else { "29" };
        let class = hues.get(rank).copied().unwrap_or_default();
        html! { <rect {class} {x} y={(stage * height).to_string()} width="27" height={(height - 2).to_string()} /> }
    };
    let cells = (0..stages).flat_map(|stage| [(stage, 0), (stage, 1)]);
    html! {
        <svg class="sketch" viewBox="0 0 56 48" width="84" height="72" aria-hidden="true">{ for cells.map(cell) }</svg>
    }
}

//! What is loaded on a side, as a chip that opens the side's menu.

use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::{side_id, side_title, worth};
use crate::check::{Lang, Side};
use crate::web::command::{Command, Now};
use crate::web::number::whole;
use crate::web::page::components::{Glyph, byte_count, icon};
use crate::web::page::model::run;
use crate::web::page::session::Session;
use crate::web::page::utils::{Same, dom};
use crate::web::protocol::Input;
use crate::web::snapshot::{SideFacts, Snapshot, Worth};
use crate::web::text;
use crate::web::workbench::Change;

pub(super) struct SideMenuProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub now: Now,
}

/// The chip and its menu.
pub(super) fn side_menu(props: &SideMenuProps, side: Side, lang: Lang) -> Html {
    let facts = props.snapshot.side(side);
    let menu = format!("menu-{}", side_id(side));
    html! {
        <>
            <button type="button" class={classes!("chip", facts.is_none().then_some("chip-empty"))} id={format!("chip-{}", side_id(side))}
                popovertarget={menu.clone()} aria-haspopup="dialog" onclick={|event: MouseEvent| place(&event)}>
                <b>{ side_title(side).of(lang) }</b>
                { loaded(side, facts, lang) }
                { icon(Glyph::Down) }
            </button>
            <div id={menu} class="menu" popover="auto" role="dialog" aria-label={side_title(side).of(lang)}>
                { label(props, side, facts, lang) }
                { for items(side).into_iter().map(|(glyph, command)| item(props, glyph, command, lang)) }
            </div>
        </>
    }
}

/// What the chip says of a side.
fn loaded(side: Side, facts: Option<&SideFacts>, lang: Lang) -> Html {
    let Some(facts) = facts else {
        let says = if side == Side::Target { &text::COMPLETE } else { &text::NOT_OPENED };
        return html! { <span>{ says.of(lang) }</span> };
    };
    let format = match facts.format {
        _ if facts.worth == Worth::Contradictory => text::CONTRADICTORY.of(lang),
        Some(format) => format.extension(),
        None if facts.strategy => text::STRATEGY_ONLY.of(lang),
        None if facts.known => text::COMPLETE.of(lang),
        None => worth(facts, &text::UNUSABLE).of(lang),
    };
    let ranks = facts.known.then(|| text::ranks(facts.topology.ranks(), lang));
    let ranks = ranks.unwrap_or_else(|| text::CUT_UNKNOWN.of(lang).to_owned());
    let cut = facts.parallel.as_ref().map(ToString::to_string);
    html! {
        <>
            if !facts.label.is_empty() { <span class="chip-label">{ &facts.label }</span> }
            <span class="chip-format">{ format }</span>
            <span class={cut.is_some().then_some("chip-implied")}>{ ranks }</span>
            { for cut.map(|cut| html! { <span title={text::TERM_PARALLEL.of(lang)}>{ cut }</span> }) }
            if facts.bytes() > 0 { { byte_count(facts.bytes()) } }
        </>
    }
}

/// Where a menu opens: below its button. The style sheet cannot know.
pub(super) fn place(event: &MouseEvent) {
    let Some(button) = around(event, "[popovertarget]") else { return };
    let menu = button.get_attribute("popovertarget").and_then(|id| dom::element(&id));
    let Some(menu) = menu else { return };
    let rect = button.get_bounding_client_rect();
    dom::set_style(&menu, "left", &format!("min({}px, 100vw - 256px)", whole(rect.left()).max(8)));
    dom::set_style(&menu, "top", &format!("{}px", whole(rect.bottom()) + 4));
}

/// The element around what was clicked that matches.
fn around(event: &MouseEvent, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

/// A name of the visitor's own for what is on the side.
fn label(props: &SideMenuProps, side: Side, facts: Option<&SideFacts>, lang: Lang) -> Html {
    let Some(facts) = facts else { return Html::default() };
    let session = props.session.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(label) = dom::typed(&event) {
            session.ask(Input::Change(Change::Label(side, label)));
        }
    });
    html! {
        <label class="menu-label">{ text::SIDE_LABEL.of(lang) }
            <input id={format!("label-{}", side_id(side))} type="text" maxlength="40" value={facts.label.clone()}
                placeholder={text::SIDE_LABEL_HINT.of(lang)} spellcheck="false" autocomplete="off" {onchange} />
        </label>
    }
}

const fn items(side: Side) -> [(Glyph, Command); 6] {
    [
        (Glyph::Folder, Command::OpenFolder(side)),
        (Glyph::File, Command::OpenFiles(side)),
        (Glyph::Swap, Command::Swap),
        (Glyph::Undo, Command::Undo),
        (Glyph::Redo, Command::Redo),
        (Glyph::Close, Command::Clear(side)),
    ]
}

fn item(props: &SideMenuProps, glyph: Glyph, command: Command, lang: Lang) -> Html {
    let session = props.session.clone();
    let onclick = Callback::from(move |event: MouseEvent| {
        if let Some(menu) = around(&event, "[popover]") {
            dom::hide_popover(&menu);
        }
        run(&session, command);
    });
    html! {
        <button type="button" class="menu-item" disabled={!command.works(props.now)} data-command={command.title().of(Lang::En)} {onclick}>
            { icon(glyph) }<span>{ command.title().of(lang) }</span>
        </button>
    }
}

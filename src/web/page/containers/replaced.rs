//! What a folder took the place of when it was opened, and how to have both.

use yew::prelude::*;

use super::{SIDES, side_title};
use crate::check::{Lang, Side};
use crate::web::command::Command;
use crate::web::page::components::{Glyph, icon};
use crate::web::page::model::click;
use crate::web::page::session::Session;
use crate::web::protocol::Input;
use crate::web::snapshot::Snapshot;
use crate::web::text;
use crate::web::workbench::Change;

/// A line per side of which something was replaced.
pub(crate) fn replaced(session: &Session, snapshot: &Snapshot, lang: Lang) -> Html {
    let line = |side: Side| {
        let name = snapshot.side(side).map(|facts| &facts.replaced).filter(|name| !name.is_empty())?;
        let says = text::REPLACED.with(lang, &[("side", &side_title(side).of(lang)), ("name", name)]);
        let combine = {
            let session = session.clone();
            Callback::from(move |_: MouseEvent| session.ask(Input::Change(Change::Combine(side))))
        };
        Some(html! {
            <p class="status" role="status" data-testid="replaced">
                { icon(Glyph::Info) }{ says }
                <button type="button" class="button" data-testid="combine" onclick={combine}>{ text::COMBINE.of(lang) }</button>
                <button type="button" class="button button-quiet" onclick={click(session, Command::Undo)}>{ text::UNDO.of(lang) }</button>
            </p>
        })
    };
    SIDES.into_iter().filter_map(line).collect()
}

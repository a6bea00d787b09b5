//! What to open, where there are no steps.

use yew::prelude::*;

use crate::check::{Lang, Side};
use crate::web::command::Command;
use crate::web::page::components::{Glyph, button, fact};
use crate::web::page::model::click;
use crate::web::page::session::Session;
use crate::web::text;

/// The invitation.
pub(super) fn empty(session: &Session, title: Html, lang: Lang) -> Html {
    let open = Command::OpenFolder(Side::Source);
    html! {
        <article class="view">
            { title }
            <section class="empty resume-empty" id="resume-empty">
                <h2>{ text::RESUME_EMPTY.of(lang) }</h2>
                <p>{ text::RESUME_EMPTY_OPEN.of(lang) }</p>
                <dl class="fields">
                    { fact(html! { <code>{ "rank_0/llama_rank_0-3_2.ckpt" }</code> }, text::RESUME_EMPTY_FILE.of(lang)) }
                    { fact(html! { <code>{ "rank_0/meta.json" }</code> }, text::RESUME_EMPTY_META.of(lang)) }
                </dl>
                <p>{ button(None, Glyph::Folder, open.title().of(lang), click(session, open)) }</p>
            </section>
        </article>
    }
}

//! How the sides compare, in counts that lead to the tensors.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::page::components::{compared_glyph, compared_hint, compared_label, icon, note};
use crate::web::page::session::{Action, Session};
use crate::web::snapshot::{Compared, Comparison, Snapshot};
use crate::web::{text, units};

/// The summary; nothing where there is one side.
pub(super) fn compared(session: &Session, snapshot: &Snapshot, lang: Lang) -> Html {
    let body = match &snapshot.comparison {
        Comparison::OneSide => return Html::default(),
        Comparison::Unsound => note(text::COMPARED_UNSOUND.of(lang)),
        Comparison::SlicesAgainstWholes => note(text::COMPARED_SLICES.of(lang)),
        Comparison::Done(counts) => {
            let kinds = Compared::ALL.into_iter().filter(|&kind| counts.of(kind) > 0);
            let not_paired = units::grouped(counts.not_paired as u64);
            html! {
                <>
                    <ul class="plain compared-kinds" id="overview-kinds">
                        { for kinds.map(|kind| html! { <li>{ link(session, kind, counts.of(kind), lang) }</li> }) }
                    </ul>
                    if counts.alike() { { note(text::COMPARED_ALIKE.of(lang)) } }
                    { for counts.notes.iter().map(|says| note(says.text(lang).to_owned())) }
                    if counts.not_paired > 0 { { note(text::COMPARED_NOT_PAIRED.with(lang, &[("n", &not_paired)])) } }
                </>
            }
        }
    };
    html! {
        <section class="overview-compared" id="overview-compared">
            <h2>{ text::COMPARED_TITLE.of(lang) }</h2>
            { body }
        </section>
    }
}

fn link(session: &Session, kind: Compared, count: usize, lang: Lang) -> Html {
    html! {
        <button type="button" class="facet" data-compared={kind.name()} title={compared_hint(kind).of(lang)}
            onclick={session.click(Action::TensorsThat(kind))}>
            { for compared_glyph(kind).map(icon) }
            { compared_label(kind).of(lang) }
            <span class="num">{ units::grouped(count as u64) }</span>
        </button>
    }
}

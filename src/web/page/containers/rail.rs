//! The rail of views.

use std::rc::Rc;

use yew::prelude::*;

use crate::check::{Lang, Severity};
use crate::web::page::components::{Glyph, icon};
use crate::web::page::session::{Action, Session, View};
use crate::web::snapshot::Snapshot;
use crate::web::text;

pub(crate) struct RailProps {
    pub session: Session,
    pub view: View,
    pub snapshot: Rc<Snapshot>,
}

/// Buttons of the views; errors are counted at the plan, which they stop.
pub(crate) fn rail(props: &RailProps, lang: Lang) -> Html {
    let findings = props.snapshot.findings.iter();
    let errors = findings.filter(|finding| finding.severity == Severity::Error).count();
    let button = |view: View| {
        let show = props.session.on(move |_: MouseEvent| Action::Show(view));
        let current = (view == props.view).then_some("page");
        let count = Some(errors).filter(|&errors| errors > 0 && view == View::Plan);
        html! {
            <button type="button" id={format!("nav-{}", view.name())} aria-current={current} aria-label={view.title().of(lang)}
                title={view.title().of(lang)} onclick={show}>
                { icon(glyph(view)) }
                <span>{ view.title().of(lang) }</span>
                if let Some(count) = count {
                    <em class="rail-count" title={text::SEVERITY_ERROR.of(lang)}>{ count }</em>
                }
            </button>
        }
    };
    html! {
        <nav class="rail" aria-label={text::VIEWS.of(lang)}>{ for View::ALL.into_iter().map(button) }</nav>
    }
}

const fn glyph(view: View) -> Glyph {
    match view {
        View::Overview => Glyph::Overview,
        View::Tensors => Glyph::Tensors,
        View::Slices => Glyph::Slices,
        View::Devices => Glyph::Devices,
        View::Plan => Glyph::Plan,
    }
}

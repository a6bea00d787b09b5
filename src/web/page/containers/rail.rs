//! The rail of views.

use yew::prelude::*;

use crate::check::{Lang, Severity};
use crate::web::page::components::{Glyph, icon};
use crate::web::page::session::{Action, Session, View};
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::text;

pub(crate) struct RailProps {
    pub session: Session,
    pub view: View,
    pub snapshot: Same<Snapshot>,
}

/// Buttons of the views; errors are counted at the findings and at the plan, which they stop; without
/// errors the findings count warnings.
pub(crate) fn rail(props: &RailProps, lang: Lang) -> Html {
    let of = |severity| props.snapshot.findings.iter().filter(|of| of.severity == severity).count();
    let (errors, warnings) = (of(Severity::Error), of(Severity::Warning));
    let counts = text::FINDINGS_COUNT.with(lang, &[("errors", &errors), ("warnings", &warnings)]);
    let button = |view: View| {
        let show = props.session.click(Action::Show(view));
        let current = (view == props.view).then_some("page");
        let count = match view {
            View::Findings if errors == 0 => warnings,
            View::Findings | View::Plan => errors,
            View::Overview | View::Tensors | View::Slices | View::Devices | View::Resume => 0,
        };
        html! {
            <button type="button" id={format!("nav-{}", view.name())} aria-current={current}
                title={view.title().of(lang)} onclick={show}>
                { icon(glyph(view)) }
                <span>{ view.title().of(lang) }</span>
                if count > 0 {
                    <em class={classes!("rail-count", (errors == 0).then_some("rail-warnings"))} title={counts.clone()}>{ count }</em>
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
        View::Findings => Glyph::Findings,
        View::Resume => Glyph::Resume,
    }
}

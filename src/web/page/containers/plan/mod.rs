//! The plan: who reads how much of whom, what it costs, and how to run it.

mod figures;
mod heat_map;
mod program;
mod ranks;
mod run_it;

use std::rc::Rc;

use yew::prelude::*;

use super::{load::Load, nothing::nothing, side_id};
use crate::check::{Lang, Side};
use crate::web::advice::Told;
use crate::web::page::components::worst_findings;
use crate::web::page::session::{Export, Session};
use crate::web::page::utils::Same;
use crate::web::snapshot::{Heat, Located, Snapshot};
use crate::web::text;
use crate::web::view::View;

use figures::Figures;
use heat_map::HeatMap;
use program::{ProgramProps, program};
use ranks::Ranks;
use run_it::{RunProps, run_it};

pub(crate) struct PlanProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub export: Export,
    pub selected: Option<(Side, u64)>,
    pub tensor: Option<usize>,
    pub located: Option<Same<Located>>,
    pub heat: Option<Rc<Heat>>,
    /// What is to be written for a run, once that was asked.
    pub advised: Option<Same<Told>>,
}

/// The view.
pub(crate) fn plan_view(props: &PlanProps, lang: Lang) -> Html {
    let PlanProps { session, snapshot, selected, .. } = props;
    let load = html! {
        <Load session={session.clone()} snapshot={snapshot.clone()} told={props.advised.clone()} />
    };
    if snapshot.plan.is_none() {
        return html! { <>{ nothing(View::Plan, session, snapshot, lang) }<div class="view">{ load }</div></> };
    }
    let table = |side: Side| {
        html! { <Ranks session={session.clone()} {side} snapshot={snapshot.clone()} selected={*selected} /> }
    };
    html! {
        <article class="view plan">
            <h1 class="view-title">{ text::PLAN_HEAT.of(lang) }</h1>
            <Figures session={session.clone()} snapshot={snapshot.clone()} />
            <div class="plan-body">
                <HeatMap session={session.clone()} snapshot={snapshot.clone()} detail={props.heat.clone()}
                    selected={*selected} />
                { run_it(&RunProps { session, snapshot, export: props.export }, lang) }
            </div>
            { load }
            { program(&ProgramProps { session, snapshot, tensor: props.tensor, located: props.located.as_deref(), selected: *selected }, lang) }
            <div class="plan-ranks">{ table(Side::Target) }{ table(Side::Source) }</div>
            <section class="plan-findings">
                <h2>{ text::FINDINGS.of(lang) }</h2>
                { worst_findings(session, snapshot, lang) }
            </section>
        </article>
    }
}

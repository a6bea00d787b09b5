//! The plan: who reads how much of whom, what it costs, and how to run it.

mod figures;
mod heat_map;
mod program;
mod ranks;
mod run_it;

use std::rc::Rc;

use yew::prelude::*;

use super::side_id;
use crate::check::{Lang, Severity, Side};
use crate::web::page::components::FindingList;
use crate::web::page::session::{Export, Session, use_look};
use crate::web::snapshot::{Heat, Located, Snapshot};
use crate::web::text;

use figures::Figures;
use heat_map::HeatMap;
use program::{ProgramProps, program};
use ranks::{RanksProps, ranks};
use run_it::{RunProps, run_it};

#[derive(PartialEq, Properties)]
pub(crate) struct PlanProps {
    pub session: Session,
    pub snapshot: Rc<Snapshot>,
    pub export: Export,
    pub selected: Option<(Side, u64)>,
    pub tensor: Option<usize>,
    pub located: Option<Rc<Located>>,
    pub heat: Option<Rc<Heat>>,
}

/// The view.
#[component]
pub(crate) fn PlanView(props: &PlanProps) -> Html {
    let lang = use_look().lang;
    let PlanProps { session, snapshot, selected, .. } = props;
    let Some(plan) = &snapshot.plan else { return no_plan(snapshot, lang) };
    let table = |side: Side| {
        let (facts, selected) = match side {
            Side::Source => (&plan.senders, *selected),
            Side::Target => (&plan.receivers, *selected),
        };
        ranks(&RanksProps { session, side, facts, selected }, lang)
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
            { program(&ProgramProps { session, snapshot, tensor: props.tensor, located: props.located.as_deref(), selected: *selected }, lang) }
            <div class="plan-ranks">{ table(Side::Target) }{ table(Side::Source) }</div>
            <section class="plan-findings">
                <h2>{ text::FINDINGS.of(lang) }</h2>
                <FindingList findings={snapshot.findings.clone()} />
            </section>
        </article>
    }
}

fn no_plan(snapshot: &Snapshot, lang: Lang) -> Html {
    let findings = snapshot.findings.clone();
    let stopped = findings.iter().any(|finding| finding.severity == Severity::Error);
    let says = if stopped { &text::PLAN_NONE_ERRORS } else { &text::PLAN_NONE_SOURCE };
    html! {
        <article class="view plan">
            <h1 class="view-title">{ text::VIEW_PLAN.of(lang) }</h1>
            <p class="notice">{ says.of(lang) }</p>
            if stopped { <FindingList {findings} /> }
        </article>
    }
}

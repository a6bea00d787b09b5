//! The Resume view: which step a job resumes from, and why.

mod decision;
mod empty;
mod job;
mod lines;
mod matrix;
mod states;

use yew::prelude::*;

use crate::web::page::components::FindingList;
use crate::web::page::session::{ChoicesContext, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::protocol::Input;
use crate::web::resume::{About, Question, Told, by_document};
use crate::web::snapshot::Snapshot;
use crate::web::text;

use decision::{DecisionProps, decision};
use empty::empty;
use job::Job;
use lines::lines;
use matrix::Matrix;

#[derive(PartialEq, Properties)]
pub(crate) struct ResumeProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    /// What the worker answered last.
    pub told: Option<Same<Told>>,
}

/// The view. It asks the worker whenever the pile or a choice changes.
#[component]
pub(crate) fn Resume(props: &ResumeProps) -> Html {
    let lang = use_look().lang;
    let choices = use_context::<ChoicesContext>().unwrap_or_default();
    let ask = props.session.clone();
    use_effect_with((props.snapshot.clone(), Question::of(&choices)), move |(_, question)| {
        ask.ask(Input::Resume(question.clone()));
    });
    let title = html! { <h1 class="view-title">{ text::VIEW_RESUME.of(lang) }</h1> };
    let Some(told) = &props.told else {
        return html! { <article class="view">{ title }</article> };
    };
    let Some(about) = &told.about else {
        return empty(&props.session, title, lang);
    };
    let by_document = by_document(&choices);
    let chosen = chosen(about, by_document);
    let ResumeProps { session, snapshot, .. } = props;
    html! {
        <article class="view resume" id="resume-view" data-step={chosen.map(|step| step.to_string())}>
            { title }
            { decision(&DecisionProps { session, about, by_document }, lang) }
            <Matrix told={told.clone()} {chosen} />
            <div class="resume-body">
                { lines(session, about, lang) }
                <Job session={session.clone()} told={told.clone()} />
            </div>
            <section class="resume-findings">
                <h2>{ text::FINDINGS.of(lang) }</h2>
                <FindingList findings={about.findings.clone()} session={session.clone()} snapshot={snapshot.clone()} />
            </section>
        </article>
    }
}

fn chosen(about: &About, by_document: bool) -> Option<crate::resume::Step> {
    if by_document { about.promised } else { about.chosen }
}

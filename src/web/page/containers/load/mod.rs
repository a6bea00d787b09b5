//! What to write for a run that loads the source, or what to do first: what the run is, and the answer.

mod answer;
mod run;

use yew::prelude::*;

use crate::check::Lang;
use crate::web::advice::{Question, Told};
use crate::web::page::session::{ChoicesContext, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::protocol::Input;
use crate::web::snapshot::Snapshot;
use crate::web::text;
use answer::answer;
use run::Wanted;

#[derive(PartialEq, Properties)]
pub(super) struct LoadProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    /// What the worker answered last.
    pub told: Option<Same<Told>>,
}

/// The section; nothing where the source has no weights. It asks the worker whenever the pile or a choice changes.
#[component]
pub(super) fn Load(props: &LoadProps) -> Html {
    let lang = use_look().lang;
    let choices = use_context::<ChoicesContext>().unwrap_or_default();
    let ask = props.session.clone();
    use_effect_with((props.snapshot.clone(), Question::of(&choices)), move |(_, question)| {
        ask.ask(Input::Advise(question.clone()));
    });
    let answered = match &props.told {
        Some(told) if told.about.is_none() => return Html::default(),
        told => told.as_ref().map(|told| body(props, told, lang)),
    };
    html! {
        <section class="load" id="load" tabindex="-1" aria-labelledby="load-title">
            <h2 id="load-title">{ text::LOAD.of(lang) }</h2>
            <p class="quiet">{ text::LOAD_SAYS.of(lang) }</p>
            { for answered }
        </section>
    }
}

/// What the run is, and the answer.
fn body(props: &LoadProps, told: &Same<Told>, lang: Lang) -> Html {
    let LoadProps { session, snapshot, .. } = props;
    let answer = told.about.as_ref().map(|about| answer(session, snapshot, about, lang));
    html! {
        <div class="load-body">
            <Wanted session={session.clone()} told={told.clone()} />
            { for answer }
        </div>
    }
}

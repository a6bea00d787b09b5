//! What to write for a run that loads the source, or what to do first: what the run is, and the answer.

mod answer;
mod run;

use yew::prelude::*;

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
    let Some(told) = &props.told else { return Html::default() };
    let Some(about) = &told.about else { return Html::default() };
    let LoadProps { session, snapshot, .. } = props;
    html! {
        <section class="load" id="load" tabindex="-1" aria-labelledby="load-title">
            <h2 id="load-title">{ text::LOAD.of(lang) }</h2>
            <p class="quiet">{ text::LOAD_SAYS.of(lang) }</p>
            <div class="load-body">
                <Wanted session={session.clone()} told={told.clone()} />
                { answer(session, snapshot, about, lang) }
            </div>
        </section>
    }
}

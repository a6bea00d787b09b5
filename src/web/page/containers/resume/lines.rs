//! What to write into the run's YAML.

use yew::prelude::*;

use crate::check::Lang;
use crate::web::advice::{RANKS, RESUME, RUN};
use crate::web::command::Command;
use crate::web::page::components::{CopyButton, note};
use crate::web::page::model::run;
use crate::web::page::session::{Action, Session};
use crate::web::resume::About;
use crate::web::text;

/// The lines, or why there are none.
pub(super) fn lines(session: &Session, about: &About, lang: Lang) -> Html {
    let lines = about.lines.join("\n");
    let none = match about.works {
        Some(_) => &text::RESUME_OTHER_WORLD,
        None => &text::RESUME_NO_STEP,
    };
    html! {
        <section class="card resume-lines">
            <h2>{ text::RESUME_LINES.of(lang) }</h2>
            if let Some(step) = about.works.filter(|_| !lines.is_empty()) {
                <p>{ text::RESUME_LINES_SAY.with(lang, &[("step", &step)]) }</p>
                <pre class="command"><code id="resume-lines">{ lines.clone() }</code></pre>
                <p><CopyButton id="resume-copy" text={lines} /></p>
                { note(text::RESUME_PATH_HINT.of(lang)) }
            } else {
                <p>{ none.of(lang) }</p>
                if about.works.is_some() {
                    <p><button type="button" id="resume-load" class="button" onclick={to_load(session, about)}>
                        { text::LOAD_OTHER_WORLD.of(lang) }
                    </button></p>
                }
            }
        </section>
    }
}

/// Leads to what to do so that another number of ranks resumes.
fn to_load(session: &Session, about: &About) -> Callback<MouseEvent> {
    let (session, ranks) = (session.clone(), about.world_size.to_string());
    Callback::from(move |_| {
        session.act(Action::Choose(RUN, RESUME.to_owned()));
        session.act(Action::Choose(RANKS, ranks.clone()));
        run(&session, Command::Load);
    })
}

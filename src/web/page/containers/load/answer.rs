//! The answer: what has to happen, why, and what to do in order.

use yew::prelude::*;

use crate::check::{Lang, Phrase};
use crate::web::advice::{About, Part};
use crate::web::page::components::{CopyButton, FindingList, command_box};
use crate::web::page::session::Session;
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::text;

/// The answer.
pub(super) fn answer(session: &Session, snapshot: &Same<Snapshot>, about: &About, lang: Lang) -> Html {
    let case = about.case.as_ref().map(|case| text::LOAD_CASE.with(lang, &[("case", &case.text(lang))]));
    html! {
        <div class="load-answer" aria-live="polite">
            <h3 id="load-says">{ about.scenario.text(lang) }</h3>
            { for case.map(|case| html! { <p class="quiet" id="load-case">{ case }</p> }) }
            if !about.obstacles.is_empty() { { obstacles(&about.obstacles, lang) } }
            if !about.findings.is_empty() {
                <FindingList findings={about.findings.clone()} session={session.clone()} snapshot={snapshot.clone()} />
            }
            <ol class="load-steps">
                { for about.parts.iter().enumerate().map(|(at, part)| html! { <li data-testid="load-step">{ step(at, part, lang) }</li> }) }
            </ol>
            <details>
                <summary class="quiet">{ text::LOAD_COMMAND.of(lang) }</summary>
                { command_box("load-command", "load-command-copy", about.command.clone()) }
            </details>
        </div>
    }
}

/// Why MindFormers does not convert.
fn obstacles(obstacles: &[Phrase], lang: Lang) -> Html {
    html! {
        <div class="notice" id="load-obstacles">
            <p>{ text::LOAD_OBSTACLES.of(lang) }</p>
            <ul>{ for obstacles.iter().map(|why| html! { <li>{ why.text(lang) }</li> }) }</ul>
        </div>
    }
}

fn step(at: usize, part: &Part, lang: Lang) -> Html {
    match part {
        Part::Yaml(lines) => yaml(at, lines, lang),
        Part::Shell(why, commands) => {
            let one = |(nth, command): (usize, &String)| {
                let id = format!("load-shell-{at}-{nth}");
                command_box(id.clone(), format!("{id}-copy"), command.clone())
            };
            html! { <><p>{ why.text(lang) }</p>{ for commands.iter().enumerate().map(one) }</> }
        }
        Part::ByHand(what) => html! { <p>{ what.text(lang) }</p> },
    }
}

/// Lines with their reasons; what is copied is the lines alone.
fn yaml(at: usize, lines: &[(String, Phrase)], lang: Lang) -> Html {
    let all: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
    let line = |(line, why): &(String, Phrase)| {
        html! { <><dt><code data-testid="load-line">{ line }</code></dt><dd class="quiet">{ why.text(lang) }</dd></> }
    };
    html! {
        <>
            <p>{ text::LOAD_YAML.of(lang) }</p>
            <dl class="yaml">{ for lines.iter().map(line) }</dl>
            <p><CopyButton id={format!("load-copy-{at}")} text={all.join("\n")} label={&text::LOAD_COPY} /></p>
        </>
    }
}

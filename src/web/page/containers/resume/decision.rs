//! The decision in a sentence, with its reason, and what other versions decide.

use yew::prelude::*;

use crate::check::Lang;
use crate::resume::{Decision, Newest, alike};
use crate::web::page::components::{fact, note, segmented, with_code};
use crate::web::page::session::{Action, Session};
use crate::web::resume::{About, BY, DOCUMENT, VERSION, VERSIONS};
use crate::web::text;

pub(super) struct DecisionProps<'a> {
    pub(super) session: &'a Session,
    pub(super) about: &'a About,
    pub(super) by_document: bool,
}

/// The choice of the version, and what it comes to.
pub(super) fn decision(props: &DecisionProps<'_>, lang: Lang) -> Html {
    let DecisionProps { session, about, by_document } = *props;
    let releases: Vec<String> = VERSIONS.iter().map(|(version, _)| version.releases().to_owned()).collect();
    let version = VERSIONS.iter().position(|&(version, _)| version == about.version).unwrap_or_default();
    let choose_version = session
        .on(|at: usize| Action::Choose(VERSION, VERSIONS.get(at).map_or("", |&(_, name)| name).to_owned()));
    let ways = [&text::RESUME_BY_CODE, &text::RESUME_BY_DOCUMENT].map(|way| way.of(lang).to_owned());
    let choose_way =
        session.on(|at: usize| Action::Choose(BY, if at == 0 { "" } else { DOCUMENT }.to_owned()));
    html! {
        <>
            <div class="resume-choices">
                <span id="resume-version" class="resume-choice"><span>{ text::RESUME_VERSION.of(lang) }</span>
                    { segmented(text::RESUME_VERSION.of(lang), &releases, version, &choose_version) }</span>
                <span id="resume-by">{ segmented(text::RESUME_BY.of(lang), &ways, usize::from(by_document), &choose_way) }</span>
            </div>
            <section class="card resume-decision" aria-live="polite">
                <h2 id="resume-says">{ sentence(about, by_document, lang) }</h2>
                { for reason(about, by_document, lang) }
                { versions(about, lang) }
            </section>
        </>
    }
}

fn sentence(about: &About, by_document: bool, lang: Lang) -> String {
    let (decision, step) = match by_document {
        true => (&about.document, about.promised),
        false => (&about.decision, about.chosen),
    };
    let who = match by_document {
        true => text::RESUME_WHO_DOCUMENT.of(lang).to_owned(),
        false => text::RESUME_WHO.with(lang, &[("version", &about.version.releases())]),
    };
    match (decision, step) {
        (_, Some(step)) => text::RESUME_FROM.with(lang, &[("who", &who), ("step", &step)]),
        (Decision::OwnNewest(_), _) => text::RESUME_NEWEST.with(lang, &[("who", &who)]),
        (Decision::Stops { .. }, _) => text::RESUME_STOPS.with(lang, &[("who", &who)]),
        (other, None) => {
            let what = other.phrase();
            text::RESUME_OTHERWISE.with(lang, &[("who", &who.trim_end()), ("what", &what.text(lang))])
        }
    }
}

fn reason(about: &About, by_document: bool, lang: Lang) -> Option<Html> {
    let says = match if by_document { &about.document } else { &about.decision } {
        Decision::File { of_rank_0: file, .. } if by_document => {
            text::RESUME_WHY_PROMISED.with(lang, &[("file", file)])
        }
        Decision::File { of_rank_0: file, .. } => {
            let bound = about.bound?;
            text::RESUME_WHY_BOUND.with(lang, &[("file", file), ("bound", &bound)])
        }
        Decision::OwnNewest(why) => {
            let why = match why {
                Newest::NoMeta if by_document => &text::RESUME_WHY_SOME_META,
                Newest::NoMeta => &text::RESUME_WHY_NO_META,
                Newest::NoSelection => &text::RESUME_WHY_NO_SELECTION,
                Newest::NotShared => &text::RESUME_WHY_OWN_DISKS,
                Newest::Asked => &text::RESUME_WHY_ASKED,
            };
            why.of(lang).to_owned()
        }
        Decision::Stops { raised, .. } => {
            return Some(html! { <pre class="command"><code>{ raised.clone() }</code></pre> });
        }
        Decision::OneFile(_) | Decision::Whole | Decision::Off | Decision::Waits(_) => return None,
    };
    Some(html! { <p>{ with_code(&says) }</p> })
}

/// What other versions and the document decide, alike ones together.
fn versions(about: &About, lang: Lang) -> Html {
    let mut folded = alike(&about.by_version);
    let is_one = folded.len() == 1;
    if is_one && *about.by_version.first().map_or(&about.document, |(_, decision)| decision) == about.document
    {
        return note(text::RESUME_ALIKE.of(lang));
    }
    let document = text::RESUME_DOCUMENT.of(lang).to_owned();
    folded.push((&about.document, document));
    let row = |(decision, name): (&Decision, String)| {
        fact(name, html! { <span class="name">{ decision.phrase().text(lang) }</span> })
    };
    html! {
        <>
            if is_one { { note(text::RESUME_ALIKE.of(lang)) } }
            else { <h3>{ text::RESUME_DIFFER.of(lang) }</h3> }
            <dl class="fields" id="resume-versions">{ for folded.into_iter().map(row) }</dl>
        </>
    }
}

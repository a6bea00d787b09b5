//! What is assumed of the job, which can be changed, and what the numbers of a step mean for it.

use yew::prelude::*;

use crate::check::Lang;
use crate::resume::MAX_RANKS;
use crate::web::page::components::{NumberField, Pick, note, number_field, path_field, select};
use crate::web::page::session::{Session, use_choice, use_look};
use crate::web::page::utils::Same;
use crate::web::resume::{
    About, BATCH_NEW, BATCH_OLD, DISK, FOLDER, OWN_DISKS, PATH, RANKS, SINK, STEPS, Told,
};
use crate::web::text::{self, Text};

#[derive(PartialEq, Properties)]
pub(super) struct JobProps {
    pub session: Session,
    pub told: Same<Told>,
}

/// The assumptions.
#[component]
pub(super) fn Job(props: &JobProps) -> Html {
    let lang = use_look().lang;
    let choice = |(typed, choose)| Choice { typed, choose };
    let path = choice(use_choice(&props.session, PATH));
    let folder = choice(use_choice(&props.session, FOLDER));
    let ranks = choice(use_choice(&props.session, RANKS));
    let disk = choice(use_choice(&props.session, DISK));
    let steps = choice(use_choice(&props.session, STEPS));
    let sink = choice(use_choice(&props.session, SINK));
    let old = choice(use_choice(&props.session, BATCH_OLD));
    let new = choice(use_choice(&props.session, BATCH_NEW));
    let Some(about) = &props.told.about else { return Html::default() };
    let disks = [("", &text::RESUME_SHARED), (OWN_DISKS, &text::RESUME_OWN)];
    html! {
        <section class="card resume-job">
            <h2>{ text::RESUME_JOB.of(lang) }</h2>
            if props.told.folders.len() > 1 { { folders(&props.told, about, folder.choose, lang) } }
            { path_field("resume-path", text::RESUME_PATH.of(lang), &path.typed, about.path.clone(), &path.choose) }
            { number_field(NumberField {
                assumed: about.saved.to_string(),
                largest: MAX_RANKS,
                ..field("resume-ranks", &text::RESUME_RANKS, &ranks, lang)
            }) }
            { select("resume-disk", &text::RESUME_DISK, &disks, &disk.typed, &disk.choose, lang) }
            { number_field(field("resume-steps", &text::RESUME_STEPS, &steps, lang)) }
            // As long as there are steps, also while a number of these is half typed.
            if !steps.typed.is_empty() {
                { number_field(field("resume-sink", &text::RESUME_SINK, &sink, lang)) }
                { number_field(field("resume-old", &text::RESUME_OLD, &old, lang)) }
                { number_field(field("resume-new", &text::RESUME_NEW, &new, lang)) }
            }
            { position(about, lang) }
        </section>
    }
}

struct Choice {
    typed: String,
    choose: Callback<String>,
}

fn field<'a>(id: &'static str, label: &Text, choice: &'a Choice, lang: Lang) -> NumberField<'a> {
    NumberField::new(id, label.of(lang), &choice.typed, &choice.choose)
}

/// Which of several folders.
fn folders(told: &Told, about: &About, onchoose: Callback<String>, lang: Lang) -> Html {
    let name = |folder: &String| match folder.is_empty() {
        true => text::RESUME_ROOT.of(lang).to_owned(),
        false => folder.clone(),
    };
    let options: Vec<(AttrValue, AttrValue)> =
        told.folders.iter().map(|folder| (folder.clone().into(), name(folder).into())).collect();
    html! {
        <label class="select"><span>{ text::RESUME_FOLDER.of(lang) }</span>
            <Pick id="resume-folder" label={text::RESUME_FOLDER.of(lang)} {options} value={about.folder.clone()} {onchoose} />
        </label>
    }
}

/// Where the job goes on, in words.
fn position(about: &About, lang: Lang) -> Html {
    match &about.position {
        Some(says) => html! { <p id="resume-position">{ says.text(lang) }</p> },
        None => note(text::RESUME_POSITION_HINT.of(lang)),
    }
}

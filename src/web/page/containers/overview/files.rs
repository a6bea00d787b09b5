//! The files of a side: those that count, and those that do not, and why.

use yew::prelude::*;

use super::super::side_id;
use crate::check::{Lang, Side};
use crate::web::page::components::{Glyph, byte_count, icon, more, name_broken};
use crate::web::page::session::{Action, Session, use_look};
use crate::web::page::utils::{Same, dom};
use crate::web::snapshot::{FileFacts, Ignored, SideFacts, Snapshot};
use crate::web::text;

/// Files that a list shows.
const SHOWN: usize = 100;
/// What the page scrolls to.
const SOUGHT: &str = "overview-file";

#[derive(PartialEq, Properties)]
pub(super) struct FilesProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub side: Side,
    /// The file that is looked for.
    pub sought: Option<AttrValue>,
}

/// Both lists; that with the file that is looked for is open.
#[component]
pub(super) fn Files(props: &FilesProps) -> Html {
    let lang = use_look().lang;
    use_effect_with((props.snapshot.clone(), props.sought.clone()), |(_, sought)| {
        if sought.is_some() {
            dom::reveal(&format!("#{SOUGHT}"));
        }
    });
    let Some(facts) = props.snapshot.side(props.side) else { return Html::default() };
    html! { <>{ counted(props, facts, lang) }{ ignored(props, facts, lang) }</> }
}

/// The sought one first, then the first others.
fn shown<T>(files: &[T], is_sought: impl Fn(&T) -> bool) -> Vec<(bool, &T)> {
    let sought = files.iter().find(|file| is_sought(file)).map(|file| (true, file));
    let others = files.iter().filter(|file| !is_sought(file)).map(|file| (false, file));
    sought.into_iter().chain(others).take(SHOWN).collect()
}

fn counted(props: &FilesProps, facts: &SideFacts, lang: Lang) -> Html {
    if facts.files.is_empty() {
        return Html::default();
    }
    let is_sought =
        |file: &FileFacts| props.sought.as_deref().is_some_and(|path| facts.is_at(&file.path, path));
    let row = |(sought, file): (bool, &FileFacts)| {
        let rank = file.rank.filter(|_| file.weights);
        let select = rank.map(|rank| props.session.click(Action::Rank(props.side, rank)));
        html! {
            <li id={sought.then_some(SOUGHT)} class={sought.then_some("selected")}>
                { name_broken(&file.path) }
                if let Some(rank) = rank {
                    <button type="button" class="button button-quiet" onclick={select}>{ text::RANK_TITLE.with(lang, &[("n", &rank)]) }</button>
                }
                { byte_count(file.size) }
            </li>
        }
    };
    let open = facts.files.iter().any(is_sought);
    let says = text::FIELD_COUNTED.with(lang, &[("n", &facts.files.len())]);
    html! {
        <details class="ignored" id={format!("files-{}", side_id(props.side))} {open}>
            <summary>{ icon(Glyph::Down) }{ says }</summary>
            <ul>{ for shown(&facts.files, is_sought).into_iter().map(row) }</ul>
            { more(facts.files.len().saturating_sub(SHOWN) as u64, lang) }
        </details>
    }
}

fn ignored(props: &FilesProps, facts: &SideFacts, lang: Lang) -> Html {
    if facts.ignored.is_empty() {
        return Html::default();
    }
    // There are about as many reasons as fingers.
    let mut reasons: Vec<(&str, Vec<&Ignored>)> = Vec::new();
    for file in &facts.ignored {
        let why = file.why(lang);
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, files)) => files.push(file),
            None => reasons.push((why, vec![file])),
        }
    }
    let is_sought =
        |file: &Ignored| props.sought.as_deref().is_some_and(|path| facts.is_at(&file.path, path));
    let row = |(sought, file): (bool, &&Ignored)| {
        html! {
            <li id={sought.then_some(SOUGHT)} class={sought.then_some("selected")}>
                { name_broken(&file.path) }{ byte_count(file.size) }
            </li>
        }
    };
    let reason = |(why, files): (&str, Vec<&Ignored>)| {
        html! {
            <section>
                <h3>{ why }{ " · " }{ text::FILES.with(lang, &[("n", &files.len())]) }</h3>
                <ul>{ for shown(&files, |file| is_sought(file)).into_iter().map(row) }</ul>
                { more(files.len().saturating_sub(SHOWN) as u64, lang) }
            </section>
        }
    };
    let open = facts.ignored.iter().any(is_sought);
    html! {
        <details class="ignored" id={format!("ignored-{}", side_id(props.side))} {open}>
            <summary>{ icon(Glyph::Down) }{ text::FIELD_IGNORED.with(lang, &[("n", &facts.ignored_count)]) }</summary>
            { for reasons.into_iter().map(reason) }
            { more(facts.ignored_count.saturating_sub(facts.ignored.len() as u64), lang) }
        </details>
    }
}

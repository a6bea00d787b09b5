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

#[derive(Clone, PartialEq, Properties)]
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
    let counted_open = is_any(props, facts, facts.files.iter().map(|file| &file.path));
    let ignored_open = is_any(props, facts, facts.ignored.iter().map(|file| &file.path));
    let side = side_id(props.side);
    html! {
        <>
            if !facts.files.is_empty() {
                <Folded id={format!("files-{side}")} open={counted_open} files={props.clone()} counts=true
                    says={text::FIELD_COUNTED.with(lang, &[("n", &facts.files.len())])} />
            }
            if !facts.ignored.is_empty() {
                <Folded id={format!("ignored-{side}")} open={ignored_open} files={props.clone()} counts=false
                    says={text::FIELD_IGNORED.with(lang, &[("n", &facts.ignored_count)])} />
            }
        </>
    }
}

/// Whether the file that is looked for is one of these.
fn is_any<'a>(props: &FilesProps, facts: &SideFacts, mut paths: impl Iterator<Item = &'a String>) -> bool {
    props.sought.as_deref().is_some_and(|sought| paths.any(|path| facts.is_at(path, sought)))
}

#[derive(PartialEq, Properties)]
struct FoldedProps {
    id: String,
    says: String,
    open: bool,
    files: FilesProps,
    /// Whether these are the files that count.
    counts: bool,
}

/// A list that is made once it is opened: most never are.
#[component]
fn Folded(props: &FoldedProps) -> Html {
    let lang = use_look().lang;
    let opened = use_state_eq(|| false);
    let ontoggle = {
        let opened = opened.setter();
        Callback::from(move |_: Event| opened.set(true))
    };
    let FilesProps { snapshot, side, .. } = &props.files;
    let facts = snapshot.side(*side).filter(|_| props.open || *opened);
    let body = |facts: &SideFacts| match props.counts {
        true => counted(&props.files, facts, lang),
        false => ignored(&props.files, facts, lang),
    };
    html! {
        <details class="ignored" id={props.id.clone()} open={props.open} {ontoggle}>
            <summary>{ icon(Glyph::Down) }{ &props.says }</summary>
            { for facts.map(body) }
        </details>
    }
}

/// The sought one first, then the first others.
fn shown<T>(files: &[T], is_sought: impl Fn(&T) -> bool) -> Vec<(bool, &T)> {
    let sought = files.iter().find(|file| is_sought(file)).map(|file| (true, file));
    let others = files.iter().filter(|file| !is_sought(file)).map(|file| (false, file));
    sought.into_iter().chain(others).take(SHOWN).collect()
}

fn counted(props: &FilesProps, facts: &SideFacts, lang: Lang) -> Html {
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
    html! {
        <>
            <ul>{ for shown(&facts.files, is_sought).into_iter().map(row) }</ul>
            { more(facts.files.len().saturating_sub(SHOWN) as u64, lang) }
        </>
    }
}

fn ignored(props: &FilesProps, facts: &SideFacts, lang: Lang) -> Html {
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
    html! {
        <>
            { for reasons.into_iter().map(reason) }
            { more(facts.ignored_count.saturating_sub(facts.ignored.len() as u64), lang) }
        </>
    }
}

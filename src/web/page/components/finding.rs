//! Findings: what, why, what to do, and where. Severity has a shape and a word.

use yew::prelude::*;

use super::{CopyButton, Glyph, Inferring, fact, icon, inferred_file, name_line, with_breaks};
use crate::catalog::rank_of_path;
use crate::check::kinds::folders::SEVERAL_CHECKPOINTS;
use crate::check::{Lang, Record, Severity, Side, markdown};
use crate::path::shown;
use crate::web::findings::infers;
use crate::web::page::session::{Action, Session, View, use_look};
use crate::web::page::utils::Same;
use crate::web::protocol::Input;
use crate::web::snapshot::{FindingFacts, FoldFacts, Snapshot};
use crate::web::workbench::Change;
use crate::web::{text, units};

/// Findings that a list shows at once.
const SHOWN: usize = 50;
/// Findings that other views show before they lead to the one that shows all.
const FEW: usize = 5;
/// Folders that a finding offers.
const FOLDERS: usize = 20;
/// Folded tensors that a finding leads to before one asks for more.
const NAMED: usize = 4;
/// Runs of ranks that a button names.
const FEW_RUNS: usize = 4;

const fn severity(severity: Severity) -> (Glyph, &'static str) {
    match severity {
        Severity::Error => (Glyph::Error, "error"),
        Severity::Warning => (Glyph::Warning, "warning"),
        Severity::Info => (Glyph::Info, "info"),
    }
}

/// A severity.
pub(crate) fn severity_mark(of: Severity, lang: Lang) -> Html {
    let (glyph, name) = severity(of);
    html! { <span class={classes!("severity", name)}>{ icon(glyph) }{ of.label(lang) }</span> }
}

#[derive(PartialEq, Properties)]
pub(crate) struct ListProps {
    pub findings: Vec<FindingFacts>,
    pub session: Session,
    /// What the findings are about, which they lead to.
    pub snapshot: Same<Snapshot>,
    /// Whether these are all of one code, which is said above them: open, and leading to other views.
    #[prop_or_default]
    pub whole: bool,
}

/// The worst few of all findings, and the way to the others.
pub(crate) fn worst_findings(session: &Session, snapshot: &Same<Snapshot>, lang: Lang) -> Html {
    let findings: Vec<FindingFacts> = snapshot.findings.iter().take(FEW).cloned().collect();
    let n = snapshot.findings.len();
    html! {
        <>
            <FindingList {findings} session={session.clone()} snapshot={snapshot.clone()} />
            if n > 0 {
                <button type="button" class="button" id="findings-all" onclick={session.click(Action::Show(View::Findings))}>
                    { text::FINDINGS_SHOW_ALL.with(lang, &[("n", &n)]) }
                </button>
            }
        </>
    }
}

/// Findings one under the other; errors are open.
#[component]
pub(crate) fn FindingList(props: &ListProps) -> Html {
    let lang = use_look().lang;
    let all = use_state_eq(|| false);
    if props.findings.is_empty() {
        return html! {
            <p class="all-well">{ icon(Glyph::Check) }{ text::FINDINGS_NONE.of(lang) }</p>
        };
    }
    let shown = if *all { props.findings.len() } else { SHOWN };
    let hidden = props.findings.len().saturating_sub(shown);
    let more = {
        let all = all.setter();
        Callback::from(move |_| all.set(true))
    };
    html! {
        <div class="findings">
            { for props.findings.iter().take(shown).enumerate().map(|(at, facts)| finding(props, at, facts, lang)) }
            if hidden > 0 {
                <button type="button" class="button" onclick={more}>
                    { text::FINDINGS_MORE.with(lang, &[("n", &hidden)]) }
                </button>
            }
        </div>
    }
}

fn finding(props: &ListProps, at: usize, facts: &FindingFacts, lang: Lang) -> Html {
    let record = &facts.record(lang);
    let (_, name) = severity(record.severity);
    let open = props.whole || record.severity == Severity::Error;
    html! {
        <details class={classes!("finding", name)} {open}
            data-testid="finding" data-code={record.code.clone()} data-severity={name}>
            <summary>
                if !props.whole { { severity_mark(record.severity, lang) } }
                <span class="finding-title">{ with_breaks(&record.title) }</span>
                { folded_name(facts, record, open) }
                if !props.whole { <code>{ &record.code }</code> }
            </summary>
            <dl>
                { fact(text::FINDING_REMEDY.of(lang), with_breaks(&record.remedy)) }
                { fact(text::FINDING_CONSEQUENCE.of(lang), with_breaks(&record.consequence)) }
            </dl>
            <p>{ with_breaks(&record.evidence) }</p>
            { subjects(props, facts, record, lang) }
            { inferring(props, record, lang) }
            if props.whole && props.findings.len() > 1 {
                <p><CopyButton id={format!("copy-{}-{at}", record.code)} text={markdown([record], lang)} label={&text::COPY_ONE} /></p>
            }
        </details>
    }
}

/// What infers the strategy that it misses, or gives the one that was.
fn inferring(props: &ListProps, record: &Record, lang: Lang) -> Html {
    let ListProps { session, snapshot, whole, .. } = props;
    match infers(snapshot, record).filter(|_| *whole) {
        Some(side) => html! { <Inferring session={session.clone()} snapshot={snapshot.clone()} {side} /> },
        None => match inferred_side(snapshot, record) {
            Some(side) => html! { <p>{ inferred_file(session, side, lang) }</p> },
            None => Html::default(),
        },
    }
}

/// The side of which a finding names the inferred strategy.
fn inferred_side(snapshot: &Snapshot, record: &Record) -> Option<Side> {
    let side = record.subject.side?;
    let names = record.subject.file.as_deref()?;
    (snapshot.side(side)?.inferred == names).then_some(side)
}

/// The first tensors of a folded finding whose title names none.
fn folded_name(facts: &FindingFacts, record: &Record, open: bool) -> Html {
    let first = facts.folds.first().filter(|fold| !open && !record.title.contains(&fold.first));
    let Some(first) = first else { return Html::default() };
    let more = record.subject.all_tensors().count().saturating_sub(first.names);
    html! { <span class="quiet name">{ with_breaks(&first.text) }{ (more > 0).then(|| format!(" +{more}")) }</span> }
}

/// Checkpoints side by side, as buttons that say which is meant.
fn folders(props: &ListProps, record: &Record, lang: Lang) -> Html {
    let side = record.subject.side.unwrap_or(Side::Source);
    let facts = props.snapshot.side(side).filter(|_| record.code == SEVERAL_CHECKPOINTS.code);
    let choice = |(folder, files): &(String, usize)| {
        let onclick = {
            let (session, folder) = (props.session.clone(), folder.clone());
            Callback::from(move |_: MouseEvent| {
                session.ask(Input::Change(Change::Use(side, folder.clone())));
            })
        };
        let says = text::USE_FOLDER.with(lang, &[("folder", &shown(folder)), ("n", files)]);
        html! { <button type="button" class="button" data-testid="finding-folder" {onclick}>{ with_breaks(&says) }</button> }
    };
    facts.map(|facts| facts.rivals.iter().take(FOLDERS).map(choice).collect()).unwrap_or_default()
}

/// What it is about, as buttons that select it.
fn subjects(props: &ListProps, told: &FindingFacts, record: &Record, lang: Lang) -> Html {
    let subject = &record.subject;
    let side = subject.side.unwrap_or(Side::Source);
    let facts = props.snapshot.side(side).filter(|facts| facts.known);
    let known = facts.map_or(0, |facts| facts.topology.ranks());
    let of_rank = |rank: u64| lead(props, View::Devices, Action::Rank(side, rank));
    // Of several ranks all are marked where the first is selected.
    let rank = subject.rank.filter(|&rank| rank < known).map(|rank| {
        let runs: Vec<(u64, u64)> = subject.all_ranks().collect();
        let says = match runs.as_slice() {
            [(first, last)] if first == last => text::RANK_TITLE.with(lang, &[("n", &rank)]),
            runs => text::RANKS_TITLE.with(lang, &[("list", &units::run_list(runs, FEW_RUNS))]),
        };
        html! {
            <button type="button" class="button" data-testid="finding-rank" onclick={of_rank(rank)}>{ says }</button>
        }
    });
    // A file leads to the rank that it is of, which says what it holds; one of no rank to the side's files.
    let file = subject.file.as_deref().filter(|_| props.whole).map(|file| {
        let of_files = || props.snapshot.side(side)?.rank_of_file(file);
        let onclick = match rank_of_path(file).or_else(of_files).filter(|&rank| rank < known) {
            Some(rank) => of_rank(rank),
            None => props.session.click(Action::File(side, file.to_owned().into())),
        };
        html! { <button type="button" class="button" data-testid="finding-file" {onclick}>{ name_line(file) }</button> }
    });
    let tensor = |fold: &FoldFacts| {
        let index = props.snapshot.tensors.position(&fold.first)?;
        let onclick = lead(props, View::Tensors, Action::Tensor(index));
        Some(html! {
            <button type="button" class="button" data-testid="finding-tensor" data-name={fold.first.clone()} {onclick}>
                { name_line(&fold.text) }
                if fold.names > 1 { <span class="num quiet">{ text::TIMES.with(lang, &[("n", &fold.names)]) }</span> }
            </button>
        })
    };
    let mut tensors = told.folds.iter().filter_map(tensor);
    let named: Vec<Html> = tensors.by_ref().take(NAMED).collect();
    let folded: Vec<Html> = tensors.collect();
    let more = told.unsaid;
    html! {
        <div class="finding-subjects">
            { folders(props, record, lang) }
            { for file }
            { for rank }
            { for named }
            if !folded.is_empty() {
                <details>
                    <summary class="quiet">{ text::FINDING_NAMES.with(lang, &[("n", &unsaid(told))]) }</summary>
                    { for folded }
                    if more > 0 { <span class="quiet">{ text::FINDINGS_MORE.with(lang, &[("n", &more)]) }</span> }
                </details>
            }
        </div>
    }
}

/// How many tensors are not named before one asks for more.
fn unsaid(told: &FindingFacts) -> usize {
    told.folds.iter().skip(NAMED).map(|fold| fold.names).sum::<usize>() + told.unsaid
}

/// A click that selects, and from the view of findings goes to where the selection is shown.
fn lead(props: &ListProps, view: View, select: Action) -> Callback<MouseEvent> {
    let (session, whole) = (props.session.clone(), props.whole);
    Callback::from(move |_| {
        session.act(select.clone());
        if whole {
            session.act(Action::Show(view));
        }
    })
}

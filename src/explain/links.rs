//! From a text to the findings that show its cause: each kind of finding is one of some cause, or no text tells
//! of what it finds.

use std::collections::BTreeSet;

use super::{Entry, explain};
use crate::check::Kind;

/// Kinds of which MindSpore and MindFormers say nothing: they go on in silence, or the finding is about this
/// program's own work, a note on what is well, or a folder that nobody reads.
const SILENT: [(&str, &[&str]); 6] = [
    (
        "limits of this program, and what it did not do",
        &["SL0112", "SL0206", "SL0242", "SL0234", "SL0509", "SL0903"],
    ),
    (
        "what nobody opens, this program and the systems alike",
        &["SL0203", "SL0204", "SL0205", "SL0228", "SL0238", "SL0309"],
    ),
    (
        "what is meant is not clear, and the systems take something or begin another way",
        &["SL0219", "SL0225", "SL0229", "SL0313", "SL0609", "SL0902"],
    ),
    ("the systems wait without end", &["SL0629"]),
    (
        "the systems go on with wrong values, or without what was fine-tuned",
        &[
            "SL0312", "SL0323", "SL0324", "SL0325", "SL0417", "SL0701", "SL0714", "SL0622", "SL0632",
            "SL0625", "SL0626", "SL0710", "SL0711",
        ],
    ),
    ("what is well, or only differs between versions", &["SL0328", "SL0503", "SL0612", "SL0613"]),
];

/// The codes of all causes.
fn linked() -> BTreeSet<&'static str> {
    let causes = Entry::all().flat_map(|entry| entry.causes);
    causes.flat_map(|cause| cause.kinds).map(|kind| kind.code).collect()
}

#[test]
fn every_kind_is_of_a_cause_or_known_to_be_silent() {
    let linked = linked();
    let silent: BTreeSet<&str> = SILENT.iter().flat_map(|(_, codes)| *codes).copied().collect();
    let codes = || Kind::all().map(|kind| kind.code);
    let forgotten: Vec<&str> =
        codes().filter(|code| !linked.contains(code) && !silent.contains(code)).collect();
    assert!(forgotten.is_empty(), "link them from a cause, or say why not: {forgotten:?}");
    let both: Vec<&str> = silent.iter().filter(|code| linked.contains(*code)).copied().collect();
    assert!(both.is_empty(), "linked and said to be silent: {both:?}");
    let all: BTreeSet<&str> = codes().collect();
    assert!(silent.is_subset(&all), "{:?}", silent.difference(&all).collect::<Vec<_>>());
}

/// The texts that a kind says are raised because of it.
fn quotes(kind: &Kind) -> Vec<String> {
    let quoted = kind.en.consequence.split('“').skip(1).filter_map(|rest| Some(rest.split_once('”')?.0));
    // Numbers stand for what the finding puts in.
    let filled = |quote: &str| {
        let mut parts = quote.split('{');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + "3" + part.split_once('}').map_or("", |(_, rest)| rest))
    };
    quoted.map(filled).collect()
}

#[test]
fn what_a_finding_quotes_leads_back_to_it() {
    let mut known = 0;
    let mut wrong = Vec::new();
    for kind in Kind::all() {
        for quote in quotes(kind) {
            let told = explain(&quote).told;
            if told.is_empty() {
                continue;
            }
            known += 1;
            let causes = told.iter().flat_map(|told| told.entry.causes);
            if !causes.flat_map(|cause| cause.kinds).any(|of| of.code == kind.code) {
                wrong.push((kind.code, quote));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(known >= 20, "{known}");
}

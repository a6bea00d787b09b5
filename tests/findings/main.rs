//! An injected example of every kind of finding: it is found, and named exactly by its code and by
//! what it is about. A kind without an example fails.
#![cfg(all(unix, feature = "cli"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

mod advice;
mod checkpoint;
mod content;
mod example;
mod files;
mod folders;
mod infer;
mod plan;
mod resume;
mod sides;
mod strategy;
mod world;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use shardlens::check::{Kind, Lang};

use example::Example;

/// Made once: one of them lists a million entries.
static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| {
    let families = [
        files::examples(),
        folders::examples(),
        strategy::examples(),
        checkpoint::examples(),
        plan::examples(),
        resume::examples(),
        advice::examples(),
        sides::examples(),
        content::examples(),
        infer::examples(),
    ];
    families.into_iter().flatten().collect()
});

#[test]
fn every_kind_is_found_and_named_exactly() {
    let (mut complaints, mut shown) = (Vec::new(), BTreeSet::new());
    for example in EXAMPLES.iter() {
        complaints.extend(example.complaint());
        shown.insert(example.kind.code);
    }
    let without = Kind::all().filter(|kind| !shown.contains(kind.code));
    complaints.extend(without.map(|kind| format!("{}: no example", kind.code)));
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn no_text_of_an_example_has_a_name_without_a_value() {
    for example in EXAMPLES.iter() {
        for finding in &example.findings {
            for lang in [Lang::En, Lang::Zh] {
                let record = finding.render(lang);
                let told = [record.title, record.evidence, record.consequence, record.remedy].concat();
                let text = finding.kind.text(lang);
                let templates = [text.title, text.evidence, text.consequence, text.remedy].concat();
                let names = templates.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
                // What a text quotes may have braces of its own.
                let left = names.map(|(name, _)| format!("{{{name}}}")).find(|name| told.contains(name));
                assert_eq!(left, None, "{told}");
            }
        }
    }
}

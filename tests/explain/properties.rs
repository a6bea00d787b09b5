//! Whatever is pasted: no panic. How the time grows with the text is a figure of `benches/scaling.rs`.

use proptest::prelude::*;
use shardlens::explain::{Entry, explain};

/// Parts of texts of the table, which a hostile log is made of.
fn pieces() -> Vec<String> {
    Entry::all()
        .flat_map(|entry| entry.texts)
        .flat_map(|text| text.split(['{', '}']))
        .map(str::to_owned)
        .collect()
}

proptest! {
    #[test]
    fn any_text_is_answered(text in ".*") {
        let explained = explain(&text);
        prop_assert!(explained.told.is_empty() || explained.unknown.is_none());
    }

    #[test]
    fn so_are_texts_made_of_the_table(
        parts in prop::collection::vec((prop::sample::select(pieces()), "\\PC{0,3}|\n|\x1b\\[|[0-9]{1,30}"), 0..40),
    ) {
        let text: String = parts.iter().flat_map(|(part, between)| [part.as_str(), between]).collect();
        let explained = explain(&text);
        for told in &explained.told {
            prop_assert!(told.line <= text.split('\n').count());
            prop_assert!(told.times > 0);
        }
    }
}

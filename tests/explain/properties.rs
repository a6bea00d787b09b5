//! Whatever is pasted: no panic, and time that grows as the text does.

use std::time::{Duration, Instant};

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

fn time(text: &str) -> Duration {
    let start = Instant::now();
    let explained = explain(text);
    assert!(!explained.cut);
    start.elapsed()
}

/// The worst that was thought of: begins of texts without ends, values without ends, each text's last
/// words missing, and a begin of every text in turn.
#[test]
fn time_grows_as_the_text_does() {
    let begins: String = pieces().concat();
    let hostile = [
        "Cannot transform device_num from ".to_owned(),
        "Multiple files with suffix '".to_owned(),
        "For 'load_param_into_net', w in the argument 'net' should have the same shape as ".to_owned(),
        "\x1b[".to_owned(),
        "\n \n".to_owned(),
        "[rank1]: x\n[rank2]: y\n".to_owned(),
        "is not found!".to_owned(),
        begins,
    ];
    for piece in hostile {
        let small = piece.repeat((1 << 16) / piece.len());
        let large = small.repeat(8);
        let (small, large) = (time(&small), time(&large));
        assert!(large < small * 24 + Duration::from_millis(200), "{piece:.60}: {small:?}, then {large:?}");
    }
}

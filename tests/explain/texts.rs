//! Every text that is known of MindSpore 2.10 and MindFormers 1.3 to 2.1: `texts.jsonl`, made of the
//! templates in their sources. `values` are what was put into them, in order.

use serde::Deserialize;
use shardlens::explain::explain;

#[derive(Deserialize)]
struct Row {
    system: String,
    /// The function whose source has it.
    function: String,
    text: String,
    values: Vec<String>,
}

fn rows() -> Vec<Row> {
    include_str!("texts.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_text_is_recognised_with_what_it_names() {
    let mut wrong = Vec::new();
    for Row { system, function, text, values } in rows() {
        let explained = explain(&text);
        let found: Vec<_> = explained.told.iter().map(|told| told.entry.system.name()).collect();
        let said: Vec<_> =
            explained.told.iter().flat_map(|told| &told.values).map(|(_, value)| value.clone()).collect();
        if found != [system.as_str()] || said != values {
            wrong.push(format!("{system} {function}: {text}\n    {found:?} {said:?}, not {values:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows().len(), wrong.join("\n"));
    assert!(rows().len() > 200);
}

#[test]
fn white_space_does_not_count() {
    for Row { text, .. } in rows() {
        let broken: String = text
            .chars()
            .enumerate()
            .flat_map(|(at, c)| {
                let fold = at > 30 && at % 17 == 0;
                [Some(c), fold.then_some('\n')].into_iter().flatten()
            })
            .collect();
        // A value at the end of a message ends with its line, and short messages stand alone on theirs.
        let long = text.len() > 90;
        if long && !text.contains("dataset pipeline") {
            assert!(!explain(&broken).told.is_empty(), "{broken}");
        }
    }
}

//! The texts with which MindSpore 2.10 refused the recorded cases.

use std::fs;
use std::path::Path;

use serde_json::Value;
use shardlens::explain::explain;

/// Every recorded text, with its case.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let folders = [root.clone(), root.join("hostile")];
    let cases = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut texts = Vec::new();
    for path in cases.map(|entry| entry.unwrap().path().join("case.json")).filter(|path| path.exists()) {
        let case: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        // A hung or killed process says nothing.
        let silent = ["ProcessDied", "Timeout"].map(Value::from).contains(&case["error_type"]);
        if let Some(text) = case["error_text"].as_str().filter(|_| !silent) {
            texts.push((case["case"].as_str().unwrap().to_owned(), text.to_owned()));
        }
    }
    texts
}

#[test]
fn every_recorded_text_is_recognised() {
    let texts = texts();
    let unknown: Vec<_> = texts.iter().filter(|(_, text)| explain(text).told.is_empty()).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(texts.len() > 50, "{}", texts.len());
}

//! Whoever reads Chinese reads Chinese throughout: no finding about a recorded folder or file has a
//! sentence of English in it, whether it is rendered here or from its JSON on the page.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use shardlens::catalog::{self, Assembled, Cut, Survey, assemble, strategy, survey};
use shardlens::check::{Finding, Lang, Record, Side, finding};
use shardlens::format::{Detected, WeightFormat, detect};
use shardlens::native::walk;
use shardlens::plan::{Inputs, Options, plan};
use shardlens::source::Bytes;

/// Two English words in a row, and what is around them. Not looked at is what others said (between
/// “”) or named (between back-quotes), nor what folded names have in braces. A word is of small letters only: names, paths, types and
/// fields have digits, capitals, dots, slashes or underscores.
fn english(text: &str) -> Option<String> {
    let mut unquoted = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['“', '`', '{']) {
        let (before, quoted) = rest.split_at(start);
        unquoted.push_str(before);
        let ends = match quoted.chars().next() {
            Some('“') => '”',
            Some('{') => '}',
            _ => '`',
        };
        let Some(end) = quoted.char_indices().skip(1).find(|&(_, c)| c == ends) else { break };
        unquoted.push(if ends == '}' { '_' } else { '，' });
        rest = &quoted[end.0 + ends.len_utf8()..];
    }
    unquoted.push_str(rest);
    let is_word = |token: &str| token.bytes().all(|byte| byte.is_ascii_lowercase());
    for stretch in unquoted.split(|c: char| !c.is_ascii()) {
        let punctuation = [' ', ',', ':', ';', '(', ')', '\n'];
        let tokens: Vec<&str> = stretch.split(punctuation).filter(|token| !token.is_empty()).collect();
        if tokens.windows(2).any(|pair| is_word(pair[0]) && is_word(pair[1])) {
            return Some(stretch.to_owned());
        }
    }
    None
}

/// The findings of all recorded folders, each with the folder that it is about.
fn findings() -> Vec<(String, Finding)> {
    let mut found = Vec::new();
    for folder in folders(&cases()) {
        let name = folder.strip_prefix(cases()).unwrap().display().to_string();
        let said = [of_files(&folder), of_pile(&folder), of_conversion(&folder)].concat();
        found.extend(said.into_iter().map(|finding| (name.clone(), finding)));
    }
    found
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// The folders of recorded cases.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    let is_case = |path: &PathBuf| path.join("case.json").is_file();
    folders
        .into_iter()
        .flat_map(|path| if is_case(&path) { vec![path] } else { self::folders(&path) })
        .collect()
}

/// What is wrong in each file by itself.
fn of_files(folder: &Path) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in pile(folder).files() {
        let bytes = fs::read(folder.join(&file.path)).unwrap();
        let faults = match detect(&file.path, &Bytes(bytes)) {
            Detected::Strategy(file) => file.faults,
            Detected::Weights(header) => header.faults,
            Detected::Index(index) => index.faults,
            Detected::Broken { fault, .. } => vec![fault],
            _ => Vec::new(),
        };
        found.extend(faults.iter().map(|fault| finding(fault, &file.path)));
    }
    found
}

/// What is said of the folder if it is dropped on the page, as either side.
fn of_pile(folder: &Path) -> Vec<Finding> {
    let pile = pile(folder);
    [Side::Source, Side::Target].into_iter().flat_map(|side| catalog::side(&pile, side).findings).collect()
}

/// What is said of the recorded conversion, if it is one.
fn of_conversion(folder: &Path) -> Vec<Finding> {
    let case: Value = serde_json::from_slice(&fs::read(folder.join("case.json")).unwrap()).unwrap();
    let path = |argument: &str| case["args"][argument].as_str().map(|path| folder.join(path));
    let strategy = |argument, side| {
        let path = path(argument).filter(|path| path.exists())?;
        Some(strategy::open(&pile(&path), side))
    };
    let Some(source) = path("src").filter(|path| path.exists()) else { return Vec::new() };
    let from = strategy("src_strategy", Side::Source);
    let to = strategy("dst_strategy", Side::Target);
    let cut = from.as_ref().map_or(Cut::NotGiven, strategy::Found::cut);
    let Assembled { checkpoint, mut findings, .. } = assemble(&pile(&source), cut, Side::Source);
    if let Some(checkpoint) = checkpoint {
        let inputs = Inputs {
            source: &checkpoint,
            source_strategy: from.as_ref().and_then(|found| found.strategy.as_ref()),
            target_strategy: to.as_ref().and_then(|found| found.strategy.as_ref()),
        };
        for format in [WeightFormat::Ckpt, WeightFormat::Safetensors] {
            let options = Options { format, prefix: "checkpoint_".to_owned() };
            findings.extend(plan(&inputs, &options).findings);
        }
    }
    findings.extend([from, to].into_iter().flatten().flat_map(|found| found.findings));
    findings
}

fn pile(path: &Path) -> Survey {
    survey(walk(path).unwrap().files)
}

#[test]
fn no_finding_is_half_english() {
    let findings = findings();
    let kinds = findings.iter().map(|(_, finding)| finding.kind.code);
    let kinds: std::collections::BTreeSet<&str> = kinds.collect();
    assert!(findings.len() > 200 && kinds.len() > 25, "only {} of {kinds:?}", findings.len());
    let mut half_english = Vec::new();
    for (folder, finding) in findings {
        let record = finding.render(Lang::Zh);
        let json = serde_json::to_string(&finding.render(Lang::En)).unwrap();
        let on_the_page = serde_json::from_str::<Record>(&json).unwrap().translated(Lang::Zh);
        assert_eq!(on_the_page, record, "{folder}");
        for text in [record.title, record.evidence, record.consequence, record.remedy] {
            half_english.extend(english(&text).map(|english| format!("{folder}: {english}")));
        }
    }
    assert!(half_english.is_empty(), "{}:\n{}", half_english.len(), half_english.join("\n"));
}

#[test]
fn english_is_told_from_names_and_quotations() {
    for text in ["字节 0 处：no tensor is in it。", "文件 in it", "（cut off, broken）"] {
        assert!(english(text).is_some(), "{text}");
    }
    for text in [
        "MindSpore 会报错 “list index out of range”。",
        "`a b` 在 rank 0 中",
        "layers.0.w 为 float32 [3, 4]",
        "阶段 0：l.0…3.w{q,k,v,o}.w",
    ] {
        assert_eq!(english(text), None);
    }
}

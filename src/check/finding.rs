//! One finding, and how it is rendered.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Kind, Value, folded};
use crate::order::gather;
use crate::phrase::{Lang, is_singular, slot_name};
use crate::units::runs;

/// How bad a finding is. Any `Error` means that no correct result can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// A choice that was made and that one may want to know.
    Info,
    /// The result is right, but something is not as it should be.
    Warning,
    /// Nothing can be converted before this is solved.
    Error,
}

impl Severity {
    /// The word for people.
    #[must_use]
    pub const fn label(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Self::Error, Lang::En) => "Error",
            (Self::Error, Lang::Zh) => "错误",
            (Self::Warning, Lang::En) => "Warning",
            (Self::Warning, Lang::Zh) => "警告",
            (Self::Info, Lang::En) => "Note",
            (Self::Info, Lang::Zh) => "说明",
        }
    }
}

/// The two sides of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Where the weights are.
    Source,
    /// Where they must go.
    Target,
}

impl Side {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Source => Self::Target,
            Self::Target => Self::Source,
        }
    }
}

/// What a finding is about; only what is known is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Subject {
    /// Source or target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The file, relative to what was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The tensor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tensor: Option<String>,
    /// All the tensors, where there are several; [`Self::tensor`] is the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tensors: Vec<String>,
    /// The global rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u64>,
    /// All the ranks, where there are several, as runs of first and last, ascending; [`Self::rank`] is
    /// one of them, of which the texts tell more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<(u64, u64)>,
    /// The pipeline stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<u32>,
    /// Byte offset in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
}

/// One diagnosed fact: its kind, what it is about, and the values its text names.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The kind: code, severity and texts.
    pub kind: &'static Kind,
    /// What it is about; boxed to keep results with a finding for error small.
    pub subject: Box<Subject>,
    /// The values of `{name}` in the kind's texts.
    pub args: BTreeMap<&'static str, Value>,
}

/// A finding as it stands in JSON (plan, `--json`), with its English text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Record {
    /// Stable code, such as `SL0301`.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub subject: Subject,
    /// One line: what is the matter.
    pub title: String,
    /// What was seen.
    pub evidence: String,
    /// What follows from it.
    pub consequence: String,
    /// What to do now.
    pub remedy: String,
    /// The values named in the texts, so that another language can be rendered; phrases in English.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, String>,
    /// Those of the values that are phrases, in Chinese.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args_zh: BTreeMap<String, String>,
}

impl Finding {
    /// A finding of a kind, about nothing yet.
    #[must_use]
    pub fn new(kind: &'static Kind) -> Self {
        Self { kind, subject: Box::default(), args: BTreeMap::new() }
    }

    /// Sets the value of `{name}` in the texts.
    #[must_use]
    pub fn arg(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.args.insert(name, value.into());
        self
    }

    /// Sets the side.
    #[must_use]
    pub fn side(mut self, side: Side) -> Self {
        self.subject.side = Some(side);
        self
    }

    /// Sets the file.
    #[must_use]
    pub fn file(mut self, file: impl Into<String>) -> Self {
        self.subject.file = Some(file.into());
        self
    }

    /// Sets the tensor.
    #[must_use]
    pub fn tensor(mut self, tensor: impl Into<String>) -> Self {
        self.subject.tensor = Some(tensor.into());
        self
    }

    /// Sets the tensors, and `{count}` and `{tensors}` in the texts: the names in few words.
    #[must_use]
    pub fn tensors(mut self, names: &[&str]) -> Self {
        const SHOWN: usize = 12;
        let shown = folded(names, SHOWN);
        self.subject.tensor = names.first().map(|&name| name.to_owned());
        if names.len() > 1 {
            self.subject.tensors = names.iter().map(|&name| name.to_owned()).collect();
        }
        self.arg("count", names.len()).arg("tensors", shown)
    }

    /// Sets the rank.
    #[must_use]
    pub fn rank(mut self, rank: u64) -> Self {
        self.subject.rank = Some(rank);
        self
    }

    /// Sets the ranks, ascending; the first is the one of which the texts tell, unless that is set.
    #[must_use]
    pub fn ranks(self, ascending: &[u64]) -> Self {
        self.rank_runs(runs(ascending))
    }

    /// Sets the ranks as runs of first and last, ascending.
    #[must_use]
    pub fn rank_runs(mut self, runs: Vec<(u64, u64)>) -> Self {
        self.subject.rank = self.subject.rank.or(runs.first().map(|&(first, _)| first));
        if runs.len() > 1 || runs.iter().any(|(first, last)| first < last) {
            self.subject.ranks = runs;
        }
        self
    }

    /// Sets the stage.
    #[must_use]
    pub fn stage(mut self, stage: u32) -> Self {
        self.subject.stage = Some(stage);
        self
    }

    /// Sets the byte offset.
    #[must_use]
    pub fn offset(mut self, offset: u64) -> Self {
        self.subject.offset = Some(offset);
        self
    }

    /// Whether it stops a conversion.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.kind.severity == Severity::Error
    }

    /// The finding with its text in one language.
    #[must_use]
    pub fn render(&self, lang: Lang) -> Record {
        let value = |name: &str| self.args.get(name).map(|value| value.text(lang));
        let [title, evidence, consequence, remedy] = texts(self.kind, lang, &value);
        let in_chinese = self.args.iter().filter_map(|(&name, value)| match value {
            Value::Phrase(phrase) => Some((name.to_owned(), phrase.zh.clone())),
            Value::Plain(_) => None,
        });
        Record {
            code: self.kind.code.to_owned(),
            severity: self.kind.severity,
            subject: (*self.subject).clone(),
            title,
            evidence,
            consequence,
            remedy,
            args: gather(self.args.iter().map(|(&name, value)| (name.to_owned(), value.to_string()))),
            args_zh: gather(in_chinese),
        }
    }
}

/// Findings in the order in which they are told: worst first, otherwise as they were found.
#[must_use]
pub fn worst_first(findings: Vec<Finding>) -> Vec<Finding> {
    let mut ordered: [Vec<Finding>; 3] = Default::default();
    let [errors, warnings, notes] = &mut ordered;
    for finding in findings {
        match finding.kind.severity {
            Severity::Error => errors.push(finding),
            Severity::Warning => warnings.push(finding),
            Severity::Info => notes.push(finding),
        }
    }
    ordered.into_iter().flatten().collect()
}

impl Subject {
    /// Every tensor that it is about.
    pub fn all_tensors(&self) -> impl Iterator<Item = &str> {
        let only = self.tensor.iter().filter(|_| self.tensors.is_empty());
        only.chain(&self.tensors).map(String::as_str)
    }

    /// Adds a rank to those that it is about; ranks are added ascending.
    pub(crate) fn add_rank(&mut self, rank: u64) {
        let mut runs: Vec<(u64, u64)> = self.all_ranks().collect();
        match runs.last_mut() {
            Some((_, last)) if *last >= rank => return,
            Some((_, last)) if *last + 1 == rank => *last = rank,
            _ => runs.push((rank, rank)),
        }
        self.rank = self.rank.or(Some(rank));
        self.ranks = runs;
    }

    /// Every rank that it is about, as runs of first and last, ascending.
    pub fn all_ranks(&self) -> impl Iterator<Item = (u64, u64)> {
        let only = self.rank.iter().filter(|_| self.ranks.is_empty()).map(|&rank| (rank, rank));
        only.chain(self.ranks.iter().copied())
    }
}

impl Record {
    /// The record in another language; itself if its code is not of this version.
    #[must_use]
    pub fn translated(&self, lang: Lang) -> Self {
        let Some(kind) = Kind::of_code(&self.code) else { return self.clone() };
        let in_chinese = |name: &str| self.args_zh.get(name).filter(|_| lang == Lang::Zh);
        let value = |name: &str| in_chinese(name).or_else(|| self.args.get(name)).map(String::as_str);
        let [title, evidence, consequence, remedy] = texts(kind, lang, &value);
        Self { title, evidence, consequence, remedy, ..self.clone() }
    }
}

/// Title, evidence, consequence and remedy of a kind, with the values in them.
fn texts<'a>(kind: &Kind, lang: Lang, value: &dyn Fn(&str) -> Option<&'a str>) -> [String; 4] {
    let text = kind.text(lang);
    [text.title, text.evidence, text.consequence, text.remedy].map(|template| fill(template, value))
}

/// Replaces every `{name}` by its value; a name without a value stays as it is. `{name|one|many}` is
/// a word that follows a number, `{name[]|one|many}` one that goes with a list of numbers.
fn fill<'a>(template: &str, value: &dyn Fn(&str) -> Option<&'a str>) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, tail)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        let mut parts = name.split('|');
        let slot = parts.next().unwrap_or(name);
        match (value(slot_name(slot)), parts.next(), parts.next()) {
            (Some(value), Some(one), Some(many)) => {
                filled.push_str(if is_singular(slot, value) { one } else { many });
            }
            (Some(value), ..) => filled.push_str(value),
            (None, ..) => filled.extend(["{", name, "}"]),
        }
        rest = tail;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::kinds::files;
    use crate::phrase::phrase;

    #[test]
    fn values_fill_their_names() {
        let value = |name: &str| (name == "a").then_some("1");
        assert_eq!(fill("x{a}y{b}z{", &value), "x1y{b}z{");
        assert_eq!(fill("{a} {a|file does|files do} not count", &value), "1 file does not count");
        assert_eq!(fill("{a|file|files}", &|_| Some("2")), "files");
    }

    #[test]
    fn a_list_of_one_rank_was_said_to_be_of_several() {
        let fill = |list: &'static str| fill("{r[]|Rank|Ranks} {r} {r[]|has|have} none", &|_| Some(list));
        assert_eq!(fill("0"), "Rank 0 has none");
        assert_eq!(fill("17"), "Rank 17 has none");
        assert_eq!(fill("0–3"), "Ranks 0–3 have none");
        assert_eq!(fill("1, 3"), "Ranks 1, 3 have none");
    }

    #[test]
    fn ranks_are_kept_as_runs_and_added_one_by_one() {
        let runs =
            |finding: &Finding| (finding.subject.rank, finding.subject.all_ranks().collect::<Vec<_>>());
        let none = Finding::new(&files::EMPTY);
        assert_eq!(runs(&none), (None, vec![]));
        assert_eq!(runs(&none.clone().ranks(&[3])), (Some(3), vec![(3, 3)]));
        let several = none.clone().ranks(&[1, 2, 5]);
        assert_eq!(runs(&several), (Some(1), vec![(1, 2), (5, 5)]));
        // The texts tell of one of them.
        assert_eq!(runs(&none.rank(5).ranks(&[2, 5])), (Some(5), vec![(2, 2), (5, 5)]));
        let mut subject = *several.subject;
        for rank in [5, 6, 9, 9] {
            subject.add_rank(rank);
        }
        assert_eq!(subject.all_ranks().collect::<Vec<_>>(), [(1, 2), (5, 6), (9, 9)]);
        let json = serde_json::to_value(&subject).unwrap();
        assert_eq!(json["ranks"], serde_json::json!([[1, 2], [5, 6], [9, 9]]));
    }

    #[test]
    fn a_value_with_braces_is_not_filled_again() {
        assert_eq!(fill("{a}", &|_| Some("{a}")), "{a}");
    }

    #[test]
    fn a_phrase_is_told_in_both_languages_also_from_json() {
        let reason = phrase!("no tensor is in it", "其中没有张量");
        let finding = Finding::new(&files::MALFORMED).arg("file", "a.ckpt").arg("offset", 0u64);
        let record = finding.arg("place", "Checkpoint").arg("reason", reason).render(Lang::En);
        assert_eq!(record.evidence, "At byte 0 (Checkpoint): no tensor is in it.");
        assert_eq!(record.args["reason"], "no tensor is in it");
        let json = serde_json::to_string(&record).unwrap();
        let chinese = serde_json::from_str::<Record>(&json).unwrap().translated(Lang::Zh);
        assert_eq!(chinese.evidence, "字节 0 处（Checkpoint）：其中没有张量。");
        assert_eq!(chinese.translated(Lang::En), record);
    }

    #[test]
    fn a_record_without_phrases_has_no_second_map() {
        let json =
            serde_json::to_string(&Finding::new(&files::EMPTY).arg("file", "a").render(Lang::En)).unwrap();
        assert!(json.contains(r#""args":{"file":"a"}"#) && !json.contains("args_zh"), "{json}");
    }
}

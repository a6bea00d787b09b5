//! A finding as the page shows it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::check::{Finding, Fold, Lang, Record, Severity, Side, Subject, folds};

/// A finding with its texts in both languages: the table of kinds, of which a pile shows a few, stays with the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingFacts {
    /// Stable code, such as `SL0301`.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    #[serde(serialize_with = "write_subject", deserialize_with = "read_subject")]
    pub subject: Subject,
    /// The tensors that it is about in few words, and of each fold the first; the first folds.
    pub folds: Vec<FoldFacts>,
    /// How many tensors the folds do not say.
    pub unsaid: usize,
    en: Texts,
    zh: Texts,
}

/// Names that are said at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoldFacts {
    /// How they are said.
    pub text: String,
    /// The first of them.
    pub first: String,
    /// How many they are.
    pub names: usize,
}

/// Folds that the page lists.
const FOLDS: usize = 20;

/// Title, evidence, consequence and remedy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Texts([String; 4]);

impl From<&Finding> for FindingFacts {
    fn from(finding: &Finding) -> Self {
        let texts = |lang| {
            let Record { title, evidence, consequence, remedy, .. } = finding.render(lang);
            Texts([title, evidence, consequence, remedy])
        };
        let names: Vec<&str> = finding.subject.all_tensors().collect();
        let fold =
            |fold: Fold<'_>| FoldFacts { text: fold.text, first: fold.first.to_owned(), names: fold.names };
        let mut folds: Vec<FoldFacts> = folds(&names).into_iter().map(fold).collect();
        let unsaid = folds.iter().skip(FOLDS).map(|fold| fold.names).sum();
        folds.truncate(FOLDS);
        Self {
            code: finding.kind.code.to_owned(),
            severity: finding.kind.severity,
            subject: (*finding.subject).clone(),
            folds,
            unsaid,
            en: texts(Lang::En),
            zh: texts(Lang::Zh),
        }
    }
}

impl FindingFacts {
    /// The finding in one language, without the values of its texts.
    #[must_use]
    pub fn record(&self, lang: Lang) -> Record {
        let Texts([title, evidence, consequence, remedy]) = self.texts(lang).clone();
        Record {
            code: self.code.clone(),
            severity: self.severity,
            subject: self.subject.clone(),
            title,
            evidence,
            consequence,
            remedy,
            args: Default::default(),
            args_zh: Default::default(),
        }
    }

    /// One line: what is the matter.
    #[must_use]
    pub fn title(&self, lang: Lang) -> &str {
        let Texts([title, ..]) = self.texts(lang);
        title
    }

    const fn texts(&self, lang: Lang) -> &Texts {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}

/// A subject leaves out what is empty, which a format without names cannot say.
type About = (
    Option<Side>,
    Option<String>,
    Option<String>,
    Option<u64>,
    Vec<(u64, u64)>,
    Option<u32>,
    Option<u64>,
    Vec<String>,
);

fn write_subject<S: Serializer>(subject: &Subject, serializer: S) -> Result<S::Ok, S::Error> {
    let Subject { side, file, tensor, rank, ranks, stage, offset, tensors } = subject;
    (side, file, tensor, rank, ranks, stage, offset, tensors).serialize(serializer)
}

fn read_subject<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Subject, D::Error> {
    let (side, file, tensor, rank, ranks, stage, offset, tensors) = About::deserialize(deserializer)?;
    Ok(Subject { side, file, tensor, rank, ranks, stage, offset, tensors })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::kinds::files;
    use crate::phrase::phrase;

    #[test]
    fn the_page_has_a_finding_in_both_languages() {
        let reason = phrase!("no tensor is in it", "其中没有张量");
        let finding = Finding::new(&files::MALFORMED).arg("file", "a.ckpt").arg("offset", 0u64);
        let finding = finding.arg("place", "Checkpoint").arg("reason", reason).file("a.ckpt").rank(3);
        let facts = FindingFacts::from(&finding);
        for lang in [Lang::En, Lang::Zh] {
            let told =
                Record { args: Default::default(), args_zh: Default::default(), ..finding.render(lang) };
            assert_eq!((facts.record(lang), facts.title(lang)), (told.clone(), told.title.as_str()));
        }
        let [en, zh] = [Lang::En, Lang::Zh].map(|lang| facts.record(lang).evidence);
        assert!(en.ends_with("no tensor is in it.") && zh.ends_with("其中没有张量。"), "{en} {zh}");
    }
}

//! A finding as the page shows it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::check::{Finding, Lang, Record, Severity, Side, Subject};

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
    en: Texts,
    zh: Texts,
}

/// Title, evidence, consequence and remedy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Texts([String; 4]);

impl From<&Finding> for FindingFacts {
    fn from(finding: &Finding) -> Self {
        let texts = |lang| {
            let Record { title, evidence, consequence, remedy, .. } = finding.render(lang);
            Texts([title, evidence, consequence, remedy])
        };
        Self {
            code: finding.kind.code.to_owned(),
            severity: finding.kind.severity,
            subject: (*finding.subject).clone(),
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
type About =
    (Option<Side>, Option<String>, Option<String>, Option<u64>, Option<u32>, Option<u64>, Vec<String>);

fn write_subject<S: Serializer>(subject: &Subject, serializer: S) -> Result<S::Ok, S::Error> {
    let Subject { side, file, tensor, rank, stage, offset, tensors } = subject;
    (side, file, tensor, rank, stage, offset, tensors).serialize(serializer)
}

fn read_subject<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Subject, D::Error> {
    let (side, file, tensor, rank, stage, offset, tensors) = About::deserialize(deserializer)?;
    Ok(Subject { side, file, tensor, rank, stage, offset, tensors })
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

//! The table of kinds, one file per family. Codes are stable: a code is never given a new meaning.

pub mod advice;
pub mod checkpoint;
pub mod content;
pub mod files;
pub mod folders;
pub mod infer;
pub mod plan;
pub mod resume;
pub mod sides;
pub mod strategy;

use super::{Lang, Severity};

/// The texts of a kind in one language; `{name}` stands for a value of the finding.
#[derive(Debug, PartialEq, Eq)]
pub struct Text {
    /// One line: what is the matter.
    pub title: &'static str,
    /// What was seen.
    pub evidence: &'static str,
    /// What follows, and what the framework would do.
    pub consequence: &'static str,
    /// What to do now.
    pub remedy: &'static str,
}

/// A kind of finding.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// Stable code, such as `SL0301`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// English text.
    pub en: Text,
    /// Chinese text.
    pub zh: Text,
}

impl Kind {
    /// The text in one language.
    #[must_use]
    pub const fn text(&self, lang: Lang) -> &Text {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }

    /// Every kind, by code.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        let of_files = [files::ALL, folders::ALL, strategy::ALL, checkpoint::ALL, plan::ALL];
        let of_runs = [resume::ALL, advice::ALL];
        let of_sides = [sides::ALL, content::ALL, infer::ALL];
        of_files.into_iter().chain(of_runs).chain(of_sides).flatten().copied()
    }

    /// The kind with a code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<&'static Self> {
        Self::all().find(|kind| kind.code == code)
    }
}

/// Declares the kinds of one family and the list of them.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal $severity:ident { en: [$($en:literal),* $(,)?], zh: [$($zh:literal),* $(,)?] $(,)? })*) => {
        $($(#[$doc])* pub static $name: $crate::check::Kind = $crate::check::Kind {
            code: $code,
            severity: $crate::check::Severity::$severity,
            en: $crate::check::kinds::text([$($en),*]),
            zh: $crate::check::kinds::text([$($zh),*]),
        };)*
        /// Every kind of the family, by code.
        pub(super) static ALL: &[&$crate::check::Kind] = &[$(&$name),*];
    };
}
use kinds;

/// Title, evidence, consequence, remedy.
const fn text([title, evidence, consequence, remedy]: [&'static str; 4]) -> Text {
    Text { title, evidence, consequence, remedy }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn names(text: &Text) -> BTreeSet<&str> {
        let texts = [text.title, text.evidence, text.consequence, text.remedy];
        let names = |text: &'static str| {
            let slots = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')?.0.split('|').next());
            slots.map(crate::phrase::slot_name)
        };
        texts.into_iter().flat_map(names).collect()
    }

    #[test]
    fn codes_are_unique_and_ascending() {
        let codes: Vec<&str> = Kind::all().map(|kind| kind.code).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    }

    #[test]
    fn both_languages_name_the_same_values() {
        for kind in Kind::all() {
            assert_eq!(names(&kind.en), names(&kind.zh), "{}", kind.code);
        }
    }

    #[test]
    fn no_text_is_empty() {
        for kind in Kind::all() {
            for text in [&kind.en, &kind.zh] {
                let texts = [text.title, text.evidence, text.consequence, text.remedy];
                assert!(texts.iter().all(|text| !text.is_empty()), "{}", kind.code);
            }
        }
    }
}

//! Every word of the page, in both languages side by side: a text without one of them does not
//! compile. Chinese is written for readers of Chinese, not translated word by word.

mod devices;
mod findings;
mod frame;
mod help;
mod inferring;
mod load;
mod overview;
mod plan;
mod resume;
mod slices;
mod start;
mod tensors;

pub use devices::*;
pub use findings::*;
pub use frame::*;
pub use help::*;
pub use inferring::*;
pub use load::*;
pub use overview::*;
pub use plan::*;
pub use resume::*;
pub use slices::*;
pub use start::*;
pub use tensors::*;

use std::fmt::Display;

use crate::check::Lang;
use crate::phrase::{is_singular, slot_name};

/// Sentences one after the other: Chinese ones have no space between them.
#[must_use]
pub fn sentences(says: &[&str], lang: Lang) -> String {
    says.join(if lang == Lang::En { " " } else { "" })
}

/// A number of ranks.
#[must_use]
pub fn ranks(n: u64, lang: Lang) -> String {
    RANKS.with(lang, &[("n", &crate::units::grouped(n))])
}

/// What MindSpore would read, beside what the plan reads.
#[must_use]
pub fn peer_reads(peer: u64, plan: u64, lang: Lang) -> String {
    match plan {
        0 => PEER_READS.of(lang).to_owned(),
        _ => PEER_READS_MORE.with(lang, &[("times", &crate::units::ratio(peer.into(), plan.into()))]),
    }
}

/// A text in both languages. `{name}` stands for a value, `{name|one|many}` for a word that
/// follows a number, `{name[]|one|many}` for one that goes with a list of numbers.
#[derive(Debug, PartialEq, Eq)]
pub struct Text {
    en: &'static str,
    zh: &'static str,
}

impl Text {
    /// The text in one language.
    #[must_use]
    pub const fn of(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Zh => self.zh,
        }
    }

    /// The text in one language with its values filled in.
    #[must_use]
    pub fn with(&self, lang: Lang, values: &[(&str, &dyn Display)]) -> String {
        let mut filled = String::new();
        let mut rest = self.of(lang);
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, tail) = after.split_once('}').unwrap_or((after, ""));
            let mut parts = slot.split('|');
            let of = parts.next().unwrap_or(slot);
            let name = slot_name(of);
            let value = values.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string());
            let value = value.unwrap_or_default();
            filled.push_str(before);
            match (parts.next(), parts.next()) {
                (Some(one), Some(many)) => filled.push_str(if is_singular(of, &value) { one } else { many }),
                _ => filled.push_str(&value),
            }
            rest = tail;
        }
        filled.push_str(rest);
        filled
    }
}

/// Declares texts, English first, and the list of them for the tests.
macro_rules! texts {
    ($($name:ident: $en:literal, $zh:literal;)*) => {
        $(#[doc = $en] pub static $name: $crate::web::text::Text =
            $crate::web::text::Text { en: $en, zh: $zh };)*
        #[cfg(test)]
        pub(super) static ALL: &[(&str, &$crate::web::text::Text)] = &[$((stringify!($name), &$name)),*];
    };
}
use texts;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn all() -> impl Iterator<Item = &'static (&'static str, &'static Text)> {
        let tables = [
            devices::ALL,
            findings::ALL,
            frame::ALL,
            help::ALL,
            inferring::ALL,
            load::ALL,
            overview::ALL,
            plan::ALL,
            resume::ALL,
            slices::ALL,
            start::ALL,
            tensors::ALL,
        ];
        tables.into_iter().flatten()
    }

    fn names(text: &str) -> BTreeSet<&str> {
        let slots = text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
        // Chinese words do not follow their number.
        slots.filter(|slot| !slot.contains('|')).collect()
    }

    #[test]
    fn both_languages_name_the_same_values() {
        for (key, text) in all() {
            assert_eq!(names(text.en), names(text.zh), "{key}");
        }
    }

    #[test]
    fn a_word_follows_its_number() {
        let text = Text { en: "{n} {n|file|files}", zh: "{n} 个文件" };
        assert_eq!(text.with(Lang::En, &[("n", &1)]), "1 file");
        assert_eq!(text.with(Lang::En, &[("n", &2)]), "2 files");
        assert_eq!(text.with(Lang::Zh, &[("n", &2)]), "2 个文件");
    }

    #[test]
    fn no_text_is_empty() {
        for (key, text) in all() {
            assert!(!text.en.is_empty() && !text.zh.is_empty(), "{key}");
        }
    }
}

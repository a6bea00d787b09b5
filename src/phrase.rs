//! Words that a finding shows, in both languages.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The two languages of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

/// A reason or another part of a sentence. It is displayed in English, as the command speaks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Phrase {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Phrase {
    /// The words in one language.
    #[must_use]
    pub fn text(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }

    /// What a system or a library says: as it is, with marks of quotation in Chinese. Cut where it
    /// quotes a file at length.
    #[must_use]
    pub fn quoted(words: &str) -> Self {
        let words = clipped(words);
        Self { zh: format!("“{words}”"), en: words }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

/// Letters of a file's text that a phrase repeats: a hostile file's text may have megabytes.
const MAX_QUOTED: usize = 200;

/// The text, or its beginning if it is long.
pub(crate) fn clipped(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => text.get(..end).unwrap_or_default().to_owned() + "…",
        None => text.to_owned(),
    }
}

/// `phrase!("{n} files", "{n} 个文件", n)`: a phrase of the two formats. The values follow by name,
/// `n` or `n = value`: a name that either language leaves out does not compile, nor does a Chinese
/// text without Chinese.
macro_rules! phrase {
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
    ($en:literal, $zh:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const { assert!(!$zh.is_ascii()) };
        $crate::phrase::Phrase {
            en: std::fmt::format(format_args!($en $(, $name = $crate::phrase::phrase!(@value $name $($value)?))*)),
            zh: std::fmt::format(format_args!($zh $(, $name = $crate::phrase::phrase!(@value $name $($value)?))*)),
        }
    }};
}
pub(crate) use phrase;

/// Displays errors in the English of their `phrase`.
macro_rules! display_phrase {
    ($error:ty) => {
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.phrase().en)
            }
        }
    };
}
pub(crate) use display_phrase;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_name_the_same_values() {
        let n = 2;
        let phrase = phrase!("{n} of {all} files", "{all} 个文件中的 {n} 个", n, all = 1 + 2);
        assert_eq!((phrase.en.as_str(), phrase.zh.as_str()), ("2 of 3 files", "3 个文件中的 2 个"));
        assert_eq!(phrase.to_string(), phrase.en);
    }

    #[test]
    fn the_words_of_others_are_quoted_in_chinese_and_not_at_any_length() {
        let phrase = Phrase::quoted("no space left");
        assert_eq!((phrase.en.as_str(), phrase.zh.as_str()), ("no space left", "“no space left”"));
        let long = Phrase::quoted(&"中".repeat(1 << 20));
        assert_eq!((long.en.chars().count(), long.zh.chars().count()), (201, 203));
    }
}

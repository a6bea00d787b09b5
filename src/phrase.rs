//! Words that a finding shows, in both languages.

use std::borrow::Cow;
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

/// The value's name in a slot of a text: `{name}`, `{name|one|many}` or `{name[]|one|many}`.
pub(crate) fn slot_name(slot: &str) -> &str {
    slot.strip_suffix("[]").unwrap_or(slot)
}

/// Whether a word that goes with a value is singular: with the number 1, or with a list of one number.
pub(crate) fn is_singular(slot: &str, value: &str) -> bool {
    match slot.ends_with("[]") {
        true => !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()),
        false => value == "1",
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

/// Characters of a word, such as a name, and of a line that are shown: a hostile file's names have
/// megabytes.
const MAX_WORD: usize = 512;
const MAX_LINE: usize = 1 << 14;

/// The text with the middle of overlong words and lines left out, each with how much it is.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    // No word or line has more characters than bytes.
    if text
        .split('\n')
        .all(|line| line.len() <= MAX_LINE && line.split(' ').all(|word| word.len() <= MAX_WORD))
    {
        return Cow::Borrowed(text);
    }
    let line = |line: &str| {
        let words: Vec<_> = line.split(' ').map(|word| without_middle(word, MAX_WORD)).collect();
        without_middle(&words.join(" "), MAX_LINE).into_owned()
    };
    Cow::Owned(text.split('\n').map(line).collect::<Vec<_>>().join("\n"))
}

fn without_middle(text: &str, max: usize) -> Cow<'_, str> {
    let count = if text.len() <= max { 0 } else { text.chars().count() };
    if count <= max {
        return Cow::Borrowed(text);
    }
    let side = max / 2 - 16;
    let begin: String = text.chars().take(side).collect();
    let end: String = text.chars().skip(count - side).collect();
    Cow::Owned(format!("{begin}…(+{})…{end}", count - 2 * side))
}

/// `phrase!("{n} files", "{n} 个文件", n)`: a phrase of the two formats. The values follow by name,
/// `n` or `n = value`: a name that either language leaves out does not compile, nor does a Chinese
/// text without Chinese. After a semicolon come words of the English text alone, such as nouns that agree with
/// a number: `phrase!("{n} {files}", "{n} 个文件", n; files = noun(n, "file", "files"))`.
macro_rules! phrase {
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
    ($en:literal, $zh:literal $(, $name:ident $(= $value:expr)?)* $(,)? $(; $($word:ident = $of:expr),+ $(,)?)?) => {{
        const { assert!(!$zh.is_ascii()) };
        $crate::phrase::Phrase {
            en: std::fmt::format(format_args!(
                $en $(, $name = $crate::phrase::phrase!(@value $name $($value)?))* $($(, $word = $of)+)?
            )),
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
    fn a_name_of_a_mebibyte_is_shortened_in_the_middle() {
        let name = format!("begin{}end", "层".repeat(1 << 20));
        let shown = shortened(&name);
        assert!(
            shown.chars().count() <= MAX_WORD && shown.starts_with("begin层") && shown.ends_with("层end")
        );
        assert!(shown.contains("…(+1048104)…"), "{shown}");
        let blanks = "a b ".repeat(1 << 18);
        assert!(shortened(&format!("1 2\n{blanks}")).chars().count() <= MAX_LINE + 4);
        assert!(matches!(shortened("a line\nand one more"), Cow::Borrowed(_)));
        let most = "层".repeat(MAX_WORD);
        assert_eq!(shortened(&most), most);
    }

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

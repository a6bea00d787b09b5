//! What a finding's texts name.

use std::fmt;

use crate::geometry::Shape;
use crate::phrase::{Lang, Phrase};

/// A value of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A name, a number, a path: the same in both languages.
    Plain(String),
    /// Words.
    Phrase(Phrase),
}

impl Value {
    /// As it stands in a text.
    #[must_use]
    pub fn text(&self, lang: Lang) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Phrase(phrase) => phrase.text(lang),
        }
    }
}

/// In English.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(Lang::En))
    }
}

impl From<Phrase> for Value {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(phrase)
    }
}

/// Not for everything that can be displayed: errors are displayed in English.
macro_rules! plain {
    ($($type:ty),*) => {
        $(impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Self::Plain(value.to_string())
            }
        })*
    };
}
plain!(&str, &&str, String, &String, fmt::Arguments<'_>, u32, &u32, u64, &u64, usize, &Shape);

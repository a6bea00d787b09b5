//! From a text of error to its cause: which text of MindSpore or MindFormers is in a log, what it
//! names, why it is raised and what to do.
//!
//! * [`Entry`] is a text of the table (`table/`), [`Cause`] one of its causes (`causes/`);
//! * [`explain`] finds the texts in what was pasted, a line or a whole log;
//! * [`Entry::causes`] puts first what was found in the opened files.
//!
//! The time is linear in the text: every place is looked at once, and no text of the table is tried from
//! the same place twice.

mod causes;
mod encoding;
mod folded;
mod labels;
#[cfg(test)]
mod links;
mod log;
mod scan;
mod squeezed;
mod table;
mod template;

pub use encoding::Encoding;
pub use folded::{Folded, folded};
pub use labels::label;

use std::collections::HashMap;

use crate::check::{Kind, Lang, Record};
use crate::order::sort_by_key;
use crate::phrase::clipped;

/// Bytes of a text that are read: its last ones, for what stops a job comes last.
pub const MAX_TEXT: usize = 16 << 20;

/// Who raises a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// MindSpore.
    MindSpore,
    /// MindFormers.
    MindFormers,
    /// Python or a library of it, called by MindSpore.
    Python,
}

impl System {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MindSpore => "MindSpore",
            Self::MindFormers => "MindFormers",
            Self::Python => "Python",
        }
    }
}

/// Texts that one function raises for one reason, or for one of several.
#[derive(Debug)]
pub struct Entry {
    /// Who raises it.
    pub system: System,
    /// The function that raises it, as the system names it.
    pub function: &'static str,
    /// The texts; `{name}` stands for a value, `{name#}` for a whole number, `{}` for what does not
    /// matter. `^` and `$` are the ends of a message.
    pub texts: &'static [&'static str],
    /// Why it is raised, the likeliest first.
    pub causes: &'static [&'static Cause],
}

impl Entry {
    /// Every text of the table.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        table::ALL.into_iter().flatten()
    }

    /// Its causes, those first that findings show, each with these findings.
    #[must_use]
    pub fn causes<'a>(&self, findings: &'a [Record]) -> Vec<(&'static Cause, Vec<&'a Record>)> {
        let shown = |cause: &'static Cause| {
            let shows = |record: &&Record| cause.kinds.iter().any(|kind| kind.code == record.code);
            (cause, findings.iter().filter(shows).collect::<Vec<_>>())
        };
        let (found, open): (Vec<_>, Vec<_>) =
            self.causes.iter().map(|cause| shown(cause)).partition(|(_, shown)| !shown.is_empty());
        [found, open].concat()
    }

    /// How far it is from telling what to do: 0 tells one cause, 1 one of several, 2 is a text of
    /// Python that many things raise, 3 says that the reason stands elsewhere.
    fn distance(&self) -> u8 {
        match self.causes {
            [only] if std::ptr::eq(*only, &raw const causes::ELSEWHERE) => 3,
            _ if self.system == System::Python => 2,
            [_] => 0,
            _ => 1,
        }
    }
}

/// Why a text is raised.
#[derive(Debug, PartialEq, Eq)]
pub struct Cause {
    /// The kinds of finding by which the opened files show it.
    pub kinds: &'static [&'static Kind],
    /// English text.
    pub en: Says,
    /// Chinese text.
    pub zh: Says,
}

/// What a cause says in one language.
#[derive(Debug, PartialEq, Eq)]
pub struct Says {
    /// Why the text is raised.
    pub cause: &'static str,
    /// What to do now.
    pub remedy: &'static str,
}

impl Cause {
    /// The text in one language.
    #[must_use]
    pub const fn says(&self, lang: Lang) -> &Says {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}

/// A text of the table that was found.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its entry.
    pub entry: &'static Entry,
    /// What it names, in its order, by the names that [`label`] knows. A `rank` is one of the source, and so is a
    /// `needed` one; one of the target is a `target`.
    pub values: Vec<(&'static str, String)>,
    /// The line where it first begins, from 1.
    pub line: usize,
    /// The line where it last begins.
    pub last_line: usize,
    /// The ranks whose lines say it, where the log marks its lines with ranks; ascending.
    pub ranks: Vec<u64>,
    /// How often it is there.
    pub times: usize,
}

/// What was found in a text.
#[derive(Clone, Debug, Default)]
pub struct Explained {
    /// Texts of the table, the most telling first; of equally telling ones the first said.
    pub told: Vec<Told>,
    /// The last line that reads like an error, if no text of the table was found.
    pub unknown: Option<String>,
    /// Whether only the end of the text was read.
    pub cut: bool,
}

/// Finds the texts of the table in a log, or in a part of one.
#[must_use]
pub fn explain(text: &str) -> Explained {
    let End { read, skipped, cut } = end_of(text);
    let streams = log::streams(read);
    let mut told: Vec<Told> = Vec::new();
    let mut places: HashMap<(usize, String), usize> = HashMap::new();
    for stream in &streams {
        for found in scan::scan(&stream.text) {
            let line = stream.line(found.start) + skipped;
            let key = (std::ptr::from_ref(found.entry).addr(), key(&found.values));
            let place = *places.entry(key).or_insert_with(|| {
                told.push(Told {
                    entry: found.entry,
                    values: found.values,
                    line,
                    last_line: line,
                    ranks: Vec::new(),
                    times: 0,
                });
                told.len() - 1
            });
            if let Some(known) = told.get_mut(place) {
                known.times += 1;
                known.line = known.line.min(line);
                known.last_line = known.last_line.max(line);
                if let Some(rank) = stream.rank.filter(|rank| known.ranks.last() != Some(rank)) {
                    known.ranks.push(rank);
                }
            }
        }
    }
    sort_by_key(&mut told, |told| (told.entry.distance(), told.line));
    let unknown = if told.is_empty() { log::last_error(read).map(clipped) } else { None };
    Explained { told, unknown, cut }
}

/// The part of a text that is read.
struct End<'a> {
    read: &'a str,
    /// Lines before it.
    skipped: usize,
    /// Whether anything is before it: a line need not end there.
    cut: bool,
}

fn end_of(text: &str) -> End<'_> {
    let Some(mut start) = text.len().checked_sub(MAX_TEXT).filter(|&start| start > 0) else {
        return End { read: text, skipped: 0, cut: false };
    };
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let (before, read) = text.split_at(start);
    End { read, skipped: before.bytes().filter(|&byte| byte == b'\n').count(), cut: true }
}

fn key(values: &[(&'static str, String)]) -> String {
    values.iter().flat_map(|(_, value)| [value.as_str(), "\0"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Finding;
    use crate::check::kinds::{folders, plan};

    const NOTHING: &str =
        "ValueError: None of the parameters in checkpoint file are in either src strategy or dst strategy.";

    #[test]
    fn the_cause_that_a_finding_shows_comes_first() {
        let explained = explain(NOTHING);
        let told = explained.told.first().unwrap();
        let first = |findings: &[Record]| {
            let causes = told.entry.causes(findings);
            assert_eq!(causes.len(), told.entry.causes.len());
            causes.first().map(|(cause, shown)| (*cause, shown.len())).unwrap()
        };
        assert_eq!(first(&[]), (&causes::OTHER_MODEL, 0));
        let unknown = Finding::new(&folders::NO_SOURCE_STRATEGY).arg("ranks", 4u64).render(Lang::En);
        assert_eq!(first(&[unknown.clone(), unknown]), (&causes::SLICED_AS_COMPLETE, 2));
        let other = Finding::new(&plan::COPIED).render(Lang::En);
        assert_eq!(first(&[other]), (&causes::OTHER_MODEL, 0));
    }

    /// What was left out was once told by the lines before it, of which there may be none.
    #[test]
    fn a_long_text_without_line_breaks_is_said_to_be_cut() {
        let text = "中".repeat(MAX_TEXT / 3) + NOTHING;
        let End { read, skipped, cut } = end_of(&text);
        assert!(cut && skipped == 0 && read.ends_with(NOTHING) && read.len() <= MAX_TEXT);
        assert!(!explain(NOTHING).cut && !end_of(&text[text.len() - MAX_TEXT..]).cut);
    }

    #[test]
    fn every_cause_is_told_in_both_languages() {
        for cause in Entry::all().flat_map(|entry| entry.causes) {
            let Cause { en, zh, .. } = cause;
            assert!(en.cause.ends_with('.') && en.remedy.ends_with(['.', ')']), "{}", en.cause);
            assert!(zh.cause.ends_with('。') && zh.remedy.ends_with('。'), "{}", zh.cause);
        }
    }

    #[test]
    fn no_text_is_in_the_table_twice() {
        let mut texts: Vec<(&str, &str)> =
            Entry::all().flat_map(|entry| entry.texts.iter().map(|text| (*text, entry.function))).collect();
        texts.sort_unstable();
        let twice: Vec<_> = texts.windows(2).filter(|pair| pair[0].0 == pair[1].0).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}

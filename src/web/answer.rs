//! What the worker answers about a pasted text: plain data, in both languages.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::check::{Lang, Phrase};
use crate::explain::{Cause, Explained, Folded, explain, folded, label};
use crate::web::choices::Choices;
use crate::web::pointed::Place;
use crate::web::snapshot::FindingFacts;
use crate::web::{advice, resume};

/// Texts that an answer tells: whoever pastes a log wants the first few.
const MAX_TOLD: usize = 20;

/// Values of a name that an answer lists.
const MAX_VALUES: usize = 5;

/// Bytes of a pasted text that a field shows.
const MAX_SHOWN: usize = 64 << 10;

/// The answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The texts that are known, the most telling first.
    pub told: Vec<Known>,
    /// The last line that reads like an error, if none is known.
    pub unknown: Option<String>,
    /// Whether only the end of the text was read.
    pub cut: bool,
    /// What the opened files show of its causes besides all findings about them: about resuming from them, and about
    /// a run that loads them.
    pub found: Vec<FindingFacts>,
}

/// What is asked: a text, and what is assumed where its causes are about resuming or loading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Inquiry {
    /// The text.
    pub text: String,
    /// The job that resumes.
    pub resume: resume::Question,
    /// The run that loads.
    pub load: advice::Question,
}

impl Inquiry {
    /// About a text, with what was chosen of job and run.
    #[must_use]
    pub fn new(text: String, choices: &Choices) -> Self {
        Self { text, resume: resume::Question::of(choices), load: advice::Question::of(choices) }
    }
}

/// A text that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// Who raises it.
    pub system: String,
    /// The function that raises it.
    pub function: String,
    /// The lines where the first and the last of its texts begin, from 1.
    pub lines: (usize, usize),
    /// How often it is there.
    pub times: usize,
    /// The ranks that say it, ascending.
    pub ranks: Vec<u64>,
    /// What it names: of each thing the first few.
    pub values: Vec<Value>,
    /// How many more it names.
    pub more: usize,
    /// Why it is raised, the likeliest first.
    pub causes: Vec<Why>,
}

/// Something that a text names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// What it is: the name that the table of texts has for it.
    pub name: String,
    /// What it is called.
    pub label: Phrase,
    /// What the text has in its place.
    pub text: String,
    /// Where that is in the opened files, if it is there.
    pub place: Option<Place>,
}

/// A cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// The codes of the findings by which opened files show it.
    pub codes: Vec<String>,
    /// Why the text is raised.
    pub cause: Phrase,
    /// What to do.
    pub remedy: Phrase,
}

/// A text that a visitor pasted, and what was answered about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    text: Rc<String>,
    answer: Option<Rc<Answer>>,
}

impl Pasted {
    /// A text about which nothing was answered yet.
    #[must_use]
    pub fn of(text: String) -> Self {
        Self { text: Rc::new(text), answer: None }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its last lines, as far as a field shows them: browsers take seconds to lay out a whole log.
    #[must_use]
    pub fn end(&self) -> &str {
        let start = self.text.len().saturating_sub(MAX_SHOWN);
        let end = (start..=self.text.len()).find_map(|start| self.text.get(start..)).unwrap_or_default();
        match end.split_once('\n') {
            Some((_, lines)) if start > 0 => lines,
            _ => end,
        }
    }

    /// What was answered last; none about no text.
    #[must_use]
    pub const fn answer(&self) -> Option<&Rc<Answer>> {
        self.answer.as_ref()
    }

    /// Whether there is nothing to ask about.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Takes another text in the place of this one.
    pub fn paste(&mut self, text: String) {
        self.text = Rc::new(text);
        if self.is_blank() {
            self.answer = None;
        }
    }

    /// Forgets what was answered: it was about other files.
    pub fn outdate(&mut self) {
        self.answer = None;
    }

    /// Takes an answer, which may come after the text was taken away.
    pub fn answered(&mut self, answer: Answer) {
        if !self.is_blank() {
            self.answer = Some(Rc::new(answer));
        }
    }
}

impl Known {
    /// Its causes, those first that findings show, each with these findings.
    #[must_use]
    pub fn causes<'a>(&'a self, findings: [&'a [FindingFacts]; 2]) -> Vec<(&'a Why, Vec<&'a FindingFacts>)> {
        let shown = |why: &'a Why| {
            let shows = |record: &&FindingFacts| why.codes.contains(&record.code);
            (why, findings.into_iter().flatten().filter(shows).collect::<Vec<_>>())
        };
        let (found, open): (Vec<_>, Vec<_>) =
            self.causes.iter().map(shown).partition(|(_, shown)| !shown.is_empty());
        [found, open].concat()
    }
}

/// Answers about a text, without any files.
#[must_use]
pub fn answer(text: &str) -> Answer {
    let Explained { told, unknown, cut } = explain(text);
    let told = folded(&told).iter().take(MAX_TOLD).map(known).collect();
    Answer { told, unknown, cut, found: Vec::new() }
}

fn known(told: &Folded<'_>) -> Known {
    let (mut values, mut more) = (Vec::new(), 0);
    for (name, texts) in told.values() {
        let [en, zh] = [Lang::En, Lang::Zh].map(|lang| label(name, lang).to_owned());
        let value = |text: &&str| Value {
            name: name.to_owned(),
            label: Phrase { en: en.clone(), zh: zh.clone() },
            text: (*text).to_owned(),
            place: None,
        };
        values.extend(texts.iter().take(MAX_VALUES).map(value));
        more += texts.len().saturating_sub(MAX_VALUES);
    }
    Known {
        system: told.entry.system.name().to_owned(),
        function: told.entry.function.to_owned(),
        lines: told.lines(),
        times: told.times(),
        ranks: told.ranks(),
        values,
        more,
        causes: told.entry.causes.iter().map(|cause| why(cause)).collect(),
    }
}

fn why(Cause { kinds, en, zh }: &Cause) -> Why {
    Why {
        codes: kinds.iter().map(|kind| kind.code.to_owned()).collect(),
        cause: Phrase { en: en.cause.to_owned(), zh: zh.cause.to_owned() },
        remedy: Phrase { en: en.remedy.to_owned(), zh: zh.remedy.to_owned() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Finding;
    use crate::check::kinds::checkpoint;

    #[test]
    fn an_answer_names_values_and_causes_in_both_languages() {
        let text = "ValueError: The checkpoint file of rank 1 is missing.";
        let answer = answer(text);
        let known = answer.told.first().unwrap();
        assert_eq!(
            (known.system.as_str(), known.lines.0, known.values[0].text.as_str()),
            ("MindSpore", 1, "1")
        );
        assert_eq!(known.causes.len(), 2);
        assert!(known.causes.iter().all(|why| !why.cause.zh.is_ascii() && !why.remedy.en.is_empty()));
        let finding = FindingFacts::from(&Finding::new(&checkpoint::SLICE_NOT_IN_FILE));
        let findings = [finding];
        let causes = known.causes([&findings, &[]]);
        assert_eq!(causes.iter().map(|(_, shown)| shown.len()).collect::<Vec<_>>(), [1, 0]);
    }

    /// The answer about a text that was gone stood under the empty box.
    #[test]
    fn an_answer_that_comes_after_the_text_was_taken_away_is_none() {
        let mut pasted = Pasted::default();
        pasted.paste("ValueError: loose cable".to_owned());
        pasted.answered(answer(pasted.text()));
        assert!(pasted.answer().is_some());
        let late = answer(pasted.text());
        pasted.paste(" \n".to_owned());
        assert_eq!(pasted.answer(), None);
        pasted.answered(late);
        assert_eq!(pasted.answer(), None);
    }

    #[test]
    fn a_field_shows_the_last_lines_of_a_long_text() {
        assert_eq!(Pasted::of("one\ntwo".to_owned()).end(), "one\ntwo");
        let long = Pasted::of("行 of a log\n".repeat(10_000));
        assert!(long.end().len() <= MAX_SHOWN && long.end().starts_with("行 of a log\n"));
        let line = Pasted::of("层".repeat(100_000));
        assert!(line.end().len() <= MAX_SHOWN && line.end().len() > MAX_SHOWN - 3);
    }

    #[test]
    fn an_endless_log_gets_a_short_answer() {
        let texts =
            (0..100).map(|rank| format!("ValueError: Cannot transform device_num from {rank} to 7\n"));
        let answer = answer(&texts.collect::<String>());
        let [known] = answer.told.as_slice() else { panic!("{:?}", answer.told) };
        assert_eq!((known.lines, known.times), ((1, 100), 100));
        // Five of the hundred numbers of devices, and the one that they should become.
        assert_eq!((known.values.len(), known.more), (MAX_VALUES + 1, 95));
    }
}

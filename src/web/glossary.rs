//! The words of the field, with the numbers that they have in the opened piles.

use super::snapshot::{SideFacts, Snapshot};
use super::text::{self, Text};
use crate::check::{Lang, Side};
use crate::layout::Layout;

/// A word, what it means, and its numbers of both sides if something is open.
#[derive(Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub word: &'static Text,
    /// What it means.
    pub meaning: &'static Text,
    /// What it is here: `8 → 4`.
    pub here: Option<String>,
}

/// What a word is on one side; none where it does not apply.
type Number = fn(&SideFacts, Lang) -> Option<String>;

const WORDS: [(&Text, &Text, Number); 9] = [
    (&text::WORD_RANK, &text::MEANS_RANK, |side, lang| {
        Some(text::RANKS.with(lang, &[("n", &side.topology.ranks())]))
    }),
    (&text::WORD_STAGE, &text::MEANS_STAGE, |side, lang| {
        let (stages, ranks) = (side.topology.stages, side.topology.ranks_per_stage);
        Some(text::HERE_STAGES.with(lang, &[("stages", &stages), ("ranks", &ranks)]))
    }),
    (&text::WORD_MESH, &text::MEANS_MESH, |side, _| side.mesh()),
    (&text::WORD_LAYOUT, &text::MEANS_LAYOUT, |side, lang| {
        let layouts = side.layouts.0.len();
        (layouts > 0).then(|| text::HERE_LAYOUTS.with(lang, &[("n", &layouts)]))
    }),
    (&text::WORD_SLICE, &text::MEANS_SLICE, |side, lang| {
        let most = side.layouts.0.iter().map(Layout::shards).max()?;
        Some(text::HERE_SLICES.with(lang, &[("n", &most)]))
    }),
    (&text::WORD_REPLICA, &text::MEANS_REPLICA, |side, lang| {
        let most = side.layouts.0.iter().map(Layout::replicas).max()?;
        Some(text::HERE_REPLICAS.with(lang, &[("n", &most)]))
    }),
    (&text::WORD_DP, &text::MEANS_DP, |side, _| Some(format!("dp{}", side.parallel.as_ref()?.size("dp")?))),
    (&text::WORD_MP, &text::MEANS_MP, |side, _| Some(format!("mp{}", side.parallel.as_ref()?.size("mp")?))),
    (&text::WORD_OPTIMIZER, &text::MEANS_OPTIMIZER, |side, lang| {
        let all = side.layouts.0.len();
        let cut = side.layouts.0.iter().filter(|layout| !layout.parts_of(0).1.is_empty()).count();
        (all > 0).then(|| text::HERE_OPTIMIZER.with(lang, &[("n", &cut), ("all", &all)]))
    }),
];

/// All words.
#[must_use]
pub fn glossary(snapshot: Option<&Snapshot>, lang: Lang) -> Vec<Word> {
    let here = |number: Number| {
        let snapshot = snapshot?;
        let on = |side: Side| match snapshot.side(side) {
            None if side == Side::Target => Some(text::HERE_COMPLETE.of(lang).to_owned()),
            None => None,
            Some(facts) => number(facts, lang),
        };
        let known = snapshot.side(Side::Source).or(snapshot.side(Side::Target))?;
        number(known, lang)?;
        let say = |side: Side| on(side).unwrap_or_else(|| "–".to_owned());
        Some(format!("{} → {}", say(Side::Source), say(Side::Target)))
    };
    let word = |(word, meaning, number)| Word { word, meaning, here: here(number) };
    WORDS.into_iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{PileFile, look};
    use crate::example::llama_7b;
    use crate::web::workbench::Workbench;

    #[test]
    fn words_have_the_numbers_of_the_pile() {
        let example = llama_7b().unwrap();
        let mut bench = Workbench::default();
        for (side, files) in [(Side::Source, example.source), (Side::Target, example.target)] {
            for (path, file) in files {
                bench.add(side, look(PileFile { path, source: Box::new(file) }));
            }
        }
        let words = glossary(Some(&bench.work()), Lang::En);
        let here = |word: &Text| words.iter().find(|known| known.word == word).unwrap().here.clone().unwrap();
        // dp2·mp1·pp4 on 8 ranks → dp1·mp2·pp2 on 4.
        assert_eq!(here(&text::WORD_RANK), "8 ranks → 4 ranks");
        assert_eq!(here(&text::WORD_STAGE), "4 stages of 2 ranks → 2 stages of 2 ranks");
        assert_eq!(here(&text::WORD_DP), "dp2 → dp1");
        assert_eq!(here(&text::WORD_MP), "mp1 → mp2");
        assert_eq!(here(&text::WORD_SLICE), "at most 1 of a tensor → at most 2 of a tensor");
    }

    #[test]
    fn without_a_pile_words_have_no_numbers() {
        assert!(glossary(None, Lang::Zh).iter().all(|word| word.here.is_none()));
    }
}

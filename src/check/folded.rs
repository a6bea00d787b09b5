//! Names of many tensors in few words: `layers.0…31.attention.w{q,k,v,o}.weight`.
//!
//! A fold stands for every number with every word that it says, and for nothing else. Names are folded
//! part by part, which are between dots: numbers first, then words. Words share what is before or after
//! an underscore, or all but one character.

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use crate::order::{sort_by, sort_by_key};
use crate::units;

/// Names that differ in words are folded up to this number: more nobody reads.
const MAX_WORDED: usize = 1 << 12;
/// Words or runs of numbers that braces hold before they end in `…`.
const IN_BRACES: usize = 8;

/// Names that are said at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold<'a> {
    /// How they are said.
    pub text: String,
    /// The first of them, as they were given.
    pub first: &'a str,
    /// How many they are.
    pub names: usize,
}

/// The names in few words, by the first of each.
#[must_use]
pub fn folds<'a>(names: &[&'a str]) -> Vec<Fold<'a>> {
    let mut folding: Vec<Folding<'a>> =
        names.iter().enumerate().map(|(at, name)| Folding::of(at, name)).collect();
    let places = folding.iter().map(|of| of.parts.len()).max().unwrap_or(0);
    for place in (0..places).rev() {
        folding = together(folding, place, Part::number);
    }
    sort_by_key(&mut folding, |of| of.first);
    let worded = if folding.len() <= MAX_WORDED { places } else { 0 };
    for place in (0..worded).rev() {
        folding = together(folding, place, Part::word);
        sort_by_key(&mut folding, |of| of.first);
    }
    let fold = |of: Folding<'a>| {
        let names_in = of.parts.iter().map(Part::len).product();
        Some(Fold { text: of.text(), first: names.get(of.first)?, names: names_in })
    };
    folding.into_iter().filter_map(fold).collect()
}

/// The names in one line: so many folds, then `… (+n)` for the names that are left.
#[must_use]
pub fn folded(names: &[&str], most: usize) -> String {
    let folds = folds(names);
    let (shown, left) = folds.split_at_checked(most).unwrap_or((&folds, &[]));
    let mut said: Vec<String> = shown.iter().map(|fold| fold.text.clone()).collect();
    let left: usize = left.iter().map(|fold| fold.names).sum();
    if left > 0 {
        said.push(format!("… (+{left})"));
    }
    said.join(", ")
}

/// Names on their way to a fold.
struct Folding<'a> {
    /// Index of the first.
    first: usize,
    parts: Vec<Part<'a>>,
}

/// What names have at one place.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Part<'a> {
    Word(&'a str),
    Number(u64),
    Words(Vec<&'a str>),
    Numbers(Vec<u64>),
    /// A name that is said as it is, such as one that looks like a fold.
    Name(&'a str),
    /// Looked at elsewhere.
    Open,
}

/// The number that a part is. `007` is none: it would be said as another part.
fn as_number(part: &str) -> Option<u64> {
    let is_number = part.bytes().all(|byte| byte.is_ascii_digit()) && (part == "0" || !part.starts_with('0'));
    part.parse().ok().filter(|_| is_number)
}

impl<'a> Part<'a> {
    fn of(part: &'a str) -> Self {
        as_number(part).map_or(Self::Word(part), Self::Number)
    }

    fn number(&self) -> Option<Self> {
        if let Self::Number(number) = self { Some(Self::Numbers(vec![*number])) } else { None }
    }

    fn word(&self) -> Option<Self> {
        if let Self::Word(word) = self { Some(Self::Words(vec![word])) } else { None }
    }

    fn add(&mut self, other: Self) {
        match (self, other) {
            (Self::Words(words), Self::Words(more)) => {
                words.extend(more.into_iter().filter(|word| !words.contains(word)).collect::<Vec<_>>());
            }
            (Self::Numbers(numbers), Self::Numbers(more)) => numbers.extend(more),
            _ => {}
        }
    }

    /// As it was, if it stayed alone; numbers in their order.
    fn settled(self) -> Self {
        match self {
            Self::Words(words) if words.len() == 1 => {
                words.first().map_or(Self::Open, |word| Self::Word(word))
            }
            Self::Numbers(mut numbers) => {
                sort_by(&mut numbers, Ord::cmp);
                numbers.dedup();
                Self::Numbers(numbers)
            }
            part => part,
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Words(words) => words.len(),
            Self::Numbers(numbers) => numbers.len(),
            Self::Word(_) | Self::Number(_) | Self::Name(_) | Self::Open => 1,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Word(text) | Self::Name(text) => (*text).to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Words(words) => words_text(words),
            Self::Numbers(numbers) => numbers_text(numbers),
            Self::Open => String::new(),
        }
    }
}

impl<'a> Folding<'a> {
    fn of(first: usize, name: &'a str) -> Self {
        // A word alone has nothing in common with another.
        let is_whole =
            name.contains(['{', '}', ',', '…']) || (!name.contains('.') && as_number(name).is_none());
        let parts = if is_whole { vec![Part::Name(name)] } else { name.split('.').map(Part::of).collect() };
        Self { first, parts }
    }

    fn text(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(Part::text).collect();
        parts.join(".")
    }
}

/// Puts together what differs in one place only, where that has a part of the wanted kind.
fn together<'a>(
    names: Vec<Folding<'a>>,
    place: usize,
    kind: fn(&Part<'a>) -> Option<Part<'a>>,
) -> Vec<Folding<'a>> {
    let mut folding = Vec::with_capacity(names.len());
    let mut alike: IndexMap<Vec<Part<'a>>, (usize, Part<'a>), FixedState> = IndexMap::default();
    for mut name in names {
        let slot = name.parts.get_mut(place).and_then(|part| Some((kind(part)?, part)));
        let Some((part, slot)) = slot else {
            folding.push(name);
            continue;
        };
        *slot = Part::Open;
        match alike.entry(name.parts) {
            indexmap::map::Entry::Occupied(mut entry) => {
                let (first, parts) = entry.get_mut();
                *first = name.first.min(*first);
                parts.add(part);
            }
            indexmap::map::Entry::Vacant(entry) => drop(entry.insert((name.first, part))),
        }
    }
    for (mut parts, (first, part)) in alike {
        if let Some(slot) = parts.get_mut(place) {
            *slot = part.settled();
        }
        folding.push(Folding { first, parts });
    }
    folding
}

/// `0…31`, or `{0…3,6}`.
fn numbers_text(ascending: &[u64]) -> String {
    let runs = units::runs(ascending);
    let run = |&(first, last): &(u64, u64)| {
        if first == last { first.to_string() } else { format!("{first}…{last}") }
    };
    braces(&runs.iter().map(run).collect::<Vec<_>>())
}

/// `w{q,k,v,o}`, `{attention,ffn}_norm`, `block_0…31`.
fn words_text(words: &[&str]) -> String {
    let before = underscores(words.first().copied().unwrap_or_default(), |word, at| word.get(..=at))
        .rev()
        .find(|before| words.iter().all(|word| word.starts_with(before)))
        .unwrap_or_default();
    let rest: Vec<&str> = words.iter().filter_map(|word| word.strip_prefix(before)).collect();
    let after = underscores(rest.first().copied().unwrap_or_default(), |word, at| word.get(at..))
        .find(|after| rest.iter().all(|word| word.ends_with(after)))
        .unwrap_or_default();
    let rest: Vec<&str> = rest.iter().filter_map(|word| word.strip_suffix(after)).collect();
    let numbers: Option<Vec<u64>> = rest.iter().map(|word| as_number(word)).collect();
    let within = match (numbers, one_character(&rest)) {
        (Some(mut numbers), _) => {
            sort_by(&mut numbers, Ord::cmp);
            numbers_text(&numbers)
        }
        (None, Some(text)) => text,
        (None, None) => braces(&rest),
    };
    format!("{before}{within}{after}")
}

/// Something of a word at each of its underscores, in their order.
fn underscores<'a>(
    word: &'a str,
    of: impl Fn(&'a str, usize) -> Option<&'a str>,
) -> impl DoubleEndedIterator<Item = &'a str> {
    word.match_indices('_').filter_map(move |(at, _)| of(word, at))
}

/// Words of two characters or more that differ in one of them. Not within a number.
fn one_character(words: &[&str]) -> Option<String> {
    let first: Vec<char> = words.first()?.chars().collect();
    let mut place = None;
    for word in words {
        let mut differing = word.chars().zip(0..).filter(|&(one, at)| first.get(at) != Some(&one));
        let found = differing.next().map(|(_, at)| at);
        let is_one = differing.next().is_none() && (found.is_none() || place.is_none() || place == found);
        if !is_one || word.chars().count() != first.len() {
            return None;
        }
        place = place.or(found);
    }
    let (before, rest) = first.split_at_checked(place?)?;
    let after = rest.get(1..)?;
    let around = [before.last(), after.first()];
    if first.len() < 2 || around.iter().flatten().any(|beside| beside.is_ascii_digit()) {
        return None;
    }
    let mut differing: Vec<char> = words.iter().filter_map(|word| word.chars().nth(place?)).collect();
    if differing.iter().all(char::is_ascii_digit) {
        sort_by(&mut differing, Ord::cmp);
    }
    let differing: Vec<String> = differing.into_iter().map(String::from).collect();
    let [before, after] = [before, after].map(|part| part.iter().collect::<String>());
    Some(format!("{before}{}{after}", braces(&differing)))
}

/// Several in braces, one as it is.
fn braces(texts: &[impl AsRef<str>]) -> String {
    if let [only] = texts {
        return only.as_ref().to_owned();
    }
    let mut shown: Vec<&str> = texts.iter().take(IN_BRACES).map(AsRef::as_ref).collect();
    if texts.len() > IN_BRACES {
        shown.push("…");
    }
    format!("{{{}}}", shown.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(names: &[&str]) -> String {
        folded(names, 12)
    }

    fn layers(count: u32, parts: &[&str]) -> Vec<String> {
        (0..count).flat_map(|layer| parts.iter().map(move |part| format!("layers.{layer}.{part}"))).collect()
    }

    fn said_of(names: &[String]) -> String {
        said(&names.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn the_projections_of_all_layers_are_one() {
        let parts = ["wq", "wk", "wv", "wo"].map(|name| format!("attention.{name}.weight"));
        let names = layers(32, &parts.each_ref().map(String::as_str));
        assert_eq!(said_of(&names), "layers.0…31.attention.w{q,k,v,o}.weight");
        let folds = names.iter().map(String::as_str).collect::<Vec<_>>();
        let folds = folds.as_slice();
        let fold = super::folds(folds);
        assert_eq!((fold[0].first, fold[0].names), ("layers.0.attention.wq.weight", 128));
    }

    #[test]
    fn what_one_layer_lacks_is_not_said_of_it() {
        let mut names = layers(4, &["wq", "wk"]);
        names.remove(0);
        assert_eq!(said_of(&names), "layers.0…3.wk, layers.1…3.wq");
        let some = ["l.0.w", "l.1.w", "l.3.w", "l.7.w", "l.8.w"];
        assert_eq!(said(&some), "l.{0…1,3,7…8}.w");
    }

    #[test]
    fn experts_fold_within_layers() {
        let names: Vec<String> = (0..3u32)
            .flat_map(|layer| {
                (0..8u32).flat_map(move |expert| {
                    ["w1", "w2", "w3"].map(|name| format!("l.{layer}.e.{expert}.{name}"))
                })
            })
            .collect();
        assert_eq!(said_of(&names), "l.0…2.e.0…7.w{1,2,3}");
        // Of the last layer only half of the experts.
        assert_eq!(said_of(&names[..60]), "l.0…1.e.0…7.w{1,2,3}, l.2.e.0…3.w{1,2,3}");
    }

    #[test]
    fn words_share_what_is_at_an_underscore_or_all_but_one_character() {
        for (names, text) in [
            (&["a.attention_norm.w", "a.ffn_norm.w"][..], "a.{attention,ffn}_norm.w"),
            (&["adam_m.w", "adam_v.w"], "adam_{m,v}.w"),
            (&["x.linear_q", "x.linear_k", "x.linear_qkv"], "x.linear_{q,k,qkv}"),
            (&["b.block_0", "b.block_1", "b.block_10"], "b.block_{0…1,10}"),
            (&["x.w10", "x.w11"], "x.{w10,w11}"),
            (&["x.w2.b", "x.w1.b", "x.w3.b"], "x.w{1,2,3}.b"),
            (&["x.weight", "x.wq"], "x.{weight,wq}"),
            (&["m.embedding", "m.head.w"], "m.embedding, m.head.w"),
            (&["a.007", "a.7"], "a.007, a.7"),
            (&["权.重", "权.置"], "权.{重,置}"),
        ] {
            assert_eq!(said(names), text);
        }
    }

    #[test]
    fn names_that_look_like_folds_stay_as_they_are() {
        assert_eq!(said(&["a.{x,y}", "a.z", "a.{x,z}"]), "a.{x,y}, a.z, a.{x,z}");
        assert_eq!(said(&["a…b", "", "a"]), "a…b, , a");
    }

    #[test]
    fn of_many_the_first_are_said_and_the_others_counted() {
        let apart: Vec<String> =
            (0..30u32).map(|at| format!("{}.{}", "x.".repeat(at as usize), at)).collect();
        assert!(said_of(&apart).ends_with(", … (+18)"), "{}", said_of(&apart));
        let words: Vec<String> = (0..30u32).map(|at| format!("x.w{at}y")).collect();
        assert_eq!(said_of(&words), "x.{w0y,w1y,w2y,w3y,w4y,w5y,w6y,w7y,…}");
    }

    #[test]
    fn a_name_that_is_there_twice_counts_once() {
        let names = ["a.0", "a.0", "b.c", "b.c"];
        let folds = folds(&names);
        let told: Vec<(&str, usize)> = folds.iter().map(|fold| (fold.text.as_str(), fold.names)).collect();
        assert_eq!(told, [("a.0", 1), ("b.c", 1)]);
    }

    #[test]
    fn half_a_million_names_are_folded_at_once() {
        let names: Vec<String> =
            (0..500_000u32).map(|at| format!("l.{}.e.{}.w", at / 128, at % 128)).collect();
        assert_eq!(said_of(&names), "l.0…3905.e.0…127.w, l.3906.e.0…31.w");
        let words: Vec<String> = (0..100_000u32).map(|at| format!("x{at}y")).collect();
        assert!(said_of(&words).ends_with(", … (+99988)"));
    }

    #[cfg(not(target_arch = "wasm32"))] // proptest is for native tests only
    mod properties {
        use std::collections::BTreeSet;

        use proptest::prelude::*;

        use super::super::*;

        /// What a fold stands for.
        fn unfolded(text: &str) -> Vec<String> {
            let mut names = vec![String::new()];
            for part in text.split('.') {
                let separator = if names == [""] && !text.starts_with('.') { "" } else { "." };
                let words = alternatives(part);
                names = names
                    .iter()
                    .flat_map(|name| words.iter().map(move |word| format!("{name}{separator}{word}")))
                    .collect();
            }
            names
        }

        fn alternatives(part: &str) -> Vec<String> {
            let (before, rest) = part.split_once('{').unwrap_or(("", part));
            let (within, after) = rest.split_once('}').unwrap_or((rest, ""));
            let one = |word: &str| match word.split_once('…') {
                Some((head, last)) => {
                    let digits = head.trim_start_matches(|c: char| !c.is_ascii_digit());
                    let stem = &head[..head.len() - digits.len()];
                    let range = digits.parse::<u64>().unwrap()..=last.parse().unwrap();
                    range.map(|number| format!("{stem}{number}")).collect()
                }
                None => vec![word.to_owned()],
            };
            within.split(',').flat_map(one).map(|word| format!("{before}{word}{after}")).collect()
        }

        proptest! {
            #[test]
            fn folds_say_the_names_that_went_in_and_no_others(
                names in prop::collection::btree_set(
                    prop::collection::vec(prop::sample::select(vec!["0", "1", "2", "7", "wq", "wk", "a_x", "a_y"]), 1..4),
                    0..30,
                )
            ) {
                let names: BTreeSet<String> = names.into_iter().map(|parts| parts.join(".")).collect();
                let given: Vec<&str> = names.iter().map(String::as_str).collect();
                let folds = folds(&given);
                prop_assert!(folds.iter().all(|fold| !fold.text.contains(",…")));
                let said: Vec<String> = folds.iter().flat_map(|fold| unfolded(&fold.text)).collect();
                prop_assert_eq!(said.len(), names.len());
                prop_assert_eq!(&said.into_iter().collect::<BTreeSet<_>>(), &names);
                prop_assert_eq!(folds.iter().map(|fold| fold.names).sum::<usize>(), given.len());
                prop_assert!(folds.iter().all(|fold| given.contains(&fold.first)));
            }
        }
    }
}

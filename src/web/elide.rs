//! Shortening a name at its dots: numbers of layers and experts stay, and so does the end.

use std::ops::Range;

/// What a name on one line shows in front of a gap.
pub const GAP: &str = "…";

/// The ranges of `name` that fit into `room` characters, in order, gaps between them included.
///
/// Modules go one by one from the front, then words of the last two parts, then numbers; the last
/// word stays whatever its length.
#[must_use]
pub fn elided(name: &str, room: usize) -> Vec<Range<usize>> {
    let words = pieces(name, &['.', '/', '_']);
    let mut kept = vec![true; words.len()];
    for gone in dispensable(name) {
        if length(name, &words, &kept) <= room {
            break;
        }
        let within = |word: &Range<usize>| gone.start <= word.start && word.end <= gone.end;
        kept.iter_mut().zip(&words).filter(|(_, word)| within(word)).for_each(|(kept, _)| *kept = false);
    }
    joined(&words, &kept)
}

/// What may go, in the order in which it does.
fn dispensable(name: &str) -> Vec<Range<usize>> {
    let mut parts = pieces(name, &['.', '/']);
    let ending = parts.split_off(parts.len().saturating_sub(2));
    let end = ending.first().map_or(0, |first| first.start);
    let mut words: Vec<Range<usize>> = pieces(name, &['.', '/', '_']);
    words.pop();
    words.retain(|word| word.start >= end);
    let (numbers, others): (Vec<_>, Vec<_>) =
        parts.into_iter().chain(words).partition(|part| is_number(name, part));
    others.into_iter().chain(numbers).collect()
}

/// What stands between separators, each with the one that ends it.
fn pieces(name: &str, separators: &[char]) -> Vec<Range<usize>> {
    let mut start = 0;
    let piece = |piece: &str| {
        let from = start;
        start += piece.len();
        from..start
    };
    name.split_inclusive(separators).map(piece).collect()
}

fn is_number(name: &str, part: &Range<usize>) -> bool {
    let digits = name.get(part.clone()).map(|part| part.trim_end_matches(['.', '/']));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Characters of what is kept, with a gap for what is not.
fn length(name: &str, words: &[Range<usize>], kept: &[bool]) -> usize {
    let shown = joined(words, kept);
    let chars: usize =
        shown.iter().filter_map(|range| name.get(range.clone())).map(|text| text.chars().count()).sum();
    let in_front = usize::from(shown.first().is_some_and(|first| first.start > 0));
    chars + in_front + shown.len().saturating_sub(1)
}

/// Neighbours that are kept become one range.
fn joined(words: &[Range<usize>], kept: &[bool]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for word in words.iter().zip(kept).filter_map(|(word, kept)| kept.then_some(word)) {
        match ranges.last_mut() {
            Some(last) if last.end == word.start => last.end = word.end,
            _ => ranges.push(word.clone()),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, room: usize) -> String {
        let mut end = 0;
        let mut text = String::new();
        for range in elided(name, room) {
            if range.start > end {
                text.push_str(GAP);
            }
            end = range.end;
            text.push_str(&name[range]);
        }
        text
    }

    #[test]
    fn parts_go_from_the_front_and_numbers_stay() {
        let name = "model.layers.0.feed_forward.experts.3.w1.weight";
        assert_eq!(shown(name, 47), name);
        assert_eq!(shown(name, 46), "…layers.0.feed_forward.experts.3.w1.weight");
        assert_eq!(shown(name, 36), "…0.feed_forward.experts.3.w1.weight");
        assert_eq!(shown(name, 24), "…0.…experts.3.w1.weight");
        assert_eq!(shown(name, 16), "…0.…3.w1.weight");
        assert_eq!(shown(name, 14), "…0.…3.…weight");
        assert_eq!(shown(name, 8), "…weight");
    }

    #[test]
    fn layers_are_told_apart_in_a_narrow_column() {
        assert_eq!(shown("model.layers.17.attention_norm.weight", 26), "…17.attention_norm.weight");
        assert_eq!(shown("model.layers.17.attention_norm.weight", 24), "…17.…norm.weight");
        assert_eq!(shown("model.tok_embeddings.embedding_weight", 30), "…embeddings.embedding_weight");
    }

    #[test]
    fn the_last_word_stays() {
        assert_eq!(shown("epoch_num", 3), "…num");
        assert_eq!(shown("", 3), "");
        assert_eq!(shown("层.0.权重", 5), "…0.权重");
    }
}

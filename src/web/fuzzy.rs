//! How well a text fits what someone types: a name whose parts come to mind in pieces.

/// What a letter of a subsequence costs beyond any substring.
const SCATTERED: usize = 64;

/// What a text costs, the less the better; none if it does not fit. Every word of `wanted` must
/// be in it, as a piece or at least letter by letter.
#[must_use]
pub fn cost(wanted: &str, text: &str) -> Option<usize> {
    let text = text.as_bytes();
    let mut sum = 0;
    for word in wanted.split_whitespace() {
        // Of two that fit alike, the shorter one is meant.
        sum += word_cost(word.as_bytes(), text)? + text.len() / 8;
    }
    Some(sum)
}

fn word_cost(word: &[u8], text: &[u8]) -> Option<usize> {
    let piece = text.windows(word.len()).position(|piece| piece.eq_ignore_ascii_case(word));
    let Some(at) = piece else { return scattered(word, text) };
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    let inside = before.is_some_and(u8::is_ascii_alphanumeric);
    Some(if inside { 16 } else { 0 })
}

/// The letters in order with others between them.
fn scattered(word: &[u8], text: &[u8]) -> Option<usize> {
    let mut rest = text.iter();
    let mut gaps = SCATTERED;
    for letter in word {
        gaps += rest.position(|other| other.eq_ignore_ascii_case(letter))?;
    }
    Some(gaps)
}

/// The indices of the best `most` texts, best first, equal ones in their order.
pub fn best<'a>(wanted: &str, texts: impl Iterator<Item = &'a str>, most: usize) -> Vec<usize> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (index, text) in texts.enumerate() {
        let Some(cost) = cost(wanted, text) else { continue };
        let at = found.partition_point(|&(other, _)| other <= cost);
        if at < most {
            found.insert(at, (cost, index));
            found.truncate(most);
        }
    }
    found.into_iter().map(|(_, index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = [
        "model.layers.19.attention.wq.weight",
        "model.layers.9.attention.wq.weight",
        "model.layers.9.attention.wk.weight",
        "lm_head.weight",
    ];

    #[test]
    fn pieces_find_the_name_they_are_of() {
        assert_eq!(best("9 wq", NAMES.into_iter(), 2), [1, 0]);
        assert_eq!(best("LM", NAMES.into_iter(), 9), [3]);
        assert_eq!(best("lmhw", NAMES.into_iter(), 9), [3]);
        assert!(best("xyz", NAMES.into_iter(), 9).is_empty());
    }

    #[test]
    fn nothing_wanted_fits_everything() {
        assert_eq!(best("", NAMES.into_iter(), 9), [0, 1, 2, 3]);
        assert_eq!(best("切", ["切片", "设备"].into_iter(), 9), [0]);
    }
}

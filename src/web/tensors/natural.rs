//! The order in which people list numbered things: `2` before `10`.

use std::cmp::Ordering;

/// Compares texts with runs of digits as numbers; equal numbers of different lengths and equal
/// texts by their bytes.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    while let (Some(x), Some(y)) = (left.first(), right.first()) {
        let order = if x.is_ascii_digit() && y.is_ascii_digit() {
            let (one, other) = (digits(&mut left), digits(&mut right));
            one.len().cmp(&other.len()).then_with(|| one.cmp(other))
        } else {
            (left, right) = (left.get(1..).unwrap_or_default(), right.get(1..).unwrap_or_default());
            x.cmp(y)
        };
        if order.is_ne() {
            return order;
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// Takes the digits in front, without leading zeros.
fn digits<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    let zeros = digits.iter().position(|&byte| byte != b'0').unwrap_or(digits.len());
    digits.get(zeros..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_as_numbers() {
        let mut names = ["h10.w", "h2.w", "h2", "10", "9", "h02.w", "h", "权重"];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names, ["9", "10", "h", "h2", "h02.w", "h2.w", "h10.w", "权重"]);
    }

    #[test]
    fn a_number_of_any_length_is_compared() {
        assert_eq!(compare("99999999999999999999999", "100000000000000000000000"), Ordering::Less);
    }
}

//! How numbers are written for people, on the page and by the command.

use std::fmt::Display;

use crate::phrase::Lang;

const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

/// A byte count in three significant figures and its 1024-based unit, apart so that the unit can
/// be set smaller.
#[must_use]
pub fn bytes(count: u64) -> (String, &'static str) {
    let mut unit = 0;
    let mut scale = 1u64;
    while count / scale >= 1024 && unit + 1 < UNITS.len() {
        scale = scale.saturating_mul(1024);
        unit += 1;
    }
    let name = UNITS.get(unit).copied().unwrap_or("B");
    if unit == 0 {
        return (count.to_string(), name);
    }
    (three_figures(count, scale), name)
}

/// `count / scale`, rounded to three figures.
fn three_figures(count: u64, scale: u64) -> String {
    for (decimals, factor) in [(2, 100), (1, 10)] {
        // u128: the product may not fit 64 bits.
        let rounded = (u128::from(count) * factor + u128::from(scale) / 2) / u128::from(scale);
        if rounded < 1000 {
            return format!("{}.{:0decimals$}", rounded / factor, rounded % factor);
        }
    }
    ((u128::from(count) + u128::from(scale) / 2) / u128::from(scale)).to_string()
}

/// A byte count with its unit in one text.
#[must_use]
pub fn bytes_text(count: u64) -> String {
    let (number, unit) = bytes(count);
    format!("{number} {unit}")
}

/// A count in three figures with its unit, as the languages have them: `6.74 B`, `67.4 亿`. The
/// unit is the largest of which there is one after rounding.
#[must_use]
pub fn count_text(count: u64, lang: Lang) -> String {
    let units: &[(u64, &str)] = match lang {
        Lang::En => &[(1_000_000_000_000, "T"), (1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K")],
        Lang::Zh => &[(1_000_000_000_000, "万亿"), (100_000_000, "亿"), (10_000, "万")],
    };
    let is_one = |scale: u64| count >= scale - scale / 2000;
    match units.iter().find(|(scale, _)| is_one(*scale)) {
        Some((scale, unit)) => format!("{} {unit}", three_figures(count, *scale)),
        None => count.to_string(),
    }
}

/// How many times `part` goes into `whole`, with two decimals, rounded half up; a dash where it is 0.
#[must_use]
pub fn ratio(whole: u128, part: u128) -> String {
    let hundredths = whole.saturating_mul(100).saturating_add(part / 2).checked_div(part);
    hundredths.map_or_else(|| "–".to_owned(), |n| format!("{}.{:02}", n / 100, n % 100))
}

/// A count with thousands set apart by commas.
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The form of a noun that goes with a count.
#[must_use]
pub fn noun<'w, N: Copy + PartialEq + From<u8>>(count: N, one: &'w str, many: &'w str) -> &'w str {
    if count == N::from(1) { one } else { many }
}

/// A count with its noun: `1 rank`, `4 ranks`.
#[must_use]
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    format!("{count} {}", noun(count, one, many))
}

/// Ranges that a finding lists: enough to see which they are.
pub const FEW_RANGES: usize = 12;

/// A list that a file states, as far as one needs to see it: `[3, 7, … (+98)]`.
#[must_use]
pub fn few(numbers: &[impl ToString]) -> String {
    const SHOWN: usize = 8;
    let mut shown: Vec<String> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
    if let Some(more) = numbers.len().checked_sub(SHOWN).filter(|&more| more > 0) {
        shown.push(format!("… (+{more})"));
    }
    format!("[{}]", shown.join(", "))
}

/// Runs of consecutive numbers, first and last.
#[must_use]
pub fn runs(ascending: &[u64]) -> Vec<(u64, u64)> {
    let runs = ascending.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    runs.filter_map(|run| Some((*run.first()?, *run.last()?))).collect()
}

/// From first to last, as a person writes it: `0–3`, or `6` alone.
#[must_use]
pub fn range(first: u64, last: u64) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

/// Runs as a person writes them: `0–3, 6`. Ends in `…` after `most`.
#[must_use]
pub fn run_list(runs: &[(u64, u64)], most: usize) -> String {
    let mut shown: Vec<String> = runs.iter().take(most).map(|&(first, last)| range(first, last)).collect();
    if runs.len() > most {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// Ascending numbers as ranges: `0–3, 6`. Ends in `…` after `most` ranges.
#[must_use]
pub fn ranges(ascending: &[u64], most: usize) -> String {
    run_list(&runs(ascending), most)
}

/// A word of a POSIX shell.
pub(crate) fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-=+:@%,".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_three_figures() {
        assert_eq!(bytes_text(0), "0 B");
        assert_eq!(bytes_text(1023), "1023 B");
        assert_eq!(bytes_text(1024), "1.00 KiB");
        assert_eq!(bytes_text(13_476_838_400), "12.6 GiB");
        assert_eq!(bytes_text(10_733_870_000), "10.0 GiB");
        assert_eq!(bytes_text(130_023_424), "124 MiB");
        assert_eq!(bytes_text(u64::MAX), "16.0 EiB");
    }

    #[test]
    fn counts_are_rounded_half_up_and_never_cut_off() {
        let text = |count| [count_text(count, Lang::En), count_text(count, Lang::Zh)];
        assert_eq!(text(6_738_415_616), ["6.74 B", "67.4 亿"]);
        assert_eq!(text(405_853_388_800), ["406 B", "4059 亿"]);
        assert_eq!(text(999_999), ["1.00 M", "100 万"]);
        assert_eq!(text(999), ["999", "999"]);
        assert_eq!(text(12_345), ["12.3 K", "1.23 万"]);
        assert_eq!(text(9_999), ["10.0 K", "1.00 万"]);
    }

    #[test]
    fn ratios_are_rounded_half_up() {
        assert_eq!(ratio(10_389, 10_000), "1.04");
        assert_eq!([ratio(3, 2), ratio(0, 5), ratio(5, 0)], ["1.50", "0.00", "–"]);
        assert_eq!(ratio(u128::from(u64::MAX), 1), "18446744073709551615.00");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(123), "123");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn one_was_said_to_be_several() {
        assert_eq!([counted(1u64, "step", "steps"), counted(0u64, "step", "steps")], ["1 step", "0 steps"]);
        assert_eq!(counted(12usize, "axis", "axes"), "12 axes");
    }

    #[test]
    fn of_a_long_list_a_few_are_shown() {
        assert_eq!(few(&[3, -7]), "[3, -7]");
        assert_eq!(few(&[0u64; 8]), "[0, 0, 0, 0, 0, 0, 0, 0]");
        assert_eq!(few(&[1; 1_000_000]), "[1, 1, 1, 1, 1, 1, 1, 1, … (+999992)]");
    }

    #[test]
    fn neighbours_make_ranges() {
        assert_eq!(ranges(&[0, 1, 2, 3, 6], 4), "0–3, 6");
        assert_eq!(ranges(&[0, 1, 2, 6, 8, 9], 4), "0–2, 6, 8–9");
        assert_eq!(ranges(&[0, 2, 4], 2), "0, 2, …");
        assert_eq!(ranges(&[], 4), "");
    }
}

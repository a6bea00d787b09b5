//! How numbers are written.

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
    // u128: the product of a byte count and 100 may not fit 64 bits.
    let hundredths = (u128::from(count) * 100 + u128::from(scale) / 2) / u128::from(scale);
    let number = match hundredths {
        0..1_000 => format!("{}.{:02}", hundredths / 100, hundredths % 100),
        1_000..10_000 => format!("{}.{}", hundredths / 100, hundredths % 100 / 10),
        _ => (hundredths / 100).to_string(),
    };
    (number, name)
}

/// A byte count with its unit in one text.
#[must_use]
pub fn bytes_text(count: u64) -> String {
    let (number, unit) = bytes(count);
    format!("{number} {unit}")
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

/// Ascending numbers as ranges: `0–3, 6`. Ends in `…` after `most` ranges.
#[must_use]
pub fn ranges(numbers: &[u64], most: usize) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let shown = runs.iter().take(most).map(|&(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    });
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if runs.len() > most {
        text.push_str(", …");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_three_figures() {
        assert_eq!(bytes_text(0), "0 B");
        assert_eq!(bytes_text(1023), "1023 B");
        assert_eq!(bytes_text(1024), "1.00 KiB");
        assert_eq!(bytes_text(13_476_838_400), "12.5 GiB");
        assert_eq!(bytes_text(130_023_424), "124 MiB");
        assert_eq!(bytes_text(u64::MAX), "16.0 EiB");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(123), "123");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn neighbours_make_ranges() {
        assert_eq!(ranges(&[0, 1, 2, 3, 6], 4), "0–3, 6");
        assert_eq!(ranges(&[0, 1], 4), "0, 1");
        assert_eq!(ranges(&[0, 2, 4], 2), "0, 2, …");
    }
}

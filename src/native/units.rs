//! Sizes for people.

/// A number of bytes in decimal units, as disks are sold and `cp` rates are given: `1.02 GB`.
#[must_use]
pub fn bytes(count: u64) -> String {
    const UNITS: [(&str, u64); 4] =
        [("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)];
    for (name, unit) in UNITS {
        if count >= unit {
            let hundredths = u128::from(count) * 100 / u128::from(unit);
            return format!("{}.{:02} {name}", hundredths / 100, hundredths % 100);
        }
    }
    format!("{count} B")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_decimal_and_cut() {
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(1_029_999_999), "1.02 GB");
        assert_eq!(bytes(u64::MAX), "18446744.07 TB");
    }
}

//! Sets of ranks, as people write them: `0-7,9`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A set of ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankSet(Vec<RangeInclusive<u64>>);

impl RankSet {
    /// Whether a rank is in the set.
    #[must_use]
    pub fn contains(&self, rank: u64) -> bool {
        self.0.iter().any(|range| range.contains(&rank))
    }

    /// The largest rank.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.0.iter().map(|range| *range.end()).max().unwrap_or(0)
    }
}

impl FromStr for RankSet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let digits = text.trim();
            digits.parse::<u64>().map_err(|_| format!("`{digits}` is no rank; write ranks like 0-7,9"))
        };
        let range = |part: &str| match part.split_once('-') {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                if first > last {
                    Err(format!("the range {first}-{last} is empty"))
                } else {
                    Ok(first..=last)
                }
            }
            None => number(part).map(|rank| rank..=rank),
        };
        text.split(',').map(range).collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for RankSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, range) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            if range.start() == range.end() {
                write!(f, "{comma}{}", range.start())?;
            } else {
                write!(f, "{comma}{}-{}", range.start(), range.end())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_single_ranks() {
        let set: RankSet = "0-2, 9".parse().unwrap();
        assert_eq!((0..12).filter(|&rank| set.contains(rank)).collect::<Vec<_>>(), [0, 1, 2, 9]);
        assert_eq!((set.last(), set.to_string().as_str()), (9, "0-2,9"));
    }

    #[test]
    fn what_is_no_set_of_ranks() {
        for text in ["", "a", "1-", "-1", "3-1", "1,,2", "0x1", "1.5", "99999999999999999999"] {
            assert!(text.parse::<RankSet>().is_err(), "{text}");
        }
    }
}

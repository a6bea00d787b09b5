//! What ranks are compared by: the colours of Devices and its charts.

use super::snapshot::SideFacts;
use super::units;
use crate::check::Lang;

/// A quantity that every rank has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// Bytes of its files.
    #[default]
    Bytes,
    /// Elements of its parameters, optimizer states apart.
    Parameters,
    /// Tensors or slices of them.
    Tensors,
    /// Bytes of its largest slice.
    Largest,
}

impl Measure {
    /// All of them, as they are offered.
    pub const ALL: [Self; 4] = [Self::Bytes, Self::Parameters, Self::Tensors, Self::Largest];

    /// The name in addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Parameters => "parameters",
            Self::Tensors => "tensors",
            Self::Largest => "largest",
        }
    }

    /// The measure of a name; bytes where there is none.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|measure| measure.name() == name).unwrap_or_default()
    }

    /// The value of every rank; empty or all 0 where it is not known. A rank without a file holds
    /// nothing.
    #[must_use]
    pub fn per_rank(self, facts: &SideFacts) -> Vec<u64> {
        let mut values = match self {
            Self::Bytes => facts.rank_bytes.clone(),
            Self::Parameters => facts.loads.per_rank(|load| load.parameters),
            Self::Tensors => facts.loads.per_rank(|load| load.tensors),
            Self::Largest => facts.loads.per_rank(|load| load.largest),
        };
        for (rank, value) in (0..).zip(&mut values) {
            if facts.lacks_file(rank) {
                *value = 0;
            }
        }
        values
    }

    /// A value in few figures.
    #[must_use]
    pub fn text(self, value: u64, lang: Lang) -> String {
        if self.is_bytes() { units::bytes_text(value) } else { units::count_text(value, lang) }
    }

    /// Whether values are bytes.
    #[must_use]
    pub const fn is_bytes(self) -> bool {
        matches!(self, Self::Bytes | Self::Largest)
    }
}

/// The ends of both sides' scales: one scale, so that colours can be compared, unless one side would
/// be all pale on it.
#[must_use]
pub const fn scales(mosts: [u64; 2]) -> [u64; 2] {
    let [source, target] = mosts;
    let (low, high) = if source < target { (source, target) } else { (target, source) };
    if low > 0 && high > low.saturating_mul(4) { mosts } else { [high; 2] }
}

/// How the values of a stage's ranks lie apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The smallest value.
    pub least: u64,
    /// The largest.
    pub most: u64,
    sum: u128,
    ranks: u128,
}

impl Spread {
    /// The spread of some values, those apart that there are none of; of none, all 0.
    #[must_use]
    pub fn of(values: &[Option<u64>]) -> Self {
        let known = || values.iter().copied().flatten();
        Self {
            least: known().min().unwrap_or(0),
            most: known().max().unwrap_or(0),
            sum: known().map(u128::from).sum(),
            ranks: known().count() as u128,
        }
    }

    /// The mean, rounded half up.
    #[must_use]
    pub fn mean(self) -> u64 {
        let mean = (self.sum + self.ranks / 2).checked_div(self.ranks).unwrap_or(0);
        u64::try_from(mean).unwrap_or(u64::MAX)
    }

    /// The spread of each stage.
    #[must_use]
    pub fn of_stages(values: &[Option<u64>], ranks_per_stage: u64) -> Vec<Self> {
        let ranks = usize::try_from(ranks_per_stage.max(1)).unwrap_or(usize::MAX);
        values.chunks(ranks).map(Self::of).collect()
    }

    /// Largest over mean: 1.00 where all are equal.
    #[must_use]
    pub fn imbalance(self) -> String {
        units::ratio(u128::from(self.most) * self.ranks, self.sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_told_by_stage() {
        let spreads = Spread::of_stages(&[10, 10, 10, 30].map(Some), 2);
        assert_eq!((spreads[0].least, spreads[0].mean(), spreads[0].most), (10, 10, 10));
        assert_eq!((spreads[1].mean(), spreads[1].imbalance()), (20, "1.50".to_owned()));
        assert_eq!(Spread::of(&[]).imbalance(), "–");
        assert_eq!(Spread::of(&[Some(u64::MAX); 3]).mean(), u64::MAX);
        // 4 / 3.67, not 4 / 3.
        assert_eq!(Spread::of(&[4, 4, 3].map(Some)).imbalance(), "1.09");
    }

    #[test]
    fn a_rank_without_a_file_is_no_zero_in_the_mean() {
        let spread = Spread::of(&[Some(10), None, Some(10)]);
        assert_eq!((spread.least, spread.mean(), spread.imbalance()), (10, 10, "1.00".to_owned()));
    }

    #[test]
    fn scales_of_unlike_sides_are_apart() {
        assert_eq!(scales([100, 30]), [100, 100]);
        assert_eq!(scales([100, 25]), [100, 100]);
        assert_eq!(scales([100, 24]), [100, 24]);
        assert_eq!(scales([0, 24]), [24, 24]);
    }

    #[test]
    fn every_name_leads_back_to_its_measure() {
        assert_eq!(Measure::ALL.map(|measure| Measure::of_name(measure.name())), Measure::ALL);
        assert_eq!(Measure::of_name("colour"), Measure::Bytes);
    }
}

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

    /// The value of every rank; empty or all 0 where it is not known.
    #[must_use]
    pub fn per_rank(self, facts: &SideFacts) -> Vec<u64> {
        match self {
            Self::Bytes => facts.rank_bytes.clone(),
            Self::Parameters => facts.loads.per_rank(|load| load.parameters),
            Self::Tensors => facts.loads.per_rank(|load| load.tensors),
            Self::Largest => facts.loads.per_rank(|load| load.largest),
        }
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
    /// The spread of some values; of none, all 0.
    #[must_use]
    pub fn of(values: &[u64]) -> Self {
        Self {
            least: values.iter().copied().min().unwrap_or(0),
            most: values.iter().copied().max().unwrap_or(0),
            sum: values.iter().map(|&value| u128::from(value)).sum(),
            ranks: values.len() as u128,
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
    pub fn of_stages(values: &[u64], ranks_per_stage: u64) -> Vec<Self> {
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
        let spreads = Spread::of_stages(&[10, 10, 10, 30], 2);
        assert_eq!((spreads[0].least, spreads[0].mean(), spreads[0].most), (10, 10, 10));
        assert_eq!((spreads[1].mean(), spreads[1].imbalance()), (20, "1.50".to_owned()));
        assert_eq!(Spread::of(&[]).imbalance(), "–");
        assert_eq!(Spread::of(&[u64::MAX; 3]).mean(), u64::MAX);
        // 4 / 3.67, not 4 / 3.
        assert_eq!(Spread::of(&[4, 4, 3]).imbalance(), "1.09");
    }

    #[test]
    fn every_name_leads_back_to_its_measure() {
        assert_eq!(Measure::ALL.map(|measure| Measure::of_name(measure.name())), Measure::ALL);
        assert_eq!(Measure::of_name("colour"), Measure::Bytes);
    }
}

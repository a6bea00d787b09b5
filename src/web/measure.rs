//! What ranks are compared by: the colours of Devices and its charts.

use super::snapshot::SideFacts;
use super::units;

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
    pub fn text(self, value: u64) -> String {
        if self.is_bytes() { units::bytes_text(value) } else { short(value) }
    }

    /// Whether values are bytes.
    #[must_use]
    pub const fn is_bytes(self) -> bool {
        matches!(self, Self::Bytes | Self::Largest)
    }
}

/// A count in three figures with a decimal prefix, such as `6.74 G`.
fn short(count: u64) -> String {
    let prefixes = [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    let Some((scale, prefix)) = prefixes.into_iter().find(|&(scale, _)| count >= scale) else {
        return count.to_string();
    };
    let hundredths = count / (scale / 100).max(1);
    match hundredths {
        0..1_000 => format!("{}.{:02} {prefix}", hundredths / 100, hundredths % 100),
        1_000..10_000 => format!("{}.{} {prefix}", hundredths / 100, hundredths / 10 % 10),
        _ => format!("{} {prefix}", hundredths / 100),
    }
}

/// How the values of a stage's ranks lie apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The smallest value.
    pub least: u64,
    /// The largest.
    pub most: u64,
    /// The mean, rounded down.
    pub mean: u64,
}

impl Spread {
    /// The spread of some values; of none, all 0.
    #[must_use]
    pub fn of(values: &[u64]) -> Self {
        let sum: u128 = values.iter().map(|&value| u128::from(value)).sum();
        let mean = sum / (values.len() as u128).max(1);
        Self {
            least: values.iter().copied().min().unwrap_or(0),
            most: values.iter().copied().max().unwrap_or(0),
            mean: u64::try_from(mean).unwrap_or(u64::MAX),
        }
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
        let hundredths = u128::from(self.most) * 100 / u128::from(self.mean.max(1));
        if self.mean == 0 {
            "–".to_owned()
        } else {
            format!("{}.{:02}", hundredths / 100, hundredths % 100)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_three_figures() {
        let texts = [0, 999, 1000, 12_345, 6_738_415_616, 405_853_388_800].map(short);
        assert_eq!(texts, ["0", "999", "1.00 k", "12.3 k", "6.73 G", "405 G"]);
    }

    #[test]
    fn spreads_are_told_by_stage() {
        let spreads = Spread::of_stages(&[10, 10, 10, 30], 2);
        assert_eq!(spreads[0], Spread { least: 10, most: 10, mean: 10 });
        assert_eq!((spreads[1].mean, spreads[1].imbalance()), (20, "1.50".to_owned()));
        assert_eq!(Spread::of(&[]).imbalance(), "–");
        assert_eq!(Spread::of(&[u64::MAX; 3]).mean, u64::MAX);
    }

    #[test]
    fn every_name_leads_back_to_its_measure() {
        assert_eq!(Measure::ALL.map(|measure| Measure::of_name(measure.name())), Measure::ALL);
        assert_eq!(Measure::of_name("colour"), Measure::Bytes);
    }
}

//! What several runs of one program took.

/// Seconds, sorted.
pub(crate) struct Spread(Vec<f64>);

impl Spread {
    pub(crate) fn new(mut seconds: Vec<f64>) -> Self {
        seconds.sort_by(f64::total_cmp);
        Self(seconds)
    }

    /// Of an even number the mean of the two in the middle.
    pub(crate) fn median(&self) -> f64 {
        let at = |index: usize| self.0.get(index).copied().unwrap_or(f64::NAN);
        let half = self.0.len() / 2;
        if self.0.len() % 2 == 1 { at(half) } else { f64::midpoint(at(half.wrapping_sub(1)), at(half)) }
    }

    /// Best and worst.
    pub(crate) fn range(&self) -> String {
        let [first, last] =
            [self.0.first(), self.0.last()].map(|seconds| seconds.copied().unwrap_or(f64::NAN));
        format!("{first:.2} … {last:.2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_and_the_range_the_ends() {
        let odd = Spread::new(vec![3.0, 1.0, 2.0]);
        assert_eq!((odd.median().to_bits(), odd.range().as_str()), (2.0_f64.to_bits(), "1.00 … 3.00"));
        assert_eq!(Spread::new(vec![4.0, 1.0, 2.0, 3.0]).median().to_bits(), 2.5_f64.to_bits());
    }
}

//! Between the browser's floating-point numbers and ours.

use std::fmt::{self, Display};

/// The browser has these; compiled in, they are four kilobytes of the page.
#[cfg(all(target_arch = "wasm32", feature = "web"))]
pub(crate) use js_sys::Math::{cos, pow, sin};

/// A non-negative whole number of the browser, such as a file size (exact below 2^53).
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, which is what a size or position needs; nothing else converts"
)]
pub(crate) fn whole(number: f64) -> u64 {
    number as u64
}

/// A count as the browser wants it, to the nearest that it can express.
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

/// A number as drawings and texts have it: two decimals, without zeros at the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decimal(pub(crate) f64);

impl Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = whole((self.0.abs() * 100.0).round());
        if self.0 < 0.0 && hundredths > 0 {
            f.write_str("-")?;
        }
        write!(f, "{}", hundredths / 100)?;
        match hundredths % 100 {
            0 => Ok(()),
            tenths if tenths % 10 == 0 => write!(f, ".{}", tenths / 10),
            more => write!(f, ".{more:02}"),
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", feature = "web")))]
pub(crate) fn sin(angle: f64) -> f64 {
    angle.sin()
}

#[cfg(not(all(target_arch = "wasm32", feature = "web")))]
pub(crate) fn cos(angle: f64) -> f64 {
    angle.cos()
}

#[cfg(not(all(target_arch = "wasm32", feature = "web")))]
pub(crate) fn pow(base: f64, exponent: f64) -> f64 {
    base.powf(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_as_short_as_they_can_be() {
        let cases =
            [(12.0, "12"), (0.126, "0.13"), (10.5, "10.5"), (-0.25, "-0.25"), (-0.001, "0"), (2.05, "2.05")];
        for (number, text) in cases {
            assert_eq!(Decimal(number).to_string(), text);
        }
    }
}

//! Between the browser's floating-point numbers and ours.

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

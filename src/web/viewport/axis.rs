//! Which part of a grid is shown: pan and zoom of one axis, in integers.

use std::ops::Range;

/// Positions are counted in so many parts of a unit.
const PARTS: u64 = 1 << 16;

/// One axis of a grid: which of its units are shown, whatever number of pixels they are drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    units: u64,
    /// First part shown, and how many are.
    from: u64,
    shown: u64,
}

impl Axis {
    /// All of so many units.
    #[must_use]
    pub const fn whole(units: u64) -> Self {
        Self { units, from: 0, shown: units.saturating_mul(PARTS) }
    }

    /// How many units there are, shown or not.
    #[must_use]
    pub const fn units(self) -> u64 {
        self.units
    }

    /// Whether everything is shown.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.shown >= self.all()
    }

    const fn all(self) -> u64 {
        self.units.saturating_mul(PARTS)
    }

    /// The units that are shown, if only in part.
    #[must_use]
    pub const fn visible(self) -> Range<u64> {
        self.from / PARTS..self.from.saturating_add(self.shown).div_ceil(PARTS)
    }

    /// The pixel at which a unit begins; the nearest edge of the picture for one that is not shown.
    #[must_use]
    pub fn edge(self, pixels: u64, unit: u64) -> u64 {
        let beyond = unit.saturating_mul(PARTS).saturating_sub(self.from).min(self.shown);
        beyond.saturating_mul(pixels) / self.shown.max(1)
    }

    /// How many pixels so many units take.
    #[must_use]
    pub const fn size_of(self, pixels: u64, units: u64) -> u64 {
        let shown = if self.shown == 0 { 1 } else { self.shown };
        pixels.saturating_mul(units.saturating_mul(PARTS)) / shown
    }

    /// How many units, begun ones included, so many pixels show.
    #[must_use]
    pub const fn units_in(self, pixels: u64, part: u64) -> u64 {
        let pixels = if pixels == 0 { 1 } else { pixels };
        part.saturating_mul(self.shown).div_ceil(pixels).div_ceil(PARTS)
    }

    /// The unit under the middle of a pixel.
    #[must_use]
    pub fn unit_at(self, pixels: u64, pixel: u64) -> Option<u64> {
        let middle = pixel.saturating_mul(2).saturating_add(1);
        let part = middle.saturating_mul(self.shown) / pixels.saturating_mul(2).max(1);
        let unit = self.from.saturating_add(part) / PARTS;
        (pixel < pixels && unit < self.units).then_some(unit)
    }

    /// Shows `by` = (n, d) as much as before, so that what is at `pixel` stays there; a unit is
    /// never drawn larger than `largest` pixels.
    #[must_use]
    pub fn zoomed(self, pixels: u64, pixel: u64, by: (u64, u64), largest: u64) -> Self {
        let all = self.all();
        let least = (pixels.saturating_mul(PARTS) / largest.max(1)).clamp(1, all.max(1));
        let shown = (self.shown.saturating_mul(by.0) / by.1.max(1)).clamp(least.min(all), all);
        let at = |shown: u64| pixel.min(pixels).saturating_mul(shown) / pixels.max(1);
        let from = self.from.saturating_add(at(self.shown)).saturating_sub(at(shown));
        Self { from: from.min(all - shown), shown, ..self }
    }

    /// Moves the picture by so many pixels; positive uncovers what lies before.
    #[must_use]
    pub fn moved(self, pixels: u64, by: i64) -> Self {
        let parts = by.unsigned_abs().saturating_mul(self.shown) / pixels.max(1);
        let from = if by > 0 { self.from.saturating_sub(parts) } else { self.from.saturating_add(parts) };
        Self { from: from.min(self.all().saturating_sub(self.shown)), ..self }
    }

    /// Moves as little as needed to show a unit.
    #[must_use]
    pub fn revealing(self, unit: u64) -> Self {
        let (start, end) = (unit.saturating_mul(PARTS), unit.saturating_add(1).saturating_mul(PARTS));
        let from = self.from.clamp(end.saturating_sub(self.shown).min(start), start);
        Self { from: from.min(self.all().saturating_sub(self.shown)), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_the_pointer_stays_there() {
        let axis = Axis::whole(1024);
        let near = axis.zoomed(512, 384, (1, 8), 100);
        // Two units share a pixel at first: 768 and 769.
        assert_eq!((axis.unit_at(512, 384), near.unit_at(512, 384)), (Some(769), Some(768)));
        assert_eq!(near.visible().end - near.visible().start, 128);
        assert_eq!(near.zoomed(512, 100, (8, 1), 100), axis);
    }

    #[test]
    fn nothing_beyond_the_ends_is_shown() {
        let near = Axis::whole(100).zoomed(100, 0, (1, 2), 100);
        assert_eq!(near.visible(), 0..50);
        assert_eq!(near.moved(100, 40), near);
        assert_eq!(near.moved(100, -20).visible(), 10..60);
        assert_eq!(near.moved(100, -1000).visible(), 50..100);
    }

    #[test]
    fn a_unit_grows_to_its_largest_size() {
        let near = Axis::whole(1000).zoomed(500, 250, (1, 1_000_000), 50);
        assert_eq!(near.visible(), 495..505);
        let few = Axis::whole(4);
        assert!(few.zoomed(100, 0, (1, 2), 25).is_whole());
    }

    #[test]
    fn a_hidden_unit_is_revealed_with_the_least_move() {
        let near = Axis::whole(100).zoomed(100, 0, (1, 10), 100);
        assert_eq!(near.revealing(5), near);
        assert_eq!(near.revealing(10).visible(), 1..11);
        assert_eq!(near.revealing(99).revealing(40).visible(), 40..50);
    }

    #[test]
    fn edges_and_units_agree() {
        let axis = Axis::whole(7).zoomed(50, 20, (1, 3), 50);
        for unit in axis.visible() {
            let (start, end) = (axis.edge(50, unit), axis.edge(50, unit + 1));
            for pixel in start..end {
                let at = axis.unit_at(50, pixel).unwrap();
                assert!(at == unit || pixel == start && at + 1 == unit, "{pixel}: {at}, not {unit}");
            }
        }
    }

    #[test]
    fn the_largest_job_does_not_overflow() {
        let axis = Axis::whole(1 << 34).zoomed(4096, 4095, (1, 1000), 100);
        assert!(axis.unit_at(4096, 4095).is_some());
    }
}

//! The colours of quantities: a perceptually even ramp that colour-blind eyes see alike (cividis,
//! Nuñez et al. 2018). On dark ground more is brighter, on light ground more is darker.

/// Cividis from low to high. `static/css/components.css` draws the scale from the same colours.
const DARK: [[u8; 3]; 8] = [
    [0, 42, 96],
    [43, 62, 109],
    [78, 82, 110],
    [108, 103, 113],
    [138, 125, 118],
    [172, 148, 110],
    [209, 174, 92],
    [254, 220, 74],
];

/// The same ramp the other way round, with a paler foot.
const LIGHT: [[u8; 3]; 8] = [
    [247, 235, 178],
    [222, 202, 118],
    [190, 170, 112],
    [156, 144, 119],
    [122, 118, 120],
    [90, 94, 115],
    [52, 70, 110],
    [0, 36, 86],
];

/// The colour of `value` on a scale from 0 to `most`.
#[must_use]
pub fn colour(value: u64, most: u64, dark: bool) -> [u8; 3] {
    let stops = if dark { &DARK } else { &LIGHT };
    let last = (stops.len() - 1) as u128;
    let at = u128::from(value.min(most)) * last * 256 / u128::from(most.max(1));
    let index = usize::try_from(at / 256).unwrap_or(0);
    let part = u16::try_from(at % 256).unwrap_or(0);
    let low = stops.get(index).copied().unwrap_or_default();
    let high = stops.get(index + 1).copied().unwrap_or(low);
    let mut mixed = [0; 3];
    for ((mixed, low), high) in mixed.iter_mut().zip(low).zip(high) {
        let sum = u16::from(low) * (256 - part) + u16::from(high) * part;
        *mixed = u8::try_from(sum / 256).unwrap_or(u8::MAX);
    }
    mixed
}

/// The colours of the levels of a raster, ready to be looked up: level 0 is nothing, 1…255 the
/// scale.
#[derive(Clone, Debug)]
pub struct Palette([[u8; 4]; 256]);

impl Palette {
    /// The colours of a theme, with `empty` for nothing.
    #[must_use]
    pub fn new(dark: bool, empty: [u8; 3]) -> Self {
        let mut colours = [[0; 4]; 256];
        for (level, slot) in (0u64..).zip(&mut colours) {
            let [red, green, blue] =
                if level == 0 { empty } else { colour(level.saturating_sub(1), 254, dark) };
            *slot = [red, green, blue, 255];
        }
        Self(colours)
    }

    /// The opaque colour of a level.
    #[must_use]
    pub fn of(&self, level: u8) -> [u8; 4] {
        self.0.get(usize::from(level)).copied().unwrap_or_default()
    }
}

/// Whether black text has more contrast to a colour than white text, by their relative luminance
/// (WCAG 2.2): one of the two always has 4.5 or more.
#[must_use]
pub fn wants_dark_text(colour: [u8; 3]) -> bool {
    let [red, green, blue] = colour.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_scale_are_the_ends_of_the_ramp() {
        assert_eq!(colour(0, 10, true), DARK[0]);
        assert_eq!(colour(10, 10, true), DARK[7]);
        assert_eq!(colour(u64::MAX, u64::MAX, false), LIGHT[7]);
        assert_eq!(colour(0, 0, false), LIGHT[0]);
    }

    #[test]
    fn brightness_never_turns_back() {
        let light = |[r, g, b]: [u8; 3]| u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114;
        let dark: Vec<u32> = (0..=100).map(|value| light(colour(value, 100, true))).collect();
        assert!(dark.is_sorted());
        let pale: Vec<u32> = (0..=100).rev().map(|value| light(colour(value, 100, false))).collect();
        assert!(pale.is_sorted());
    }
}

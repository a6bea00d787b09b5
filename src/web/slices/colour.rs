//! The colours of regions: by slice, rank or stage, for light and for dark ground.
//!
//! They are computed in OKLCH, where equal steps look equal, and given as sRGB, which every
//! program that opens an exported figure knows. `static/css/base.css` has the same values.

use std::fmt;

use super::Drawn;
use crate::check::Lang;
use crate::web::number::{cos, float, pow, sin, whole};
use crate::web::{text, units};

/// From the thirteenth on, hues cannot be told apart: an ordered scale takes over.
const HUES: u64 = 12;
/// Up to here neighbours on the ordered scale alternate in lightness, so that each is seen.
const ALTERNATING: u64 = 1024;
/// Steps of a drawn scale.
const STEPS: u64 = 24;

/// What colours stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colouring {
    /// A slice with all its replicas.
    #[default]
    Slice,
    /// The lowest rank that holds the slice.
    Rank,
    /// The pipeline stage.
    Stage,
}

impl Colouring {
    /// All of them, in the order of choice.
    pub const ALL: [Self; 3] = [Self::Slice, Self::Rank, Self::Stage];

    /// The name as a choice is kept; empty for the usual one.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slice => "",
            Self::Rank => "rank",
            Self::Stage => "stage",
        }
    }

    /// The colouring of a name; the usual one of any other.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|colouring| colouring.name() == name).unwrap_or_default()
    }
}

/// An sRGB colour, written `#rrggbb`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rgb(pub [u8; 3]);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([red, green, blue]) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The colours of one slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tone {
    /// Of its area.
    pub fill: Rgb,
    /// Of its outline.
    pub edge: Rgb,
}

/// The tone of a slice.
#[must_use]
pub fn tone(drawn: &Drawn, colouring: Colouring, shard: u64, dark: bool) -> Tone {
    let layout = &drawn.layout;
    match colouring {
        Colouring::Slice => category(shard, layout.shards(), dark),
        _ if !drawn.laid => plain(dark),
        Colouring::Rank => rank_tone(drawn, layout.ranks_of(shard).first().copied().unwrap_or(0), dark),
        Colouring::Stage => ordered(place(u64::from(drawn.stage), u64::from(drawn.stages)), false, dark),
    }
}

/// The tone of a rank of the stage, counted from its first.
pub(super) fn rank_tone(drawn: &Drawn, rank_in_stage: u64, dark: bool) -> Tone {
    category(rank_in_stage, drawn.layout.mesh().ranks(), dark)
}

/// One of `of`: evenly spread hues, or a place on the ordered scale if they are many.
#[must_use]
pub fn category(index: u64, of: u64, dark: bool) -> Tone {
    if of > HUES {
        return ordered(place(index, of), of <= ALTERNATING && index % 2 == 1, dark);
    }
    // Two slices get opposite hues (blue and amber), which every eye tells apart.
    let hue = 255.0 + 30.0 * float(index * HUES / of.max(1));
    let (fill, edge) = if dark { ((0.36, 0.075), (0.72, 0.11)) } else { ((0.83, 0.085), (0.52, 0.11)) };
    Tone { fill: oklch(fill.0, fill.1, hue), edge: oklch(edge.0, edge.1, hue) }
}

/// The place of one of `of` on the ordered scale, from 0 to 1, in 256 steps: finer ones are not seen.
fn place(index: u64, of: u64) -> f64 {
    float((index * 255 / of.saturating_sub(1).max(1)).min(255)) / 255.0
}

/// A place on a scale that goes from yellow to blue; neighbours may alternate in lightness.
fn ordered(place: f64, alternate: bool, dark: bool) -> Tone {
    let odd = if alternate { 1.0 } else { 0.0 };
    let hue = 100.0 + 170.0 * place;
    if dark {
        let light = 0.62 - 0.30 * place + 0.045 * odd;
        Tone { fill: oklch(light, 0.085, hue), edge: oklch(light + 0.25, 0.1, hue) }
    } else {
        let light = 0.91 - 0.30 * place - 0.035 * odd;
        Tone { fill: oklch(light, 0.09, hue), edge: oklch(light - 0.27, 0.1, hue) }
    }
}

/// What no layout names: no rank and no stage stands out.
const fn plain(dark: bool) -> Tone {
    if dark {
        Tone { fill: Rgb([48, 56, 65]), edge: Rgb([143, 154, 166]) }
    } else {
        Tone { fill: Rgb([220, 224, 229]), edge: Rgb([98, 108, 119]) }
    }
}

/// OKLCH as sRGB (Ottosson 2020), clamped to what a screen shows.
fn oklch(light: f64, chroma: f64, hue: f64) -> Rgb {
    let angle = hue.to_radians();
    let (a, b) = (chroma * cos(angle), chroma * sin(angle));
    let cube = |value: f64| value * value * value;
    let long = cube(light + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let medium = cube(light - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let short = cube(light - 0.089_484_177_5 * a - 1.291_485_548_0 * b);
    Rgb([
        gamma(4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short),
        gamma(-1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short),
        gamma(-0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short),
    ])
}

fn gamma(linear: f64) -> u8 {
    let linear = linear.clamp(0.0, 1.0);
    let value = if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * pow(linear, 1.0 / 2.4) - 0.055 };
    u8::try_from(whole((value * 255.0).round())).unwrap_or(u8::MAX)
}

/// Whether dark text is easier to read on a colour than light text.
pub(super) fn wants_dark_text(Rgb(colour): Rgb) -> bool {
    crate::web::ramp::wants_dark_text(colour)
}

/// What the colours of a picture mean.
#[derive(Clone, Debug, PartialEq)]
pub enum Legend {
    /// One entry per colour.
    Entries(Vec<(Tone, String)>),
    /// An ordered scale with its ends.
    Scale {
        /// The drawn colours, first to last.
        steps: Vec<Rgb>,
        /// What the first one is.
        first: String,
        /// What the last one is.
        last: String,
    },
}

/// The legend of a side's picture.
#[must_use]
pub fn legend(drawn: &Drawn, colouring: Colouring, dark: bool, lang: Lang) -> Legend {
    let layout = &drawn.layout;
    let whole = |says: &text::Text| {
        Legend::Entries(vec![(tone(drawn, colouring, 0, dark), says.of(lang).to_owned())])
    };
    let (of, label): (u64, &dyn Fn(u64) -> String) = match colouring {
        _ if drawn.complete => return whole(&text::LEGEND_COMPLETE),
        _ if !drawn.laid => return whole(&text::LEGEND_EVERY_RANK),
        Colouring::Stage => {
            let (first, last) = (drawn.first_rank, drawn.first_rank + layout.mesh().ranks() - 1);
            let ranks = units::run_list(&[(first, last)], 1);
            let says = text::LEGEND_STAGE.with(lang, &[("n", &drawn.stage), ("ranks", &ranks)]);
            return Legend::Entries(vec![(tone(drawn, colouring, 0, dark), says)]);
        }
        Colouring::Slice => (layout.shards(), &|shard| text::LEGEND_SLICE.with(lang, &[("n", &shard)])),
        Colouring::Rank => (layout.mesh().ranks(), &|rank| {
            text::LEGEND_RANK.with(lang, &[("n", &(drawn.first_rank + rank))])
        }),
    };
    if of <= HUES {
        return Legend::Entries((0..of).map(|index| (category(index, of, dark), label(index))).collect());
    }
    let steps = (0..STEPS).map(|step| ordered(place(step, STEPS), false, dark).fill);
    Legend::Scale { steps: steps.collect(), first: label(0), last: label(of - 1) }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::tests::drawn;
    use super::*;
    use crate::layout::SplitRule::Exact;

    #[test]
    fn the_conversion_agrees_with_css() {
        // Chromium's values of oklch(0.83 0.085 255), oklch(0.52 0.11 75), oklch(1 0 0).
        assert_eq!(oklch(1.0, 0.0, 0.0), Rgb([255, 255, 255]));
        assert_eq!(oklch(0.0, 0.0, 0.0), Rgb([0, 0, 0]));
        // The sRGB primary red is oklch(0.62796 0.25768 29.234).
        assert_eq!(oklch(0.627_96, 0.257_68, 29.234), Rgb([255, 0, 0]));
    }

    #[test]
    fn twelve_colours_are_all_different_and_so_are_many() {
        let unlike = |of: u64| {
            let mut fills: Vec<[u8; 3]> = (0..of).map(|index| category(index, of, false).fill.0).collect();
            fills.sort_unstable();
            fills.dedup();
            fills.len() as u64
        };
        assert_eq!(unlike(12), 12);
        assert_eq!(unlike(64), 64);
    }

    #[test]
    fn every_slice_of_a_stage_has_the_stages_colour() {
        let split = Drawn { stages: 4, stage: 2, ..drawn(&[4], &[vec![0]], Exact, &[8]) };
        let of = |colouring, shard| tone(&split, colouring, shard, true);
        assert_eq!(of(Colouring::Stage, 0), of(Colouring::Stage, 3));
        assert_ne!(of(Colouring::Slice, 0), of(Colouring::Slice, 3));
        let legend = legend(&split, Colouring::Stage, true, Lang::En);
        assert!(matches!(legend, Legend::Entries(entries) if entries.len() == 1));
    }

    #[test]
    fn replicas_are_told_apart_by_the_legend_of_ranks() {
        let split = drawn(&[2, 2], &[vec![1]], Exact, &[8]);
        let Legend::Entries(ranks) = legend(&split, Colouring::Rank, false, Lang::En) else { panic!() };
        assert_eq!(ranks.len(), 4);
        assert_eq!(tone(&split, Colouring::Rank, 1, false), ranks[1].0);
        let Legend::Entries(slices) = legend(&split, Colouring::Slice, false, Lang::En) else { panic!() };
        assert_eq!(slices.len(), 2);
    }

    #[test]
    fn many_slices_have_a_scale_with_both_ends() {
        let split = drawn(&[64], &[vec![0]], Exact, &[640]);
        let Legend::Scale { steps, first, last } = legend(&split, Colouring::Slice, false, Lang::En) else {
            panic!()
        };
        assert_eq!(steps.len() as u64, STEPS);
        assert!(first.ends_with('0') && last.ends_with("63"), "{first} {last}");
    }
}

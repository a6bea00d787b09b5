//! One side's picture as shapes in px: what the page draws and what the exported figure draws.

use super::colour::{rank_tone, wants_dark_text};
use super::picture::{parts, span};
use super::{Colouring, Drawn, Flow, Frame, Picture, Rgb, Section, Tone, tone};
use crate::check::{Lang, Side};
use crate::geometry::Span;
use crate::web::number::{Decimal, float, whole};
use crate::web::text;

/// Shapes drawn along one dimension; of more regions, neighbours share one.
const MAX_CELLS: u64 = 256;
/// More regions than this, along a dimension or together, are no shapes on the page, and outlines
/// would hide their colours.
const MAX_OUTLINED: (u64, u64) = (64, 1024);
/// Shares that are drawn; more would hide the picture.
const MAX_SHARES: usize = 512;
/// Chips drawn in one cell, and cells that have any.
const MAX_CHIPS: u64 = 48;
const MAX_CHIPPED: usize = 256;
/// Height of a chip, width of one of its digits, and the gap between chips, in px.
const CHIP: (f64, f64, f64) = (18.0, 6.7, 3.0);
/// Distance of chips from the edge of their region, in px.
const CHIP_MARGIN: f64 = 5.0;
/// Distance of a share's outline from its edge, inside that of the traced slice, in px.
pub const SHARE: f64 = 3.5;
/// Least distance of labels along the axes, in px.
const TICK_ACROSS: f64 = 46.0;
const TICK_DOWN: f64 = 14.0;

/// A rectangle in px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Rect {
    /// Its outline as path data.
    fn path(self) -> String {
        let [x, y, width, height] = [self.x, self.y, self.width, self.height].map(Decimal);
        format!("M{x} {y}h{width}v{height}h-{width}z")
    }

    /// The same, smaller by `by` on every side, but never gone.
    #[must_use]
    pub fn inset(self, by: f64) -> Self {
        let by = by.min(self.width / 2.0 - 0.5).min(self.height / 2.0 - 0.5).max(0.0);
        Self { x: self.x + by, y: self.y + by, width: self.width - 2.0 * by, height: self.height - 2.0 * by }
    }
}

/// A region that is drawn, or several neighbours of which none could be seen alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The (first) slice.
    pub shard: u64,
    /// Where it is.
    pub rect: Rect,
    /// Its colours.
    pub tone: Tone,
}

/// A rank inside its region.
#[derive(Clone, Debug, PartialEq)]
pub struct Chip {
    /// The slice.
    pub shard: u64,
    /// The global rank; none for the chip that counts the others.
    pub rank: Option<u64>,
    /// Where it is.
    pub rect: Rect,
    /// What it says.
    pub label: String,
    /// Its colour; none for the one that counts the others.
    pub fill: Option<Rgb>,
    /// The colour of its text.
    pub ink: Option<Rgb>,
}

/// A labelled boundary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    /// Along the axis.
    pub at: f64,
    /// The element.
    pub value: u64,
}

/// One axis; empty where no dimension is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What the dimension is called, with its length.
    pub label: String,
    /// Its boundaries, where labels have room.
    pub ticks: Vec<Tick>,
}

/// The picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its scale.
    pub frame: Frame,
    /// The regions, row by row.
    pub cells: Vec<Cell>,
    /// How many regions a cell stands for, at most.
    pub block: u64,
    /// Whether cells are outlined.
    pub outlined: bool,
    /// Ranks inside the regions, where they have room.
    pub chips: Vec<Chip>,
    /// The axis downwards.
    pub down: Axis,
    /// The axis to the right.
    pub right: Axis,
}

impl Panel {
    /// The picture of a section. Regions that are too many to be shapes are left out: they are
    /// painted as pixels, or added by [`Panel::merged`].
    #[must_use]
    pub fn new(
        drawn: &Drawn,
        (picture, section): (&Picture, &Section),
        frame: Frame,
        look: (Colouring, bool, Lang),
    ) -> Self {
        let (colouring, dark, lang) = look;
        let (along, together) = MAX_OUTLINED;
        let longest = parts(&picture.rows).max(parts(&picture.cols));
        let outlined = longest <= along && picture.len() <= together;
        let (cells, _) = if outlined { cells(drawn, picture, frame, look) } else { (Vec::new(), 1) };
        let chipped = if cells.len() <= MAX_CHIPPED { &cells[..] } else { &[] };
        Self {
            frame,
            block: 1,
            outlined,
            chips: chipped.iter().flat_map(|cell| chips(cell, drawn, colouring, dark)).collect(),
            down: axis(section.rows, &picture.rows, lang, TICK_DOWN, |row| frame.y(row)),
            right: axis(section.cols, &picture.cols, lang, TICK_ACROSS, |col| frame.x(col)),
            cells,
        }
    }

    /// The same with all its regions as shapes; neighbours that could not be seen share one.
    #[must_use]
    pub fn merged(mut self, drawn: &Drawn, picture: &Picture, look: (Colouring, bool, Lang)) -> Self {
        if !self.outlined {
            (self.cells, self.block) = cells(drawn, picture, self.frame, look);
        }
        self
    }
}

/// The regions row by row, and how many one of the shapes stands for.
fn cells(
    drawn: &Drawn,
    picture: &Picture,
    frame: Frame,
    (colouring, dark, _): (Colouring, bool, Lang),
) -> (Vec<Cell>, u64) {
    let (rows, cols) = (blocks(&picture.rows), blocks(&picture.cols));
    let pairs = rows.parts.iter().flat_map(|row| cols.parts.iter().map(move |col| (row, col)));
    let cell = |((row, down), (col, right)): (&(u64, Span), &(u64, Span))| {
        let shard = picture.shard(*row, *col);
        Cell { shard, rect: frame.rect(*down, *right), tone: tone(drawn, colouring, shard, dark) }
    };
    (pairs.map(cell).collect(), rows.step * cols.step)
}

/// Neighbouring parts of one dimension that share a cell.
struct Blocks {
    /// Parts per cell.
    step: u64,
    /// Index of the first part, and what the parts cover. Empty ones are not drawn.
    parts: Vec<(u64, Span)>,
}

fn blocks(bounds: &[u64]) -> Blocks {
    let all = parts(bounds);
    let step = all.div_ceil(MAX_CELLS).max(1);
    let starts = (0..all).step_by(usize::try_from(step).unwrap_or(usize::MAX));
    let spans = starts.map(|first| (first, span(bounds, first..(first + step).min(all))));
    Blocks { step, parts: spans.filter(|(_, span)| span.len > 0).collect() }
}

fn axis(dim: Option<usize>, bounds: &[u64], lang: Lang, room: f64, place: impl Fn(u64) -> f64) -> Axis {
    let Some(dim) = dim else { return Axis::default() };
    let len = bounds.last().copied().unwrap_or(0);
    let label = text::AXIS_LABEL.with(lang, &[("dim", &dim), ("len", &len)]);
    let mut last = f64::MIN;
    let mut spaced = |tick: &Tick| {
        // The end always has its label.
        let fits = tick.at - last >= room && (tick.value == len || place(len) - tick.at >= room);
        if fits {
            last = tick.at;
        }
        fits
    };
    let ticks = bounds.iter().map(|&value| Tick { at: place(value), value }).filter(&mut spaced).collect();
    Axis { label, ticks }
}

/// The ranks that hold a slice, as chips that grow paler from replica to replica.
fn chips(cell: &Cell, drawn: &Drawn, colouring: Colouring, dark: bool) -> Vec<Chip> {
    let ranks = drawn.ranks(cell.shard).filter(|_| drawn.laid).unwrap_or_default();
    let digits = ranks.last().map_or(0, |rank| rank.to_string().len()).max(3);
    let (high, digit, gap) = CHIP;
    let wide = digit * float(digits as u64) + 10.0;
    let fit = |room: f64, step: f64| whole(((room - 2.0 * CHIP_MARGIN + gap) / step).max(0.0));
    let (across, down) = (fit(cell.rect.width, wide + gap), fit(cell.rect.height, high + gap));
    let room = usize::try_from((across * down).min(MAX_CHIPS)).unwrap_or(0);
    if room == 0 {
        return Vec::new();
    }
    let shown = if ranks.len() <= room { ranks.len() } else { room - 1 };
    let place = |index: usize| {
        let (col, row) = (index as u64 % across, index as u64 / across);
        let x = cell.rect.x + CHIP_MARGIN + float(col) * (wide + gap);
        Rect { x, y: cell.rect.y + CHIP_MARGIN + float(row) * (high + gap), width: wide, height: high }
    };
    let mut chips: Vec<Chip> = ranks
        .iter()
        .take(shown)
        .enumerate()
        .map(|(index, &rank)| {
            let fill = match colouring {
                Colouring::Rank => rank_tone(drawn, rank - drawn.first_rank, dark).edge,
                _ => faded(cell.tone.edge, index, dark),
            };
            let ink = if wants_dark_text(fill) { Rgb([0, 0, 0]) } else { Rgb([255, 255, 255]) };
            let label = rank.to_string();
            Chip {
                shard: cell.shard,
                rank: Some(rank),
                rect: place(index),
                label,
                fill: Some(fill),
                ink: Some(ink),
            }
        })
        .collect();
    let more = ranks.len() - shown;
    if more > 0 {
        let label = format!("+{more}");
        chips.push(Chip { shard: cell.shard, rank: None, rect: place(shown), label, fill: None, ink: None });
    }
    chips
}

/// The colour of a replica: the first is strong, the fourth and later ones are pale.
fn faded(Rgb(colour): Rgb, replica: usize, dark: bool) -> Rgb {
    let ground: u16 = if dark { 20 } else { 250 };
    let keep = [100u16, 56, 44, 34].get(replica).copied().unwrap_or(34);
    Rgb(colour.map(|part| {
        let mixed = (u16::from(part) * keep + ground * (100 - keep)) / 100;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    }))
}

/// What a traced slice adds to a side's picture: everything else steps back behind a veil.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// What stays in the light: the slice, or all that overlap it; none if the section does not
    /// meet it.
    pub light: Option<Rect>,
    /// The slice's place on the other side: what else the overlapping slices hold steps back a
    /// little.
    part: Option<Rect>,
    /// The traced slice itself, on its own side.
    pub active: Option<Rect>,
    /// What the sides share, each to be outlined in the colour of its source slice.
    pub shares: Vec<(Rect, Tone)>,
}

impl Marks {
    /// The marks on `side`. `source` colours the shares.
    #[must_use]
    pub fn new(
        flow: &Flow,
        side: Side,
        source: &Drawn,
        (frame, section): (&Frame, &Section),
        (colouring, dark): (Colouring, bool),
    ) -> Self {
        let own = flow.side == side;
        let place = frame.region(&flow.region, section);
        let active = place.filter(|_| own);
        let block = flow.block.as_ref().and_then(|block| frame.region(block, section));
        let share = |shared: &super::Shared| {
            let rect = frame.region(&shared.region, section)?;
            Some((rect, tone(source, colouring, flow.source_of(shared), dark)))
        };
        let shares: Vec<_> = flow.shared.iter().filter_map(share).take(MAX_SHARES + 1).collect();
        Self {
            light: if own { active } else { block },
            part: if own { None } else { place },
            active,
            shares: if shares.len() <= MAX_SHARES { shares } else { Vec::new() },
        }
    }

    /// The path of the veil over `all`: everything but what stays in the light.
    #[must_use]
    pub fn veil(&self, all: Rect) -> String {
        all.path() + &self.light.map(Rect::path).unwrap_or_default()
    }

    /// The path of the thin veil: what the overlapping slices hold beside the traced one.
    #[must_use]
    pub fn thin_veil(&self) -> String {
        self.light.zip(self.part).map(|(light, part)| light.path() + &part.path()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::tests::drawn;
    use super::*;
    use crate::layout::SplitRule::{self, Balanced, CeilChunk, Exact};

    fn panel(sizes: &[u64], axes: &[Vec<usize>], rule: SplitRule, dims: &[u64]) -> Panel {
        let drawn = drawn(sizes, axes, rule, dims);
        let section = Section::telling(dims.len(), &[&drawn.layout]);
        let picture = Picture::new(drawn.regions.as_ref().unwrap(), &section);
        let frame = Frame::new(dims, &section, (1200, 336));
        let look = (Colouring::Slice, false, Lang::En);
        Panel::new(&drawn, (&picture, &section), frame, look).merged(&drawn, &picture, look)
    }

    fn area(cells: &[Cell]) -> f64 {
        cells.iter().map(|cell| cell.rect.width * cell.rect.height).sum()
    }

    #[test]
    fn the_cells_of_any_cut_fill_the_picture() {
        for panel in [
            panel(&[2, 4], &[vec![1], vec![0]], Exact, &[64, 64]),
            panel(&[5], &[vec![0], vec![]], Balanced, &[13, 8]),
            panel(&[4], &[vec![0], vec![]], CeilChunk, &[5, 8]),
            panel(&[16384], &[vec![0], vec![]], Exact, &[16384, 8192]),
            panel(&[7], &[vec![0]], CeilChunk, &[100]),
        ] {
            let whole = panel.frame.width * panel.frame.height;
            assert!((area(&panel.cells) - whole).abs() < whole * 1e-9);
        }
    }

    #[test]
    fn regions_are_as_long_as_they_are() {
        let uneven = panel(&[4], &[vec![0], vec![]], CeilChunk, &[5, 5]);
        let heights: Vec<f64> =
            uneven.cells.iter().map(|cell| cell.rect.height / uneven.frame.height).collect();
        assert_eq!(heights.len(), 3, "the fourth slice is empty");
        assert!((heights[0] - 0.4).abs() < 1e-9 && (heights[2] - 0.2).abs() < 1e-9, "{heights:?}");
    }

    #[test]
    fn thousands_of_regions_share_cells() {
        let many = panel(&[16384], &[vec![0], vec![]], Exact, &[16384, 8192]);
        assert_eq!((many.cells.len(), many.block), (256, 64));
        assert_eq!(many.cells[1].shard, 64);
        assert!(many.chips.is_empty());
    }

    #[test]
    fn ticks_do_not_touch_and_name_the_end() {
        let many = panel(&[64], &[vec![], vec![0]], Exact, &[4096, 4096]);
        let ticks = &many.right.ticks;
        assert!(ticks.windows(2).all(|pair| pair[1].at - pair[0].at >= TICK_ACROSS));
        assert_eq!((ticks[0].value, ticks.last().unwrap().value), (0, 4096));
    }

    #[test]
    fn chips_stay_inside_their_region() {
        let panel = panel(&[64, 2], &[vec![1], vec![]], Exact, &[4096, 4096]);
        assert!(panel.chips.iter().any(|chip| chip.label == "+17"), "64 ranks, of which 47 are shown");
        for chip in &panel.chips {
            let cell = panel.cells.iter().find(|cell| cell.shard == chip.shard).unwrap().rect;
            assert!(chip.rect.x >= cell.x && chip.rect.x + chip.rect.width <= cell.x + cell.width);
            assert!(chip.rect.y >= cell.y && chip.rect.y + chip.rect.height <= cell.y + cell.height);
        }
    }

    #[test]
    fn the_number_of_every_replica_can_be_read() {
        let light = |Rgb(colour): Rgb| {
            let [red, green, blue] = colour.map(|part| {
                let part = f64::from(part) / 255.0;
                if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            });
            0.05 + 0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        for (dark, colouring) in
            [(false, Colouring::Slice), (true, Colouring::Slice), (false, Colouring::Rank)]
        {
            let drawn = drawn(&[4, 6], &[vec![1], vec![]], Exact, &[96, 96]);
            let section = Section::telling(2, &[]);
            let picture = Picture::new(drawn.regions.as_ref().unwrap(), &section);
            let frame = Frame::new(&[96, 96], &section, (1200, 336));
            let panel = Panel::new(&drawn, (&picture, &section), frame, (colouring, dark, Lang::En));
            for chip in panel.chips.iter().filter(|chip| chip.fill.is_some()) {
                let [fill, ink] = [chip.fill, chip.ink].map(|colour| light(colour.unwrap()));
                let contrast = fill.max(ink) / fill.min(ink);
                assert!(contrast >= 4.5, "{contrast:.1} of {chip:?}, dark {dark}, {colouring:?}");
            }
        }
    }

    #[test]
    fn a_traced_slice_leaves_its_sources_in_the_light() {
        let on = [
            Some(drawn(&[4], &[vec![0], vec![]], Exact, &[64, 64])),
            Some(drawn(&[2], &[vec![], vec![0]], Exact, &[64, 64])),
        ];
        let flow = Flow::new(Side::Target, 1, &on).unwrap();
        let section = Section::telling(2, &[]);
        let frame = Frame::new(&[64, 64], &section, (1200, 336));
        let source = on[0].as_ref().unwrap();
        let look = (Colouring::Slice, false);
        let there = Marks::new(&flow, Side::Source, source, (&frame, &section), look);
        assert_eq!((there.light, there.active), (Some(frame.all()), None));
        assert_eq!(there.shares.len(), 4);
        let here = Marks::new(&flow, Side::Target, source, (&frame, &section), look);
        assert_eq!(here.light, here.active);
        assert_eq!(here.shares[3].1, tone(source, Colouring::Slice, 3, false));
    }
}

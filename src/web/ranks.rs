//! The ranks of a side as a grid: stages and outer mesh axes downwards, inner mesh axes to the right.

use super::snapshot::{Parallel, SideFacts};
use crate::plan::Topology;

/// Columns that are told apart on a screen.
const MAX_COLS: u64 = 512;
/// Ranks of a stage that stay on one line, or on a line for each position of the outermost axis.
const ONE_LINE: u64 = 64;
/// Lines of all stages up to which an axis has lines of its own.
const FEW_LINES: u64 = 32;
/// A grid is about this much wider than high: (columns, rows).
const PROPORTION: (u64, u64) = (5, 2);

/// One axis of the mesh: its name, if it can be told, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedAxis<'a> {
    /// Such as `dp`.
    pub name: Option<&'a str>,
    /// Which axis of the mesh it is, if it is one.
    pub index: Option<usize>,
    /// Number of positions.
    pub size: u64,
}

/// An axis by its index, and how many of its positions lie in one direction.
type AxisPart = (usize, u64);

/// Where ranks are in the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankGrid<'a> {
    /// Pipeline stages.
    stages: u64,
    /// Ranks per stage.
    per_stage: u64,
    /// Ranks per line; divides `per_stage`.
    cols: u64,
    /// The mesh axes, outermost first.
    axes: Vec<NamedAxis<'a>>,
}

impl<'a> RankGrid<'a> {
    /// The grid of a side.
    #[must_use]
    pub fn of(facts: &'a SideFacts) -> Self {
        Self::new(facts.parallel.as_ref(), facts.topology)
    }

    fn new(parallel: Option<&'a Parallel>, topology: Topology) -> Self {
        let per_stage = topology.ranks_per_stage.max(1);
        let named = parallel.map_or(&[][..], |parallel| parallel.axes.as_slice()).iter().enumerate();
        let mut axes: Vec<NamedAxis<'_>> = named
            .map(|(index, axis)| NamedAxis {
                name: axis.role.as_deref(),
                index: Some(index),
                size: axis.size,
            })
            .collect();
        if axes.is_empty() {
            axes.push(NamedAxis { name: None, index: None, size: per_stage });
        }
        let stages = u64::from(topology.stages);
        let cols = if per_stage <= ONE_LINE {
            line(stages, per_stage, &axes)
        } else {
            columns(stages, per_stage, &axes)
        };
        Self { stages, per_stage, cols, axes }
    }

    /// Lines of a stage.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.per_stage / self.cols
    }

    /// Rows and columns.
    #[must_use]
    pub const fn size(&self) -> (u64, u64) {
        (self.stages * self.lines(), self.cols)
    }

    /// The rank at a row and column.
    #[must_use]
    pub const fn rank(&self, (row, col): (u64, u64)) -> u64 {
        row * self.cols + col
    }

    /// The stage of a rank, and which rank of it it is.
    #[must_use]
    pub const fn split(&self, rank: u64) -> (u64, u64) {
        (rank / self.per_stage, rank % self.per_stage)
    }

    /// Row and column of a rank.
    #[must_use]
    pub const fn place(&self, rank: u64) -> (u64, u64) {
        (rank / self.cols, rank % self.cols)
    }

    /// What a row is called: its stage, or within a stage where its first rank is.
    #[must_use]
    pub fn row_label(&self, row: u64) -> String {
        let (stage, line) = (row / self.lines(), row % self.lines());
        if line == 0 {
            return format!("s{stage}");
        }
        let first = line * self.cols;
        let (down, _) = self.directions();
        let axis = down.last().and_then(|&(axis, ..)| Some((axis, self.axes.get(axis)?)));
        match axis.and_then(|(axis, named)| Some((axis, named.name?, named.size))) {
            Some((axis, name, size)) => format!("{name}{}", first / self.stride(axis) % size),
            None => format!("+{first}"),
        }
    }

    /// How far apart neighbours along an axis are.
    fn stride(&self, axis: usize) -> u64 {
        self.axes.iter().skip(axis + 1).map(|axis| axis.size).product()
    }

    /// The axes (by index) that lead downwards and to the right, outermost first, each with its
    /// positions in that direction. One axis may do both.
    fn directions(&self) -> (Vec<AxisPart>, Vec<AxisPart>) {
        let (mut down, mut across) = (Vec::new(), Vec::new());
        for (index, axis) in self.axes.iter().enumerate() {
            let inner = (self.cols / self.stride(index)).clamp(1, axis.size);
            across.extend((inner > 1).then_some((index, inner)));
            down.extend((inner < axis.size).then_some((index, axis.size / inner)));
        }
        (down, across)
    }

    fn says_part(&self, (axis, here): AxisPart) -> String {
        let Some(of) = self.axes.get(axis) else { return String::new() };
        let says = NamedAxis { size: here, ..*of }.says();
        if here < of.size && self.stride(axis) < self.cols {
            format!("{says} × {}", of.size / here)
        } else {
            says
        }
    }

    /// What leads downwards, such as `pp 4 · dp 2`; `dp 2 × 8` goes on to the right.
    #[must_use]
    pub fn says_down(&self) -> String {
        let mut parts = vec![NamedAxis { name: Some("pp"), index: None, size: self.stages }.says()];
        parts.extend(self.directions().0.into_iter().map(|part| self.says_part(part)));
        parts.join(" · ")
    }

    /// What leads to the right.
    #[must_use]
    pub fn says_across(&self) -> String {
        let parts = self.directions().1.into_iter();
        let says = |(axis, here)| self.axes.get(axis).map(|of| NamedAxis { size: here, ..*of }.says());
        let says: Vec<String> = parts.filter_map(says).collect();
        if says.is_empty() { self.cols.to_string() } else { says.join(" · ") }
    }

    /// The coordinates of a rank along the axes, such as `dp 1 · mp 3`.
    #[must_use]
    pub fn coordinates(&self, rank: u64) -> String {
        let along = |(index, axis): (usize, &NamedAxis<'_>)| {
            let at = rank % self.per_stage / self.stride(index) % axis.size.max(1);
            (axis.size > 1).then(|| NamedAxis { size: at, ..*axis }.says())
        };
        self.axes.iter().enumerate().filter_map(along).collect::<Vec<_>>().join(" · ")
    }
}

impl NamedAxis<'_> {
    fn says(&self) -> String {
        match (self.name, self.index) {
            (Some(name), _) => format!("{name} {}", self.size),
            (None, Some(index)) => format!("axis {index}: {}", self.size),
            (None, None) => self.size.to_string(),
        }
    }
}

/// Ranks on a line of a small stage: those of the inner axes, if two or more axes have several positions.
fn line(stages: u64, per_stage: u64, axes: &[NamedAxis<'_>]) -> u64 {
    let mut several = axes.iter().map(|axis| axis.size).filter(|&size| size > 1);
    match (several.next(), several.next()) {
        (Some(outer), Some(_))
            if stages.saturating_mul(outer) <= FEW_LINES && per_stage.is_multiple_of(outer) =>
        {
            per_stage / outer
        }
        _ => per_stage,
    }
}

/// The columns that give the grid its proportion: whole inner axes, and perhaps a part of one.
fn columns(stages: u64, per_stage: u64, axes: &[NamedAxis<'_>]) -> u64 {
    let mut best = (u64::MAX, 1);
    let mut inner = 1;
    for axis in axes.iter().rev() {
        for part in (1..=MAX_COLS / inner).filter(|part| axis.size.is_multiple_of(*part)) {
            let cols = inner * part;
            let (wide, high) = (cols * PROPORTION.1, stages * (per_stage / cols) * PROPORTION.0);
            let off = wide.max(high).saturating_mul(1000) / wide.min(high).max(1);
            if off < best.0 {
                best = (off, cols);
            }
        }
        inner *= axis.size.max(1);
        if inner > MAX_COLS {
            break;
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::OptShard;
    use crate::parallel::llama::{self, LLAMA_7B, Model, strategy};
    use crate::web::snapshot::RoleAxis;

    fn side(dp: u64, mp: u64, pp: u32) -> (Parallel, Topology) {
        let model = Model { hidden: 8192, heads: 64, kv_heads: 64, ffn: 8192, layers: pp, ..LLAMA_7B };
        let parallel = llama::Parallel { optimizer: Some(OptShard::All), ..llama::Parallel::new(dp, mp, pp) };
        let parallel = Parallel::of(&strategy(&model, &parallel).unwrap());
        (parallel, Topology { stages: pp, ranks_per_stage: dp * mp })
    }

    #[test]
    fn a_small_stage_has_a_line_for_each_position_of_its_outermost_axis() {
        let (parallel, topology) = side(2, 4, 4);
        let grid = RankGrid::new(Some(&parallel), topology);
        assert_eq!((grid.size(), grid.rank((7, 3))), ((8, 4), 31));
        assert_eq!((grid.says_down(), grid.says_across()), ("pp 4 · dp 2".into(), "mp 4".into()));
        assert_eq!(grid.coordinates(6), "dp 1 · mp 2");
        assert_eq!((grid.row_label(4), grid.row_label(5)), ("s2".into(), "dp1".into()));
    }

    #[test]
    fn one_axis_or_too_many_stages_leave_a_stage_on_one_line() {
        let (parallel, topology) = side(1, 8, 4);
        assert_eq!(RankGrid::new(Some(&parallel), topology).size(), (4, 8));
        let (parallel, topology) = side(8, 2, 8);
        assert_eq!(RankGrid::new(Some(&parallel), topology).size(), (8, 16));
    }

    #[test]
    fn an_axis_without_a_certain_role_has_its_number() {
        let axis = |size| RoleAxis { role: None, size };
        let parallel = Parallel { axes: vec![axis(2), axis(2)], pp: 1, optimizer: None };
        let grid = RankGrid::new(Some(&parallel), Topology { stages: 1, ranks_per_stage: 4 });
        assert_eq!((grid.says_down(), grid.says_across()), ("pp 1 · axis 0: 2".into(), "axis 1: 2".into()));
        assert_eq!(grid.coordinates(1), "axis 0: 0 · axis 1: 1");
    }

    #[test]
    fn ranks_that_all_hold_everything_are_data_parallel() {
        let parallel = Parallel::of(&strategy(&LLAMA_7B, &llama::Parallel::new(2, 1, 4)).unwrap());
        let topology = Topology { stages: 4, ranks_per_stage: 2 };
        assert_eq!(RankGrid::new(Some(&parallel), topology).says_across(), "dp 2");
    }

    #[test]
    fn a_large_stage_is_broken_within_an_axis() {
        let (parallel, topology) = side(128, 8, 16);
        let grid = RankGrid::new(Some(&parallel), topology);
        // 16,384 ranks in the proportion 5 : 2 are about 202 × 81.
        assert_eq!(grid.size(), (64, 256));
        assert_eq!(
            (grid.says_down(), grid.says_across()),
            ("pp 16 · dp 4 × 32".into(), "dp 32 · mp 8".into())
        );
        assert_eq!((grid.row_label(4), grid.row_label(5)), ("s1".into(), "dp32".into()));
        assert_eq!(
            (grid.place(1024 + 256 + 9), grid.coordinates(1024 + 256 + 9)),
            ((5, 9), "dp 33 · mp 1".into())
        );
    }

    #[test]
    fn without_layouts_lines_have_equal_numbers_of_ranks() {
        let grid = RankGrid::new(None, Topology { stages: 1, ranks_per_stage: 16_384 });
        assert_eq!((grid.size(), grid.says_across()), ((64, 256), "256".into()));
        assert_eq!(grid.row_label(1), "+256");
    }
}

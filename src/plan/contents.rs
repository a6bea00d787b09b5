//! Groups target ranks with equal files, and lays those files out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use indexmap::IndexMap;

use super::choose::{Need, choose};
use super::planner::Shared;
use super::source::{Class, Origin as Found};
use super::target::{Job, TargetSide};
use super::{Content, Origin, Program, TargetEntry, TargetTable, Tensor};
use crate::format::{Fault, NewEntry, WeightFormat, layout_file};
use crate::geometry::Shape;
use crate::layout::{Layout, SplitRule};
use crate::order::{gather, sort_by, sort_by_key};

/// The contents and tables of all target stages.
pub(super) struct Contents {
    pub(super) contents: Vec<Content>,
    pub(super) tables: Vec<TargetTable>,
    /// Content bytes read, once per content.
    pub(super) bytes_read: u64,
}

pub(super) fn contents(
    target: &TargetSide,
    classes: &[Class],
    tensors: &[Tensor],
    shared: &Shared,
    format: WeightFormat,
) -> Result<Contents, Fault> {
    let mut made = Contents { contents: Vec::new(), tables: Vec::new(), bytes_read: 0 };
    for (stage, jobs) in target.stages.iter().enumerate() {
        let mut tables: HashMap<Local, usize> = HashMap::new();
        let first_rank = (stage as u64).saturating_mul(target.topology.ranks_per_stage);
        let needs = StageNeeds::new(jobs);
        let uneven = target_layouts(jobs, shared).iter().any(|layout| layout.rule() != SplitRule::Exact);
        let programs: BTreeSet<usize> = gather(jobs.iter().map(|job| job.program));
        for (rank_in_stage, members) in equal_ranks(jobs, shared, target.topology.ranks_per_stage) {
            // Exact cuts give every rank slices of the same lengths.
            let measured = if uneven { rank_in_stage } else { 0 };
            let local = local_dims(&programs, shared, measured);
            let table = match tables.get(&local) {
                Some(&table) => table,
                None => {
                    let table = made.tables.len();
                    made.tables.push(lay_out(jobs, &local, tensors, classes, format)?);
                    tables.insert(local, table);
                    table
                }
            };
            let ordinal = made.contents.len();
            let mut reads = choose(classes, needs.of(rank_in_stage, shared), ordinal);
            for file in needs.whole_files(&reads) {
                reads.push(file);
            }
            let ranks = members.into_iter().map(|rank| first_rank.saturating_add(rank)).collect();
            made.bytes_read = made.bytes_read.saturating_add(content_bytes(made.tables.get(table)));
            made.contents.push(Content { ranks, table, reads });
        }
    }
    Ok(made)
}

/// Ranks of a stage that hold the same shard of everything, with the first of them.
fn equal_ranks(jobs: &[Job], shared: &Shared, ranks: u64) -> Vec<(u64, Vec<u64>)> {
    let layouts = target_layouts(jobs, shared);
    let mut groups: IndexMap<Vec<u64>, Vec<u64>> = IndexMap::new();
    for rank in 0..ranks {
        let shards = layouts.iter().map(|layout| layout.shard_of(rank)).collect();
        groups.entry(shards).or_default().push(rank);
    }
    groups.into_values().filter_map(|ranks| Some((*ranks.first()?, ranks))).collect()
}

/// The distinct layouts of a stage that cut anything.
fn target_layouts<'s>(jobs: &[Job], shared: &'s Shared) -> Vec<&'s Layout> {
    let programs: BTreeSet<usize> = gather(jobs.iter().map(|job| job.program));
    let programs = programs.into_iter().filter_map(|program| shared.programs.get(program));
    let ids: BTreeSet<usize> = gather(programs.map(|program| program.target_layout));
    let layouts = ids.into_iter().filter_map(|id| shared.layouts.get(id));
    layouts.filter(|layout| layout.shards() > 1).collect()
}

/// The lengths of a rank's slice, by program.
type Local = BTreeMap<usize, Vec<u64>>;

fn local_dims(programs: &BTreeSet<usize>, shared: &Shared, rank_in_stage: u64) -> Local {
    let lens =
        |&program: &usize| Some((program, slice_lens(shared.programs.get(program)?, shared, rank_in_stage)));
    gather(programs.iter().filter_map(lens))
}

fn slice_lens(program: &Program, shared: &Shared, rank_in_stage: u64) -> Vec<u64> {
    let position = target_position(program, shared, rank_in_stage);
    let spans = program.dims.iter().zip(position);
    spans.map(|(cuts, at)| cuts.target_span(at).map_or(0, |(start, end)| end - start)).collect()
}

fn target_position(program: &Program, shared: &Shared, rank_in_stage: u64) -> Vec<u64> {
    shared.layouts.get(program.target_layout).map_or_else(Vec::new, |layout| layout.position(rank_in_stage))
}

/// The table of a file with slices of the given lengths.
fn lay_out(
    jobs: &[Job],
    local: &Local,
    tensors: &[Tensor],
    classes: &[Class],
    format: WeightFormat,
) -> Result<TargetTable, Fault> {
    let mut new = Vec::with_capacity(jobs.len());
    for job in jobs {
        let (Some(tensor), Some(dims)) = (tensors.get(job.tensor), local.get(&job.program)) else { continue };
        // A slice is never larger than its tensor, whose shape was checked.
        let shape = Shape::new(dims.clone()).unwrap_or(Shape::scalar());
        new.push(NewEntry { name: &tensor.name, dtype: tensor.dtype, shape });
    }
    let file = layout_file(format, &new)?;
    let mut entries = Vec::with_capacity(jobs.len());
    for (job, pieces) in jobs.iter().zip(file.pieces) {
        let from = match job.origin {
            Found::File(file) => Origin::File(file),
            Found::Class(class) => Origin::Stage(classes.get(class).map_or(0, |class| class.stage)),
        };
        entries.push(TargetEntry { tensor: job.tensor, program: job.program, from, pieces });
    }
    sort_by_key(&mut entries, |entry| entry.pieces.first().map(|piece| piece.offset));
    Ok(TargetTable { size: file.size, entries })
}

fn content_bytes(table: Option<&TargetTable>) -> u64 {
    let pieces = table.into_iter().flat_map(|table| &table.entries).flat_map(|entry| &entry.pieces);
    pieces.map(|piece| piece.len).fold(0, u64::saturating_add)
}

/// What the files of a stage need from the source, by structure.
struct StageNeeds {
    /// Distinct ways in which classes are cut.
    cut: BTreeSet<(usize, usize)>,
    /// Files that hold tensors whole.
    whole: BTreeSet<usize>,
}

impl StageNeeds {
    fn new(jobs: &[Job]) -> Self {
        let mut needs = Self { cut: BTreeSet::new(), whole: BTreeSet::new() };
        for job in jobs {
            match job.origin {
                Found::Class(class) => {
                    needs.cut.insert((class, job.program));
                }
                Found::File(file) => {
                    needs.whole.insert(file);
                }
            }
        }
        needs
    }

    /// The shards that a rank needs, per class.
    fn of(&self, rank_in_stage: u64, shared: &Shared) -> Vec<Need> {
        let mut needs: Vec<Need> = Vec::new();
        for &(class, program) in &self.cut {
            let Some(program) = shared.programs.get(program) else { continue };
            let shards = needed_shards(program, &target_position(program, shared, rank_in_stage));
            match needs.last_mut() {
                Some(need) if need.class == class => {
                    need.shards.extend(shards);
                    sort_by(&mut need.shards, Ord::cmp);
                    need.shards.dedup();
                }
                _ => needs.push(Need { class, shards }),
            }
        }
        needs
    }

    /// Files of whole tensors that are not read already.
    fn whole_files(&self, reads: &[usize]) -> Vec<usize> {
        self.whole.iter().copied().filter(|file| !reads.contains(file)).collect()
    }
}

/// The source shards that the target slice at a position overlaps, ascending.
fn needed_shards(program: &Program, position: &[u64]) -> Vec<u64> {
    let mut shards = vec![0];
    for (cuts, &at) in program.dims.iter().zip(position) {
        let segments = cuts.segments(at);
        let below =
            |shard: u64| segments.iter().map(move |segment| shard * cuts.source_parts() + segment.source);
        shards = shards.into_iter().flat_map(below).collect();
    }
    shards
}

//! That tensors, programs, layouts and ranks speak of the same shapes and meshes.

use std::collections::HashMap;

use super::super::{Origin, Plan, Program, Resolver};
use super::PlanError;

/// Every entry's program cuts its tensor's shape, by layouts over the ranks of a stage.
pub(super) fn check_entries(plan: &Plan) -> Result<(), PlanError> {
    let source_ranks = plan.source.topology.ranks_per_stage;
    let target_ranks = plan.target.topology.ranks_per_stage;
    // A layout that cuts nothing is the same over any number of ranks.
    let spans = |layout: usize, ranks: u64| {
        let layout = plan.layouts.get(layout);
        layout.is_some_and(|layout| layout.mesh().ranks() == ranks || layout.shards() == 1)
    };
    let is_whole = |layout: usize| plan.layouts.get(layout).is_some_and(|layout| layout.shards() == 1);
    for (table, entries) in plan.target.tables.iter().enumerate() {
        for (index, entry) in entries.entries.iter().enumerate() {
            let bad = PlanError::BadShape { table, entry: index };
            let (Some(tensor), Some(program)) =
                (plan.tensors.get(entry.tensor), plan.programs.get(entry.program))
            else {
                return Err(bad);
            };
            let lens = program.dims.iter().map(|cuts| cuts.target.last());
            if !lens.eq(tensor.shape.dims().iter().map(Some)) {
                return Err(bad);
            }
            let source_fits = match entry.from {
                Origin::Stage(_) => spans(program.source_layout, source_ranks),
                Origin::File(_) => is_whole(program.source_layout),
            };
            if !source_fits || !spans(program.target_layout, target_ranks) {
                return Err(bad);
            }
        }
    }
    Ok(())
}

/// Files that share a table have slices of the same lengths: the table's headers state them.
pub(in crate::plan) fn check_shared_tables(plan: &Plan) -> Result<(), PlanError> {
    // Even cuts give every rank slices of the same lengths.
    let uneven: Vec<bool> = plan.programs.iter().map(is_uneven).collect();
    let resolver = Resolver::new(plan);
    let mut lens: HashMap<(usize, usize), Vec<u64>> = HashMap::new();
    for (index, content) in plan.target.contents.iter().enumerate() {
        let reader = resolver.content(index)?;
        for (entry, target) in reader.entries().iter().enumerate() {
            if uneven.get(target.program) == Some(&true) {
                let found = reader.target_dims(entry)?;
                let first = lens.entry((content.table, entry)).or_insert_with(|| found.clone());
                if *first != found {
                    return Err(PlanError::SharedTable(content.table));
                }
            }
        }
    }
    Ok(())
}

fn is_uneven(program: &Program) -> bool {
    let lens = |bounds: &[u64]| -> Vec<u64> {
        bounds.windows(2).filter_map(|pair| pair.last()?.checked_sub(*pair.first()?)).collect()
    };
    program.dims.iter().any(|cuts| {
        let lens = lens(&cuts.target);
        lens.iter().any(|len| lens.first() != Some(len))
    })
}

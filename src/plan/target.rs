//! The target side: what each stage's files hold, and how it is cut from the source.

use std::collections::HashMap;

use super::locate::{Located, elements};
use super::planner::{Report, Shared};
use super::source::Origin;
use super::{Cuts, Program, Topology};
use crate::check::{Finding, Side, kinds};
use crate::layout::{Layout, Placement, Strategy, regroup_global};

/// One tensor of a target stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    /// Index into the plan's tensors.
    pub(super) tensor: usize,
    /// Index into the plan's programs.
    pub(super) program: usize,
    pub(super) origin: Origin,
}

/// What the ranks of each target stage hold.
pub(super) struct TargetSide<'a> {
    strategy: Option<&'a Strategy>,
    pub(super) topology: Topology,
    /// Per stage, its tensors in file order.
    pub(super) stages: Vec<Vec<Job>>,
    program_ids: HashMap<(usize, usize, Vec<u64>), usize>,
}

impl<'a> TargetSide<'a> {
    pub(super) fn new(strategy: Option<&'a Strategy>) -> Self {
        let topology = Topology::of(strategy);
        let stages = vec![Vec::new(); usize::try_from(topology.stages).unwrap_or(0)];
        Self { strategy, topology, stages, program_ids: HashMap::new() }
    }

    /// Adds a tensor to the stages that hold it: those of its strategy, or whole to all.
    pub(super) fn add(
        &mut self,
        name: &str,
        tensor: usize,
        located: &Located,
        shared: &mut Shared,
        report: &mut Report,
    ) {
        let placements = self.strategy.map_or(&[][..], |strategy| strategy.placements(name));
        if placements.is_empty() {
            let whole = Layout::whole(located.shape.rank());
            match self.program(name, located, &whole, shared) {
                Ok(program) => {
                    let job = Job { tensor, program, origin: located.origin };
                    self.stages.iter_mut().for_each(|jobs| jobs.push(job));
                }
                Err(finding) => report.push(finding),
            }
            return;
        }
        for placement in placements {
            let program = self
                .layout(name, placement, located)
                .and_then(|layout| self.program(name, located, &layout, shared))
                .map_err(|finding| finding.stage(placement.stage));
            let jobs = usize::try_from(placement.stage).ok().and_then(|stage| self.stages.get_mut(stage));
            match (program, jobs) {
                (Ok(program), Some(jobs)) => jobs.push(Job { tensor, program, origin: located.origin }),
                (Ok(_), None) => {}
                (Err(finding), _) => report.push(finding),
            }
        }
    }

    /// A placement's layout over the dimensions of the real tensor.
    fn layout(&self, name: &str, placement: &Placement, located: &Located) -> Result<Layout, Finding> {
        let about = |kind| {
            let finding = Finding::new(kind).arg("tensor", name).arg("stage", placement.stage).tensor(name);
            finding.arg("shape", &located.shape).side(Side::Target)
        };
        let layout = self.strategy.and_then(|strategy| strategy.layout(placement.layout));
        let layout = layout.cloned().unwrap_or_else(|| Layout::whole(located.shape.rank()));
        let layout = match &placement.declared {
            Some(declared) if elements(declared) != Some(located.shape.elements()) => {
                let finding = about(&kinds::checkpoint::DECLARED_DIFFERS);
                return Err(finding.arg("declared", format_args!("{declared:?}")));
            }
            Some(declared) if layout.rank() > located.shape.rank() => {
                regroup_global(&layout, declared, located.shape.dims()).map_err(|error| {
                    let finding = about(&kinds::checkpoint::FLATTENED).arg("why", error.phrase());
                    finding.arg("declared", format_args!("{declared:?}"))
                })?
            }
            _ => layout,
        };
        if layout.rank() != located.shape.rank() {
            return Err(about(&kinds::checkpoint::RANK_DIFFERS).arg("layout_rank", layout.rank()));
        }
        Ok(layout)
    }

    /// The program that cuts a tensor into a target layout; equal ones are kept once.
    fn program(
        &mut self,
        name: &str,
        located: &Located,
        layout: &Layout,
        shared: &mut Shared,
    ) -> Result<usize, Finding> {
        let dims = located.shape.dims();
        let target_layout = shared.layouts.id(layout);
        let key = (located.layout, target_layout, dims.to_vec());
        if let Some(&program) = self.program_ids.get(&key) {
            return Ok(program);
        }
        let bounds = |layout: &Layout, side: Side| {
            layout.regions(dims).map_err(|(dim, uneven)| {
                let finding =
                    Finding::new(&kinds::plan::INDIVISIBLE).arg("tensor", name).tensor(name).side(side);
                let finding = finding.arg("shape", &located.shape).arg("dim", dim);
                finding.arg("len", uneven.len).arg("parts", uneven.parts)
            })
        };
        let target = bounds(layout, Side::Target)?;
        let source = match shared.layouts.get(located.layout) {
            Some(layout) => bounds(layout, Side::Source)?,
            None => bounds(&Layout::whole(dims.len()), Side::Source)?,
        };
        let pairs = source.bounds().iter().zip(target.bounds());
        let dims =
            pairs.map(|(source, target)| Cuts { source: source.clone(), target: target.clone() }).collect();
        let program = shared.programs.len();
        shared.programs.push(Program { source_layout: located.layout, target_layout, dims });
        self.program_ids.insert(key, program);
        Ok(program)
    }
}

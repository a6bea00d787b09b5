//! The one selection that all views share.

use crate::check::Side;
use crate::web::snapshot::Snapshot;

/// What is selected, and what of it the details panel shows first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Index into the snapshot's tensors.
    pub tensor: Option<usize>,
    /// A slice of that tensor.
    pub region: Option<Picked>,
    /// A rank of one side.
    pub rank: Option<(Side, u64)>,
    /// A stage of one side.
    pub stage: Option<(Side, u32)>,
    /// What was selected last.
    pub focus: Focus,
    /// Whether the visitor selected it in this view: a narrow screen opens its sheet only then.
    pub asked: bool,
}

/// A slice of the selected tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picked {
    /// On which side.
    pub side: Side,
    /// In which stage.
    pub stage: u32,
    /// Which of the layout's shards.
    pub shard: u64,
}

/// What the details panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// Nothing yet.
    #[default]
    Nothing,
    /// The tensor, and its slice if one is selected.
    Tensor,
    /// The rank.
    Rank,
    /// The stage.
    Stage,
}

impl Selection {
    /// The visitor wants to see this in the panel.
    pub const fn ask(&mut self, focus: Focus) {
        self.focus = focus;
        self.asked = true;
    }

    /// The first selection of a new snapshot: the most telling tensor.
    #[must_use]
    pub fn telling(snapshot: &Snapshot) -> Self {
        let tensor = snapshot.telling;
        let focus = if tensor.is_some() { Focus::Tensor } else { Focus::Nothing };
        Self { tensor, focus, ..Self::default() }
    }

    /// The same selection in words that outlive the snapshot.
    #[must_use]
    pub fn wanted(&self, snapshot: &Snapshot) -> Wanted {
        let name = self.tensor.and_then(|index| Some(snapshot.tensors.get(index)?.name.to_string()));
        Wanted { tensor: name, region: self.region, rank: self.rank, stage: self.stage }
    }
}

/// A selection that names its tensor: as an address holds it, and between two snapshots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Name of the tensor.
    pub tensor: Option<String>,
    /// A slice of it.
    pub region: Option<Picked>,
    /// A rank of one side.
    pub rank: Option<(Side, u64)>,
    /// A stage of one side.
    pub stage: Option<(Side, u32)>,
}

impl Wanted {
    /// The tensor in a snapshot.
    #[must_use]
    pub fn tensor_in(&self, snapshot: &Snapshot) -> Option<usize> {
        snapshot.tensors.position(self.tensor.as_ref()?)
    }

    /// Whether a tensor is wanted that a snapshot has not.
    #[must_use]
    pub fn lacks_tensor(&self, snapshot: &Snapshot) -> bool {
        self.tensor.is_some() && self.tensor_in(snapshot).is_none()
    }

    /// The selection in a snapshot, as far as it has what is wanted; instead of a tensor that it
    /// has not, the telling one.
    #[must_use]
    pub fn find(&self, snapshot: &Snapshot) -> Selection {
        let topology = |side: Side| snapshot.side(side).map(|facts| facts.topology);
        let rank = self.rank.filter(|&(side, rank)| topology(side).is_some_and(|known| rank < known.ranks()));
        let stage =
            self.stage.filter(|&(side, stage)| topology(side).is_some_and(|known| stage < known.stages));
        match self.tensor_in(snapshot) {
            Some(tensor) => {
                let (tensor, focus, region) = (Some(tensor), Focus::Tensor, self.region);
                Selection { tensor, region, rank, stage, focus, asked: false }
            }
            None => Selection { rank, stage, ..Selection::telling(snapshot) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Known;
    use crate::parallel::llama::{LLAMA_7B, Parallel, strategy};
    use crate::plan::Topology;
    use crate::web::snapshot::{Layouts, Loads, SideFacts, telling, tensors_of};

    /// Llama's strategies on two sides, without files.
    fn snapshot(dp: u64, mp: u64, pp: u32) -> Snapshot {
        let of = |parallel| strategy(&LLAMA_7B, &parallel).unwrap();
        let (source, target) = (of(Parallel::new(dp, mp, pp)), of(Parallel::new(1, 2, 2)));
        let facts = SideFacts {
            format: None,
            topology: Topology { stages: source.stages(), ranks_per_stage: source.ranks_per_stage() },
            strategy: true,
            known: true,
            cut_lost: String::new(),
            inferred: String::new(),
            parallel: None,
            layouts: Layouts::of(&source),
            rank_bytes: Vec::new(),
            stages: crate::web::snapshot::Stages::default(),
            loads: Loads::default(),
            label: String::new(),
            root: String::new(),
            files: Vec::new(),
            ignored: Vec::new(),
            ignored_count: 0,
            replaced: String::new(),
            rivals: Vec::new(),
            worth: crate::web::snapshot::Worth::Usable,
        };
        let known = |strategy| Known { strategy: Some(strategy), checkpoint: None };
        let tensors = tensors_of(known(&source), Some(known(&target)));
        let known = Snapshot { source: Some(facts), tensors, ..Snapshot::default() };
        Snapshot { telling: telling(&known), ..known }
    }

    #[test]
    fn a_selection_is_found_again_in_another_snapshot() {
        let (small, large) = (snapshot(2, 1, 4), snapshot(2, 2, 4));
        let tensor =
            small.tensors.iter().position(|tensor| tensor.name.ends_with("layers.9.attention.wq.weight"));
        let region = Some(Picked { side: Side::Source, stage: 1, shard: 0 });
        let rank = Some((Side::Source, 7));
        let chosen = Selection { tensor, region, rank, ..Selection::default() };
        let found = chosen.wanted(&small).find(&large);
        let name = |index: Option<usize>, of: &Snapshot| of.tensors.get(index.unwrap()).unwrap().name;
        assert_eq!(name(found.tensor, &large), name(tensor, &small));
        assert_eq!((found.region, found.rank), (region, rank));
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn a_tensor_that_the_checkpoint_does_not_hold_is_not_the_first_to_be_shown() {
        let case = "real_dp2mp4opt_to_dp2mp2pp2opt";
        let paths = [format!("{case}/src"), format!("{case}/src_strategy.ckpt")];
        let sides = paths.each_ref().map(|path| (Side::Source, path.as_str()));
        let known = crate::web::workbench::tests::recorded(&sides, |_| true);
        let first = known.tensors.get(Selection::telling(&known).tensor.unwrap()).unwrap();
        assert!(first.shape.is_some(), "{first:?}");
    }

    #[test]
    fn what_a_snapshot_has_not_is_not_selected() {
        let wanted = Wanted {
            tensor: Some("gone".to_owned()),
            region: Some(Picked { side: Side::Target, stage: 9, shard: 9 }),
            rank: Some((Side::Source, 8)),
            stage: Some((Side::Target, 0)),
        };
        let known = snapshot(2, 1, 4);
        assert_eq!(wanted.find(&known), Selection::telling(&known));
        assert_eq!(wanted.find(&Snapshot::default()), Selection::default());
    }
}

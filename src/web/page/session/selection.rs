//! The one selection that all views share.

use crate::check::Side;
use crate::web::snapshot::{Held, Snapshot};

/// What is selected, and what of it the details panel shows first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
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
pub(crate) struct Picked {
    /// On which side.
    pub side: Side,
    /// In which stage.
    pub stage: u32,
    /// Which of the layout's shards.
    pub shard: u64,
}

/// What the details panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Focus {
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
    pub(crate) const fn ask(&mut self, focus: Focus) {
        self.focus = focus;
        self.asked = true;
    }

    /// The first selection of a new snapshot: a matrix that the two sides cut differently.
    pub(crate) fn telling(snapshot: &Snapshot) -> Self {
        let cut = |held: &Held| matches!(held, Held::Laid(_));
        let tensors = &snapshot.tensors;
        let matrix = tensors.iter().position(|tensor| {
            let flat = tensor.shape.as_ref().is_some_and(|shape| shape.rank() < 2);
            tensor.differs && !flat && !tensor.name.contains("embedding")
        });
        let tensor = matrix
            .or_else(|| tensors.iter().position(|tensor| tensor.differs))
            .or_else(|| tensors.iter().position(|tensor| cut(&tensor.source) || cut(&tensor.target)))
            .or_else(|| (!tensors.is_empty()).then_some(0));
        let focus = if tensor.is_some() { Focus::Tensor } else { Focus::Nothing };
        Self { tensor, focus, ..Self::default() }
    }

    /// The same selection in a new snapshot, by the tensor's name; the telling one if that is gone.
    pub(crate) fn carried(self, old: Option<&Snapshot>, new: &Snapshot) -> Self {
        let name = self.tensor.and_then(|index| Some(&old?.tensors.get(index)?.name));
        let found = name.and_then(|name| new.tensors.iter().position(|tensor| tensor.name == *name));
        match found {
            Some(tensor) => Self { tensor: Some(tensor), focus: Focus::Tensor, ..Self::default() },
            None => Self::telling(new),
        }
    }
}

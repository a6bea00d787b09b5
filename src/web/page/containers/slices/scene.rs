//! What is shown: one tensor on both sides, in a section, to a scale, in colours.

use crate::check::Side;
use crate::geometry::Shape;
use crate::web::page::session::{Look, Picked};
use crate::web::page::utils::Same;
use crate::web::slices::{Colouring, Drawn, Flow, Frame, Panel, Picture, Section};
use crate::web::snapshot::{Snapshot, TensorFacts};

use super::Chosen;

/// A tensor and its layouts on both sides.
pub(super) struct Pair {
    pub snapshot: Same<Snapshot>,
    pub tensor: TensorFacts,
    pub on: [Option<Drawn>; 2],
}

impl Pair {
    pub(super) fn new(
        snapshot: &Same<Snapshot>,
        index: usize,
        [source, target]: [Option<u32>; 2],
    ) -> Option<Same<Self>> {
        let tensor = snapshot.tensors.get(index)?;
        let on = [
            Drawn::new(snapshot, &tensor, Side::Source, source),
            Drawn::new(snapshot, &tensor, Side::Target, target),
        ];
        Some(Same::new(Self { snapshot: snapshot.clone(), tensor, on }))
    }
}

/// The same, ready to be drawn.
pub(super) struct Scene {
    pub pair: Same<Pair>,
    pub dims: Vec<u64>,
    pub section: Section,
    pub frame: Frame,
    pub colouring: Colouring,
    pub look: Look,
    shown: [Option<Shown>; 2],
}

/// A side that can be drawn.
pub(super) struct Shown {
    pub picture: Picture,
    pub panel: Same<Panel>,
    /// Slices without an element.
    pub empty: Vec<u64>,
}

impl Scene {
    /// The scene for a room as [`Frame::room`] gives it; none if the tensor's shape is not known.
    pub(super) fn new(
        pair: Option<&Same<Pair>>,
        chosen: &Chosen,
        room: (u64, u64),
        look: Look,
    ) -> Option<Same<Self>> {
        let pair = pair?.clone();
        let dims = pair.tensor.shape.as_ref().map(Shape::dims)?.to_vec();
        let layouts: Vec<_> = pair.on.iter().flatten().map(|drawn| &*drawn.layout).collect();
        let section = Section::telling(dims.len(), &layouts).chosen(&chosen.dims, &chosen.steps, &dims);
        let frame = Frame::new(&dims, &section, room);
        let show = |drawn: &Option<Drawn>| {
            let drawn = drawn.as_ref()?;
            let picture = Picture::new(drawn.regions.as_ref().ok()?, &section);
            let colours = (chosen.colouring, look.dark, look.lang);
            let panel = Same::new(Panel::new(drawn, (&picture, &section), frame, colours));
            Some(Shown { picture, panel, empty: drawn.empty() })
        };
        let [source, target] = &pair.on;
        let shown = [show(source), show(target)];
        let colouring = chosen.colouring;
        Some(Same::new(Self { pair, dims, section, frame, colouring, look, shown }))
    }

    /// The layout of a side.
    pub(super) fn drawn(&self, side: Side) -> Option<&Drawn> {
        let [source, target] = &self.pair.on;
        if side == Side::Source { source.as_ref() } else { target.as_ref() }
    }

    /// The picture of a side.
    pub(super) fn shown(&self, side: Side) -> Option<&Shown> {
        let [source, target] = &self.shown;
        if side == Side::Source { source.as_ref() } else { target.as_ref() }
    }

    /// Whether a slice is of a stage that is shown.
    pub(super) fn shows(&self, picked: Picked) -> bool {
        let drawn = self.drawn(picked.side);
        drawn.is_some_and(|drawn| drawn.stage == picked.stage && picked.shard < drawn.layout.shards())
    }

    /// What a slice shares with the other side.
    pub(super) fn flow(&self, of: Picked) -> Option<Flow> {
        Flow::new(of.side, of.shard, &self.pair.on)
    }
}

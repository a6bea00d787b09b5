//! Filters: what a tensor must be to be shown.

use std::collections::BTreeSet;

use super::kinds::{Cut, Kind, Kinds};
use crate::check::Side;
use crate::geometry::DType;
use crate::order::gather;
use crate::web::sides;
use crate::web::snapshot::{Compared, Held, Snapshot};

/// A stage or a rank of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The side.
    pub side: Side,
    /// The stage, or the global rank.
    pub number: u64,
}

/// The chosen filters; all of them must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// Held by this stage.
    pub stage: Option<Place>,
    /// Held by this rank.
    pub rank: Option<Place>,
    /// Spread in one of these ways; any if there is none.
    pub cuts: Vec<Cut>,
    /// Of one of these types; any if there is none.
    pub dtypes: Vec<DType>,
    /// One of these is the case between the sides; anything if there is none.
    pub compared: Vec<Compared>,
    /// With findings about it.
    pub findings: bool,
}

/// A filter that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    /// This is the case between the sides.
    Compared(Compared),
    /// With findings about it.
    Findings,
    /// Spread in this way.
    Cut(Cut),
    /// Of this type.
    DType(DType),
    /// Held by this stage.
    Stage(Place),
}

/// Which filters a tensor fails, as bits.
pub(super) mod fails {
    pub(in super::super) const STAGE: u8 = 1;
    pub(in super::super) const RANK: u8 = 2;
    pub(in super::super) const CUT: u8 = 4;
    pub(in super::super) const DTYPE: u8 = 8;
    pub(in super::super) const COMPARED: u8 = 16;
    pub(in super::super) const FINDINGS: u8 = 32;
}

impl Place {
    /// The side of a choice such as `source:3`, and its number as it was typed.
    #[must_use]
    pub fn typed(chosen: &str) -> Option<(Side, &str)> {
        let (side, number) = chosen.split_once(':')?;
        Some((sides::of_name(side)?, number))
    }

    /// The place of a choice such as `source:3`.
    #[must_use]
    pub fn new(chosen: &str) -> Option<Self> {
        let (side, number) = Self::typed(chosen)?;
        Some(Self { side, number: number.parse().ok()? })
    }
}

impl Filters {
    /// Filters as chosen: names with commas between them.
    #[must_use]
    pub fn new(stage: &str, rank: &str, facets: &str) -> Self {
        let chosen: Vec<&str> = facets.split(',').collect();
        let has = |facet: &Facet| chosen.contains(&facet.name());
        let dtype = |name: &&str| DType::from_safetensors(name).or_else(|| DType::from_mindspore(name));
        Self {
            stage: Place::new(stage),
            rank: Place::new(rank),
            cuts: Cut::ALL.into_iter().filter(|&cut| has(&Facet::Cut(cut))).collect(),
            dtypes: chosen.iter().filter_map(dtype).collect(),
            compared: Compared::ALL.into_iter().filter(|&kind| has(&Facet::Compared(kind))).collect(),
            findings: has(&Facet::Findings),
        }
    }

    /// Whether everything is shown.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a facet is chosen.
    #[must_use]
    pub fn has(&self, facet: Facet) -> bool {
        match facet {
            Facet::Compared(kind) => self.compared.contains(&kind),
            Facet::Findings => self.findings,
            Facet::Cut(cut) => self.cuts.contains(&cut),
            Facet::DType(dtype) => self.dtypes.contains(&dtype),
            Facet::Stage(place) => self.stage == Some(place),
        }
    }

    /// Which filters every tensor of a kind fails.
    pub(super) fn fails(&self, snapshot: &Snapshot, kind: &Kind) -> u8 {
        let Some(tensor) = snapshot.tensors.get(kind.example) else { return u8::MAX };
        let per_stage = |side| snapshot.side(side).map_or(1, |side| side.topology.ranks_per_stage.max(1));
        let stage_of = |place: Place| Place { number: place.number / per_stage(place.side), ..place };
        // The field of the number says that there is no such rank.
        let exists = |place: &Place| {
            snapshot.side(place.side).is_some_and(|side| place.number < side.topology.ranks())
        };
        let rank = self.rank.filter(exists);
        let outside = |place: Place| !holds(tensor.held(place.side), place.number);
        let failed = [
            (fails::STAGE, self.stage.is_some_and(outside)),
            (fails::RANK, rank.is_some_and(|rank| outside(stage_of(rank)))),
            (fails::CUT, !self.cuts.is_empty() && !self.cuts.contains(&kind.cut)),
            (
                fails::DTYPE,
                !self.dtypes.is_empty() && !kind.dtype.is_some_and(|one| self.dtypes.contains(&one)),
            ),
            (
                fails::COMPARED,
                !self.compared.is_empty() && !self.compared.iter().any(|&of| kind.compared.has(of)),
            ),
        ];
        failed.into_iter().filter(|&(_, fails)| fails).fold(0, |bits, (bit, _)| bits | bit)
    }
}

/// Whether a stage holds a tensor; whole ones are everywhere.
fn holds(held: &Held, stage: u64) -> bool {
    match held {
        Held::Absent => false,
        Held::Whole => true,
        Held::Laid(placed) => placed.iter().any(|placed| u64::from(placed.stage) == stage),
    }
}

impl Facet {
    /// The name in addresses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Compared(kind) => kind.name(),
            Self::Findings => "findings",
            Self::Cut(cut) => cut.name(),
            Self::DType(dtype) => dtype.safetensors_name().or(dtype.mindspore_name()).unwrap_or("?"),
            Self::Stage(_) => "stage",
        }
    }

    /// The choice of facets with this one more or less.
    #[must_use]
    pub fn toggled(self, facets: &str) -> String {
        let name = self.name();
        let mut names: Vec<&str> = facets.split(',').filter(|one| !one.is_empty()).collect();
        match names.iter().position(|&one| one == name) {
            Some(at) => drop(names.remove(at)),
            None => names.push(name),
        }
        names.join(",")
    }

    /// Whether tensors of a kind have it, and the filter that it belongs to.
    pub(super) fn of(self, snapshot: &Snapshot, kind: &Kind) -> (bool, u8) {
        match self {
            Self::Compared(of) => (kind.compared.has(of), fails::COMPARED),
            Self::Findings => (true, fails::FINDINGS),
            Self::Cut(cut) => (kind.cut == cut, fails::CUT),
            Self::DType(dtype) => (kind.dtype == Some(dtype), fails::DTYPE),
            Self::Stage(place) => {
                let tensor = snapshot.tensors.get(kind.example);
                (tensor.is_some_and(|tensor| holds(tensor.held(place.side), place.number)), fails::STAGE)
            }
        }
    }

    /// The types that occur, in the order of [`DType`].
    #[must_use]
    pub fn dtypes(kinds: &Kinds) -> Vec<DType> {
        let dtypes: BTreeSet<_> = gather(kinds.all().iter().filter_map(|kind| kind.dtype));
        dtypes.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_leads_back_to_its_filters() {
        let mut facets = String::new();
        let all = [
            Facet::Compared(Compared::Added),
            Facet::Compared(Compared::DType),
            Facet::Cut(Cut::Whole),
            Facet::DType(DType::BF16),
            Facet::DType(DType::Str),
        ];
        for facet in all {
            facets = facet.toggled(&facets);
        }
        let filters = Filters::new("source:1", "target:12", &facets);
        assert!(all.into_iter().all(|facet| filters.has(facet)));
        assert_eq!(filters.stage, Some(Place { side: Side::Source, number: 1 }));
        assert_eq!(filters.rank, Some(Place { side: Side::Target, number: 12 }));
        assert!(!filters.has(Facet::Findings) && !filters.has(Facet::DType(DType::F16)));
        let none = all.into_iter().fold(facets, |facets, facet| facet.toggled(&facets));
        assert!(Filters::new("", "nowhere", &none).is_empty());
    }
}

//! What of two tensors cannot be compared, and why.

use super::tensors::Tensor;
use super::{Known, Lengths};
use crate::phrase::{Phrase, phrase};

/// What is compared of a tensor besides its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// Whole lengths.
    Shapes,
    /// How and on which stages it is cut.
    Cuts,
    /// The element type.
    Types,
}

/// Why a side does not know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The side is a strategy alone, which tells no lengths and no types.
    NoWeights,
    /// Its weights are slices and no strategy says how they are cut.
    NoStrategy,
    /// Its weights do not hold the tensor.
    NotHeld,
    /// Its strategy does not list the tensor.
    NotListed,
    /// Its slices make no whole.
    NotWhole,
}

/// Something that could not be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// What.
    pub aspect: Aspect,
    /// Why the first and the second do not know it; none of a side that does.
    pub why: [Option<Why>; 2],
    /// Of how many tensors.
    pub tensors: usize,
}

impl Aspect {
    /// The name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shapes => "shapes",
            Self::Cuts => "cuts",
            Self::Types => "types",
        }
    }
}

impl Unknown {
    /// One line, of sides with these names.
    #[must_use]
    pub fn phrase(&self, sides: &[Phrase; 2]) -> Phrase {
        let reasons = self.why.iter().zip(sides).filter_map(|(why, side)| Some(why.as_ref()?.phrase(side)));
        let mut why = Phrase { en: String::new(), zh: String::new() };
        for reason in reasons {
            let (comma, other) = if why.en.is_empty() { ("", "") } else { ("; ", "；") };
            why.en += &format!("{comma}{}", reason.en);
            why.zh += &format!("{other}{}", reason.zh);
        }
        let n = self.tensors;
        let what = match self.aspect {
            Aspect::Shapes => phrase!("whole shapes not compared: {n}", "未比较完整形状：{n}", n),
            Aspect::Cuts => phrase!("cuts not compared: {n}", "未比较切分：{n}", n),
            Aspect::Types => phrase!("types not compared: {n}", "未比较类型：{n}", n),
        };
        Phrase { en: format!("{} ({})", what.en, why.en), zh: format!("{}（{}）", what.zh, why.zh) }
    }
}

impl Why {
    fn phrase(self, side: &Phrase) -> Phrase {
        let Phrase { en, zh } = side;
        let (en, zh) = match self {
            Self::NoWeights => (format!("{en} has no weights"), format!("{zh}没有权重")),
            Self::NoStrategy => {
                (format!("no strategy says how {en} is cut"), format!("没有策略说明{zh}如何切分"))
            }
            Self::NotHeld => {
                (format!("the weights of {en} do not hold them"), format!("{zh}的权重中没有它们"))
            }
            Self::NotListed => {
                (format!("the strategy of {en} does not list them"), format!("{zh}的策略没有列出它们"))
            }
            Self::NotWhole => (format!("the slices of {en} make no whole"), format!("{zh}的切片拼不成整体")),
        };
        Phrase { en, zh }
    }
}

/// What a side has.
#[derive(Clone, Copy)]
pub(super) struct Has {
    weights: bool,
    strategy: bool,
    /// Weights of which nothing tells the wholes.
    slices: bool,
}

impl Has {
    pub(super) fn of(side: &Known<'_>, lengths: Lengths) -> Self {
        let strategy = side.strategy.is_some();
        let slices = !strategy && (lengths == Lengths::Slices || side.is_of_slices());
        Self { weights: side.checkpoint.is_some(), strategy, slices }
    }
}

/// Counts what two sides do not both know of a tensor.
pub(super) fn note(tensors: [(Has, &Tensor); 2], unknown: &mut Vec<Unknown>) {
    for aspect in [Aspect::Shapes, Aspect::Cuts, Aspect::Types] {
        let why = tensors.map(|(side, tensor)| why(aspect, side, tensor));
        // Nothing is missed of what is cut by neither.
        if why == [None; 2] || why == [Some(Why::NotListed); 2] {
            continue;
        }
        match unknown.iter_mut().find(|known| known.aspect == aspect && known.why == why) {
            Some(known) => known.tensors += 1,
            None => unknown.push(Unknown { aspect, why, tensors: 1 }),
        }
    }
}

fn why(aspect: Aspect, side: Has, tensor: &Tensor) -> Option<Why> {
    let not_held = if side.weights { Why::NotHeld } else { Why::NoWeights };
    match aspect {
        Aspect::Types => tensor.dtype.is_none().then_some(not_held),
        Aspect::Shapes if tensor.dtype.is_none() => Some(not_held),
        Aspect::Shapes if side.slices => Some(Why::NoStrategy),
        Aspect::Shapes => tensor.dims.is_none().then_some(Why::NotWhole),
        Aspect::Cuts if tensor.cut.is_some() => None,
        Aspect::Cuts => Some(if side.strategy { Why::NotListed } else { Why::NoStrategy }),
    }
}

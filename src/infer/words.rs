//! What was inferred, in the words that the command and the page share.

use super::{Certainty, Group, Inferred};
use crate::phrase::{Phrase, phrase};

impl Certainty {
    /// The word for people.
    #[must_use]
    pub fn phrase(self) -> Phrase {
        match self {
            Self::Guess => phrase!("guess", "猜测"),
            Self::Likely => phrase!("likely", "很可能"),
            Self::Certain => phrase!("certain", "确定"),
        }
    }
}

impl Group {
    /// Which tensors they are, and how they are cut.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        let Self { example, tensors, slice, cuts, .. } = self;
        let mut said = Phrase { en: example.clone(), zh: example.clone() };
        let mut add = |more: Phrase| {
            said.en.push_str(&more.en);
            said.zh.push_str(&more.zh);
        };
        if let Some(more @ 1..) = tensors.checked_sub(1) {
            add(phrase!(" and {more} more", " 及另外 {more} 个", more));
        }
        add(match slice.is_empty() {
            true => phrase!(": parts {cuts:?}", "：份数 {cuts:?}", cuts),
            false => {
                phrase!(": slices {slice:?}, parts {cuts:?}", "：切片 {slice:?}，份数 {cuts:?}", slice, cuts)
            }
        });
        if let parts @ 2.. = self.optimizer {
            add(phrase!(", {parts} of them by the optimizer", "，其中优化器切分 {parts} 份", parts));
        }
        said
    }
}

impl Inferred {
    /// A name for the file that holds it, which says what it is: `inferred_strategy_dp2_mp1_pp4.ckpt`, with `_opt` and
    /// the number of parts at the end if the optimizer cuts.
    #[must_use]
    pub fn file_name(&self) -> String {
        let (dp, mp, pp) = (self.data_parallel(), self.model_parallel.unwrap_or(1), self.strategy.stages());
        let experts = self.expert_parallel.map(|parts| format!("_ep{parts}")).unwrap_or_default();
        let optimizer = self.optimizer.map(|parts| format!("_opt{parts}")).unwrap_or_default();
        format!("inferred_strategy_dp{dp}{experts}_mp{mp}_pp{pp}{optimizer}.ckpt")
    }
}

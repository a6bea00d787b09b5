//! How MindFormers' families of models are cut (MindFormers 0.7 to 2.1: strategy files of 1.7.0, and the
//! operators' strategies in the sources of the others).

mod by_shape;
mod glm;
mod gpt;
mod llama;
mod lora;
mod mcore;

pub(super) use by_shape::{BY_SHAPE, ByShape};

use crate::format::Entry;

/// A length of a whole tensor. Lengths of the same name are equal throughout a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Length {
    /// Of a token's vector.
    Hidden,
    /// Twice [`Self::Hidden`].
    TwoHidden,
    /// Of the queries of all heads, or where attention is latent of the values; the hidden size in most
    /// families.
    Query,
    /// Of the keys of all heads.
    KeyValue,
    /// Queries, keys and values in one.
    Fused,
    /// Of latent attention's compressed queries.
    QueryRank,
    /// Of latent attention's compressed keys and values.
    KeyRank,
    /// Of the feed-forward block.
    Inner,
    /// Gate and up projection in one: twice [`Self::Inner`].
    TwoInner,
    /// Of one expert's block.
    ExpertInner,
    /// Twice [`Self::ExpertInner`].
    TwoExpertInner,
    /// Of the block of the experts that see every token: a multiple of [`Self::ExpertInner`].
    SharedInner,
    /// Twice [`Self::SharedInner`].
    TwoSharedInner,
    /// How many experts there are.
    Experts,
    /// Experts and rows of each in one: [`Self::Experts`] × [`Self::Hidden`].
    ExpertsHidden,
    /// Experts and rows of each in one: [`Self::Experts`] × [`Self::ExpertInner`].
    ExpertsInner,
    /// The rank of LoRA's two matrices.
    LoraRank,
    /// Tokens of the vocabulary.
    Vocabulary,
    /// Nothing else has it.
    Own,
}

/// How parallelism cuts a tensor, before the optimizer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Cut {
    /// Not at all.
    Whole,
    /// Not at all, though it is a weight that the optimizer treats as those that are cut.
    Replica,
    /// Dimension 0 over tensor parallelism.
    Rows,
    /// Dimension 1 over tensor parallelism.
    Columns,
    /// Dimension 0 over tensor parallelism, or not at all: keys and values, where nothing is taken for
    /// granted. No family's rule.
    Keys,
    /// A dimension over tensor parallelism, or none, by the release and by `use_seq_parallel`: one
    /// setting for all tensors of this kind.
    Either {
        /// The dimension.
        dim: usize,
        /// Whether it is cut unless told otherwise.
        is_usual: bool,
    },
    /// Dimension 0 over expert parallelism, and of each expert this dimension over tensor parallelism,
    /// unless `expert_model_parallel` is 1.
    Experts(Option<usize>),
    /// Dimension 0 over tensor and context parallelism, or not at all (`vocab_emb_dp`, or a
    /// vocabulary that does not divide).
    Embedding {
        /// Whether the optimizer treats it as a weight unless told otherwise.
        is_weight: bool,
    },
    /// Dimension 0, or not at all, as the embedding.
    Head,
    /// Dimension 0 over tensor parallelism or over all ranks, or not at all.
    GlmHead,
}

/// How one parameter is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rule {
    /// Its whole lengths.
    pub(super) lengths: &'static [Length],
    pub(super) cut: Cut,
    /// Whether the parallel optimizer may cut dimension 0 once more.
    pub(super) optimizer: bool,
}

/// What a parameter's name ends in, and its rule.
type Ending = (&'static str, Rule);

/// A family of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Family {
    /// Its name.
    pub(super) name: &'static str,
    /// What names of its parameters begin with.
    beginnings: &'static [&'static str],
    /// Whether queries always are of the hidden size.
    pub(super) query_is_hidden: bool,
    /// Whether attention is latent, so that values of all heads are seldom of the hidden size.
    pub(super) is_latent: bool,
    /// Whether the embedding may be whole even where pipelines force it to be cut.
    pub(super) whole_embedding: bool,
    /// Whether weights are stored as [out, in], as LoRA needs them.
    is_out_by_in: bool,
    /// Whether its rules are a guess.
    pub(super) is_guess: bool,
    /// The first that a name ends in counts.
    rules: &'static [&'static [Ending]],
}

const fn weight(ending: &'static str, lengths: &'static [Length], cut: Cut) -> Ending {
    (ending, Rule { lengths, cut, optimizer: true })
}

/// A bias: the parallel optimizer leaves it.
const fn bias(ending: &'static str, lengths: &'static [Length], cut: Cut) -> Ending {
    (ending, Rule { lengths, cut, optimizer: false })
}

/// Of two that know equally many names the first is taken.
static FAMILIES: [&Family; 6] =
    [&llama::LLAMA, &llama::DEEPSEEK, &glm::GLM, &gpt::GPT, &mcore::MCORE, &mcore::LATENT];

impl Family {
    /// The rule of a parameter with so many dimensions.
    pub(super) fn rule(&self, parameter: &str, rank: usize) -> Option<Rule> {
        self.beginnings.iter().find(|begin| parameter.starts_with(**begin))?;
        let of_weight = |name: &str| {
            let mut endings = self.rules.iter().copied().flatten();
            endings.find(|(ending, _)| name.ends_with(ending)).map(|(_, rule)| *rule)
        };
        let lora = lora::rule(parameter, of_weight).filter(|_| self.is_out_by_in);
        let rule = lora.or_else(|| of_weight(parameter))?;
        (rule.lengths.len() == rank).then_some(rule)
    }
}

/// The family that knows most of these parameters, given with their numbers of dimensions.
pub(super) fn family<'a>(parameters: impl Iterator<Item = (&'a str, usize)>) -> Option<&'static Family> {
    let mut known = [0usize; FAMILIES.len()];
    for (parameter, rank) in parameters {
        for (count, family) in known.iter_mut().zip(FAMILIES) {
            *count += usize::from(family.rule(parameter, rank).is_some());
        }
    }
    let most = known.iter().copied().max().filter(|&most| most > 0)?;
    let at = known.iter().position(|&count| count == most)?;
    FAMILIES.get(at).copied()
}

/// Whether a parameter is an embedding, which two stages may hold.
pub(super) fn is_embedding(parameter: &str) -> bool {
    const MATRIX: usize = 2;
    let rules = FAMILIES.iter().filter_map(|family| family.rule(parameter, MATRIX));
    rules.into_iter().any(|rule| matches!(rule.cut, Cut::Embedding { .. }))
}

/// Counters and scales that MindFormers saves beside the weights; no strategy lists them.
const COUNTERS: [&str; 12] = [
    "epoch_num",
    "step_num",
    "global_step",
    "loss_scale",
    "scale_sense",
    "learning_rate",
    "current_iterator_step",
    "last_overflow_iterator_step",
    "beta1_power",
    "beta2_power",
    "global_batch_size",
    "momentum",
];

/// Whether a tensor cannot be cut: a scalar, or a counter.
pub(super) fn is_counter(entry: &Entry) -> bool {
    let dims = entry.shape.dims();
    dims.is_empty() || (dims == [1] && COUNTERS.contains(&entry.name.as_str()))
}

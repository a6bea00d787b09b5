//! Why nothing can be inferred.

use crate::format::mindspore::strategy::NotWritable;
use crate::layout::StrategyError;
use crate::phrase::{Phrase, display_phrase, phrase};
use crate::units::{few, noun};

/// Why nothing can be inferred, and what is missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// One rank: complete, or all that is left of more.
    OneRank,
    /// Ranks are not 0, 1, 2 and so on.
    RankMissing {
        /// The lowest that is missing.
        rank: u64,
    },
    /// Files say that copies were left out.
    CopiesLeftOut {
        /// One of the files.
        file: String,
    },
    /// Runs of ranks with the same tensors differ in length.
    StagesDiffer {
        /// The first rank of a run of another length.
        rank: u64,
        /// Ranks of that run.
        ranks: u64,
        /// Ranks of the first run.
        first: u64,
    },
    /// A tensor is in several stages that is no vocabulary.
    InSeveralStages {
        /// The tensor.
        tensor: String,
        /// The first ranks of two of the stages.
        ranks: [u64; 2],
    },
    /// Slices of one tensor differ in shape.
    Uneven {
        /// The tensor.
        tensor: String,
        /// A rank of the stage whose slice differs from that of its first rank.
        rank: u64,
    },
    /// A name of no known family.
    UnknownName {
        /// The tensor.
        tensor: String,
    },
    /// No size of tensor parallelism agrees with all shapes.
    Contradiction {
        /// A tensor whose shape does not agree.
        tensor: String,
    },
    /// Several sizes of tensor parallelism agree with all shapes.
    WidthUnknown {
        /// The sizes.
        sizes: Vec<u64>,
    },
    /// What was found is no strategy.
    NoStrategy(StrategyError),
    /// What was found has no form in a strategy file.
    NoFile(NotWritable),
}

display_phrase!(Refusal);

impl Refusal {
    /// The reason, and what is missing, in words.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::OneRank => phrase!(
                "there is one rank only, which is complete by itself or lacks the others: all ranks are needed",
                "只有一个 rank：它本身就是完整权重，或缺少其他 rank；推断需要全部 rank"
            ),
            Self::RankMissing { rank } => phrase!(
                "rank {rank} is missing: the headers of all ranks are needed",
                "缺少 rank {rank}：推断需要全部 rank 的文件头",
                rank
            ),
            Self::CopiesLeftOut { file } => phrase!(
                "{file} says that copies were left out (remove_redundancy), but other files do not say so, or hold slices of other shapes: the files are of different jobs",
                "{file} 标明已去冗余（remove_redundancy），但其他文件没有标明，或切片形状不同：文件来自不同任务",
                file
            ),
            Self::StagesDiffer { rank, ranks, first } => phrase!(
                "from rank {rank} on, {ranks} {hold} the same tensors, but {first} from rank 0 on: stages have equally many ranks, so ranks are missing, of another job, or copies were left out",
                "从 rank {rank} 起有 {ranks} 个 rank 含相同张量，而从 rank 0 起是 {first} 个：各 stage 的 rank 数应相同，因此有 rank 缺失、来自其他任务，或已去冗余",
                rank,
                ranks,
                first;
                hold = noun(*ranks, "rank holds", "ranks hold")
            ),
            Self::InSeveralStages { tensor, ranks: [one, other] } => phrase!(
                "{tensor} is in rank {one} and in rank {other}, whose other tensors differ: the files are of different jobs, or copies were left out",
                "{tensor} 同时位于 rank {one} 和 rank {other}，而二者的其他张量不同：文件来自不同任务，或已去冗余",
                tensor,
                one,
                other
            ),
            Self::Uneven { tensor, rank } => phrase!(
                "rank {rank} holds {tensor} in another shape than the first rank with the same tensors: MindSpore cuts evenly, so the files are of different jobs",
                "rank {rank} 的 {tensor} 与含相同张量的第一个 rank 形状不同：MindSpore 只做均匀切分，因此文件来自不同任务",
                tensor,
                rank
            ),
            Self::UnknownName { tensor } => phrase!(
                "{tensor} is of no family of models whose rules are known (Llama, DeepSeek, GLM, GPT, mcore), and shapes of slices alone do not tell which dimension is cut: the strategy files are needed",
                "{tensor} 不属于规则已知的模型系列（Llama、DeepSeek、GLM、GPT、mcore），而仅凭切片形状无法判断切分的维度：需要策略文件",
                tensor
            ),
            Self::Contradiction { tensor } => phrase!(
                "no size of model_parallel makes {tensor} agree with the other shapes by its family's rules: the model differs from its family, or its layout was searched; the strategy files are needed",
                "任何 model_parallel 都无法使 {tensor} 与其他形状符合该系列的规则：模型与该系列不同，或其布局由搜索得到；需要策略文件",
                tensor
            ),
            Self::WidthUnknown { sizes } => phrase!(
                "every model_parallel of {sizes} agrees with all shapes, as nothing gives a whole width: the number of heads, or the strategy files, is needed",
                "model_parallel 为 {sizes} 都与全部形状相符，没有张量能给出完整宽度：需要注意力头数或策略文件",
                sizes = few(sizes)
            ),
            Self::NoStrategy(error) => {
                phrase!("what was found is no strategy: {error}", "推断结果不构成策略：{error}", error)
            }
            Self::NoFile(error) => {
                phrase!(
                    "no strategy file can say what was found: {error}",
                    "推断结果无法写成策略文件：{error}",
                    error
                )
            }
        }
    }
}

//! Contents, which are read on request only.

use super::kinds;

kinds! {
    /// Values that are no numbers.
    NOT_FINITE = "SL0801" Warning {
        en: [
            "{count} {count|tensor holds|tensors hold} values that are not finite",
            "{tensors}; NaN: {nan} ({nan_ranks[]|rank|ranks}: {nan_ranks}); infinite values: {infinite} ({infinite_ranks[]|rank|ranks}: {infinite_ranks}). The first is element {element} of the slice of {tensor} in {file} (rank {rank}).",
            "Values are converted as they are. A model with such weights gives NaN.",
            "Take an earlier step: the run had diverged, or the file is damaged.",
        ],
        zh: [
            "有 {count} 个张量含有非有限值",
            "{tensors}；NaN：{nan} 个（rank：{nan_ranks}）；无穷值：{infinite} 个（rank：{infinite_ranks}）。第一个是 {file}（rank {rank}）中 {tensor} 切片的第 {element} 个元素。",
            "值会原样转换。含有这样的权重，模型会输出 NaN。",
            "请使用更早的步：训练已发散，或文件已损坏。",
        ],
    }
    /// Copies that are not copies.
    REPLICAS_DIFFER = "SL0802" Error {
        en: [
            "{tensor} differs between ranks that should hold the same slice",
            "Ranks {rank} and {other} of stage {stage} hold the same slice by the strategy, but their bytes differ. In all {count} {count|tensor|tensors} on {ranks[]|rank|ranks} {ranks} {count|differs|differ} from the first copy: {tensors}.",
            "Which one is read decides the result. MindSpore takes one of them in silence.",
            "The files are of different runs or steps, or replicas drifted apart in training: take all files of one step.",
        ],
        zh: [
            "{tensor} 在应持有相同切片的 rank 之间不一致",
            "按策略，阶段 {stage} 的 rank {rank} 与 rank {other} 持有相同的切片，但字节不同。共有 {count} 个张量（{tensors}）与第一份副本不同，位于 rank {ranks}。",
            "读取哪一个决定了结果。MindSpore 会不加提示地采用其中一个。",
            "这些文件来自不同的任务或步，或副本在训练中不再一致：请使用同一步的全部文件。",
        ],
    }
    /// A weight of zeros.
    ALL_ZERO = "SL0803" Warning {
        en: [
            "{count} weight {count|tensor is|tensors are} all zeros",
            "{tensors}; {ranks[]|rank|ranks} {ranks}; the first is in {file}, rank {rank}.",
            "Zeros are converted as they are. A weight that was never initialised or whose bytes were lost looks like this.",
            "Check that the save was complete; a file of a failed disk often has zeros.",
        ],
        zh: [
            "有 {count} 个权重张量全为零",
            "{tensors}；rank：{ranks}；第一个位于 {file}，rank {rank}。",
            "零会原样转换。从未初始化的权重，或字节已丢失的权重，就会这样。",
            "请确认保存是完整的；磁盘故障后的文件常常是零。",
        ],
    }
}

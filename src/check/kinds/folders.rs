//! Folders: missing ranks, gaps, several steps, mixed formats.

use super::kinds;

kinds! {
    /// Several rank folders, but no strategy that says how they are cut.
    NO_SOURCE_STRATEGY = "SL0201" Error {
        en: [
            "{ranks} rank folders, but no source strategy",
            "The checkpoint has rank folders 0 to {last} and nothing says how its tensors are cut.",
            "Equal slices cannot be told from copies, so no whole tensor can be put together.",
            "Give the strategy files that the training job wrote (ckpt_strategy_rank_*.ckpt).",
        ],
        zh: [
            "有 {ranks} 个 rank 目录，但没有源切分策略",
            "权重包含 rank_0 到 rank_{last} 目录，但没有文件说明张量如何切分。",
            "无法区分相同的切片与副本，因此无法拼出完整张量。",
            "请提供训练任务写出的策略文件（ckpt_strategy_rank_*.ckpt）。",
        ],
    }
}

//! Strategy against checkpoint: shapes, dtypes, slices that are not there.

use super::kinds;

kinds! {
    /// Ranks that should hold equal slices disagree on the shape.
    SHAPES_DIFFER = "SL0401" Error {
        en: [
            "{tensor} has different slice shapes on different ranks",
            "Rank {rank_a} holds {shape_a}, rank {rank_b} holds {shape_b}.",
            "MindSpore puts slices of the first shape together and fails, or writes wrong values.",
            "The files are of different runs or the strategy is of another job: give files that belong together.",
        ],
        zh: [
            "{tensor} 在不同 rank 上的切片形状不一致",
            "rank {rank_a} 为 {shape_a}，rank {rank_b} 为 {shape_b}。",
            "MindSpore 会按第一个形状拼接，随后失败或写出错误的值。",
            "这些文件来自不同的任务，或策略属于另一个任务：请提供配套的文件。",
        ],
    }
}

//! Source against target: what the planner chose, and what cannot be cut.

use super::kinds;

kinds! {
    /// The target cuts a dimension that does not divide.
    INDIVISIBLE = "SL0501" Error {
        en: [
            "{tensor} cannot be cut as the target asks",
            "Dimension {dim} of {shape} has {len} elements, the target cuts it into {parts}.",
            "MindSpore stops with “Infer tensor redistribution failed.”",
            "Choose a target layout whose parts divide the dimension.",
        ],
        zh: [
            "{tensor} 无法按目标策略切分",
            "{shape} 的第 {dim} 维有 {len} 个元素，目标要切成 {parts} 份。",
            "MindSpore 会报错 “Infer tensor redistribution failed.”",
            "请选择能整除该维度的目标并行配置。",
        ],
    }
}

//! Strategies: stages, meshes, maps, optimizer splits.

use super::kinds;

kinds! {
    /// A stage has no strategy file.
    STAGE_MISSING = "SL0301" Error {
        en: [
            "Stage {missing} of {stages} has no strategy",
            "The files describe stages up to {last}, but none describes stage {missing}.",
            "MindSpore stops with “The strategy file for pipeline parallel does not contains all stages.”",
            "Collect the strategy files of all nodes: one per stage is enough.",
        ],
        zh: [
            "共 {stages} 个流水线阶段，缺少阶段 {missing} 的策略",
            "策略文件描述到阶段 {last}，但没有文件描述阶段 {missing}。",
            "MindSpore 会报错 “The strategy file for pipeline parallel does not contains all stages.”",
            "请收集所有节点的策略文件：每个阶段一份即可。",
        ],
    }
}

//! Source against target: what the planner chose, and what cannot be cut.

use super::kinds;

kinds! {
    /// A layout cuts a dimension that does not divide.
    INDIVISIBLE = "SL0501" Error {
        en: [
            "{tensor} cannot be cut as the target asks",
            "Dimension {dim} of {shape} has {len} {len|element|elements}, the layout cuts it into {parts} equal {parts|part|parts}.",
            "MindSpore stops with “Infer tensor redistribution failed.”",
            "Choose a target layout whose parts divide the dimension.",
        ],
        zh: [
            "{tensor} 无法按目标切分策略切分",
            "{shape} 的第 {dim} 维有 {len} 个元素，布局要求等分成 {parts} 份。",
            "MindSpore 会报错 “Infer tensor redistribution failed.”",
            "请选择能整除该维度的目标并行配置。",
        ],
    }
    /// A strategy that shares no tensor with the checkpoint.
    NOTHING_IN_COMMON = "SL0502" Error {
        en: [
            "The strategy knows none of the checkpoint's tensors",
            "The checkpoint has names such as {of_checkpoint}, the strategy such as {of_strategy}.",
            "MindSpore stops with “None of the parameters in checkpoint file are in either src strategy or dst strategy.”",
            "Give the strategy of this model; check prefixes such as “backbone.” in the names.",
        ],
        zh: [
            "策略不认识权重中的任何张量",
            "权重中的名称形如 {of_checkpoint}，策略中的名称形如 {of_strategy}。",
            "MindSpore 会报错 “None of the parameters in checkpoint file are in either src strategy or dst strategy.”",
            "请提供该模型的策略；检查名称中的前缀，例如 “backbone.”。",
        ],
    }
    /// Tensors in no strategy.
    COPIED = "SL0503" Info {
        en: [
            "{count} {count|tensor is|tensors are} in no strategy and copied whole",
            "{tensors}",
            "Every target rank gets a copy, from the lowest rank that has it. MindSpore copies them from whichever rank it happens to read.",
            "Nothing, if these are counters, scales or generators that are equal on all ranks.",
        ],
        zh: [
            "{count} 个张量不在任何策略中，整体复制",
            "{tensors}",
            "每个目标 rank 都得到一份，取自拥有它的最小 rank。MindSpore 则从恰好读到的 rank 复制。",
            "如果它们是各 rank 相同的计数器、缩放系数或随机数状态，则无需处理。",
        ],
    }
    /// Tensors that only the source strategy knows.
    SOURCE_ONLY = "SL0504" Warning {
        en: [
            "{count} {count|tensor is|tensors are} in the source strategy only: written whole to every target rank",
            "{tensors}",
            "MindSpore copies one slice as if it were the whole tensor, in silence.",
            "If the target job cuts these tensors, give its complete strategy (all stages).",
        ],
        zh: [
            "{count} 个张量只在源切分策略中：完整写入每个目标 rank",
            "{tensors}",
            "MindSpore 会不加提示地把一个切片当作完整张量复制。",
            "如果目标任务会切分这些张量，请提供其完整策略（所有流水线阶段）。",
        ],
    }
    /// Tensors that only the target strategy knows.
    TARGET_ONLY = "SL0505" Warning {
        en: [
            "{count} {count|tensor is|tensors are} in the target strategy only: taken as whole and cut",
            "{tensors}",
            "MindSpore writes them uncut to every rank, in silence.",
            "If the source job had cut these tensors, give its complete strategy (all stages).",
        ],
        zh: [
            "{count} 个张量只在目标切分策略中：视为完整张量并切分",
            "{tensors}",
            "MindSpore 会不加提示地把它们不切分地写入每个 rank。",
            "如果源任务切分了这些张量，请提供其完整策略（所有流水线阶段）。",
        ],
    }
    /// Tensors of the source strategy that no source file holds, though every rank has its file.
    SOURCE_ABSENT = "SL0506" Warning {
        en: [
            "{count} {count|tensor|tensors} of the source strategy {count|is|are} in no source file and will not be written",
            "{tensors}",
            "Every rank that should hold them has its file, so they were not saved. MindSpore skips them without a word, and the network keeps its initial values.",
            "If only a part was meant to be saved (adapters, weights without optimizer states), nothing; otherwise give the complete save.",
        ],
        zh: [
            "源切分策略中有 {count} 个张量不在任何源文件中，不会被写出",
            "{tensors}",
            "应持有它们的 rank 都有文件，说明保存时就没有这些张量。MindSpore 会直接跳过，网络保留初始值。",
            "如果原本只保存了一部分（如适配器权重、不含优化器状态），则无需处理；否则请提供完整保存的权重。",
        ],
    }
    /// Tensors of the target strategy alone that no source file holds.
    TARGET_ABSENT = "SL0507" Warning {
        en: [
            "{count} {count|tensor|tensors} of the target strategy {count|is|are} in no source file and will not be written",
            "{tensors}",
            "MindSpore skips them without a word, and the network keeps its initial values.",
            "If the target network has parts that the source had not, nothing; anything else means that the source is another model or incomplete.",
        ],
        zh: [
            "目标切分策略中有 {count} 个张量不在任何源文件中，不会被写出",
            "{tensors}",
            "MindSpore 会直接跳过，网络保留初始值。",
            "如果目标网络比源网络多出这些部分，则无需处理；否则说明源权重不是同一模型，或不完整。",
        ],
    }
    /// The target's format cannot hold a tensor.
    TARGET_FORMAT = "SL0508" Error {
        en: [
            "A {format} file cannot hold {tensor}",
            "{fault}",
            "Nothing is written.",
            "Choose the other format with --format, or remove the entry from the source.",
        ],
        zh: [
            "{format} 文件无法存放 {tensor}",
            "{fault}",
            "不会写出任何内容。",
            "请用 --format 选择另一种格式，或从源端去掉该条目。",
        ],
    }
    /// More errors than are told one by one.
    MORE_ERRORS = "SL0509" Error {
        en: [
            "{more} more {more|error|errors} of this kind",
            "Only the first are listed: {more} {more|other follows|others follow} from the same cause as a rule.",
            "Nothing is written.",
            "Solve the first ones and plan again.",
        ],
        zh: [
            "另有 {more} 个错误",
            "只列出前面的错误：其余 {more} 个通常由同一原因引起。",
            "不会写出任何内容。",
            "请先解决前面的错误，再重新规划。",
        ],
    }
    /// A tied tensor whose lowest stage is incomplete.
    LATER_STAGE = "SL0510" Warning {
        en: [
            "{tensor} is read from stage {stage}: an earlier stage lacks it",
            "Several stages hold this tensor; the files of the earlier ones lack a slice of it, those of stage {stage} are complete.",
            "The copies are equal if the job kept them tied. MindSpore reads the lowest stage only, and fails.",
            "Nothing, if the tensor is tied (a shared embedding); otherwise copy the missing rank folders.",
        ],
        zh: [
            "{tensor} 取自流水线阶段 {stage}：更早的阶段缺少它",
            "多个阶段都有该张量；更早阶段的文件缺少其切片，阶段 {stage} 的文件完整。",
            "若任务保持权重共享，则各份相同。MindSpore 只读取最低阶段，因而会失败。",
            "若该张量是共享权重（如共享词嵌入），无需处理；否则请补齐缺少的 rank 目录。",
        ],
    }
    /// Optimizer states of the strategies, but none in the checkpoint.
    WEIGHTS_ONLY = "SL0511" Info {
        en: [
            "The checkpoint holds weights only",
            "{count} optimizer {count|state|states} of the strategies ({families}) {count|is|are} in no source file, but their weights are.",
            "The target holds weights only too: enough to serve or fine-tune, not to resume training.",
            "To resume training, convert a checkpoint that was saved with its optimizer states.",
        ],
        zh: [
            "该权重不含优化器状态",
            "策略中有 {count} 个优化器状态（{families}）不在任何源文件中，但对应的权重都在。",
            "目标同样只含权重：可用于推理或微调，不能续训。",
            "如需续训，请转换保存时带有优化器状态的权重。",
        ],
    }
}

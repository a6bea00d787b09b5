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

    /// Nothing that was given as a strategy is one.
    NO_STRATEGY = "SL0302" Error {
        en: [
            "No strategy file among the {files} {files|file|files}",
            "None of the files given as strategy describes how tensors are cut.",
            "MindSpore's merge writes an empty strategy without a word, and the conversion then fails.",
            "Give the folder in which the job wrote ckpt_strategy_rank_*.ckpt, or one merged file.",
        ],
        zh: [
            "{files} 个文件中没有策略文件",
            "作为策略给出的文件都没有描述张量如何切分。",
            "MindSpore 合并时会不加提示地写出空策略，随后转换失败。",
            "请提供任务写出 ckpt_strategy_rank_*.ckpt 的目录，或一个合并后的策略文件。",
        ],
    }
    /// A strategy file without layouts.
    EMPTY_STRATEGY = "SL0303" Error {
        en: [
            "{file} holds no layouts",
            "The file can be read as a strategy, but it describes no tensor.",
            "MindSpore stops with “The strategy file {file} is empty”, or converts as if there were no strategy.",
            "Let the job write its strategy again (it is complete after compilation), or give another file.",
        ],
        zh: [
            "{file} 中没有切分信息",
            "该文件可以按策略文件读取，但没有描述任何张量。",
            "MindSpore 会报错 “The strategy file {file} is empty”，或当作没有策略来转换。",
            "请让任务重新写出策略（编译完成后才完整），或提供其他文件。",
        ],
    }
    /// A weight file where a strategy is expected.
    WEIGHTS_AS_STRATEGY = "SL0304" Error {
        en: [
            "{file} holds weights, not a strategy",
            "It was given as a strategy, but its content is a {format} weight file ({files} such {files|file|files}).",
            "MindSpore reads it as a strategy without layouts: “The strategy file {file} is empty”, or a bare “list index out of range”.",
            "Give the file of the strategy folder; both often end in .ckpt.",
        ],
        zh: [
            "{file} 是权重文件，不是策略文件",
            "它被作为策略给出，但内容是 {format} 权重文件（此类文件共 {files} 个）。",
            "MindSpore 会把它读成没有切分信息的策略：“The strategy file {file} is empty”，或只报 “list index out of range”。",
            "请提供策略目录中的文件；两种文件常常都以 .ckpt 结尾。",
        ],
    }
    /// A communication group file where a strategy is expected.
    GROUP_AS_STRATEGY = "SL0305" Error {
        en: [
            "{file} is a group file, not a strategy",
            "It lists communication groups (GROUP_INFO_FILE), not how tensors are cut.",
            "MindSpore reads it as a strategy without layouts and fails later.",
            "Give the strategy files (ckpt_strategy_rank_*.ckpt).",
        ],
        zh: [
            "{file} 是通信组文件，不是策略文件",
            "它列出的是通信组（GROUP_INFO_FILE），而不是张量如何切分。",
            "MindSpore 会把它读成没有切分信息的策略，随后失败。",
            "请提供策略文件（ckpt_strategy_rank_*.ckpt）。",
        ],
    }
    /// A file of no known kind where a strategy is expected.
    OTHER_AS_STRATEGY = "SL0306" Error {
        en: [
            "{file} is not a strategy",
            "It was given as a strategy, but its content is not one.",
            "MindSpore stops with “The strategy file type should be one of json or protobuf.”",
            "Give the strategy files (ckpt_strategy_rank_*.ckpt), or one merged file.",
        ],
        zh: [
            "{file} 不是策略文件",
            "它被作为策略给出，但内容不是策略。",
            "MindSpore 会报错 “The strategy file type should be one of json or protobuf.”",
            "请提供策略文件（ckpt_strategy_rank_*.ckpt），或一个合并后的策略文件。",
        ],
    }
    /// Protobuf and JSON strategies together.
    ENCODINGS_MIXED = "SL0307" Error {
        en: [
            "Protobuf and JSON strategies are mixed",
            "{file} is protobuf, {other} is JSON.",
            "MindSpore stops with “The strategys format should be all '.ckpt' or all '.json'”.",
            "Keep the files of one run; move the others away.",
        ],
        zh: [
            "同时存在 protobuf 和 JSON 策略文件",
            "{file} 是 protobuf，{other} 是 JSON。",
            "MindSpore 会报错 “The strategys format should be all '.ckpt' or all '.json'”。",
            "请只保留同一次任务的文件，移走其余文件。",
        ],
    }
    /// What a merge left behind in the folder.
    MERGED_LEFTOVER = "SL0308" Warning {
        en: [
            "{file} is left over from an earlier merge and does not count",
            "The folder holds the ranks' own strategies besides it.",
            "MindSpore merges a leftover as if it were one more rank's file; what comes out depends on the folder's order.",
            "Delete it if it is not needed.",
        ],
        zh: [
            "{file} 是以前合并留下的文件，不参与处理",
            "目录中另有各 rank 自己的策略文件。",
            "MindSpore 会把残留文件当作又一个 rank 的策略合并，结果取决于目录顺序。",
            "如不需要请删除。",
        ],
    }
    /// Strategies beside `ckpt_strategy_rank_N` files.
    STRATEGY_NOT_NAMED = "SL0309" Warning {
        en: [
            "{file}{files|| and others} {files|is|are} not used: other files are named for their ranks",
            "{files} strategy {files|file is|files are} not named ckpt_strategy_rank_N, and others are.",
            "MindSpore's merge reads every file of the folder; a stale one may replace the right one without an error.",
            "Give {file} alone if it is the strategy that is meant.",
        ],
        zh: [
            "未使用 {file}{files||等文件}：其他文件已按 rank 命名",
            "有 {files} 个策略文件未按 ckpt_strategy_rank_N 命名，而其他文件是。",
            "MindSpore 合并时读取目录中的所有文件；过期文件可能不加提示地取代正确的文件。",
            "如果要用的是 {file}，请单独提供它。",
        ],
    }
    /// A merged strategy among others.
    MERGED_AMONG_OTHERS = "SL0310" Error {
        en: [
            "{file} is already merged, {other} is another strategy",
            "{file} describes all its stages by itself, so the two are different strategies.",
            "MindSpore merges both without an error; what comes out depends on the folder's order.",
            "Give the merged file alone, or only the ranks' own files.",
        ],
        zh: [
            "{file} 已是合并后的策略，{other} 是另一份策略",
            "{file} 自身描述了全部流水线阶段，因此两者是不同的策略。",
            "MindSpore 会不报错地把两者合并，结果取决于目录顺序。",
            "请单独提供合并后的文件，或只提供各 rank 自己的文件。",
        ],
    }
    /// One stage described in two ways.
    TWO_FILES_OF_STAGE = "SL0311" Error {
        en: [
            "{file} and {other} describe stage {stage} differently",
            "They differ at {tensor}, for example.",
            "MindSpore takes the one that the folder happens to list first, without an error: silently wrong.",
            "One of them is of an older run: keep the files of one run only.",
        ],
        zh: [
            "{file} 与 {other} 对阶段 {stage} 的描述不同",
            "例如两者在 {tensor} 处不一致。",
            "MindSpore 取目录列表中碰巧靠前的一个且不报错：结果可能出错，且没有提示。",
            "其中之一来自更早的任务：请只保留同一次任务的文件。",
        ],
    }
    /// The file's name and its content disagree on the stage.
    STAGE_NOT_OF_RANK = "SL0312" Error {
        en: [
            "{file} is of stage {stage}, but its name says rank {rank}",
            "With {ranks} {ranks|rank|ranks} per stage, rank {rank} is in stage {expected}.",
            "MindSpore does not look at the name: a file of another run would be taken without an error.",
            "The file is of another run or was renamed: collect the strategy files of one run again.",
        ],
        zh: [
            "{file} 属于阶段 {stage}，但文件名写的是 rank {rank}",
            "每个阶段有 {ranks} 个 rank，rank {rank} 应在阶段 {expected}。",
            "MindSpore 不检查文件名：其他任务的文件会被不加提示地采用。",
            "该文件来自其他任务或被改名：请重新收集同一次任务的策略文件。",
        ],
    }
    /// Operators of several stages, but names without stage.
    STAGES_IN_ONE_FILE = "SL0313" Error {
        en: [
            "{file} has operators of several stages, but its tensors name none",
            "It lists operators of stages {stage} and {other}, and its tensor names have no stage prefix.",
            "MindSpore takes the stage of the first operator for all tensors.",
            "Merge the ranks' own strategy files again.",
        ],
        zh: [
            "{file} 含有多个阶段的算子，但张量名没有阶段前缀",
            "其中有阶段 {stage} 和阶段 {other} 的算子，而张量名不带阶段前缀。",
            "MindSpore 会把第一个算子的阶段用于所有张量。",
            "请用各 rank 自己的策略文件重新合并。",
        ],
    }
    /// Several files, and one does not say its stage.
    STAGE_UNKNOWN = "SL0314" Error {
        en: [
            "{file} does not say its stage",
            "It lists no operators, its tensors have no stage prefix and its name gives no rank.",
            "MindSpore stops with “list index out of range. Convert layout strategy to list failed, …”.",
            "Name it ckpt_strategy_rank_N as the job did, or let the job write its strategy again.",
        ],
        zh: [
            "{file} 没有说明所属阶段",
            "其中没有算子，张量名没有阶段前缀，文件名也没有给出 rank。",
            "MindSpore 会报错 “list index out of range. Convert layout strategy to list failed, …”。",
            "请恢复任务写出的文件名 ckpt_strategy_rank_N，或让任务重新写出策略。",
        ],
    }
    /// A lone file without operators.
    STAGE_ASSUMED = "SL0315" Warning {
        en: [
            "{file} does not say its stage; it is taken as stage {stage}",
            "It lists no operators and its tensors have no stage prefix.",
            "MindSpore refuses it: “list index out of range. Convert layout strategy to list failed, …”.",
            "Make sure that it is of a job without pipeline parallelism, or give all stages.",
        ],
        zh: [
            "{file} 没有说明所属阶段，按阶段 {stage} 处理",
            "其中没有算子，张量名也没有阶段前缀。",
            "MindSpore 会拒绝该文件：“list index out of range. Convert layout strategy to list failed, …”。",
            "请确认它来自没有流水线并行的任务，或提供所有阶段的策略。",
        ],
    }
    /// One stage's strategy as if it were the whole.
    PART_OF_PIPELINE = "SL0316" Error {
        en: [
            "{file} describes stage {stage} of a pipeline only",
            "It is of stage {stage}, or it has Send or Receive operators, and no other stage's strategy was given.",
            "MindSpore takes it for the whole job: the tensors of all other stages vanish in silence.",
            "Give the folder with the strategies of all stages, or a merged file.",
        ],
        zh: [
            "{file} 只描述了流水线的阶段 {stage}",
            "它属于阶段 {stage}，或含有 Send/Receive 算子，而没有提供其他阶段的策略。",
            "MindSpore 会把它当作整个任务：其他阶段的张量会不加提示地丢失。",
            "请提供包含所有阶段策略的目录，或合并后的策略文件。",
        ],
    }
    /// A stage prefix on some names only.
    PREFIX_MIXED = "SL0317" Error {
        en: [
            "{file} has a stage prefix on some tensor names only",
            "{prefixed} begins with a stage number, {plain} does not.",
            "MindSpore reads a name without prefix as stage 0, or stops while parsing it.",
            "Merge the ranks' own strategy files again.",
        ],
        zh: [
            "{file} 中只有部分张量名带有阶段前缀",
            "{prefixed} 以阶段号开头，{plain} 则没有。",
            "MindSpore 会把没有前缀的名称当作阶段 0，或在解析时报错。",
            "请用各 rank 自己的策略文件重新合并。",
        ],
    }
    /// Names that MindSpore cannot parse.
    DASH_IN_NAME = "SL0318" Info {
        en: [
            "{tensors} tensor {tensors|name contains|names contain} “-”, such as {tensor}",
            "A “-” that does not end a stage number is part of the name.",
            "MindSpore stops with “invalid literal for int() with base 10”; here they are converted.",
            "Nothing needs to be done here.",
        ],
        zh: [
            "有 {tensors} 个张量名含有 “-”，例如 {tensor}",
            "不在阶段号之后的 “-” 是名称的一部分。",
            "MindSpore 会报错 “invalid literal for int() with base 10”；这里可以正常转换。",
            "无需处理。",
        ],
    }
    /// Tensors of one file laid out over different numbers of ranks.
    RANKS_DIFFER = "SL0319" Error {
        en: [
            "{file} lays tensors out over different numbers of ranks",
            "{tensor} is laid out over {found} {found|rank|ranks}, {other} over {expected}.",
            "MindSpore lets the first tensor decide and converts without an error: silently wrong.",
            "The file is damaged or put together by hand: let the job write its strategy again.",
        ],
        zh: [
            "{file} 中各张量的 rank 数不同",
            "{tensor} 分布在 {found} 个 rank 上，{other} 分布在 {expected} 个 rank 上。",
            "MindSpore 以第一个张量为准且不报错：结果会出错，且没有提示。",
            "该文件已损坏或由人工拼成：请让任务重新写出策略。",
        ],
    }
    /// Files of jobs of different size.
    DEVICE_COUNTS_DIFFER = "SL0320" Error {
        en: [
            "{file} and {other} are of different jobs",
            "{file} has {found} {found|rank|ranks} per stage, {other} has {expected}.",
            "MindSpore stops with “Cannot transform device_num from …”, or converts wrongly in silence.",
            "Keep the strategy files of one run only.",
        ],
        zh: [
            "{file} 与 {other} 来自不同的任务",
            "{file} 每个阶段有 {found} 个 rank，{other} 有 {expected} 个。",
            "MindSpore 会报错 “Cannot transform device_num from …”，或不加提示地转换出错误结果。",
            "请只保留同一次任务的策略文件。",
        ],
    }
    /// No mesh axes at all: the pipeline alone spreads the tensors.
    ONLY_PIPELINE = "SL0321" Info {
        en: [
            "The strategy has pipeline parallelism only",
            "The device matrix of every tensor is empty: each stage is one rank and nothing is cut.",
            "MindSpore stops with “The parallel strategy file only contains pipeline-parallelism, which is not supported for parallel strategy conversion now.”; here it is converted.",
            "Nothing needs to be done here.",
        ],
        zh: [
            "该策略只有流水线并行",
            "所有张量的设备矩阵为空：每个阶段只有一个 rank，没有张量被切分。",
            "MindSpore 会报错 “The parallel strategy file only contains pipeline-parallelism, which is not supported for parallel strategy conversion now.”；这里可以正常转换。",
            "无需处理。",
        ],
    }
    /// A layout that contradicts itself.
    BAD_LAYOUT = "SL0322" Error {
        en: [
            "The layout of {tensor} contradicts itself",
            "{file}: {fault} ({tensors} {tensors|tensor|tensors}).",
            "MindSpore crashes on some of these, and on others writes wrong values in silence.",
            "Let the job write its strategy again; if it is damaged, copy it again.",
        ],
        zh: [
            "{tensor} 的切分信息自相矛盾",
            "{file}：{fault}（{tensors} 个张量）。",
            "对此 MindSpore 有时崩溃，有时不加提示地写出错误的值。",
            "请让任务重新写出策略；如文件损坏请重新拷贝。",
        ],
    }
    /// A tensor twice in one file, with different layouts.
    LAYOUT_TWICE = "SL0323" Error {
        en: [
            "{file} gives {tensor} two different layouts",
            "The tensor is in the file twice and the layouts differ.",
            "MindSpore takes the last one in silence.",
            "Let the job write its strategy again.",
        ],
        zh: [
            "{file} 为 {tensor} 给出了两种不同的切分",
            "该张量在文件中出现两次，且切分不同。",
            "MindSpore 会不加提示地采用最后一个。",
            "请让任务重新写出策略。",
        ],
    }
    /// A stage number that no pipeline has.
    TOO_MANY_STAGES = "SL0324" Error {
        en: [
            "{file} names stage {stage}",
            "A pipeline of more than {limit} stages is not believed.",
            "The number of ranks would be beyond any machine; the file is damaged or not a strategy.",
            "Let the job write its strategy again.",
        ],
        zh: [
            "{file} 中出现了阶段 {stage}",
            "超过 {limit} 个流水线阶段被视为不可信。",
            "这样的 rank 数超出任何机器；该文件已损坏或不是策略文件。",
            "请让任务重新写出策略。",
        ],
    }
    /// Stages that share a tensor disagree on its whole shape.
    DECLARED_SHAPES_DIFFER = "SL0325" Error {
        en: [
            "Stages {stage} and {other} give {tensor} different whole shapes",
            "Stage {stage} declares {shape}, stage {other} declares {other_shape}.",
            "MindSpore does not read the declared shape; it would put slices of different tensors together.",
            "The files are of different runs: keep the strategy files of one run only.",
        ],
        zh: [
            "阶段 {stage} 与阶段 {other} 给出的 {tensor} 完整形状不同",
            "阶段 {stage} 声明为 {shape}，阶段 {other} 声明为 {other_shape}。",
            "MindSpore 不读取声明的形状，会把不同张量的切片拼在一起。",
            "这些文件来自不同的任务：请只保留同一次任务的策略文件。",
        ],
    }
    /// The step of an optimizer split is not the one that its mesh gives.
    OPTIMIZER_STEP = "SL0326" Warning {
        en: [
            "The optimizer split of {tensor} has step {step}, its mesh gives {expected}",
            "{file}: device matrix {mesh}, one axis left for the optimizer ({tensors} {tensors|tensor|tensors}).",
            "The step does not matter here. MindSpore stops with “The optimizer sharding step {step} is not equal to the model parallel sharding size {expected}.”",
            "The file was not written by MindSpore itself or was changed: let the job write its strategy again.",
        ],
        zh: [
            "{tensor} 的优化器并行切分步长为 {step}，按设备矩阵应为 {expected}",
            "{file}：设备矩阵 {mesh}，只剩一个轴可用于优化器并行（{tensors} 个张量）。",
            "这里不使用步长。MindSpore 会报错 “The optimizer sharding step {step} is not equal to the model parallel sharding size {expected}.”",
            "该文件不是 MindSpore 直接写出的，或被改动过：请让任务重新写出策略。",
        ],
    }
    /// The strategy's own shape cannot be cut as it says.
    DECLARED_INDIVISIBLE = "SL0327" Error {
        en: [
            "The strategy cuts {tensor} into parts that are not equal",
            "Stage {stage}: dimension {dim} of {shape} has {len} {len|element|elements}, the layout cuts it into {parts} {parts|part|parts} ({tensors} {tensors|tensor|tensors}).",
            "MindSpore stops with “Infer tensor redistribution failed.”",
            "The file is of another model or was put together by hand: let the job write its strategy again.",
        ],
        zh: [
            "该策略无法把 {tensor} 切成相等的几份",
            "阶段 {stage}：{shape} 的第 {dim} 维有 {len} 个元素，布局要求切成 {parts} 份（{tensors} 个张量）。",
            "MindSpore 会报错 “Infer tensor redistribution failed.”",
            "该文件属于另一个模型或由人工拼成：请让任务重新写出策略。",
        ],
    }
    /// Stages share a tensor and cut it differently.
    TIED_LAYOUTS = "SL0328" Info {
        en: [
            "{tensors} {tensors|tensor is|tensors are} cut differently in stages that share {tensors|it|them}, such as {tensor}",
            "Stage {stage} has {cuts} parts per dimension, stage {other} has {other_cuts}.",
            "Each stage is read and written by its own layout, as in MindSpore.",
            "Nothing needs to be done.",
        ],
        zh: [
            "有 {tensors} 个张量在共享它的各阶段中切分方式不同，例如 {tensor}",
            "阶段 {stage} 各维的份数为 {cuts}，阶段 {other} 为 {other_cuts}。",
            "各阶段按自己的布局读写，与 MindSpore 一致。",
            "无需处理。",
        ],
    }
}

//! Strategies: files that cannot be read as one, and layouts that cannot be converted.

use super::causes;
use crate::check::kinds::{advice, checkpoint, files, folders, plan, sides, strategy};

causes! {
    STRATEGY_ABSENT [strategy::NO_STRATEGY] {
        "There is no such strategy file, or a folder was given: this function takes one file only.",
        "Check the path. Several stages need one merged file: make it with `shardlens merge STRATEGY_DIR -o merged_ckpt_strategy.ckpt`.";
        "没有这个策略文件，或者给的是目录：该函数只接受单个文件。",
        "请检查路径。多个流水线阶段需要一个合并后的文件：用 `shardlens merge STRATEGY_DIR -o merged_ckpt_strategy.ckpt` 生成。";
    }
    STRATEGY_EMPTY [
        strategy::EMPTY_STRATEGY, strategy::WEIGHTS_AS_STRATEGY, strategy::NO_STRATEGY, files::EMPTY
    ] {
        "The strategy file has no bytes or no layouts. A weight file in the strategy folder reads as a strategy without layouts, too.",
        "Look at the folder with `shardlens inspect`; take out what is no strategy, and copy the strategy files of the job again.";
        "策略文件为空，或不含切分信息。策略目录中的权重文件也会被读成没有切分信息的策略。",
        "用 `shardlens inspect` 查看该目录，移走不是策略的文件，重新拷贝训练任务的策略文件。";
    }
    STRATEGY_UNREADABLE [
        strategy::OTHER_AS_STRATEGY, strategy::GROUP_AS_STRATEGY, files::TRUNCATED, files::MALFORMED,
        files::OVER_LIMIT
    ] {
        "The strategy file is damaged, cut off or of another kind. Its encoding follows from its name: .json is JSON, everything else protobuf.",
        "Look at the file with `shardlens inspect`, which says at which byte it ends to make sense; copy it again from the job.";
        "策略文件已损坏、不完整，或不是策略文件。编码由文件名决定：.json 为 JSON，其余为 protobuf。",
        "用 `shardlens inspect` 查看该文件，它会指出从哪个字节起读不通；请从训练任务重新拷贝。";
    }
    LAYOUT_INCOMPLETE [strategy::BAD_LAYOUT, strategy::STAGE_ASSUMED, strategy::STAGE_UNKNOWN] {
        "A layout of the strategy lacks a part that MindSpore asks for (device matrix, tensor map, split shape, offsets), or the file names no operator, so that its stage is not known.",
        "Use the file that the job wrote. For one made by a script, `shardlens merge FILE -o OUT` writes it in full if its layouts make sense.";
        "策略中某个切分信息缺少 MindSpore 需要的字段（设备矩阵、张量映射、切分形状、偏移），或文件中没有算子，因而无法得知所属阶段。",
        "请使用训练任务写出的文件。脚本生成的文件若切分信息本身成立，可用 `shardlens merge FILE -o OUT` 补全。";
    }
    DASH_IN_NAME [strategy::DASH_IN_NAME, strategy::PREFIX_MIXED] {
        "A tensor's name contains “-”. MindSpore splits names at “-” and takes what is before it for the number of a stage.",
        "shardlens converts such names. For MindSpore, rename the parameter in the model and save again.";
        "张量名含有 “-”。MindSpore 会在 “-” 处拆分名称，把前半部分当作流水线阶段号。",
        "shardlens 可以转换这样的名称。若要用 MindSpore，请在模型中改名后重新保存。";
    }
    WEIGHTS_AS_STRATEGY [strategy::WEIGHTS_AS_STRATEGY] {
        "A weight file was given where a strategy is expected; both end in .ckpt.",
        "Give the file ckpt_strategy_rank_N.ckpt of the job, or a merged one; `shardlens inspect FILE` says what a file is.";
        "把权重文件当成了策略文件；两者都以 .ckpt 结尾。",
        "请提供训练任务的 ckpt_strategy_rank_N.ckpt 或合并后的策略文件；`shardlens inspect FILE` 可以判断文件种类。";
    }
    AXIS_BEYOND [strategy::BAD_LAYOUT] {
        "A tensor map names an axis that the device matrix does not have.",
        "The strategy contradicts itself: let the job write it anew (only_save_strategy does that without training).";
        "张量映射引用了设备矩阵中不存在的轴。",
        "该策略自相矛盾：请让训练任务重新写出（only_save_strategy 可只保存策略而不训练）。";
    }
    STAGES_MISSING [strategy::STAGE_MISSING, strategy::PART_OF_PIPELINE] {
        "The strategy describes some stages of the pipeline only, as when the files of one node were not copied before merging.",
        "Gather ckpt_strategy_rank_N.ckpt of at least one rank of every stage and merge again.";
        "策略只包含部分流水线阶段，常见于合并前漏拷了某个节点的文件。",
        "请收集每个阶段至少一个 rank 的 ckpt_strategy_rank_N.ckpt 后重新合并。";
    }
    ONLY_PIPELINE [strategy::ONLY_PIPELINE, advice::PIPELINE_ONLY] {
        "Every device matrix is empty: the job had pipeline parallelism and nothing else. MindSpore does not convert that.",
        "shardlens does: `shardlens transform` with the same arguments.";
        "所有设备矩阵均为空：任务只有流水线并行，MindSpore 不支持转换。",
        "shardlens 支持：用同样的参数运行 `shardlens transform`。";
    }
    DEVICE_COUNTS [sides::DEVICE_COUNTS, strategy::DEVICE_COUNTS_DIFFER] {
        "MindSpore converts only between numbers of devices per stage of which one divides the other.",
        "`shardlens transform` has no such limit: run it with the same arguments. If the numbers surprise you, a strategy of another job was given.";
        "MindSpore 只能在每阶段设备数成整倍数关系时转换。",
        "`shardlens transform` 没有此限制：用同样的参数运行即可。如果设备数与预期不符，说明给错了策略。";
    }
    PEER_LIMIT [sides::PIPELINE_TARGET] {
        "MindSpore does not manage this conversion: the target has a pipeline and no other cut, and its ranks look for files that the source need not have.",
        "The files may be complete. `shardlens transform` with the same arguments converts them, or says what is missing.";
        "MindSpore 无法完成此转换：目标只有流水线切分，其 rank 会去找源端本不需要的文件。",
        "文件可能是完整的。用同样的参数运行 `shardlens transform`，它会完成转换，或指出缺少什么。";
    }
    MAP_RANK [checkpoint::RANK_DIFFERS, checkpoint::FLATTENED] {
        "The layout has another number of dimensions than the tensor: the strategy is of another model, or a nested layout was flattened when it was written as JSON.",
        "Give the strategy of this checkpoint, in protobuf (.ckpt). shardlens undoes flattened layouts where the shapes allow it.";
        "切分信息的维数与张量不同：策略来自其他模型，或嵌套切分在写成 JSON 时被展平。",
        "请提供该权重对应的 protobuf（.ckpt）策略。形状允许时 shardlens 会还原被展平的切分。";
    }
    OPTIMIZER_CUT [strategy::BAD_LAYOUT] {
        "The optimizer-parallel cut (opt_weight_shard_size and opt_weight_shard_step) does not fit the device matrix: no replicas to cut over, or a size that does not divide them.",
        "Use the strategy that the job wrote. In a made one, size and step are 0 where there is no optimizer parallelism.";
        "优化器并行切分（opt_weight_shard_size 与 opt_weight_shard_step）与设备矩阵不符：没有可切分的副本，或副本数不能整除。",
        "请使用训练任务写出的策略。自行生成时，没有优化器并行的张量 size 和 step 均为 0。";
    }
    OPTIMIZER_STEP [strategy::OPTIMIZER_STEP] {
        "MindSpore's fallback for optimizer-parallel layouts checks the step against a stride, which right files do not always keep.",
        "shardlens cuts by the size and does not need the step: `shardlens transform` with the same arguments.";
        "MindSpore 处理优化器并行切分时会用步长核对 rank 间隔，而正确的文件并不总是满足。",
        "shardlens 按 size 切分，不依赖 step：用同样的参数运行 `shardlens transform`。";
    }
    INDIVISIBLE [plan::INDIVISIBLE, strategy::DECLARED_INDIVISIBLE, strategy::BAD_LAYOUT] {
        "A dimension does not divide into the parts that a layout asks for, such as a vocabulary of 65,001 over 2.",
        "Choose sizes that divide every cut dimension (heads, key-value heads, hidden, ffn, vocabulary), or pad the vocabulary.";
        "某个维度不能被切分份数整除，例如词表 65001 切成 2 份。",
        "请选择能整除各切分维度（注意力头数、KV 头数、隐藏层、FFN、词表）的并行配置，或补齐词表。";
    }
    UNEVEN [strategy::BAD_LAYOUT, strategy::DECLARED_INDIVISIBLE] {
        "The layout describes uneven slices, which MindSpore does not load.",
        "Choose a strategy that cuts evenly.";
        "切分信息描述了不均匀的切片，MindSpore 不支持加载。",
        "请选择均匀切分的策略。";
    }
    ENCODINGS_MIXED [strategy::ENCODINGS_MIXED] {
        "The folder has strategies in protobuf (.ckpt) and in JSON (.json).",
        "Keep one of the two; they say the same if one job wrote both.";
        "目录中同时存在 protobuf（.ckpt）和 JSON（.json）策略。",
        "请只保留一种；若由同一任务写出，两者内容相同。";
    }
    SCALAR_LAYOUT [] {
        "The strategy lays out a scalar, over whose empty tensor map MindSpore's search for replicas stumbles.",
        "The file is right; shardlens reads it.";
        "策略中有标量，其张量映射为空，MindSpore 查找副本时会出错。",
        "文件本身没有问题，shardlens 可以读取。";
    }
    GROUP_FILE [strategy::GROUP_AS_STRATEGY] {
        "The group file is missing, empty or without its list of ranks.",
        "Give the file that set_group_ckpt_save_file (GROUP_INFO_FILE) had the job write. It is no strategy.";
        "通信组文件不存在、为空，或其中没有 rank 列表。",
        "请提供由 set_group_ckpt_save_file（GROUP_INFO_FILE）写出的文件。它不是策略文件。";
    }
    NO_STRATEGY_WRITTEN [folders::NO_SOURCE_STRATEGY] {
        "The job writes no strategy: standalone and purely data-parallel jobs cut nothing.",
        "Treat its checkpoint as complete: leave the strategy out.";
        "该任务不会写出策略：单卡和纯数据并行不切分权重。",
        "请把它的权重当作完整权重：不提供策略。";
    }
}

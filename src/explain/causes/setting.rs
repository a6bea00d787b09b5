//! What a configuration of MindFormers asks for and cannot have.

use super::causes;
use crate::check::kinds::{advice, folders, sides, strategy};

causes! {
    LOAD_PATH [folders::NO_WEIGHTS, folders::RANKS_FROM_NAMES] {
        "load_checkpoint is not laid out as MindFormers wants it: load_checkpoint/rank_N/NAME.ckpt for sliced and complete weights alike, or one file that ends in .ckpt.",
        "Put a complete file into rank_0 of a new folder and give that folder; for sliced weights give the folder that contains the rank_N folders.";
        "load_checkpoint 的目录结构不符合要求：无论切分还是完整权重都应为 load_checkpoint/rank_N/NAME.ckpt，或为单个 .ckpt 文件。",
        "完整权重请放入新目录的 rank_0 并给出该目录；切分权重请给出包含各 rank_N 的目录。";
    }
    LOOSE_FILES [folders::LOOSE_IGNORED, folders::DEEPER_IGNORED] {
        "Weight files lie next to the rank folders; they do not count.",
        "Move them away if they matter.";
        "rank 目录旁边还有权重文件，它们不参与处理。",
        "如果需要它们，请移到别处单独处理。";
    }
    RANK_FOLDERS [folders::RANKS_AFTER_GAP, folders::RANKS_MISSING, folders::NOT_A_RANK] {
        "Rank folders must be numbered from 0 without a gap.",
        "Copy the missing folders, from all nodes.";
        "rank 目录必须从 0 起连续编号。",
        "请从所有节点补齐缺少的目录。";
    }
    SOURCE_STRATEGY [folders::NO_SOURCE_STRATEGY, advice::STRATEGY_NEEDED] {
        "The weights are sliced, and nothing says how: src_strategy_path_or_dir is not set, or not as this format wants it (safetensors: a folder; pipeline: merged file or folder).",
        "Set it to the strategy folder of the job that wrote the weights.";
        "权重是切分的，但没有给出切分方式：src_strategy_path_or_dir 未设置，或形式不符（safetensors 需要目录；流水线需要合并文件或目录）。",
        "请设为写出该权重的任务的 strategy 目录。";
    }
    NO_STRATEGIES [] {
        "Neither source nor target has a strategy: with one device on both sides nothing is to be converted.",
        "Switch auto_trans_ckpt off, or give the strategy of the side that is cut.";
        "源和目标都没有策略：两侧都是单卡时无需转换。",
        "请关闭 auto_trans_ckpt，或给出被切分一侧的策略。";
    }
    TARGET_STRATEGY [folders::TARGET_WITHOUT_STRATEGY, folders::RANK_NAMED_TWICE, strategy::MERGED_LEFTOVER] {
        "output/strategy does not have exactly one strategy of every rank: a rank has not written its file, or an earlier run left some behind.",
        "Empty output/strategy and compile again; on several nodes it must be on a shared disk.";
        "output/strategy 中每个 rank 的策略文件不是恰好一个：某个 rank 尚未写出，或残留了以前的文件。",
        "请清空 output/strategy 后重新编译；多机时该目录必须在共享盘上。";
    }
    STRATEGY_TIMEOUT [] {
        "A rank did not write its strategy in time: it failed before (see its log), or it writes to another disk.",
        "Read the log of the missing rank; on several nodes put output_dir on a shared disk.";
        "某个 rank 没有按时写出策略：它此前已失败（见其日志），或写到了另一块磁盘。",
        "请查看缺失 rank 的日志；多机时把 output_dir 放在共享盘上。";
    }
    NOT_SHARED [] {
        "The nodes do not see one folder. MindFormers takes a path for shared only if it is mounted as nfs or dpc, or begins with an entry of SHARED_PATHS.",
        "Put the folder on the shared disk; if it is there already, set `export SHARED_PATHS=/mount/point`. Or convert beforehand with shardlens.";
        "各节点看到的不是同一个目录。只有挂载类型为 nfs 或 dpc，或路径以 SHARED_PATHS 中某项开头时，MindFormers 才认为是共享盘。",
        "请把目录放到共享盘；若已经在共享盘上，设置 `export SHARED_PATHS=/挂载点`。也可以事先用 shardlens 转换。";
    }
    SAME_FOLDER [advice::WIPED] {
        "The input is the folder that this run empties at its start (output/strategy, output/transformed_checkpoint).",
        "Give another output_dir, or move the input; make sure that it is still there.";
        "输入目录正是本次运行启动时会清空的目录（output/strategy、output/transformed_checkpoint）。",
        "请更换 output_dir 或移动输入，并确认输入仍然存在。";
    }
    DEVICES [advice::SIZES] {
        "data_parallel × model_parallel × context_parallel × pipeline_stage is not the number of devices that were started. expert_parallel is no factor of it.",
        "Correct parallel_config or the number of workers.";
        "data_parallel × model_parallel × context_parallel × pipeline_stage 不等于启动的设备数。expert_parallel 不计入乘积。",
        "请修正 parallel_config 或启动的进程数。";
    }
    PROCESSES [] {
        "transform_process_num must be at least 1 and divide the number of target ranks; npu_num_per_node must be a power of two.",
        "Set transform_process_num to 1 or to a divisor.";
        "transform_process_num 至少为 1 且能整除目标 rank 数；npu_num_per_node 必须是 2 的幂。",
        "请把 transform_process_num 设为 1 或某个约数。";
    }
    PIPELINE_IN_PREDICT [advice::PIPELINE_IN_PREDICT] {
        "Inference has no pipeline stages, and pipeline_stage is more than 1.",
        "Set pipeline_stage to 1 and make model_parallel larger; slices of a pipeline are converted first.";
        "推理不支持流水线并行，而 pipeline_stage 大于 1。",
        "请将 pipeline_stage 设为 1 并增大 model_parallel；流水线的切片需先转换。";
    }
    STRATEGY_OF_COMPLETE [folders::COMPLETE_UNDER_STRATEGY] {
        "There is one rank folder only, so MindFormers takes the weights for complete. It says that it ignores the source strategy, but passes it on.",
        "Leave src_strategy_path_or_dir empty if the weights are complete; otherwise give the folder with all rank_N folders.";
        "只有一个 rank 目录，MindFormers 将其视为完整权重，并提示会忽略源策略，但实际仍会使用它。",
        "权重完整时请勿设置 src_strategy_path_or_dir；否则请给出包含全部 rank_N 目录的文件夹。";
    }
    SETTING [] {
        "The configuration asks for a combination that MindFormers does not support.",
        "Change the setting that the text names.";
        "配置中的组合 MindFormers 不支持。",
        "请修改提示中所说的配置项。";
    }
    COMPLETE_IN_PARALLEL [folders::NOT_COMPLETE] {
        "Complete weights are loaded into a parallel job, which must cut them first.",
        "Set auto_trans_ckpt: True and give a folder; or convert beforehand: `shardlens transform --src-ckpt FILE --dst-strategy …`.";
        "并行任务加载的是完整权重，需要先切分。",
        "请设置 auto_trans_ckpt: True 并给出目录；或事先转换：`shardlens transform --src-ckpt FILE --dst-strategy …`。";
    }
    SLICED_ALONE [folders::NO_SOURCE_STRATEGY] {
        "Sliced weights are loaded into a job on one device.",
        "Make one complete file first: `shardlens transform --src-ckpt DIR --src-strategy … --dst-ckpt OUT`.";
        "单卡任务加载的是切分权重。",
        "请先合成完整权重：`shardlens transform --src-ckpt DIR --src-strategy … --dst-ckpt OUT`。";
    }
    QKV_CONCAT [sides::FUSED] {
        "The weights have the query, key and value (and gate) matrices in one tensor, and the model has them apart, or the other way round.",
        "Set qkv_concat as the weights are: True if names contain w_qkv and w_gate_hidden.";
        "权重中 query、key、value（及 gate）矩阵是合并的，而模型是分开的，或相反。",
        "请按权重设置 qkv_concat：名称含 w_qkv、w_gate_hidden 时为 True。";
    }
    NO_NAME_MAP [sides::HUGGING_FACE_NAMES] {
        "The weights have the names of Hugging Face, and this model has no table that translates them.",
        "Convert them with the model's convert_weight script first.";
        "权重使用 Hugging Face 的命名，而该模型没有对应的名称映射。",
        "请先用该模型的 convert_weight 脚本转换。";
    }
}

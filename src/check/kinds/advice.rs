//! A run that is to load a checkpoint: what its YAML cannot ask for.

use super::kinds;

kinds! {
    /// Slices without a strategy.
    STRATEGY_NEEDED = "SL0651" Error {
        en: [
            "The checkpoint is sliced, and no strategy says how",
            "{path} has the slices of {ranks} {ranks|rank|ranks}.",
            "MindFormers stops with “`src_strategy` should not be None when `src_checkpoint` is sliced.”",
            "Give the strategy folder of the run that saved, too: output/strategy (--src-strategy). If it is lost, shardlens infer finds out what headers tell.",
        ],
        zh: [
            "权重是切片，但没有策略文件说明如何切分",
            "{path} 中有 {ranks} 个 rank 的切片。",
            "MindFormers 会报错 “`src_strategy` should not be None when `src_checkpoint` is sliced.”",
            "请一并提供保存任务的策略目录 output/strategy（--src-strategy）。若已丢失，可用 shardlens infer 根据文件头推断。",
        ],
    }
    /// Parallel sizes that are not those of the launch.
    SIZES = "SL0652" Error {
        en: [
            "The parallel sizes are of {product} {product|device|devices}, the run has {world}",
            "data_parallel {dp} × model_parallel {mp} × context_parallel {cp} × pipeline_stage {pp} = {product}.",
            "MindFormers stops with “The parallel config data_parallel * model_parallel * context_parallel * pipeline_stage should be equal to device_num”.",
            "Make the product equal to the number of ranks that are launched.",
        ],
        zh: [
            "并行配置对应 {product} 卡，任务有 {world} 卡",
            "data_parallel {dp} × model_parallel {mp} × context_parallel {cp} × pipeline_stage {pp} = {product}。",
            "MindFormers 会报错 “The parallel config data_parallel * model_parallel * context_parallel * pipeline_stage should be equal to device_num”。",
            "请使乘积等于启动的卡数。",
        ],
    }
    /// Pipeline stages in inference.
    PIPELINE_IN_PREDICT = "SL0653" Error {
        en: [
            "Inference has no pipeline stages",
            "pipeline_stage is {pp}.",
            "MindFormers stops with “pipeline stage only support training process …”",
            "Set pipeline_stage to 1 and make model_parallel larger.",
        ],
        zh: [
            "推理不支持流水线并行",
            "pipeline_stage 为 {pp}。",
            "MindFormers 会报错 “pipeline stage only support training process …”",
            "请将 pipeline_stage 设为 1，并增大 model_parallel。",
        ],
    }
    /// An input inside a folder that is emptied.
    WIPED = "SL0654" Error {
        en: [
            "{path} would be emptied before it is read",
            "With auto_trans_ckpt MindFormers first empties {output}/strategy and {output}/transformed_checkpoint.",
            "1.3 deletes the files; from 1.6 on it stops with “./transformed_checkpoint or ./strategy with given config.output_dir is same as load_checkpoint or src_strategy_path_or_dir which is not allowed when auto_trans is True.”",
            "Move the folder out of {output}, or set another output_dir.",
        ],
        zh: [
            "{path} 会在读取之前被清空",
            "开启 auto_trans_ckpt 后，MindFormers 先清空 {output}/strategy 与 {output}/transformed_checkpoint。",
            "1.3 会直接删除文件；1.6 起报错 “./transformed_checkpoint or ./strategy with given config.output_dir is same as load_checkpoint or src_strategy_path_or_dir which is not allowed when auto_trans is True.”",
            "请将该目录移出 {output}，或更换 output_dir。",
        ],
    }
    /// A strategy of pipeline parallelism alone.
    PIPELINE_ONLY = "SL0655" Warning {
        en: [
            "The source is cut by pipeline stages alone, which MindSpore does not convert",
            "{stages} {stages|stage|stages}, and every device matrix is empty.",
            "MindSpore stops with “The parallel strategy file only contains pipeline-parallelism, which is not supported for parallel strategy conversion now.”",
            "Convert with shardlens transform before the run, as the steps say.",
        ],
        zh: [
            "源权重仅按流水线阶段切分，MindSpore 不支持这种转换",
            "共 {stages} 个阶段，所有设备矩阵均为空。",
            "MindSpore 会报错 “The parallel strategy file only contains pipeline-parallelism, which is not supported for parallel strategy conversion now.”",
            "请按给出的步骤，先用 shardlens transform 转换。",
        ],
    }
    /// Nothing to resume from.
    NO_COUNTERS = "SL0656" Error {
        en: [
            "Training cannot go on from {path}: it holds no optimizer states or no counters",
            "adam_m, adam_v, epoch_num and step_num are what a resumed run needs.",
            "The run would begin anew with these weights.",
            "Give the folder checkpoint rather than checkpoint_network, or only train from the weights (--run train).",
        ],
        zh: [
            "无法由 {path} 续训：其中没有优化器状态或计数",
            "续训需要 adam_m、adam_v、epoch_num 与 step_num。",
            "任务会以这些权重从头开始训练。",
            "请改用 checkpoint 目录而非 checkpoint_network；或只用权重开始训练（--run train）。",
        ],
    }
}

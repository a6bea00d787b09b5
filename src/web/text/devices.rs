//! Devices: stage × mesh, balance, memory for training, and a rank's contents.

use super::texts;

texts! {
    DEVICES_COLOUR: "Colour by", "着色依据";
    MEASURE_BYTES: "Bytes", "字节数";
    MEASURE_PARAMETERS: "Parameters", "参数量";
    MEASURE_TENSORS: "Tensors", "张量数";
    MEASURE_LARGEST: "Largest tensor", "最大张量";
    NOT_KNOWN:
        "Not known: shapes and sizes come with the weights.",
        "数值未知：形状和大小要从权重文件读取。";
    FILES_NOT_KNOWN:
        "The sizes of this side’s files are known once there is a plan. Parameters and memory below are counted from layouts.",
        "有了计划之后才知道这一侧的文件大小。参数量和下方的内存按切分方式计算。";
    OUTLINED: "Framed are the ranks that hold", "框出的 rank 持有";
    NO_FILE: "no file", "无文件";
    SCALES_APART:
        "Each side has its own scale: their largest values are far apart.",
        "两侧最大值相差悬殊，各用各的标尺。";
    COLUMN_EXACT: "Exactly", "精确值";
    BALANCE: "{least} to {most}", "{least} 至 {most}";
    RANK_TITLE: "Rank {n}", "rank {n}";
    RANKS_TITLE: "Ranks {list}", "rank {list}";
    RANK_STAGE: "Stage {stage}, rank {rank} in it", "阶段 {stage}，阶段内 rank {rank}";
    RANK_COORDINATES: "Mesh position", "网格坐标";
    RANK_HOLDS: "Holds", "持有";
    RANK_TENSORS: "Show in Tensors", "在张量视图中查看";
    RANK_CONTENTS: "Contents", "内容";
    PAIR_CONTENTS:
        "From source rank {source}: {n} {n|tensor|tensors}, {bytes}",
        "来自源 rank {source}：{n} 个张量，{bytes}";
    RANK_READS: "Reads", "读取";
    RANK_SENDS: "Is read", "被读取";
    GRID_LABEL: "{side}: {measure} per rank", "{side}：每个 rank 的{measure}";
    RANK_TABLE: "Ranks as a table", "rank 列表";
    ZOOM: "Zoom", "缩放";
    ZOOM_IN: "Zoom in (+)", "放大 (+)";
    ZOOM_OUT: "Zoom out (−)", "缩小 (−)";
    ZOOM_WHOLE: "Show everything (0)", "显示全部 (0)";
    ZOOM_HOW:
        "Ctrl + wheel zooms, dragging moves",
        "Ctrl + 滚轮缩放，拖动平移";
    BALANCE_TITLE: "Balance of the stages", "各阶段的均衡程度";
    BALANCE_SAYS:
        "A bar is the mean of a stage’s ranks; within each stage all are equal.",
        "柱高是阶段内各 rank 的平均值；每个阶段内各 rank 相等。";
    BALANCE_SAYS_UNEVEN:
        "A bar is the mean of a stage’s ranks; the line in it spans from the smallest to the largest rank.",
        "柱高是阶段内各 rank 的平均值，竖线从最小的 rank 到最大的 rank。";
    BALANCE_MEAN: "The dashed line is the mean of all ranks.", "虚线是所有 rank 的平均值。";
    RAMP: "Scale", "标尺";
    RAMP_ZERO: "From 0", "从 0 起";
    RAMP_LEAST: "From the smallest", "从最小值起";
    BALANCE_OF: "{side}: {measure} per stage", "{side}：各阶段的{measure}";
    BALANCE_ALL: "largest / mean over all ranks {ratio}, largest {most}", "所有 rank 的最大值 / 平均值为 {ratio}，最大值 {most}";
    BALANCE_STAGE:
        "Stage {stage}: {least} to {most}, mean {mean}, largest / mean {ratio}",
        "阶段 {stage}：{least} 至 {most}，平均 {mean}，最大值 / 平均值 {ratio}";
    SAVE_CHART: "Save {name}", "保存 {name}";
    MEMORY_TITLE: "Memory for training, estimated", "训练内存估算";
    MEMORY_SAYS:
        "Per stage the rank that needs most. Activations and communication buffers come on top.",
        "每个阶段取需求最大的 rank。激活值和通信缓冲区另计。";
    MEMORY_OF: "{side}: memory for training per stage", "{side}：各阶段的训练内存";
    MEMORY_OPTIMIZER: "Optimizer", "优化器";
    OPTIMIZER_ADAM_MASTER: "Adam(W), fp32 master copy", "Adam(W)，含 fp32 主权重";
    OPTIMIZER_ADAM: "Adam(W), no master copy", "Adam(W)，无主权重";
    OPTIMIZER_MOMENTUM: "SGD with momentum", "带动量的 SGD";
    OPTIMIZER_SGD: "SGD", "SGD";
    MEMORY_GRADIENT: "Gradients", "梯度类型";
    GRADIENT_16: "16 bits", "16 位";
    GRADIENT_32: "32 bits", "32 位";
    GRADIENT_8: "8 bits", "8 位";
    MEMORY_DEALT: "Optimizer parallel", "优化器并行";
    DEALT_AS_LAID: "as the strategy says", "按策略文件";
    DEALT_ON: "on, level 1", "开启，level1";
    DEALT_GRADIENTS: "on, level 2 or 3", "开启，level2 或 level3";
    DEALT_OFF: "off", "关闭";
    MEMORY_STATES: "States", "优化器状态";
    STATES_STORED: "as the checkpoint holds them", "按权重文件中的实际内容";
    STATES_ASSUMED: "by the optimizer chosen", "按所选优化器推算";
    MEMORY_WEIGHTS: "Weights", "权重";
    MEMORY_GRADIENTS: "Gradients", "梯度";
    MEMORY_MASTER: "Master copy", "主权重";
    MEMORY_STATE: "States", "优化器状态";
    MEMORY_TOTAL: "Total", "合计";
    MEMORY_BAR: "Rank {rank}: {bytes}", "rank {rank}：{bytes}";
    MEMORY_HOW: "How this is counted", "计算方法";
    MEMORY_FORMULA:
        "Of n parameters on a rank, n′ are kept where optimizer parallelism deals them to replicas, else n′ = n. Weights: n′ × stored size. Gradients: n × gradient size, n′ × at levels 2 and 3. Master copy: n′ × 4 B for weights of fewer than 4 bytes each. States: n′ × 4 B × 2 for Adam, × 1 for momentum, × 0 for SGD; or the adam_m and adam_v of the checkpoint as they are.",
        "设一个 rank 上有 n 个参数；开启优化器并行时，切给各副本后每个 rank 保留 n′ 个，否则 n′ = n。权重：n′ × 存储类型的字节数。梯度：n × 梯度类型的字节数，level2 和 level3 为 n′ ×。主权重：不足 4 字节的权重为 n′ × 4 B。优化器状态：Adam 为 n′ × 4 B × 2，动量为 × 1，SGD 为 × 0；或按权重文件中 adam_m、adam_v 的实际大小计。";
    MEMORY_SOURCE:
        "Counted as in Rajbhandari et al., ZeRO (2020), §3.1: 16 bytes per parameter for mixed-precision Adam. Dealt as MindSpore’s optimizer parallelism does: dimension 0, where the replicas divide it, for parameters of at least 64 KB.",
        "口径与 Rajbhandari 等人的 ZeRO 论文（2020）§3.1 一致：混合精度 Adam 每参数 16 字节。切分方式与 MindSpore 优化器并行一致：参数不小于 64 KB 且第 0 维能被副本数整除时，沿第 0 维切分。";
}

//! The Overview.

use super::texts;

texts! {
    OVERVIEW_TO:
        "{source} becomes {target}",
        "{source} 转为 {target}";
    FIELD_FORMAT: "Format", "格式";
    FIELD_STRATEGY: "Strategy", "切分策略";
    FIELD_WEIGHTS: "Weights", "权重";
    FIELD_RANKS: "Ranks", "rank 数";
    FIELD_STAGES: "Stages", "流水线阶段";
    FIELD_MESH: "Mesh of a stage", "阶段内设备网格";
    FIELD_PARALLEL: "Parallel", "并行配置";
    FIELD_BYTES: "Bytes", "字节数";
    FIELD_BYTES_TO_WRITE: "To be written", "将写出";
    FIELD_PER_RANK: "Per rank", "每个 rank";
    FIELD_LAYOUTS: "Distinct layouts", "不同的切分方式";
    FIELD_IGNORED: "Ignored", "忽略";
    STRATEGY_NONE: "none: complete weights", "无：完整权重";
    WEIGHTS_NONE: "none opened", "未打开";
    COLUMN_STAGE: "Stage", "阶段";
    COLUMN_RANKS: "Ranks", "rank";
    COLUMN_TENSORS: "Tensors", "张量";
    COLUMN_CUT: "of them cut", "其中被切分";
    COLUMN_BYTES: "Bytes", "字节数";
    TOTAL_TENSORS: "tensors", "张量";
    TOTAL_DIFFER: "cut differently", "两侧切分不同";
    TOTAL_BYTES: "bytes", "字节";
    TOTAL_ELEMENTS: "elements", "元素";
    ADD_FILES: "Add files", "添加文件";
    ADD_FOLDER: "Add folder", "添加文件夹";
    CLEAR_SIDE: "Clear", "清除";
}

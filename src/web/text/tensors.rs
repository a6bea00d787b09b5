//! The list of tensors.

use super::texts;

texts! {
    SEARCH: "Search names", "搜索名称";
    SEARCH_COUNT: "{shown} of {all}", "{shown} / {all}";
    ONLY_DIFFERS: "Cut differently", "切分不同";
    COLUMN_NAME: "Name", "名称";
    COLUMN_DTYPE: "Type", "类型";
    COLUMN_SHAPE: "Whole shape", "完整形状";
    COLUMN_SOURCE: "Source slice", "源切片";
    COLUMN_TARGET: "Target slice", "目标切片";
    COLUMN_DIFFERS: "Differs", "不同";
    DIFFERS: "cut differently on the two sides", "两侧切分不同";
    SAME: "cut alike on both sides", "两侧切分相同";
    HELD_WHOLE: "whole", "完整";
    HELD_ABSENT: "absent", "无";
    REPLICAS: "×{n}", "×{n}";
    REPLICAS_HINT: "{n} {n|rank holds|ranks hold} each slice", "每个切片由 {n} 个 rank 持有";
    STAGE_SHORT: "s{n}", "s{n}";
    NO_MATCH: "No name contains “{text}”.", "没有名称包含“{text}”。";
    CLEAR_SEARCH: "Clear search", "清除搜索";
    NO_TENSORS: "No tensors yet: open strategy files or weights.", "还没有张量：请打开策略文件或权重。";
}

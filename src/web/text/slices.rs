//! The picture of one tensor's slices.

use super::texts;

texts! {
    SLICES_SELECT: "Select a tensor in the list to see its slices.", "请在列表中选择一个张量以查看切片。";
    PREVIOUS: "Previous tensor", "上一个张量";
    NEXT: "Next tensor", "下一个张量";
    SAYS_WHOLE:
        "Whole on {ranks} {ranks|rank|ranks} of stage {stage}",
        "阶段 {stage} 的 {ranks} 个 rank 各持有完整一份";
    SAYS_CUT:
        "{parts} slices along {dims} over {ranks} {ranks|rank|ranks} of stage {stage}",
        "沿{dims}切成 {parts} 片，分布在阶段 {stage} 的 {ranks} 个 rank 上";
    SAYS_REPLICAS: ", {n} copies of each", "，每片 {n} 份副本";
    SAYS_COMPLETE: "Whole, in complete weights", "完整，未切分";
    SAYS_ABSENT: "Not on this side", "此侧没有";
    SAYS_COPIED: "Whole on every rank: no layout names it", "每个 rank 各持有完整一份：没有策略提到它";
    DIMENSION: "dimension {n}", "第 {n} 维";
    DIMENSIONS_JOIN: " and ", "和";
    SHAPE_UNKNOWN:
        "The whole shape is not known: strategy files (.ckpt) do not state it. Open the weights too.",
        "完整形状未知：.ckpt 策略文件不记录形状，请同时打开权重。";
    CANNOT_CUT:
        "Dimension {dim} has {len} elements, which {parts} parts do not divide.",
        "第 {dim} 维有 {len} 个元素，不能被 {parts} 整除。";
    LAYOUT_OF_OTHER_DIMS:
        "The layout is of {layout} dimensions, the tensor has {tensor}.",
        "切分策略是 {layout} 维的，而张量有 {tensor} 维。";
    DRAWN_DOWN: "Down", "纵向";
    DRAWN_RIGHT: "Right", "横向";
    CUT_OPEN: "Dimension {dim} at {at}", "第 {dim} 维位于 {at}";
    STAGE_CHOICE: "Stage {n}", "阶段 {n}";
    WIDER_THAN_SCALE: "Drawn {times}× wider than to scale, alike on both sides.", "宽度画成实际比例的 {times} 倍，两侧一致。";
    HIGHER_THAN_SCALE: "Drawn {times}× higher than to scale, alike on both sides.", "高度画成实际比例的 {times} 倍，两侧一致。";
    TO_SCALE: "To scale, the same on both sides.", "按比例绘制，两侧比例相同。";
    TOO_MANY:
        "{n} slices: each cell stands for {block} neighbours.",
        "共 {n} 片：每格代表相邻的 {block} 片。";
    HOVER_HINT:
        "Point at a region: its ranks, file and bytes appear here, and the other side shows where they come from.",
        "指向一个区域：这里显示它的 rank、文件和字节范围，另一侧显示数据来源。";
    SIDE_SLICE: "{side} slice {n}", "{side}切片 {n}";
    FIELD_SLICES: "Slices", "切片数";
    FIELD_REPLICAS: "Replicas of each", "每片副本数";
    FIELD_CUTS: "Cut by", "切分轴";
    OPTIMIZER: "optimizer parallel", "优化器并行";
    COLUMN_SIDE: "Side", "侧";
    COLUMN_SLICE: "Slice", "切片";
    COLUMN_REGION: "Region", "区域";
    COLUMN_FILE: "File", "文件";
    COLUMN_BYTE_RANGE: "Bytes in the file", "文件中的字节范围";
    COLUMN_FLOW: "Other side", "对侧";
    EVERY_RANK: "every rank", "每个 rank";
    REGION_TABLE: "The same as a table", "同样内容的表格";
    FIRST_ROWS: "The first {shown} of {all} slices.", "前 {shown} 片，共 {all} 片。";
    PIECES: "in {n} {n|piece|pieces}", "分 {n} 段";
    CELL_LABEL:
        "slice {shard}, {region}, {ranks}",
        "切片 {shard}，{region}，{ranks}";
    RANKS_ARE: "{n|rank|ranks} {list}", "rank {list}";
    FLOW_FROM: "← {list}", "← {list}";
    FLOW_TO: "→ {list}", "→ {list}";
    FEEDS_FROM: "reads from source {n|slice|slices} {list}", "读取源切片 {list}";
    FEEDS_TO: "goes to target {n|slice|slices} {list}", "写往目标切片 {list}";
}

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
    SAYS_REPLICAS: ", {n} {n|copy|copies} of each", "，每片 {n} 份副本";
    SAYS_COMPLETE: "Whole, in complete weights", "完整，未切分";
    SAYS_ABSENT: "Not on this side", "此侧没有";
    SAYS_COPIED: "Whole on every rank: no layout names it", "每个 rank 各持有完整一份：没有策略提到它";
    DIMENSION: "dimension {n}", "第 {n} 维";
    DIMENSIONS_JOIN: " and ", "和";
    SHAPE_UNKNOWN:
        "The whole shape is not known: strategy files (.ckpt) do not state it. Open the weights too.",
        "完整形状未知：.ckpt 策略文件不记录形状，请同时打开权重。";
    NOT_HELD: "This checkpoint does not hold it.", "该权重不含此张量。";
    CANNOT_CUT:
        "Dimension {dim} has {len} elements, which {parts} parts do not divide.",
        "第 {dim} 维有 {len} 个元素，不能被 {parts} 整除。";
    LAYOUT_OF_OTHER_DIMS:
        "The layout is of {layout} dimensions, the tensor has {tensor}.",
        "切分策略是 {layout} 维的，而张量有 {tensor} 维。";
    DRAWN_DOWN: "Down", "纵向";
    DRAWN_RIGHT: "Right", "横向";
    CUT_OPEN: "dimension {dim} at {at}", "第 {dim} 维位于 {at}";
    STEP_PART: "[{span}] of {len}", "[{span}]，共 {len}";
    STEP_WHOLE: "uncut, [{span}]", "未切分，[{span}]";
    GO_TO: "Go to", "定位";
    GO_TO_ELEMENT:
        "Select the slice that holds this element of dimension {n}: 0 to {last}",
        "选中含有第 {n} 维此元素的切片：0 到 {last}";
    STEP_BACK: "Dimension {dim}: previous boundary", "第 {dim} 维：上一个边界";
    STEP_ON: "Dimension {dim}: next boundary", "第 {dim} 维：下一个边界";
    AXIS_LABEL: "dimension {dim} · {len}", "第 {dim} 维 · {len}";
    COLOUR_BY: "Colour by", "着色";
    COLOUR_SLICE: "Slice", "切片";
    COLOUR_RANK: "Rank", "rank";
    COLOUR_STAGE: "Stage", "阶段";
    LEGEND: "What the colours mean", "颜色的含义";
    LEGEND_SLICE: "slice {n}", "切片 {n}";
    LEGEND_RANK: "rank {n}", "rank {n}";
    LEGEND_STAGE: "stage {n}, ranks {ranks}", "阶段 {n}，rank {ranks}";
    LEGEND_EVERY_RANK: "every rank, whole", "每个 rank 完整一份";
    LEGEND_COMPLETE: "complete weights", "完整权重";
    LEGEND_LOWEST: "A slice has the colour of the lowest rank that holds it.", "切片的颜色取持有它的最小 rank。";
    COLOURS_ARE_PLACES:
        "Colours follow the place in the tensor, from the first slice to the last.",
        "颜色按切片在张量中的位置，从第一片到最后一片依次变化。";
    NUMBERS_ARE_RANKS: "Numbers inside are ranks.", "图中数字为 rank 编号。";
    TRACED_TARGET: "Marked: target slice {shard} ← source {n|slice|slices} {list}", "标出：目标切片 {shard} ← 源切片 {list}";
    TRACED_SOURCE: "Marked: source slice {shard} → target {n|slice|slices} {list}", "标出：源切片 {shard} → 目标切片 {list}";
    EMPTY_SLICES:
        "{n} {n|slice is|slices are} empty ({list}): nothing for {ranks}.",
        "{n} 个切片为空（{list}）：{ranks} 没有分到元素。";
    EMPTY: "empty", "空";
    BESIDE_SECTION:
        "What it shares with the other side is not in this section.",
        "它与对侧共有的部分不在此截面中。";
    EXPORT: "Figure", "导出图";
    GROUND: "Background of the figure", "图的底色";
    GROUND_LIGHT: "Light", "浅色";
    GROUND_DARK: "Dark", "深色";
    EXPORT_SVG: "SVG", "SVG";
    EXPORT_PNG: "PNG {n}×", "PNG {n}×";
    EXPORT_FAILED: "The browser could not draw the picture. The SVG says the same.", "浏览器无法绘制该图，请改用内容相同的 SVG。";
    READS_TITLE: "What target slice {n} reads", "目标切片 {n} 读取的内容";
    GIVES_TITLE: "Who reads source slice {n}", "读取源切片 {n} 的 rank";
    READ_TARGETS: "Target {n|rank|ranks} {targets} {n|reads|read} {part}", "目标 rank {targets} 读取{part}，";
    READ_EVERY: "Every target rank reads {part}", "每个目标 rank 读取{part}，";
    READ_FROM_RANK: " from source rank {rank}", "来自源 rank {rank}";
    READ_SAME: "; {n|rank|ranks} {list} {n|holds|hold} the same", "（rank {list} 持有相同内容）";
    READ_FROM_ANY: " from {n||any of }source {n|rank|ranks} {list}{n|| (a plan decides)}", "来自源 rank {list}{n|| 之一（由计划决定）}";
    READ_FROM_SOURCE: " from the source (a plan decides from which rank)", "来自源（由计划决定从哪个 rank 读取）";
    READ_OTHER_STAGE:
        " from another stage: the plan takes the lowest one that holds it",
        "来自另一阶段：计划取持有它的最低阶段";
    READS_MORE: "… and {n} more {n|slice|slices}", "……以及另外 {n} 个切片";
    RUNS: "in {n} {n|run|runs}", "分 {n} 段";
    PART_ROWS: "rows [{span}]", "第 [{span}] 行";
    PART_COLUMNS: "columns [{span}]", "第 [{span}] 列";
    PART_ELEMENTS: "elements [{span}]", "第 [{span}] 个元素";
    PART_DIMENSION: "[{span}] of dimension {dim}", "第 {dim} 维的 [{span}]";
    PART_ALL: "all of it", "全部内容";
    PARTS_JOIN: ", ", "，";
    PAGE_OF: "{from}–{to} of {all}", "第 {from}–{to} 行，共 {all} 行";
    PAGE_BACK: "Earlier rows", "前面的行";
    PAGE_ON: "Later rows", "后面的行";
    KEYS_HINT: "Arrow keys move from slice to slice, Enter selects.", "方向键在切片间移动，回车选中。";
    STAGE_CHOICE: "Stage {n}", "阶段 {n}";
    WIDER_THAN_SCALE: "Drawn {times}× wider than to scale, alike on both sides.", "宽度画成实际比例的 {times} 倍，两侧一致。";
    HIGHER_THAN_SCALE: "Drawn {times}× higher than to scale, alike on both sides.", "高度画成实际比例的 {times} 倍，两侧一致。";
    TO_SCALE: "To scale, the same on both sides.", "按比例绘制，两侧比例相同。";
    MERGED: "Each cell stands for up to {block} neighbouring slices.", "每格代表至多 {block} 个相邻切片。";
    HOVER_HINT:
        "Point at a slice, or move with the arrow keys: its ranks, file and bytes appear here, and the other side shows where they come from.",
        "指向一个切片，或用方向键移动：这里显示它的 rank、文件和字节范围，另一侧显示数据来源。";
    SIDE_SLICE: "{side} slice {n}", "{side}切片 {n}";
    FIELD_SLICES: "Slices", "切片数";
    FIELD_REPLICAS: "Replicas of each", "每片副本数";
    FIELD_CUTS: "Cut by", "切分轴";
    OPTIMIZER: "optimizer parallel", "优化器并行";
    COLUMN_SLICE: "Slice", "切片";
    COLUMN_REGION: "Range", "范围";
    COLUMN_FILE: "File", "文件";
    COLUMN_BYTE_RANGE: "Bytes in the file", "文件中的字节范围";
    FILE_TO_WRITE: "to be written:", "将写出：";
    COLUMN_FILE_TO_WRITE: "File (to be written)", "文件（将写出）";
    SLICE_OF: "{n} ({ranks})", "{n}（{ranks}）";
    EVERY_RANK: "every rank", "每个 rank";
    REGION_TABLE: "{side}: the same as a table", "{side}：同样内容的表格";
    PIECES: "in {n} {n|piece|pieces}", "分 {n} 段";
    CELL_LABEL:
        "slice {shard}, {region}, {ranks}",
        "切片 {shard}，{region}，{ranks}";
    RANKS_ARE: "{n|rank|ranks} {list}", "rank {list}";
    FLOW_FROM: "← {n|slice|slices} {list}", "← 切片 {list}";
    FLOW_TO: "→ {n|slice|slices} {list}", "→ 切片 {list}";
    FEEDS_FROM: "reads from source {n|slice|slices} {list}", "读取源切片 {list}";
    FEEDS_TO: "goes to target {n|slice|slices} {list}", "写往目标切片 {list}";
}

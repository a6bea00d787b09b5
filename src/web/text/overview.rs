//! The Overview.

use super::texts;

texts! {
    OVERVIEW_TO:
        "{source} → {target}",
        "{source} → {target}";
    OVERVIEW_ONE: "{side}: {what}", "{side}：{what}";
    VERDICT_NOTHING:
        "None of these files is a strategy or holds weights. Open the folder that a run has left: strategies, rank folders, or both.",
        "这些文件中既没有策略也没有权重。请打开训练任务留下的文件夹：策略文件、rank 目录，或两者一起。";
    VERDICT_STOPPED:
        "{n} {n|error prevents|errors prevent} a plan. What could be read is shown all the same; solve {n|it|them} first, as told below.",
        "有 {n} 个错误，无法生成计划。能读的内容照常显示；请先按下面的说明解决。";
    VERDICT_UNREADABLE:
        "Nothing could be read because of {n} {n|error|errors}; solve {n|it|them} first, as told below.",
        "因 {n} 个错误，没有读到任何内容；请先按下面的说明解决。";
    VERDICT_COMPLETE:
        "Complete weights. Open a target to compare.",
        "这是完整权重。请打开目标以作比较。";
    VERDICT_NO_SOURCE:
        "Only the target is known. Open the source next: its strategies and its weights.",
        "目前只有目标侧。接下来请打开源：策略文件和权重。";
    VERDICT_NO_WEIGHTS:
        "{differ} of {tensors} {tensors|tensor|tensors} {differ|is|are} cut or placed differently on the two sides. Open the source weights too, to get a plan.",
        "{tensors} 个张量中有 {differ} 个在两侧切分或所在阶段不同。再打开源权重即可得到计划。";
    VERDICT_ALIKE:
        "Everything fits: both sides cut every tensor alike, there is nothing to convert. Load the source as it is, or open another target.",
        "一切吻合：两侧对每个张量的切分都相同，无需转换。可直接加载源权重，或打开另一个目标。";
    VERDICT_PLANNED:
        "{differ} of {tensors} {tensors|tensor|tensors} {differ|is|are} cut or placed differently. The plan reads {read} and writes files for {ranks} {ranks|rank|ranks}.",
        "{tensors} 个张量中有 {differ} 个切分或所在阶段不同。计划将读取 {read}，为 {ranks} 个 rank 写出文件。";
    VERDICT_UNWRITTEN:
        "{n} {n|tensor|tensors} of the strategies will not be written: no source file holds {n|it|them}.",
        "策略中有 {n} 个张量不会被写出：没有源文件含有它们。";
    VERDICT_UNPLANNED:
        "There is no plan for these two sides; the findings tell why.",
        "这两侧没有可行的计划，原因见下面的诊断。";
    VERDICT_TO_PLAN: "Go to the plan", "查看计划";
    FIELD_FORMAT: "Format", "格式";
    FIELD_STRATEGY: "Strategy", "切分策略";
    FIELD_WEIGHTS: "Weights", "权重";
    FIELD_RANKS: "Ranks", "rank 数";
    FIELD_STAGES: "Stages", "流水线阶段";
    FIELD_MESH: "Mesh of a stage", "阶段内设备网格";
    FIELD_PARALLEL: "Parallel", "并行配置";
    FIELD_BYTES: "Bytes of files", "文件字节数";
    FIELD_BYTES_TO_WRITE: "Bytes to be written", "将写出字节数";
    FIELD_PER_RANK: "Per rank", "每个 rank";
    FIELD_LAYOUTS: "Distinct layouts", "不同的切分方式";
    FIELD_COUNTED: "Files that count: {n}", "采用的文件：{n}";
    FIELD_IGNORED: "Ignored: {n} {n|file|files}", "忽略：{n} 个文件";
    IN_EVERY_RANK: "{n} more {n|tensor|tensors} in every rank", "另有 {n} 个张量每个 rank 都有";
    STRATEGY_NONE: "none: complete weights", "无：完整权重";
    STRATEGY_UNKNOWN: "unknown", "未知";
    NOTHING_READABLE: "nothing readable", "没有可读的内容";
    CONTRADICTORY: "contradictory", "相互矛盾";
    UNUSABLE: "not usable as it is", "尚不能使用";
    WEIGHTS_NONE: "none opened", "未打开";
    COLUMN_STAGE: "Stage", "阶段";
    COLUMN_RANKS: "Ranks", "rank";
    COLUMN_TENSORS: "Tensors", "张量";
    COLUMN_CUT: "Cut", "其中切分";
    COLUMN_BYTES: "Bytes", "字节数";
    TOTAL_TENSORS: "tensors", "张量";
    TOTAL_DIFFER: "cut otherwise than complete weights", "切分与完整权重不同";
    COMPARED_UNSOUND:
        "The sides are not compared: one has errors, or neither weights nor a strategy.",
        "未作比较：有一侧存在错误，或既没有权重也没有策略。";
    COMPARED_SLICES:
        "The sides are not compared: one is sliced and no strategy says how, the other is not.",
        "未作比较：一侧是切片但没有策略说明如何切分，另一侧不是。";
    COMPARED_ALIKE: "Nothing differs of what could be compared.", "可比较的内容没有差异。";
    COMPARED_NOT_PAIRED:
        "{n} of the names added and removed are too many alike to be paired.",
        "新增和移除的名称中有 {n} 个过于相似，无法配对。";
    TOTAL_WITHOUT_DATA: "without data", "无数据";
    TOTAL_BYTES: "in tensors", "张量字节";
    TOTAL_ELEMENTS: "parameters", "参数";
    OPEN_FILES: "Open files", "打开文件";
    OPEN_FOLDER: "Open folder", "打开文件夹";
    CLEAR_SIDE: "Clear", "清除";
}

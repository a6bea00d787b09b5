//! The plan.

use super::texts;

texts! {
    PLAN_HEAT: "What each rank reads", "各 rank 的读取量";
    PLAN_HEAT_SAYS:
        "Rows are source ranks, columns target ranks; the colour is bytes.",
        "行是源 rank，列是目标 rank，颜色表示字节数。";
    PLAN_ROWS: "source rank ↓", "源 rank ↓";
    PLAN_COLS: "target rank →", "目标 rank →";
    PLAN_SCALE: "bytes per cell", "每格字节数";
    PLAN_CELL: "source {source} → target {target}: {bytes}", "源 {source} → 目标 {target}：{bytes}";
    PLAN_NOTHING: "nothing", "无";
    BYTES_TO_READ: "to be read", "将读取";
    BYTES_TO_WRITE: "to be written", "将写出";
    FILE_OPENS: "file opens", "文件打开次数";
    TARGET_FILES: "target files", "目标文件";
    SOURCE_FILES: "source files", "源文件";
    PEAK_MEMORY: "memory at most", "内存上限";
    PEAK_MEMORY_HINT:
        "Upper bound of the converter’s buffers; no tensor is ever held whole.",
        "转换器缓冲区的上限；任何张量都不会整个放进内存。";
    PEER_READS: "MindSpore would read", "MindSpore 需读取";
    PEER_READS_MORE: "MindSpore would read, {times}× as much", "MindSpore 需读取，为本计划的 {times} 倍";
    PEER_HINT:
        "transform_checkpoints loads whole files of every source rank that a redistribution touches: {files} file loads, up to {largest} of files in memory at once, and copies of them per target rank.",
        "transform_checkpoints 会把重排涉及的每个源 rank 的文件整个读入：共 {files} 次文件加载，同时驻留内存的文件最多 {largest}，每个目标 rank 还会再复制一份。";
    PEER_CANNOT: "MindSpore cannot", "MindSpore 无法转换";
    PEER_DEVICES:
        "transform_checkpoints refuses {source} → {target} ranks per stage: neither divides the other.",
        "transform_checkpoints 不支持每阶段 {source} → {target} 个 rank：两者互不整除。";
    PEER_SINGLE:
        "transform_checkpoints fails for target stages of a single rank when source stages have several.",
        "源阶段有多个 rank 而目标阶段只有一个 rank 时，transform_checkpoints 会失败。";
    SPEED_READ: "Disk reads", "磁盘读";
    SPEED_WRITE: "writes", "写";
    TIME_SAYS:
        "{time} = {read} / {reading} MiB/s + {written} / {writing} MiB/s",
        "{time} = {read} / {reading} MiB/s + {written} / {writing} MiB/s";
    TIME_ABOUT: "about {time}", "约 {time}";
    TIME_UNDER: "under 1 s", "不到 1 秒";
    SPEED_INVALID: "A speed is a whole number of MiB/s, at least 1.", "速度须为不小于 1 的整数，单位 MiB/s。";
    RUN_IT: "Run it", "执行";
    STEP_DOWNLOAD: "Download the plan", "下载计划";
    STEP_COMMAND: "Run it where the opened folder is", "在所打开文件夹所在的位置运行";
    PLAN_JSON_PLACE:
        "plan.json lands among the browser’s downloads: move it to where you run this, or write its path.",
        "plan.json 会存到浏览器的下载文件夹：请移到运行命令的目录，或在命令中写出它的路径。";
    STEP_TRANSFORM: "Or both steps in one command", "或用一条命令完成两步";
    STEP_PEER: "The same by MindSpore, for comparison", "对照：用 MindSpore 做同样的转换";
    STEP_PEER_HINT:
        "Python. It reads and holds whole files; compare the figures above.",
        "Python 代码。它会整个读入文件，请对照上面的数字。";
    TAKE_ALONG: "Export", "导出";
    SAVE_CSV: "Ranks as CSV", "各 rank（CSV）";
    SAVE_MARKDOWN: "Report for an issue", "报告（Markdown）";
    DOWNLOAD: "Download plan.json", "下载 plan.json";
    DOWNLOAD_MAKING: "Writing plan.json", "正在生成 plan.json";
    DOWNLOAD_DONE: "plan.json: {bytes}", "plan.json：{bytes}";
    PROGRAM_TITLE: "How the tensor is assembled: ", "张量的拼装方式：";
    PROGRAM_NONE: "The plan does not write this tensor.", "计划不写出这个张量。";
    PROGRAM_SLICE:
        "Target {ranks[]|rank gets|ranks get} {ranks}: {region}, {bytes}, from {n} {n|piece|pieces}:",
        "目标 rank {ranks} 得到 {region}（{bytes}），由 {n} 块拼成：";
    PROGRAM_BOX:
        "{region} from source rank {rank}: {bytes}, read in {reads} {reads|run|runs}, written in {writes} {writes|run|runs}",
        "{region} 取自源 rank {rank}：{bytes}，分 {reads} 段读取，{writes} 段写出";
    PER_TARGET: "Per target rank", "按目标 rank";
    PER_SOURCE: "Per source rank", "按源 rank";
    COLUMN_RANK: "Rank", "rank";
    COLUMN_READS: "Reads", "读取";
    COLUMN_WRITES: "Writes", "写出";
    COLUMN_OPENS: "Files", "文件";
    COLUMN_IS_READ: "Is read", "被读取";
    COLUMN_READERS: "Readers", "读取方";
    SRC_ROOT_RANKS:
        "--src-root is the folder with the source’s rank folders; converted is the new folder for the result.",
        "--src-root 是源 rank 目录所在的文件夹；converted 是存放结果的新文件夹。";
    SRC_ROOT_COMPLETE:
        "--src-root is the folder with the source’s weight files; converted is the new folder for the result.",
        "--src-root 是源权重文件所在的文件夹；converted 是存放结果的新文件夹。";
    PLACES_HINT:
        "SOURCE and TARGET stand for where each side’s folder is, since both have one name.",
        "两侧文件夹同名，SOURCE 与 TARGET 代表各自所在的位置，请替换。";
    REPORT_TITLE: "Checkpoint conversion plan", "权重转换计划";
    REPORT_LAYOUT: "Parallelism (stages × ranks)", "并行方式（阶段 × rank）";
    REPORT_RANKS: "Ranks", "rank 数";
    REPORT_MESH: "Mesh", "设备网格";
    REPORT_BYTES: "Bytes of files", "文件字节数";
    REPORT_FILES: "Files opened", "打开的文件数";
    REPORT_FOLDER: "Folder", "文件夹";
    REPORT_TENSORS: "{n} {n|tensor|tensors}.", "共 {n} 个张量。";
    REPORT_PLAN: "Plan", "计划";
    REPORT_COMMAND: "Command", "命令";
    REPORT_MADE: "Made by shardlens {version} from file headers.", "由 shardlens {version} 根据文件头生成。";
}

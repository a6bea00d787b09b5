//! The plan.

use super::texts;

texts! {
    PLAN_NONE_SOURCE: "Open the source weights to get a plan.", "打开源权重后才能生成计划。";
    PLAN_NONE_ERRORS:
        "No plan: a correct result cannot be given before this is solved.",
        "没有计划：解决下列问题之前无法得到正确结果。";
    PLAN_HEAT: "Who reads how much of whom", "谁从谁读取多少";
    PLAN_HEAT_SAYS:
        "Rows are source ranks, columns target ranks; the colour is bytes.",
        "行是源 rank，列是目标 rank，颜色表示字节数。";
    PLAN_ROWS: "source ↓", "源 ↓";
    PLAN_COLS: "target →", "目标 →";
    PLAN_SCALE: "bytes", "字节数";
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
    RUN_IT: "Run it", "执行";
    STEP_DOWNLOAD: "Download the plan", "下载计划";
    STEP_COMMAND: "Run it where the opened folder is", "在所打开文件夹所在的位置运行";
    DOWNLOAD: "Download plan.json", "下载 plan.json";
    DOWNLOAD_MAKING: "Writing plan.json", "正在生成 plan.json";
    DOWNLOAD_DONE: "plan.json: {bytes}", "plan.json：{bytes}";
    PER_TARGET: "Per target rank", "按目标 rank";
    PER_SOURCE: "Per source rank", "按源 rank";
    COLUMN_RANK: "Rank", "rank";
    COLUMN_READS: "Reads", "读取";
    COLUMN_WRITES: "Writes", "写出";
    COLUMN_OPENS: "Files", "文件";
    COLUMN_IS_READ: "Is read", "被读取";
    COLUMN_READERS: "Readers", "读取方";
    SRC_ROOT_HINT:
        "--src-root is the folder with the source’s rank folders; converted is the new folder for the result.",
        "--src-root 是源 rank 目录所在的文件夹；converted 是存放结果的新文件夹。";
}

//! The frame: top bar, rail, details panel, states, findings.

use super::texts;

texts! {
    SOURCE: "Source", "源";
    TARGET: "Target", "目标";
    VIEW_OVERVIEW: "Overview", "概览";
    VIEW_TENSORS: "Tensors", "张量";
    VIEW_SLICES: "Slices", "切片";
    VIEW_DEVICES: "Devices", "设备";
    VIEW_PLAN: "Plan", "计划";
    VIEWS: "Views", "视图";
    LANG_NAME: "Language", "语言";
    LANG_OTHER: "中文", "English";
    THEME: "Theme", "主题";
    THEME_SYSTEM: "System", "跟随系统";
    THEME_DARK: "Dark", "深色";
    THEME_LIGHT: "Light", "浅色";
    EXAMPLE: "Example", "示例";
    START_AGAIN: "Start over", "重新开始";
    SIDE_LABEL: "Name", "名称";
    SIDE_LABEL_HINT: "a name of your own", "自己起的名字";
    NOT_OPENED: "nothing opened", "未打开";
    COMPLETE: "complete", "完整权重";
    CUT_UNKNOWN: "strategy unknown", "切分策略未知";
    STRATEGY_ONLY: "strategy", "策略";
    RANKS: "{n} {n|rank|ranks}", "{n} 个 rank";
    STAGES: "{n} {n|stage|stages}", "{n} 个阶段";
    FILES: "{n} {n|file|files}", "{n} 个文件";
    BYTES_READ: "read {read} of {total}", "已读 {read}，共 {total}";
    BYTES_READ_HINT:
        "Only headers are read: names, shapes and offsets. {read} of {total} bytes so far. Of ranks whose files begin alike a few pieces are compared; the command compares every header.",
        "只读文件头：名称、形状和偏移。目前读了 {read} 字节，共 {total} 字节。开头相同的各 rank 文件只抽查若干处；命令行转换前会核对每个文件头。";
    LISTING: "Listing the folder: {n} {n|file|files} so far", "正在列出文件夹：已有 {n} 个文件";
    WORKER_STARTING: "Starting the reader", "正在启动读取线程";
    WORKER_BUSY:
        "Reading {done} of {files} {files|file|files}: {bytes} of headers so far",
        "正在读取：{done} / {files} 个文件，已读文件头 {bytes}";
    WORKER_SORTING: "Sorting out what belongs together", "正在整理：找出哪些文件属于同一份权重";
    WORKER_PLANNING: "Planning {tensors} {tensors|tensor|tensors}", "正在规划：{tensors} 个张量";
    WORKER_PACKING: "Preparing the views", "正在准备各视图的数据";
    CANCEL: "Cancel", "取消";
    CANCELLED:
        "Cancelled after {done} of {files} {files|file|files}. What was open before is unchanged.",
        "已取消：读了 {done} / {files} 个文件。之前打开的内容没有变化。";
    CANCELLED_LISTING:
        "Cancelled before any file was read. What was open before is unchanged.",
        "已取消：尚未读取任何文件。之前打开的内容没有变化。";
    WORKER_SILENT:
        "The reader has not answered for {seconds} s.",
        "读取线程已 {seconds} 秒没有响应。";
    WORKER_SILENT_REMEDY:
        "A very large pile takes a while: wait, or reload the page and open fewer files.",
        "文件很多时需要一些时间：请稍候，或刷新页面后少打开一些文件。";
    WORKER_FAILED: "The reader could not be started.", "读取线程无法启动。";
    WORKER_FAILED_REMEDY:
        "Reload the page. If it stays so, this browser forbids module workers here: use a current Chrome, Edge, Firefox or Safari, or the command `shardlens`.",
        "请刷新页面。若仍如此，说明此浏览器在这里禁止了模块 Worker：请使用新版 Chrome、Edge、Firefox 或 Safari，或改用命令行 `shardlens`。";
    UNREADABLE_DROP:
        "The browser could not list the dropped folder: {reason}",
        "浏览器无法列出拖入的文件夹：{reason}";
    RELOAD: "Reload", "刷新页面";
    DROP_HERE: "Drop on the {side} side", "放到这里：{side}侧";
    DETAILS: "Details", "详情";
    CLOSE: "Close", "关闭";
    FINDINGS: "Findings", "诊断";
    FINDINGS_NONE: "No problem was found with this conversion.", "没有发现妨碍转换的问题。";
    FINDING_CONSEQUENCE: "What follows", "后果";
    FINDING_REMEDY: "What to do", "处理办法";
    FINDING_NAMES: "{n} more {n|tensor|tensors}", "另有 {n} 个张量";
    USE_FOLDER: "Use {folder} · {n} {n|file|files}", "使用 {folder} · {n} 个文件";
    FINDINGS_MORE: "{n} more", "另有 {n} 条";
    FINDINGS_COUNT:
        "{errors} {errors|error|errors}, {warnings} {warnings|warning|warnings}",
        "{errors} 个错误，{warnings} 个警告";
    COPY: "Copy", "复制";
    COPIED: "Copied", "已复制";
    COPY_REFUSED: "The browser refused: select and copy by hand", "浏览器拒绝复制：请手动选择复制";
    TERM_RANK: "rank: a device’s number in the job, from 0", "rank：任务中设备的编号，从 0 开始";
    TERM_STAGE:
        "stage: a part of the pipeline; every stage has its own ranks and its own layers",
        "流水线阶段：模型按层分成的一段，各阶段有自己的 rank 和层";
    TERM_REPLICA: "replica: a rank that holds the same slice as another", "副本：与另一个 rank 持有相同切片的 rank";
    TERM_MESH:
        "mesh: the ranks of one stage as a grid, last axis fastest (MindSpore: dev_matrix)",
        "设备网格：一个阶段内的 rank 排成的网格，最后一维变化最快（MindSpore 的 dev_matrix）";
    TERM_PARALLEL:
        "Data, model and pipeline parallel, as the layouts tell. Strategy files do not state them.",
        "数据并行、模型并行、流水线并行：由切分方式推得，策略文件本身并不记录。";
    TERM_OPTIMIZER:
        "optimizer parallel: dimension 0 is cut once more over ranks that would hold copies",
        "优化器并行：在本应互为副本的 rank 之间，再沿第 0 维切分一次";
}

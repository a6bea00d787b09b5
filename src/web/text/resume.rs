//! The Resume view.

use super::texts;

texts! {
    VIEW_RESUME: "Resume", "续训";
    RESUME_VERSION: "MindFormers", "MindFormers 版本";
    RESUME_BY: "Who says so", "依据";
    RESUME_BY_CODE: "as the code does", "按代码";
    RESUME_BY_DOCUMENT: "as the document says", "按文档";
    RESUME_WHO: "MindFormers {version}", "MindFormers {version} ";
    RESUME_WHO_DOCUMENT: "By its document, MindFormers", "按其文档，MindFormers ";
    RESUME_FROM: "{who} resumes from {step}", "{who}从 {step} 续训";
    RESUME_NEWEST: "{who} lets every rank load its own newest file", "{who}让各 rank 加载各自最新的文件";
    RESUME_STOPS: "{who} stops with an error", "{who}报错停止";
    RESUME_OTHERWISE: "{who}: {what}", "{who}：{what}";
    RESUME_WHY_BOUND:
        "{file} is of the newest step that all ranks have a file of, not later than {bound}, the oldest step that a meta.json names. Only names are looked at: no file is opened.",
        "{file} 属于所有 rank 都有文件的最新一步，且不晚于 {bound}（各 meta.json 所记的最早一步）。只看文件名，不打开文件。";
    RESUME_WHY_PROMISED:
        "{file} is of the newest step, not later than any meta.json names, whose files are whole on all ranks.",
        "{file} 属于所有 rank 的文件都完整的最新一步，且不晚于任何 meta.json 所记的步。";
    RESUME_WHY_NO_META:
        "No meta.json counts, so the times of the files decide.",
        "没有可采用的 meta.json，因此由文件的修改时间决定。";
    RESUME_WHY_SOME_META:
        "Not every rank has a meta.json that counts, so the times of the files decide.",
        "并非每个 rank 都有可采用的 meta.json，因此由文件的修改时间决定。";
    RESUME_WHY_OWN_DISKS:
        "Not all ranks see the folder, so each looks into its own rank_N only.",
        "该目录并非所有 rank 可见，因此各 rank 只查看自己的 rank_N 目录。";
    RESUME_WHY_NO_SELECTION: "This version does not select for all ranks.", "该版本不会为所有 rank 统一选择。";
    RESUME_WHY_ASKED: "The configuration says so.", "配置如此指定。";
    RESUME_ALIKE: "All versions from 1.3 to 2.1 come to the same.", "1.3 到 2.1 的所有版本结论相同。";
    RESUME_DIFFER: "Versions differ", "各版本不同";
    RESUME_DOCUMENT: "document", "文档";
    RESUME_MATRIX: "What each rank has of each step", "各 rank 每一步的文件";
    RESUME_MATRIX_SAYS:
        "{saved} {saved|rank|ranks} saved, {world} {world|resumes|resume}. Ranks that have the same are one row; arrow keys move, the line below reads out.",
        "{saved} 个 rank 有保存，{world} 个 rank 续训。文件情况相同的 rank 合为一行；方向键移动，下方显示说明。";
    RESUME_BOUND: "meta.json allows no step after {step}.", "meta.json 不允许选择 {step} 之后的步。";
    RESUME_CELL: "{ranks[]|rank|ranks} {ranks}, {step}: {state} – {reason}", "rank {ranks}，{step}：{state}——{reason}";
    RESUME_CHOSEN: "chosen", "选中";
    RESUME_OLDER: "{n} older {n|step is|steps are} not shown.", "未显示更早的 {n} 步。";
    RESUME_COUNT: "complete", "完整";
    STATE_COMPLETE: "complete", "完整";
    STATE_MISSING: "missing", "缺失";
    STATE_ABOVE: "above the bound", "超出上限";
    STATE_OTHER_RUN: "another run", "其他运行";
    STATE_WEIGHTS: "weights only", "仅权重";
    STATE_ODD: "unlike its stage", "与同阶段不一致";
    STATE_DAMAGED: "damaged", "损坏";
    RESUME_LINES: "Write into the run’s YAML", "写入任务的 YAML";
    RESUME_LINES_SAY:
        "Step {step} is the newest that all ranks can load. With its file named, no version selects by itself.",
        "{step} 是所有 rank 都能加载的最新一步。指定文件后，任何版本都不再自行选择。";
    RESUME_PATH_HINT: "Put the folder’s full path on the job’s machines.", "请填写任务所在机器上该目录的完整路径。";
    RESUME_NO_STEP: "There is no step that all ranks can load, so there is no line that resumes.", "没有所有 rank 都能加载的步，因此没有可续训的配置。";
    RESUME_OTHER_WORLD:
        "Another number of ranks needs the checkpoint converted first.",
        "rank 数不同时需要先转换权重。";
    RESUME_JOB: "The job", "任务";
    RESUME_FOLDER: "Folder", "目录";
    RESUME_ROOT: "(what was opened)", "（所打开的位置）";
    RESUME_PATH: "Its path there", "任务机器上的路径";
    RESUME_RANKS: "Ranks that resume", "续训的 rank 数";
    RESUME_DISK: "All ranks see the folder", "目录对所有 rank 可见";
    RESUME_SHARED: "yes", "是";
    RESUME_OWN: "no, own disks", "否，各用本地盘";
    RESUME_STEPS: "Steps per epoch", "每个 epoch 的步数";
    RESUME_SINK: "sink_size", "sink_size";
    RESUME_OLD: "Global batch, old", "全局批大小（原）";
    RESUME_NEW: "new", "（新）";
    RESUME_POSITION_HINT: "With the steps of an epoch this says where the job goes on.", "填写每个 epoch 的步数后，这里会说明任务从哪里继续。";
    RESUME_EMPTY: "The source has no steps to resume from", "源中没有可续训的步";
    RESUME_EMPTY_OPEN:
        "Open the folder checkpoint of a training run’s output. In it are, per rank:",
        "请打开训练任务输出中的 checkpoint 目录，其中每个 rank 有：";
    RESUME_EMPTY_FILE: "a file per saved step: epoch 3, step 2", "每个保存步一个文件：epoch 3，step 2";
    RESUME_EMPTY_META: "what the rank saved last", "该 rank 最后保存的步";
}

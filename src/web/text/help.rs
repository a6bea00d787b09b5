//! Commands, keys and the help.

use super::texts;

texts! {
    HELP: "Help: words and keys", "帮助：术语与按键";
    HELP_WORDS: "Words", "术语";
    HELP_KEYS: "Keys", "按键";
    HELP_KEYS_IN_LISTS: "Arrows, Page Up, Page Down, Home, End: move in lists and pictures; Enter opens.",
        "方向键、Page Up、Page Down、Home、End：在列表和图中移动；Enter 打开。";
    HELP_HERE: "Here: {here}", "这里：{here}";
    COMMANDS: "Commands", "命令";
    COMMANDS_HINT: "A command, or part of a tensor’s name", "命令，或张量名称的一部分";
    COMMANDS_NONE: "Nothing fits “{text}”.", "没有与“{text}”相符的命令或张量。";
    COMMAND_SEARCH: "Search names", "搜索张量名称";
    COMMAND_PALETTE: "All commands", "所有命令";
    COMMAND_CLOSE: "Close what is open", "关闭打开的面板";
    COMMAND_SOURCE_FOLDER: "Open a source folder", "打开源文件夹";
    COMMAND_SOURCE_FILES: "Open source files", "打开源文件";
    COMMAND_TARGET_FOLDER: "Open a target folder", "打开目标文件夹";
    COMMAND_TARGET_FILES: "Open target files", "打开目标文件";
    COMMAND_SWAP: "Swap source and target", "交换源与目标";
    COMMAND_UNDO: "Undo the last change of files", "撤销上一次文件变更";
    COMMAND_REDO: "Redo: files to sides", "重做：文件归属";
    COMMAND_CLEAR_SOURCE: "Clear the source", "清空源";
    COMMAND_CLEAR_TARGET: "Clear the target", "清空目标";
    COMMAND_ENGLISH: "English", "English";
    COMMAND_CHINESE: "中文", "中文";
    COMMAND_SYSTEM: "Theme: as the system", "主题：跟随系统";
    COMMAND_DARK: "Theme: dark", "主题：深色";
    COMMAND_LIGHT: "Theme: light", "主题：浅色";
    TENSOR: "tensor", "张量";
    ACTION: "in this view", "本视图";
    WORD_RANK: "rank", "rank";
    WORD_STAGE: "stage", "流水线阶段";
    WORD_MESH: "mesh", "设备网格";
    WORD_LAYOUT: "layout", "切分方式";
    WORD_SLICE: "slice (shard)", "切片";
    WORD_REPLICA: "replica", "副本";
    WORD_DP: "data parallel, dp", "数据并行 dp";
    WORD_MP: "model parallel, mp", "模型并行 mp";
    WORD_OPTIMIZER: "optimizer parallel", "优化器并行";
    MEANS_RANK: "A device’s number in the job, from 0.", "任务中设备的编号，从 0 开始。";
    MEANS_STAGE:
        "A part of the pipeline (pp): every stage has its own ranks and its own layers.",
        "模型按层分成的一段（pp）：各阶段有自己的 rank 和层。";
    MEANS_MESH:
        "The ranks of one stage as a grid, last axis fastest. MindSpore calls it dev_matrix.",
        "一个阶段内的 rank 排成的网格，最后一维变化最快，即 MindSpore 的 dev_matrix。";
    MEANS_LAYOUT:
        "How a tensor is cut: a mesh, and which of its axes cut which dimension.",
        "张量怎样切：一个设备网格，以及哪条网格轴切哪一维。";
    MEANS_SLICE:
        "The part of a tensor that a rank holds.",
        "一个 rank 持有的那部分张量。";
    MEANS_REPLICA:
        "A rank that holds the same slice as another. Reading any one of them is enough.",
        "与另一个 rank 持有相同切片的 rank，读取其中任意一个即可。";
    MEANS_DP:
        "Groups of ranks that work on different data and hold equal slices.",
        "处理不同数据、持有相同切片的 rank 分组数。";
    MEANS_MP:
        "Ranks over which one tensor is cut; also called tensor parallel, tp.",
        "共同切分一个张量的 rank 数，也叫张量并行 tp。";
    MEANS_OPTIMIZER:
        "Dimension 0 is cut once more over ranks that would hold copies.",
        "在本应互为副本的 rank 之间，再沿第 0 维切分一次。";
    HERE_STAGES:
        "{stages} {stages|stage|stages} of {ranks} {ranks|rank|ranks}",
        "{stages} 个阶段，每阶段 {ranks} 个 rank";
    HERE_LAYOUTS: "{n} {n|layout|layouts}", "{n} 种";
    HERE_SLICES: "at most {n} of a tensor", "每个张量最多 {n} 片";
    HERE_REPLICAS: "at most {n} of a slice", "每片最多 {n} 份";
    HERE_OPTIMIZER: "in {n} of {all} {all|layout|layouts}", "{all} 种切分方式中有 {n} 种";
    HERE_COMPLETE: "complete weights", "完整权重";
}

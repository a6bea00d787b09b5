//! Resuming: what MindFormers chooses from a `checkpoint/` folder, and whether it can be loaded.

use super::kinds;

kinds! {
    /// The selection ends in an error.
    STOPS = "SL0601" Error {
        en: [
            "MindFormers {version} cannot choose a step and stops",
            "It says: “{error}”",
            "Every rank ends with this error before the first step of training.",
            "Resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "MindFormers {version} 无法选出续训的步，会直接报错",
            "报错为：“{error}”",
            "所有 rank 都会在训练第一步之前因此退出。",
            "请从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// The step that is chosen cannot be loaded.
    CHOSEN_DAMAGED = "SL0602" Error {
        en: [
            "{name} would be chosen, but {ranks[]|rank|ranks} {ranks} cannot load it",
            "{file}: {reason}.",
            "MindFormers looks at names only. It chooses this step, and the rank fails with “{error}”",
            "Resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "会选中 {name}，但 rank {ranks} 无法加载它",
            "{file}：{reason}。",
            "MindFormers 只看文件名，因此会选中这一步，随后该 rank 报错 “{error}”",
            "请从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// No step of which every rank has a good file.
    NOTHING_WORKS = "SL0603" Error {
        en: [
            "There is no step that {ranks|the|all} {ranks} {ranks|rank|ranks} can resume from",
            "{steps} {steps|step was|steps were} found; of each, some rank lacks the file, or has one that is damaged, holds weights only or is not as those of the other ranks of its stage.",
            "Training cannot go on from this folder.",
            "Copy the missing files from the machines that wrote them, or begin from the weights: load_checkpoint with resume_training: False.",
        ],
        zh: [
            "没有任何一步可供全部 {ranks} 个 rank 续训",
            "共找到 {steps} 步；每一步都有 rank 缺少文件、文件损坏、只含权重，或与同一阶段其他 rank 的文件不一致。",
            "无法由该目录续训。",
            "请从写出这些文件的机器上补齐缺失文件；或只用权重重新开始：设置 load_checkpoint，resume_training: False。",
        ],
    }
    /// A `meta.json` that is passed over.
    META_IGNORED = "SL0604" Warning {
        en: [
            "meta.json of {ranks[]|rank|ranks} {ranks} does not count",
            "{file}: {reason}.",
            "MindFormers passes over it with a warning and goes by the others; its document says that all ranks would go by time stamps instead.",
            "Nothing needs to be done if the chosen step is the right one; else name it with resume_training.",
        ],
        zh: [
            "rank {ranks} 的 meta.json 不被采用",
            "{file}：{reason}。",
            "MindFormers 只给出警告并跳过它，以其余 meta.json 为准；而文档称此时所有 rank 都改按时间戳选择。",
            "若所选的步正确则无需处理；否则请用 resume_training 指定。",
        ],
    }
    /// A `meta.json` that holds the others back.
    META_BEHIND = "SL0605" Warning {
        en: [
            "meta.json allows no step after {bound}, though {newest} is complete",
            "The oldest step that a meta.json names is {bound}; all ranks have good files of {newest}.",
            "Later steps do not take part, so training goes back further than it needs to.",
            "Resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "meta.json 限制不能晚于 {bound}，但 {newest} 是完整的",
            "各 meta.json 所记最早的一步为 {bound}；而所有 rank 都有 {newest} 的完好文件。",
            "更晚的步不参与选择，训练会多退回一段。",
            "请从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// Ranks without a folder.
    RANKS_MISSING = "SL0606" Warning {
        en: [
            "There is no folder of {ranks[]|rank|ranks} {ranks}",
            "The folders reach to rank {last}, so {saved} {saved|rank|ranks} saved.",
            "A rank without its folder cannot resume; a selection that reaches it stops.",
            "Copy the folder from the machine that wrote it.",
        ],
        zh: [
            "缺少 rank {ranks} 的目录",
            "目录最大到 rank {last}，说明保存时有 {saved} 个 rank。",
            "缺少目录的 rank 无法续训；选择过程遇到它就会报错。",
            "请从写出它的机器上拷贝该目录。",
        ],
    }
    /// Entries that 1.7 and later count as ranks.
    EXTRA_FOLDERS = "SL0607" Warning {
        en: [
            "{names} {count|is|are} counted as {count|a rank|ranks}",
            "MindFormers counts every entry that begins with rank_, from 1.7 on.",
            "It then looks for {counted} {counted|rank|ranks} where {saved} saved, and stops at the first that is not there.",
            "Move {count|it|them} out of the folder.",
        ],
        zh: [
            "{names} 会被计为 rank（{count} 个）",
            "MindFormers 1.7 起把所有以 rank_ 开头的条目都计入 rank 数。",
            "于是它会找 {counted} 个 rank，而实际保存的是 {saved} 个，遇到第一个不存在的 rank 即报错。",
            "请将其移出该目录。",
        ],
    }
    /// Another number of ranks than saved.
    OTHER_WORLD = "SL0608" Warning {
        en: [
            "{saved} {saved|rank|ranks} saved, {world} {world|is|are} to resume",
            "The folder is of {saved} {saved|rank|ranks}; the job has {world}.",
            "The slices of one job are not those of the other: every rank would load a slice that does not fit, or find none.",
            "{remedy}.",
        ],
        zh: [
            "保存时为 {saved} 个 rank，续训任务为 {world} 个",
            "该目录属于 {saved} 个 rank；任务有 {world} 个。",
            "两者的切片不同：各 rank 会加载到不匹配的切片，或找不到文件。",
            "{remedy}。",
        ],
    }
    /// Two runs hold the same step under prefixes of which one begins the other.
    TWO_RUNS = "SL0609" Warning {
        en: [
            "Two runs hold step {step}, and the first one's prefix matches both",
            "{first} and {second} both begin as the prefix does.",
            "Up to 1.7 MindFormers takes whichever the directory lists first, which differs between machines.",
            "Name the file with resume_training, or move the older run's files away.",
        ],
        zh: [
            "两次运行都有 {step} 这一步，且前者的前缀同时匹配两者",
            "{first} 与 {second} 都以该前缀开头。",
            "MindFormers 1.7 及以前会取目录列出的第一个，不同机器上结果可能不同。",
            "请用 resume_training 指定文件，或移走旧运行的文件。",
        ],
    }
    /// A prefix with a dash.
    DASH = "SL0610" Warning {
        en: [
            "The prefix {prefix} has a “-” in it",
            "MindFormers 1.3 ends the prefix at the first “-”.",
            "1.3 finds no rank in what is left and stops; later versions end it at the last one.",
            "With 1.3, name the file with resume_training, and choose a prefix without “-” for the next run.",
        ],
        zh: [
            "前缀 {prefix} 中含有 “-”",
            "MindFormers 1.3 以第一个 “-” 作为前缀的结尾。",
            "1.3 在剩余部分找不到 rank 而报错；之后的版本以最后一个 “-” 为准。",
            "使用 1.3 时请用 resume_training 指定文件；下次运行请用不含 “-” 的前缀。",
        ],
    }
    /// Files without optimizer states or counters.
    WEIGHTS_ONLY = "SL0611" Warning {
        en: [
            "Weights only: {count} {count|file|files} that training cannot go on from",
            "{file} and {count|no others|its like}: {reason}.",
            "Such files are for inference and fine-tuning (MindFormers writes them to checkpoint_network); resumed, they begin anew with the optimizer's first state.",
            "Give the folder checkpoint, which holds states and counters.",
        ],
        zh: [
            "仅含权重：{count} 个文件不能用于续训",
            "{file} 等：{reason}。",
            "这类文件用于推理和微调（MindFormers 写在 checkpoint_network）；用它续训会使优化器从初始状态重新开始。",
            "请改用 checkpoint 目录，其中含有优化器状态与计数。",
        ],
    }
    /// Document and code do not agree.
    DOCUMENT_DIFFERS = "SL0612" Warning {
        en: [
            "MindFormers' document promises another outcome than its code gives",
            "By the document: {document}. By the code of {version}: {code}.",
            "What the code does is what happens.",
            "Resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "MindFormers 的文档与代码给出的结果不同",
            "按文档：{document}。按 {version} 的代码：{code}。",
            "实际发生的是代码的行为。",
            "请从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// Versions choose differently.
    VERSIONS_DIFFER = "SL0613" Info {
        en: [
            "Other versions of MindFormers do otherwise",
            "By version: {others}",
            "After an update, or on another machine, the same folder is resumed differently.",
            "Resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "MindFormers 其他版本的行为不同",
            "各版本：{others}",
            "升级版本或换机器后，同一目录的续训结果会不同。",
            "请从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// Every rank loads its newest file, and these are of different steps.
    STEPS_DIFFER = "SL0614" Error {
        en: [
            "Every rank loads its own newest file, and they are of different steps",
            "Rank {rank_a} loads {file_a}, rank {rank_b} loads {file_b}.",
            "Nothing notices: the model goes on from a mix of two steps.",
            "Resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "各 rank 加载各自最新的文件，而这些文件不是同一步",
            "rank {rank_a} 加载 {file_a}，rank {rank_b} 加载 {file_b}。",
            "不会有任何提示：模型将从两个不同步的混合状态继续训练。",
            "请从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// Time stamps decide.
    TIME_STAMPS = "SL0615" Warning {
        en: [
            "Time stamps decide, as {reason}",
            "Every rank loads the file of its folder that was written last.",
            "Copying changes these times, and each rank may then load another step.",
            "Resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "{reason}，因此由时间戳决定",
            "各 rank 加载各自目录中最后写入的文件。",
            "拷贝会改变时间戳，之后各 rank 加载的步可能不同。",
            "请从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// A chosen file that a rank does not have.
    CHOSEN_MISSING = "SL0616" Error {
        en: [
            "{name} would be chosen, but {ranks[]|rank|ranks} {ranks} {ranks[]|has|have} no such file",
            "{file} is not there.",
            "The rank stops when it loads: the file does not exist. The other ranks wait for it.",
            "Resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "会选中 {name}，但 rank {ranks} 没有该文件",
            "{file} 不存在。",
            "该 rank 加载时因文件不存在而退出，其他 rank 会一直等待。",
            "请从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// A chosen file that training cannot go on from.
    CHOSEN_WEIGHTS_ONLY = "SL0617" Error {
        en: [
            "{name} would be chosen, but on {ranks[]|rank|ranks} {ranks} it does not hold all that training needs",
            "{file}: {reason}.",
            "Nothing stops: the optimizer, or the count of steps, begins anew, and the loss jumps.",
            "Resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "会选中 {name}，但 rank {ranks} 的文件不含训练所需的全部内容",
            "{file}：{reason}。",
            "不会报错：优化器或步数会从头开始，loss 会跳变。",
            "请从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// Nothing is resumed, in silence.
    NOT_RESUMED = "SL0618" Error {
        en: [
            "The folder is empty: training begins anew with random weights",
            "resume_training is on, but {path} holds nothing.",
            "MindFormers {version} warns once, switches resume_training off and goes on.",
            "Set load_checkpoint to the folder checkpoint that the run wrote.",
        ],
        zh: [
            "目录为空：训练会以随机权重重新开始",
            "已开启 resume_training，但 {path} 中没有内容。",
            "MindFormers {version} 只警告一次，随即关闭 resume_training 并继续运行。",
            "请将 load_checkpoint 设为任务写出的 checkpoint 目录。",
        ],
    }
    /// Nothing left to train.
    FINISHED = "SL0619" Error {
        en: [
            "Nothing is left to train after {step}",
            "{done} of {total} steps are done: the job trains {epochs} {epochs|epoch|epochs}.",
            "MindSpore stops with “Exception thrown from dataset pipeline. Refer to 'Dataset Pipeline Error Message'.”",
            "Set more epochs, or resume from an earlier step.",
        ],
        zh: [
            "{step} 之后已没有可训练的步数",
            "共 {total} 步，已完成 {done} 步：任务训练 {epochs} 个 epoch。",
            "MindSpore 会报错 “Exception thrown from dataset pipeline. Refer to 'Dataset Pipeline Error Message'.”",
            "请增大 epochs，或从更早的一步续训。",
        ],
    }
    /// A chosen file that lacks tensors.
    CHOSEN_LACKS = "SL0620" Error {
        en: [
            "{name} would be chosen, but on {ranks[]|rank|ranks} {ranks} it lacks {count} {count|tensor|tensors}",
            "{file} has no {tensor}, which other ranks of its pipeline stage hold as {there}.",
            "MindFormers only warns (“parameters in the 'net' are not loaded”) and trains on, with the first values of these tensors in this rank.",
            "Copy the file from the machine that wrote it, or resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "会选中 {name}，但 rank {ranks} 的文件缺少 {count} 个张量",
            "{file} 中没有 {tensor}，而同一流水线阶段的其他 rank 都有（{there}）。",
            "MindFormers 只给出警告（“parameters in the 'net' are not loaded”）并继续训练，该 rank 的这些张量保持初始值。",
            "请从写出它的机器上拷贝该文件，或从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// A chosen file with slices of another shape.
    CHOSEN_SHAPES = "SL0621" Error {
        en: [
            "{name} would be chosen, but on {ranks[]|rank|ranks} {ranks} {count} {count|tensor has|tensors have} another shape than in the other ranks of the stage",
            "{file} holds {tensor} as {here}, other ranks of its pipeline stage as {there}.",
            "MindSpore cuts evenly, so the file is of another job. Its rank, or the others, stop with “For 'load_param_into_net', {tensor} in the argument 'net' should have the same shape as {tensor} in the argument 'parameter_dict'.”",
            "Copy the files of one job into one folder, or resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "会选中 {name}，但 rank {ranks} 的文件有 {count} 个张量与同一阶段其他 rank 的形状不同",
            "{file} 中 {tensor} 为 {here}，而同一流水线阶段的其他 rank 为 {there}。",
            "MindSpore 只做均匀切分，因此该文件来自其他任务。该 rank 或其他 rank 会报错 “For 'load_param_into_net', {tensor} in the argument 'net' should have the same shape as {tensor} in the argument 'parameter_dict'.”",
            "请把同一任务的文件放在一个目录，或从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// A step that the health monitor warns of.
    UNHEALTHY = "SL0622" Warning {
        en: [
            "{name} would be chosen, though the health monitor recorded it as unhealthy",
            "health_ckpts.json lists it with is_health other than 0.",
            "MindFormers {version} passes over no step for its health: it only stops if none is healthy. Training would go on from weights whose norms were beyond the threshold.",
            "Resume from the newest healthy step that all ranks can load: {line}.",
        ],
        zh: [
            "会选中 {name}，但健康监测记录它为不健康",
            "health_ckpts.json 中它的 is_health 不为 0。",
            "MindFormers {version} 不会因此跳过任何一步，只有全部不健康时才报错。训练会从范数超过阈值的权重继续。",
            "请从所有 rank 都能加载的最新健康步续训：{line}。",
        ],
    }
    /// Ranks without a strategy, with fault tolerance.
    TFT_NO_STRATEGY = "SL0623" Error {
        en: [
            "With fault tolerance, {ranks[]|rank|ranks} {ranks} {ranks[]|finds|find} no strategy",
            "{count} {count|file lies|files lie} in src_strategy_path_or_dir, for {world} {world|rank|ranks}.",
            "MindFormers stops with “rank {rank} src_strategy is not exist”.",
            "Give the folder output/strategy of the run that saved, with the files of all ranks and nothing else.",
        ],
        zh: [
            "启用容错（TFT）时，rank {ranks} 找不到策略文件",
            "src_strategy_path_or_dir 中有 {count} 个文件，而任务有 {world} 个 rank。",
            "MindFormers 会报错 “rank {rank} src_strategy is not exist”。",
            "请提供保存任务的 output/strategy 目录，其中只放全部 rank 的策略文件。",
        ],
    }
    /// Ranks without a file to load, with fault tolerance.
    TFT_NO_FILE = "SL0624" Error {
        en: [
            "With fault tolerance, {ranks[]|rank|ranks} {ranks} {ranks[]|finds|find} no file to load",
            "Every rank looks for the name of the file that was written last of all, in its own folder and in those of ranks with the same slices.",
            "MindFormers stops with “Try to resume from checkpoints with strategy in directory '{path}' failed, please specify load_checkpoint to specific checkpoint file to resume training.”",
            "Move away the files of the step that not all ranks have; or start without MS_ENABLE_TFT and resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "启用容错（TFT）时，rank {ranks} 找不到可加载的文件",
            "各 rank 都按全部文件中最后写入者的文件名查找：先看自己的目录，再看切片相同的 rank 的目录。",
            "MindFormers 会报错 “Try to resume from checkpoints with strategy in directory '{path}' failed, please specify load_checkpoint to specific checkpoint file to resume training.”",
            "请移走并非所有 rank 都有的那一步的文件；或不设置 MS_ENABLE_TFT，从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// A rank that takes another's slices for its own, with fault tolerance.
    TFT_OTHER_SLICE = "SL0625" Error {
        en: [
            "With fault tolerance, rank {rank} would load the slices of rank {folder}, which are not its own",
            "It loads {file}, whose path has “rank_{rank}” in it, as it was written last of all; {count} {count|rank does|ranks do} so.",
            "Nothing notices: shapes are the same, and training goes on with wrong weights.",
            "Start without MS_ENABLE_TFT; or touch the file of rank 0, so that it is the last written.",
        ],
        zh: [
            "启用容错（TFT）时，rank {rank} 会加载 rank {folder} 的切片，而二者的切片不同",
            "它会加载 {file}：该文件最后写入，且路径中含有 “rank_{rank}”；共 {count} 个 rank 如此。",
            "不会有任何提示：形状相同，训练会以错误的权重继续。",
            "请不设置 MS_ENABLE_TFT；或 touch 一下 rank 0 的文件，使其成为最后写入的文件。",
        ],
    }
    /// Ranks that load files of several runs, with fault tolerance.
    TFT_MIXED = "SL0626" Error {
        en: [
            "With fault tolerance, ranks would load files of different runs or steps",
            "Rank {rank_a} loads {file_a}, rank {rank_b} loads {file_b}.",
            "Nothing notices: the model goes on from a mix of two states.",
            "Start without MS_ENABLE_TFT and resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "启用容错（TFT）时，各 rank 会加载不同运行或不同步的文件",
            "rank {rank_a} 加载 {file_a}，rank {rank_b} 加载 {file_b}。",
            "不会有任何提示：模型将从两个不同状态的混合继续训练。",
            "请不设置 MS_ENABLE_TFT，从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// A chosen name that is no file.
    CHOSEN_NO_FILE = "SL0627" Error {
        en: [
            "{name} would be chosen, but on {ranks[]|rank|ranks} {ranks} it is no file that can be read",
            "{file} is {what}.",
            "MindFormers looks at names only. It chooses this step, and the rank {outcome}",
            "Put the real file in its place or remove the name; or resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "会选中 {name}，但 rank {ranks} 上的该名称不是可读文件",
            "{file} 是{what}。",
            "MindFormers 只看文件名，因此会选中这一步，随后该 rank {outcome}",
            "请在原处放上真正的文件，或删除该名称；也可从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// A rank whose files' times are not to be had.
    NEWEST_STOPS = "SL0628" Error {
        en: [
            "{ranks[]|Rank|Ranks} {ranks} cannot tell which of {ranks[]|its|their} files was written last, and {ranks[]|stops|stop}",
            "MindFormers asks for the time of every name in the rank's folder that ends as weights do. On rank {first} it ends with “{error}”",
            "The rank stops before the first step of training, and the others wait for it.",
            "Remove the name, or put the real file or folder in its place; or resume from the newest step that all ranks can load: {line}.",
        ],
        zh: [
            "rank {ranks} 无法确定哪个文件最后写入，会报错停止",
            "MindFormers 会读取该 rank 目录中所有权重后缀名称的时间。在 rank {first} 上报错 “{error}”",
            "该 rank 会在训练第一步之前退出，其他 rank 会一直等待它。",
            "请删除该名称，或在原处放上真正的文件或目录；也可从所有 rank 都能加载的最新一步续训：{line}。",
        ],
    }
    /// A selection that never ends.
    WAITS = "SL0629" Error {
        en: [
            "MindFormers {version} waits without end, and no rank begins",
            "{file} is a pipe: who opens it waits until someone writes into it.",
            "Rank 0 reads every meta.json before it chooses; the other ranks wait for rank 0.",
            "Remove the pipe, or name the file, so that no meta.json is read: {line}.",
        ],
        zh: [
            "MindFormers {version} 会无限期等待，所有 rank 都不会开始",
            "{file} 是管道：打开它的进程会一直等到有写入方。",
            "rank 0 在选择之前会读取所有 meta.json，其他 rank 则等待 rank 0。",
            "请删除该管道；或直接指定文件，这样不会读取 meta.json：{line}。",
        ],
    }
    /// An entry with the name of a rank's folder.
    RANK_NO_FOLDER = "SL0630" Error {
        en: [
            "The {ranks[]|entry of rank|entries of ranks} {ranks} {ranks[]|is no folder|are no folders} that can be listed",
            "{file} is {what}.",
            "MindFormers goes by its name: it counts it as a rank, and stops where it looks for the rank's files.",
            "Put the rank's folder in its place or give the right to read it; or remove the entry.",
        ],
        zh: [
            "rank {ranks} 的条目不是可列出的目录",
            "{file} 是{what}。",
            "MindFormers 只看名称：它会被计为一个 rank，而在查找该 rank 的文件时报错。",
            "请在原处放上该 rank 的目录或开放读取权限；也可删除该条目。",
        ],
    }
    /// A conversion that stops.
    CONVERSION_STOPS = "SL0631" Warning {
        en: [
            "With auto_trans_ckpt, MindFormers {version} cannot convert {name}",
            "It looks in every rank's folder for files whose names end as that of rank 0's does by its rule, and MindSpore stops with “{error}”",
            "The job has another number of ranks than saved, so the step must be converted, and cannot be converted when the job starts.",
            "Convert the step before, with shardlens transform, and start with auto_trans_ckpt: False.",
        ],
        zh: [
            "启用 auto_trans_ckpt 时，MindFormers {version} 无法转换 {name}",
            "它按自己的规则由 rank 0 的文件名得到后缀，再到各 rank 目录中查找，而 MindSpore 会报错 “{error}”",
            "任务的 rank 数与保存时不同，因此必须转换该步权重，而启动任务时无法完成。",
            "请先用 shardlens transform 转换该步权重，再以 auto_trans_ckpt: False 启动。",
        ],
    }
    /// A conversion of other files.
    CONVERTS_OTHER = "SL0632" Warning {
        en: [
            "With auto_trans_ckpt, MindFormers {version} would convert other files than {name}",
            "By the ending of the name it takes {file}.",
            "Nothing notices: epoch and step come from {name}, the weights from other files.",
            "Convert the step before, with shardlens transform, and start with auto_trans_ckpt: False; or move the other files away.",
        ],
        zh: [
            "启用 auto_trans_ckpt 时，MindFormers {version} 会转换 {name} 以外的文件",
            "按名称后缀，它会取 {file}。",
            "不会有任何提示：epoch 与 step 来自 {name}，权重却来自其他文件。",
            "请先用 shardlens transform 转换该步权重，再以 auto_trans_ckpt: False 启动；或移走其他文件。",
        ],
    }
}

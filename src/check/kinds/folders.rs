//! Folders: missing ranks, gaps, several steps, mixed formats.

use super::kinds;

kinds! {
    /// Several rank folders, but no strategy that says how they are cut.
    NO_SOURCE_STRATEGY = "SL0201" Error {
        en: [
            "{ranks} rank {ranks|folder|folders}, but no source strategy",
            "The checkpoint has rank folders 0 to {last} and nothing says how its tensors are cut.",
            "Equal slices cannot be told from copies, so no whole tensor can be put together.",
            "Give the strategy files that the training job wrote (ckpt_strategy_rank_*.ckpt). If they are lost: `shardlens infer --src-ckpt DIR -o strategy.ckpt` finds out what headers tell.",
        ],
        zh: [
            "有 {ranks} 个 rank 目录，但没有源切分策略",
            "权重包含 rank_0 到 rank_{last} 目录，但没有文件说明张量如何切分。",
            "无法区分相同的切片与副本，因此无法拼出完整张量。",
            "请提供训练任务写出的策略文件（ckpt_strategy_rank_*.ckpt）。若已丢失，可用 `shardlens infer --src-ckpt DIR -o strategy.ckpt` 根据文件头推断。",
        ],
    }

    /// An entry that the system does not let us open.
    ENTRY_UNREADABLE = "SL0202" Warning {
        en: [
            "{file} cannot be opened",
            "The system says: {reason}.",
            "What is in it does not take part.",
            "If it belongs to the checkpoint, {remedy}, then open the folder again.",
        ],
        zh: [
            "无法打开 {file}",
            "系统提示：{reason}。",
            "其内容不参与处理。",
            "如果它属于该权重，{remedy}，然后重新打开目录。",
        ],
    }
    /// A link into a folder that it is in.
    LINK_LOOP = "SL0203" Warning {
        en: [
            "{file} leads back to a folder that it is in",
            "{file} is a link to one of its own parent folders.",
            "It is not followed; every file is still found once on the direct way.",
            "Nothing needs to be done; remove the link if it is not wanted.",
        ],
        zh: [
            "{file} 指回了它所在的目录",
            "{file} 是指向自身上级目录的链接。",
            "不会沿该链接继续查找；所有文件仍可由直接路径找到。",
            "无需处理；如不需要该链接可将其删除。",
        ],
    }
    /// A file name that is not UTF-8.
    NAME_NOT_UTF8 = "SL0204" Warning {
        en: [
            "The name of {file} is not UTF-8",
            "The name holds bytes that are no text; they are shown as �.",
            "The entry does not take part: a plan could not name it.",
            "Rename it if it belongs to the checkpoint.",
        ],
        zh: [
            "{file} 的名称不是 UTF-8",
            "名称中含有无法解码的字节，以 � 显示。",
            "该条目不参与处理：搬运计划无法写出它的名称。",
            "如果它属于该权重，请重命名。",
        ],
    }
    /// A pipe, socket or device.
    NOT_A_FILE = "SL0205" Warning {
        en: [
            "{file} is neither a file nor a folder",
            "{file} is {what}.",
            "It is not opened here. A job that goes by names takes it for a file all the same: MindFormers chooses the checkpoint to resume from by name.",
            "If it has the name of a file that a job reads, put that file in its place; else remove it, or leave it.",
        ],
        zh: [
            "{file} 既不是文件也不是目录",
            "{file} 是{what}。",
            "此处不会打开它。只看名称的任务仍会把它当作文件：MindFormers 续训时按名称选择权重。",
            "若其名称是任务要读取的文件，请在原处放上该文件；否则可删除或保留它。",
        ],
    }
    /// More entries than any checkpoint has.
    TOO_MANY_FILES = "SL0206" Error {
        en: [
            "More than {limit} files",
            "The folder holds more than {limit} entries, or links that lead into each other.",
            "The rest was not looked at, so the checkpoint may be incomplete.",
            "Open the folder that directly holds the rank folders.",
        ],
        zh: [
            "文件超过 {limit} 个",
            "该目录下的条目超过 {limit} 个，或其中的链接相互嵌套。",
            "其余条目未查看，因此权重可能不完整。",
            "请直接打开包含 rank 目录的那一级目录。",
        ],
    }

    /// No weight file at all.
    NO_WEIGHTS = "SL0210" Error {
        en: [
            "No weight file among the {files} {files|file|files}",
            "None of them is a MindSpore checkpoint or a safetensors file.",
            "MindSpore stops with “the 'src_checkpoints_dir' can not be empty.”",
            "Open the folder that holds the rank_N folders, or a complete weight file.",
        ],
        zh: [
            "{files} 个文件中没有权重文件",
            "其中没有 MindSpore ckpt，也没有 safetensors 文件。",
            "MindSpore 会报错 “the 'src_checkpoints_dir' can not be empty.”",
            "请打开包含 rank_N 目录的目录，或一个完整权重文件。",
        ],
    }
    /// The checkpoint has a rank right after the strategy's last.
    RANK_BEYOND_STRATEGY = "SL0211" Error {
        en: [
            "The checkpoint has rank {rank}, the strategy only ranks 0 to {last}",
            "{file} is of rank {rank}; a strategy of {ranks} {ranks|rank|ranks} ends at rank {last}.",
            "MindSpore takes the first {ranks} {ranks|rank|ranks} and drops the others in silence: tensors of further stages vanish.",
            "The strategy is of another job, or only one stage of this one: give the strategy files of all stages.",
        ],
        zh: [
            "权重中有 rank {rank}，而策略只到 rank {last}",
            "{file} 属于 rank {rank}；{ranks} 个 rank 的策略到 rank {last} 为止。",
            "MindSpore 只取前 {ranks} 个 rank，不加提示地丢弃其余部分：后续阶段的张量会丢失。",
            "该策略属于其他任务，或只是本任务的一个阶段：请提供所有阶段的策略文件。",
        ],
    }
    /// Rank folders beyond the strategy, after a gap.
    RANKS_AFTER_GAP = "SL0212" Warning {
        en: [
            "Rank {ranks[]|folder|folders} {ranks} {ranks[]|does|do} not count",
            "The strategy ends at rank {last}, and there is no folder of the rank after it.",
            "{ranks[]|It is taken for a leftover|They are taken for leftovers} of another run, as MindSpore does without a word.",
            "Remove {ranks[]|it if it is a leftover; if it belongs|them if they are leftovers; if they belong} here, the strategy does not.",
        ],
        zh: [
            "rank 目录 {ranks} 不参与处理",
            "策略到 rank {last} 为止，且紧随其后的 rank 没有目录。",
            "它们被视为其他任务的残留，MindSpore 也会不加提示地忽略。",
            "如为残留请删除；如确属本权重，则策略不对。",
        ],
    }
    /// Ranks of the strategy without a file.
    RANKS_MISSING = "SL0213" Warning {
        en: [
            "{missing} of {ranks} {ranks|rank|ranks} {missing|has|have} no weight file",
            "There is no file for {list[]|rank|ranks} {list}.",
            "MindSpore stops with “The checkpoint file of rank{first} is needed for converting …, but it is missing.”; here only a slice that no other rank holds is missed.",
            "Copy the missing rank folders if there are any.",
        ],
        zh: [
            "{ranks} 个 rank 中有 {missing} 个没有权重文件",
            "缺少 rank {list} 的文件。",
            "MindSpore 会报错 “The checkpoint file of rank{first} is needed for converting …, but it is missing.”；这里只有在没有其他 rank 持有该切片时才算缺失。",
            "如有缺失的 rank 目录，请补齐。",
        ],
    }
    /// The ranks' files are of different steps.
    STEPS_DIFFER = "SL0214" Error {
        en: [
            "The ranks' files are of different steps",
            "{file} is the newest of its rank, {other} of another rank. The newest step that every rank has: {common}.",
            "MindSpore puts slices of different steps together in silence.",
            "Keep the files of one step that every rank has; a step that only some ranks have was being saved when the job ended.",
        ],
        zh: [
            "各 rank 的文件来自不同的步数",
            "{file} 是其 rank 中最新的文件，另一 rank 的最新文件是 {other}。所有 rank 都有的最新步数：{common}。",
            "MindSpore 会不加提示地把不同步数的切片拼在一起。",
            "请只保留所有 rank 都有的某一步的文件；只有部分 rank 有的步数是任务结束时尚未保存完的。",
        ],
    }
    /// Several files of one rank, and no rule that chooses.
    FILE_UNCLEAR = "SL0215" Error {
        en: [
            "Rank {rank} has several weight files and nothing says which counts",
            "{file} and {other}: their names do not end in -epoch_step, or are of the same step.",
            "MindSpore takes the last name in byte order (.ckpt) or the largest last two numbers (.safetensors), without a word.",
            "Keep one file per rank folder ({ranks[]|rank|ranks} concerned: {ranks}).",
        ],
        zh: [
            "rank {rank} 有多个权重文件，无法确定使用哪一个",
            "{file} 与 {other}：文件名不以 -epoch_step 结尾，或步数相同。",
            "MindSpore 会不加提示地取字节序最后的文件名（.ckpt），或最后两个数字最大的文件（.safetensors）。",
            "请在每个 rank 目录中只保留一个文件（涉及的 rank：{ranks}）。",
        ],
    }
    /// Of several files, the newest counts.
    NEWEST_TAKEN = "SL0216" Info {
        en: [
            "Of several files per rank, the newest counts: {file}",
            "{ranks[]|Rank|Ranks} {ranks} {ranks[]|has|have} more than one weight file; the largest epoch, then step, is taken.",
            "MindSpore takes the same file.",
            "Nothing needs to be done; to convert an older step, give a folder with that step only.",
        ],
        zh: [
            "每个 rank 有多个文件时取最新的：{file}",
            "rank {ranks} 有不止一个权重文件；先按 epoch、再按 step 取最大者。",
            "MindSpore 也会取同一个文件。",
            "无需处理；如要转换更早的步数，请提供只含该步数的目录。",
        ],
    }
    /// MindSpore would convert an older file.
    MINDSPORE_TAKES_OTHER = "SL0217" Warning {
        en: [
            "The newest file counts ({file}); MindSpore would take {other}",
            "{ranks[]|Rank|Ranks} {ranks} {ranks[]|has|have} more than one weight file; the largest epoch, then step, is taken, as numbers.",
            "MindSpore sorts .ckpt by name as text (1_9 after 1_10) and .safetensors by the last two numbers of the path: it converts another step in silence.",
            "If {other} is meant, give a folder without the newer file.",
        ],
        zh: [
            "取最新的文件（{file}）；MindSpore 会取 {other}",
            "rank {ranks} 有不止一个权重文件；先按 epoch、再按 step 的数值取最大者。",
            "MindSpore 对 .ckpt 按文本排序（1_9 排在 1_10 之后），对 .safetensors 按路径中最后两个数字排序：会不加提示地转换另一步。",
            "如果要用的是 {other}，请提供不含更新文件的目录。",
        ],
    }
    /// Both container formats in one checkpoint.
    FORMATS_MIXED = "SL0218" Error {
        en: [
            "ckpt and safetensors are mixed",
            "{file} is a .ckpt, {other} is safetensors.",
            "MindSpore stops with “the 'src_checkpoints_dir' cannot contain both ckpt file and safetensors file simultaneously”.",
            "Move the files of one format away; they are of different saves.",
        ],
        zh: [
            "同时存在 ckpt 和 safetensors",
            "{file} 是 ckpt，{other} 是 safetensors。",
            "MindSpore 会报错 “the 'src_checkpoints_dir' cannot contain both ckpt file and safetensors file simultaneously”。",
            "请移走其中一种格式的文件；它们来自不同的保存。",
        ],
    }
    /// Checkpoints side by side.
    SEVERAL_CHECKPOINTS = "SL0219" Error {
        en: [
            "Several checkpoints: {folder} and {other}",
            "Both folders hold weight files and neither is inside the other's.",
            "They cannot both be the source, and nothing says which is meant.",
            "Open the one that is meant.",
        ],
        zh: [
            "存在多份权重：{folder} 与 {other}",
            "两个目录都含有权重文件，且并列存在。",
            "它们不能同时作为源，也无法判断要用哪一个。",
            "请只打开要转换的那一个。",
        ],
    }
    /// Weights further down than the checkpoint.
    DEEPER_IGNORED = "SL0220" Warning {
        en: [
            "{files} weight {files|file|files} in deeper folders {files|does|do} not count",
            "The checkpoint is in {folder}; {file} is not directly in a folder of it.",
            "MindSpore does not look there either.",
            "Nothing needs to be done; to convert them, open their folder.",
        ],
        zh: [
            "更深层目录中的 {files} 个权重文件不参与处理",
            "权重位于 {folder}；{file} 不直接位于它的目录中。",
            "MindSpore 也不会查看那里。",
            "无需处理；如要转换它们，请打开其所在目录。",
        ],
    }
    /// Weights beside rank folders.
    LOOSE_IGNORED = "SL0221" Warning {
        en: [
            "{files} weight {files|file|files} outside the rank folders {files|does|do} not count",
            "There are rank folders, and {file} is in none of them.",
            "MindSpore and MindFormers use the rank folders too.",
            "Nothing needs to be done; to convert {file}, open it alone.",
        ],
        zh: [
            "rank 目录之外的 {files} 个权重文件不参与处理",
            "已有 rank 目录，而 {file} 不在其中。",
            "MindSpore 和 MindFormers 也只使用 rank 目录。",
            "无需处理；如要转换 {file}，请单独打开它。",
        ],
    }
    /// Folders that look like rank folders and are none.
    NOT_A_RANK = "SL0222" Info {
        en: [
            "{folder} is not a rank folder",
            "Only folders named exactly rank_ and a number are; {files} weight {files|file|files} in such folders {files|does|do} not count.",
            "MindSpore ignores them too.",
            "Nothing needs to be done; rename the folder if it is a rank's.",
        ],
        zh: [
            "{folder} 不是 rank 目录",
            "只有名称恰为 rank_ 加数字的目录才是；此类目录中的 {files} 个权重文件不参与处理。",
            "MindSpore 也会忽略它们。",
            "无需处理；如果它确是某个 rank 的目录，请重命名。",
        ],
    }
    /// One rank's slice as if it were complete.
    NOT_COMPLETE = "SL0223" Error {
        en: [
            "{file} is of rank {rank}, not a complete checkpoint",
            "Without a source strategy a checkpoint is complete and of rank 0; the only rank here is {rank}.",
            "A slice would be written as if it were the whole tensor.",
            "Give the source strategy and all ranks; if the file is complete, put it into rank_0.",
        ],
        zh: [
            "{file} 属于 rank {rank}，不是完整权重",
            "没有源切分策略时，权重应当完整且属于 rank 0；而这里只有 rank {rank}。",
            "切片会被当作完整张量写出。",
            "请提供源切分策略和所有 rank；如果该文件确是完整权重，请放入 rank_0。",
        ],
    }
    /// A strategy of many ranks, but files that are of no rank.
    COMPLETE_UNDER_STRATEGY = "SL0224" Error {
        en: [
            "The source strategy has {ranks} {ranks|rank|ranks}, but {file} is of no rank",
            "Neither a rank_N folder nor the file's name says which rank's slices it holds.",
            "If it is complete, cutting it apart as a slice would be wrong; MindFormers even does so when it says that it ignores the strategy.",
            "Leave the source strategy away if the file is complete; otherwise put each rank's file into rank_N.",
        ],
        zh: [
            "源切分策略有 {ranks} 个 rank，但 {file} 不属于任何 rank",
            "既没有 rank_N 目录，文件名也没有说明它是哪个 rank 的切片。",
            "如果它是完整权重，按切片处理就会出错；MindFormers 甚至在提示忽略策略时仍会这样做。",
            "如果文件完整，请不要给出源切分策略；否则请把各 rank 的文件放入 rank_N。",
        ],
    }
    /// Loose weight files that nothing ties together.
    SEVERAL_LOOSE = "SL0225" Error {
        en: [
            "{files} weight {files|file|files}, and nothing says how they belong together",
            "{file} and {other}: no rank folders, no index, no common numbering.",
            "Each may be a checkpoint of its own.",
            "Open one of them alone, put each rank's file into rank_N, or add the index file.",
        ],
        zh: [
            "有 {files} 个权重文件，无法确定它们之间的关系",
            "{file} 与 {other}：没有 rank 目录，没有索引文件，也没有统一编号。",
            "每个文件都可能是一份独立的权重。",
            "请单独打开其中一个，或把各 rank 的文件放入 rank_N，或补上索引文件。",
        ],
    }
    /// The index names files that are not there.
    INDEX_FILE_MISSING = "SL0226" Error {
        en: [
            "{missing} {missing|file|files} that {index} names {missing|is|are} missing",
            "{file} is not there.",
            "Its tensors would be missing from the target.",
            "Copy the missing files; the checkpoint is incomplete.",
        ],
        zh: [
            "{index} 所列的文件中缺少 {missing} 个",
            "{file} 不存在。",
            "其中的张量会在目标权重中缺失。",
            "请补齐缺少的文件；该权重不完整。",
        ],
    }
    /// One tensor in two files of a complete checkpoint.
    TENSOR_IN_TWO_FILES = "SL0227" Error {
        en: [
            "{tensor} is in two files",
            "{file} and {other} both hold it ({tensors} {tensors|tensor is|tensors are} concerned).",
            "Which of them counts is left to the order of loading: possibly wrong in silence.",
            "Remove the file that does not belong to this checkpoint.",
        ],
        zh: [
            "{tensor} 同时存在于两个文件中",
            "{file} 与 {other} 都含有它（共涉及 {tensors} 个张量）。",
            "取哪一个取决于加载顺序：可能出错，且没有提示。",
            "请移除不属于该权重的文件。",
        ],
    }
    /// Weight files that the index does not name.
    NOT_IN_INDEX = "SL0228" Warning {
        en: [
            "{files} weight {files|file is|files are} not in {index} and {files|does|do} not count",
            "{file} is not among the files that {index} names.",
            "Loaders that follow the index do not read it either.",
            "Nothing needs to be done; if it belongs to the checkpoint, the index is out of date.",
        ],
        zh: [
            "有 {files} 个权重文件不在 {index} 中，不参与处理",
            "{file} 不在 {index} 所列的文件之中。",
            "按索引加载的程序也不会读取它。",
            "无需处理；如果它属于该权重，则索引已过期。",
        ],
    }
    /// Two index files.
    SEVERAL_INDEXES = "SL0229" Error {
        en: [
            "Two index files: {file} and {other}",
            "Each names the files of a checkpoint.",
            "Nothing says which of the checkpoints is meant.",
            "Keep the index of the checkpoint that is meant.",
        ],
        zh: [
            "有两个索引文件：{file} 与 {other}",
            "每个索引都列出了一份权重的文件。",
            "无法判断要用哪一份权重。",
            "请只保留所需权重的索引。",
        ],
    }
    /// Numbered parts with a hole.
    PART_MISSING = "SL0230" Error {
        en: [
            "Parts of the checkpoint are missing, such as part {part}",
            "{file} is one of {parts} {parts|part|parts}, of which {found} are there.",
            "The tensors of the missing parts would be missing from the target.",
            "Copy the missing parts.",
        ],
        zh: [
            "权重缺少部分分片，例如第 {part} 个分片",
            "{file} 是 {parts} 个分片之一，其中只有 {found} 个存在。",
            "缺少的分片中的张量会在目标权重中缺失。",
            "请补齐缺少的分片。",
        ],
    }
    /// No rank folders; the names give the ranks.
    RANKS_FROM_NAMES = "SL0231" Info {
        en: [
            "The ranks are taken from the file names, such as {file}",
            "There are no rank folders; the names give {ranks[]|rank|ranks} {ranks}.",
            "MindSpore's conversion wants rank_N folders.",
            "Nothing needs to be done.",
        ],
        zh: [
            "rank 由文件名得出，例如 {file}",
            "没有 rank 目录；文件名给出了 rank {ranks}。",
            "MindSpore 的转换要求使用 rank_N 目录。",
            "无需处理。",
        ],
    }
    /// A weight file with an ending that nobody reads.
    NAMED_OTHERWISE = "SL0232" Warning {
        en: [
            "{file}{files|| and others} {files|is|are} not used: no weight file’s name",
            "Their content is weights, but their names end neither in .ckpt nor in .safetensors.",
            "MindSpore does not see them; a name such as .ckpt.tmp is left by a save that was killed.",
            "Rename a file that is complete and meant.",
        ],
        zh: [
            "有 {files} 个权重文件名称不符，不参与处理，例如 {file}",
            "其内容是权重，但名称既不以 .ckpt 也不以 .safetensors 结尾。",
            "MindSpore 不会读取它们；.ckpt.tmp 之类的名称是保存被中断时留下的。",
            "如果文件完整且确实要用，请重命名。",
        ],
    }
    /// The index places a tensor in a file that does not hold it.
    INDEX_DISAGREES = "SL0233" Error {
        en: [
            "{index} places {tensor} in {file}, but it is not there",
            "{tensors} {tensors|tensor|tensors} of the index {tensors|is|are} not in the files it names.",
            "They would be missing from the target.",
            "The index and the files are of different checkpoints: copy them again together.",
        ],
        zh: [
            "{index} 指明 {tensor} 在 {file} 中，但其中没有",
            "索引中有 {tensors} 个张量不在其所指的文件中。",
            "它们会在目标权重中缺失。",
            "索引与文件来自不同的权重：请一并重新拷贝。",
        ],
    }
    /// Faults that are not told one by one.
    MORE_FAULTS = "SL0234" Error {
        en: [
            "{more} more {more|fault|faults} in files",
            "The same faults in other files, or too many to tell one by one.",
            "They stop the conversion as the faults that are told do.",
            "Solve those first, then open the files again.",
        ],
        zh: [
            "文件中还有 {more} 个错误",
            "其他文件中的相同错误，或数量过多而未逐一列出。",
            "它们与已列出的错误一样会阻止转换。",
            "请先解决已列出的错误，再重新打开文件。",
        ],
    }
    /// Something was opened as the target, but nothing that says how it is cut.
    TARGET_WITHOUT_STRATEGY = "SL0235" Error {
        en: [
            "What was opened as the target does not say how tensors are cut",
            "Among its {files} {files|file|files} is neither a strategy nor a complete checkpoint.",
            "Complete weights would be written though another target was meant.",
            "Add the strategy of the target job; for complete weights, empty the target.",
        ],
        zh: [
            "作为目标打开的文件没有说明如何切分",
            "其 {files} 个文件中既没有切分策略，也没有完整权重。",
            "否则会写出完整权重，而想要的是另一种目标。",
            "请补上目标任务的切分策略；如要得到完整权重，请清空目标。",
        ],
    }
    /// A file whose name says another rank than its folder.
    RANK_IN_NAME = "SL0236" Warning {
        en: [
            "{file} is in the folder of rank {rank}, but its name says rank {named}",
            "{files} {files|file is|files are} named for another rank than the folder's.",
            "The folder counts, here and in MindSpore. If the file was copied into the wrong folder, its slices end up in the place of rank {rank}'s, in silence.",
            "Put the file into rank_{named}, or rename it if it is rank {rank}'s.",
        ],
        zh: [
            "{file} 位于 rank {rank} 的目录，但文件名写的是 rank {named}",
            "有 {files} 个文件名中的 rank 与所在目录不同。",
            "这里和 MindSpore 都以目录为准。如果文件被拷贝到错误的目录，它的切片会不加提示地被当作 rank {rank} 的切片。",
            "请把文件移到 rank_{named}；如果它确实属于 rank {rank}，请改名。",
        ],
    }
    /// A name with the rank in it twice.
    RANK_NAMED_TWICE = "SL0237" Warning {
        en: [
            "The name of {file} gives a rank twice",
            "{files} {files|name has|names have} more than one part such as _rank_0; a path was completed with the rank a second time.",
            "MindFormers goes by the first of them; a strategy that is named so does not count as a rank's own, and a checkpoint may not be found when training is resumed.",
            "Rename the files so that each has its rank once, such as llama_rank_0-1_10.ckpt or ckpt_strategy_rank_0.ckpt.",
        ],
        zh: [
            "{file} 的文件名中 rank 出现了两次",
            "有 {files} 个文件名含有多个 _rank_0 这样的部分，路径被重复补上了 rank。",
            "MindFormers 以第一个为准；这样命名的策略文件不会被当作某个 rank 自己的策略，续训时也可能找不到这样命名的权重。",
            "请改名，使每个文件名中只有一个 rank，例如 llama_rank_0-1_10.ckpt 或 ckpt_strategy_rank_0.ckpt。",
        ],
    }
    /// Links that MindFormers made and did not remove.
    SOFTLINKS_LEFT = "SL0238" Warning {
        en: [
            "{folder} was left behind by MindFormers",
            "{files} weight {files|file is|files are} in a folder named softlink_ckpt, such as {file}.",
            "MindFormers fills it with links to the checkpoint that is to be converted and removes it afterwards. What is in it is another checkpoint under a second name, perhaps an old one.",
            "Remove the folder, and open the checkpoint that its links lead to.",
        ],
        zh: [
            "{folder} 是 MindFormers 残留的目录",
            "有 {files} 个权重文件位于名为 softlink_ckpt 的目录，例如 {file}。",
            "MindFormers 在其中放置指向待转换权重的链接，用完后删除。其中的内容是另一份权重的别名，可能已过期。",
            "请删除该目录，并直接打开链接所指的权重。",
        ],
    }
    /// A link to nothing.
    LINK_BROKEN = "SL0239" Warning {
        en: [
            "{file} is a link to something that is not there",
            "It leads to {target}.",
            "What it stood for does not take part; if it was a rank's folder or file, that rank is missing.",
            "Restore what it leads to, or remove the link.",
        ],
        zh: [
            "{file} 是失效的链接",
            "它指向 {target}。",
            "它所代表的内容不参与处理；如果是某个 rank 的目录或文件，该 rank 就缺失了。",
            "请恢复它指向的内容，或删除该链接。",
        ],
    }
    /// One rank's file is much smaller than all others.
    SIZE_OUTLIER = "SL0240" Warning {
        en: [
            "{file} is much smaller than the files of the other ranks",
            "It has {size}, half of the ranks have {usual} or more, and no other file has its tensors.",
            "A save that was interrupted, or a file of another run, looks like this.",
            "Compare it with the other ranks' files, and copy it again if it is incomplete.",
        ],
        zh: [
            "{file} 远小于其他 rank 的文件",
            "它的大小为 {size}，半数 rank 为 {usual} 或更大，且没有其他文件与它张量相同。",
            "保存被中断，或来自其他任务的文件，就会这样。",
            "请与其他 rank 的文件比较；如不完整，请重新拷贝。",
        ],
    }
    /// A link that leads to itself, by itself or by others.
    LINK_TO_ITSELF = "SL0241" Warning {
        en: [
            "{file} is a link that leads back to itself",
            "{file} is a link, and following it never comes to a file or a folder.",
            "There is nothing behind it. A job that goes by names takes it for a file and stops where it asks for its time or opens it.",
            "Link it to the file that belongs there, or remove it.",
        ],
        zh: [
            "{file} 是指回自身的链接",
            "{file} 是链接，沿它查找永远到不了文件或目录。",
            "它背后没有内容。只看名称的任务会把它当作文件，并在读取其时间或打开它时报错。",
            "请将它指向应有的文件，或将其删除。",
        ],
    }
    /// Folders that lie deeper than those of any checkpoint.
    TOO_DEEP = "SL0242" Error {
        en: [
            "Folders lie more than {limit} levels deep",
            "{file} is in {limit} folders, each in the one before.",
            "What is in it was not looked at, so the checkpoint may be incomplete.",
            "Open the folder that directly holds the rank folders.",
        ],
        zh: [
            "目录层级超过 {limit} 层",
            "{file} 位于 {limit} 层嵌套目录之中。",
            "其中的内容未查看，因此权重可能不完整。",
            "请直接打开包含 rank 目录的那一级目录。",
        ],
    }
    /// Weights of one rank's folder, opened as a complete checkpoint.
    ONE_RANK_OPENED = "SL0243" Warning {
        en: [
            "The weights opened lie in {folder}, and count as a complete checkpoint",
            "{beside}",
            "If they are the slices of one rank, each is taken for the whole tensor, and what comes of them is wrong without an error.",
            "If they are slices, give the folder that holds the rank folders, and the strategy. If they are complete, keep them in a folder of their own.",
        ],
        zh: [
            "打开的权重位于 {folder}，被视为完整权重",
            "{beside}",
            "如果它们是某一个 rank 的切片，每个切片都会被当作完整张量，结果有误且没有报错。",
            "如果是切片，请给出包含各 rank 目录的上级目录，并提供策略；如果是完整权重，请放入单独的目录。",
        ],
    }
}

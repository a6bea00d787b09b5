//! Checkpoints: files that are missing, damaged or of another model.

use super::causes;
use crate::check::kinds::{
    advice, checkpoint, content, files, folders, infer, plan, resume, sides, strategy,
};

causes! {
    RANK_MISSING [checkpoint::RANKS_NEEDED, folders::RANKS_MISSING, folders::LINK_BROKEN] {
        "The folder or the file of this source rank is missing; the conversion reads it.",
        "Copy rank_N of every rank, on all nodes, into one folder. `shardlens plan` tells all missing ranks at once, and which ones nothing replaces.";
        "缺少该源 rank 的目录或文件，而转换需要读取它。",
        "请把所有节点上每个 rank 的 rank_N 拷贝到同一目录。`shardlens plan` 会一次列出全部缺失的 rank，并指出哪些无法由其他 rank 代替。";
    }
    SLICE_MISSING [
        checkpoint::SLICE_NOT_IN_FILE, checkpoint::NOT_IN_STAGE, checkpoint::STAGE_FILES_DIFFER,
        checkpoint::REDUNDANCY_REMOVED, checkpoint::RANKS_NEEDED, plan::LATER_STAGE
    ] {
        "Despite its words this is about a parameter: the file of that rank is there but lacks a parameter that other ranks have. A checkpoint saved without redundancy (remove_redundancy) looks like that.",
        "Save with all replicas, or give shardlens the checkpoint: it takes a slice from any rank that holds it.";
        "提示虽说缺文件，实际缺的是参数：该 rank 的文件存在，但没有其他 rank 都有的某个参数。去冗余保存（remove_redundancy）的权重就是这样。",
        "请关闭去冗余重新保存，或直接用 shardlens 转换：它会从任何持有该切片的 rank 读取。";
    }
    FILE_NOT_PASSED [folders::RANKS_MISSING] {
        "The map of files that was passed does not have this rank, or names a file that is not there.",
        "Pass a file for every rank that rank_list_for_transform gives.";
        "传入的文件映射中没有该 rank，或所列文件不存在。",
        "请为 rank_list_for_transform 返回的每个 rank 传入文件。";
    }
    NO_CHECKPOINT [
        folders::NO_WEIGHTS, folders::RANKS_FROM_NAMES, folders::NAMED_OTHERWISE, checkpoint::NO_TENSORS
    ] {
        "The folder is missing or has no rank_N folder with weights in it.",
        "Give the folder that contains rank_0, rank_1, …; a complete file belongs into rank_0.";
        "目录不存在，或其中没有存放权重的 rank_N 目录。",
        "请给出包含 rank_0、rank_1…… 的目录；完整权重文件应放在 rank_0 中。";
    }
    FORMATS_MIXED [folders::FORMATS_MIXED] {
        "The checkpoint has .ckpt and .safetensors files side by side.",
        "Keep the files of one format.";
        "权重目录中同时有 .ckpt 和 .safetensors 文件。",
        "请只保留一种格式的文件。";
    }
    OTHER_MODEL [plan::NOTHING_IN_COMMON, sides::HUGGING_FACE_NAMES] {
        "The strategy is of another model, or the names have another prefix than in the checkpoint.",
        "Compare names with `shardlens inspect --json` on both; give the strategy of this checkpoint.";
        "策略来自其他模型，或名称前缀与权重不同。",
        "用 `shardlens inspect --json` 对照两边的名称；请提供该权重对应的策略。";
    }
    SLICED_AS_COMPLETE [folders::NO_SOURCE_STRATEGY, folders::NOT_COMPLETE, folders::ONE_RANK_OPENED] {
        "The checkpoint is sliced, but no source strategy was given.",
        "Give the source strategy; for several stages the merged file or the folder.";
        "权重是切分的，但没有给出源切分策略。",
        "请提供源策略；多阶段时给出合并后的文件或整个目录。";
    }
    STAGE_AS_WHOLE [strategy::PART_OF_PIPELINE, strategy::STAGE_MISSING] {
        "The strategy is of one stage of a pipeline and was not merged; the parameters of the other stages are unknown to it.",
        "Merge first: `shardlens merge STRATEGY_DIR -o merged_ckpt_strategy.ckpt`.";
        "给出的是单个流水线阶段的策略，没有合并，其中没有其他阶段的参数。",
        "请先合并：`shardlens merge STRATEGY_DIR -o merged_ckpt_strategy.ckpt`。";
    }
    BOTH_COMPLETE [] {
        "Neither side has a strategy: there is nothing to convert.",
        "Copy the file, or give the strategy of the side that is cut.";
        "两侧都没有策略：无需转换。",
        "直接拷贝文件，或给出被切分一侧的策略。";
    }
    DAMAGED [
        files::TRUNCATED, files::MALFORMED, files::ENCRYPTED, files::OVER_LIMIT, folders::SIZE_OUTLIER,
        resume::CHOSEN_DAMAGED
    ] {
        "The file is cut off (the usual case: the disk was full, or the copy or the job ended early), damaged or encrypted.",
        "`shardlens inspect FILE` says at which byte it breaks. Copy it again, or resume from an earlier step whose files are whole.";
        "文件不完整（最常见：磁盘写满、拷贝或任务中断）、已损坏或已加密。",
        "`shardlens inspect FILE` 会指出损坏的位置。请重新拷贝，或从更早的、文件完整的步数恢复。";
    }
    EMPTY_FILE [files::EMPTY, resume::CHOSEN_DAMAGED] {
        "The file has no bytes, whatever the text says: saving or copying it failed.",
        "Copy it again, or take an earlier step.";
        "文件为 0 字节（与提示的文字无关）：保存或拷贝失败。",
        "请重新拷贝，或使用更早的步数。";
    }
    FILTERED [checkpoint::NO_TENSORS] {
        "filter_prefix or specify_prefix leaves nothing.",
        "Check both against the names that `shardlens inspect FILE` counts.";
        "filter_prefix 或 specify_prefix 过滤后没有剩下任何参数。",
        "请与 `shardlens inspect FILE` 列出的内容核对。";
    }
    CHANGED [
        files::CHECKSUM, files::MALFORMED, content::REPLICAS_DIFFER, content::ALL_ZERO, content::NOT_FINITE
    ] {
        "The checksum or a name in the file is wrong: bytes changed after it was written. MindSpore words that as a lack of permission.",
        "`shardlens inspect --crc FILE` tells which; copy the file again.";
        "文件的校验和或其中的名称不对：写出之后内容发生了变化。MindSpore 却提示没有读取权限。",
        "`shardlens inspect --crc FILE` 可以确认；请重新拷贝文件。";
    }
    NO_PERMISSION [files::UNREADABLE, folders::ENTRY_UNREADABLE, resume::CHOSEN_NO_FILE] {
        "The user who runs this may not read the file or write into the folder.",
        "Give the right (files that another node wrote often have mode 0600).";
        "运行用户没有读取该文件或写入该目录的权限。",
        "请授予权限（其他节点写出的文件权限常为 0600）。";
    }
    UNREADABLE_ENTRY [files::UNKNOWN_DTYPE, files::LENGTH_MISMATCH, files::UNSUPPORTED, files::MALFORMED] {
        "One entry of the file cannot be turned into a tensor: an element type that is not known, a text, or dimensions that do not fit its length.",
        "`shardlens inspect FILE` names the entry. Save it with the version of MindSpore that wrote it, without that entry if it is not needed.";
        "文件中某个条目无法转成张量：元素类型未知、是字符串，或维度与数据长度不符。",
        "`shardlens inspect FILE` 会指出该条目。请用写出它的 MindSpore 版本重新保存；不需要的条目可去掉。";
    }
    SAFETENSORS_DAMAGED [
        files::TRUNCATED, files::MALFORMED, files::DUPLICATE, files::LENGTH_MISMATCH, files::OVER_LIMIT,
        folders::SIZE_OUTLIER, resume::CHOSEN_DAMAGED
    ] {
        "The safetensors file is cut off, or its header does not fit its length. MindSpore says the same of every fault, and also refuses right files whose header is not in the order of offsets.",
        "`shardlens inspect FILE` says which fault it is and at which byte. Copy or save the file again.";
        "safetensors 文件不完整，或文件头与长度不符。MindSpore 对所有错误给出同样的提示，文件头未按偏移排序的合法文件也会被拒绝。",
        "`shardlens inspect FILE` 会指出是哪种错误、在哪个字节。请重新拷贝或保存该文件。";
    }
    SUFFIX_ABSENT [folders::STEPS_DIFFER, folders::FILE_UNCLEAR, folders::RANKS_MISSING, resume::CONVERSION_STOPS] {
        "A rank folder has no file with this suffix: the ranks stopped at different steps, or the suffix is mistyped. MindFormers 1.5 and 1.6 give the whole name of rank 0's file where resume_training names a step. The folder named is the first that was met, not the only one.",
        "Take a step that all ranks have; `shardlens inspect` lists the files of each.";
        "某个 rank 目录中没有该后缀的文件：各 rank 停在不同步数，或后缀写错。resume_training 指定某一步时，MindFormers 1.5 与 1.6 会把 rank 0 的整个文件名当作后缀。提示中的目录只是最先遇到的一个。",
        "请选择所有 rank 都有的步数；`shardlens inspect` 会列出各 rank 的文件。";
    }
    SUFFIX_UNCLEAR [
        folders::FILE_UNCLEAR, folders::NEWEST_TAKEN, folders::MINDSPORE_TAKES_OTHER, resume::CONVERSION_STOPS
    ] {
        "Several files of a rank folder end in this suffix, and none of them is the shortest.",
        "Give the longest suffix that they have in common, or keep one file per rank folder.";
        "同一 rank 目录中有多个文件以该后缀结尾，无法确定用哪个。",
        "请给出尽可能长的公共后缀，或每个 rank 目录只保留一个文件。";
    }
    UNIFIED_INCOMPLETE [
        folders::INDEX_FILE_MISSING, folders::PART_MISSING, folders::INDEX_DISAGREES, advice::NO_COUNTERS
    ] {
        "The folder of unified weights lacks its weight files, param_name_map.json or hyper_param.safetensors.",
        "Give the folder that unified_safetensors wrote, whole; make it anew if the conversion stopped halfway.";
        "合并权重目录不完整，缺少权重文件、param_name_map.json 或 hyper_param.safetensors。",
        "请给出 unified_safetensors 写出的完整目录；若当时转换中断，请重新生成。";
    }
    SHAPE_DIFFERS [
        sides::SHAPES_DIFFER, sides::VOCABULARY, sides::KV_HEADS, sides::STATES_LOST,
        checkpoint::DECLARED_DIFFERS, checkpoint::SLICES_DIFFER, checkpoint::UNCUT_DIFFERS,
        plan::SOURCE_ONLY, plan::TARGET_ONLY, resume::OTHER_WORLD, resume::CHOSEN_SHAPES, infer::GUESSED,
        infer::ASSUMED, infer::USED
    ] {
        "The network's parameter and the file's tensor have different shapes: the file is cut for another layout, the network was not compiled before loading (so it is not cut yet), or the model's configuration differs.",
        "Divide the two shapes: a whole factor on one dimension is a cut, and the checkpoint must be converted to the layout of this job; anything else is another configuration.";
        "网络参数与文件中张量的形状不同：文件按其他并行配置切分、加载前没有编译网络（因此尚未切分），或模型配置不同。",
        "比较两个形状：若某一维成整数倍，说明是切分不同，需先把权重转换到当前任务的并行配置；否则是模型配置不同。";
    }
    SLICES_DIFFER [checkpoint::SLICES_DIFFER, checkpoint::NO_WHOLE] {
        "The slices that are merged do not make one tensor: their number, shapes or names do not fit the strategy.",
        "Give one slice per rank of one stage, all of one step, and the strategy of that job; or let `shardlens transform` make the whole.";
        "要合并的切片拼不成一个张量：数量、形状或名称与策略不符。",
        "请为同一阶段的每个 rank 提供同一步数的切片，并使用该任务的策略；或用 `shardlens transform` 直接生成完整权重。";
    }
    FILE_COUNT [folders::RANKS_MISSING, folders::RANK_BEYOND_STRATEGY] {
        "There must be as many checkpoint files as the job that wrote them had devices.",
        "Pass the file of every rank, in the order of ranks, with the strategy of that job.";
        "权重文件的个数必须等于写出它们的任务的设备数。",
        "请按 rank 顺序传入每个 rank 的文件，并使用该任务的策略。";
    }
    TEXT_ENTRY [files::UNSUPPORTED, plan::TARGET_FORMAT] {
        "The checkpoint holds a text (append_dict of save_checkpoint), which MindSpore's conversion cannot handle.",
        "shardlens copies such entries; or save without it.";
        "权重中有字符串条目（save_checkpoint 的 append_dict），MindSpore 的转换无法处理。",
        "shardlens 会原样复制；也可以保存时不带它。";
    }
    DEDUPLICATED [checkpoint::REDUNDANCY_REMOVED] {
        "The checkpoint was saved without redundancy, and its optimizer-parallel cuts are over an inner axis: MindSpore's map of replicas comes out empty.",
        "Save with all replicas, or convert with shardlens.";
        "该权重为去冗余保存，且优化器并行切分在内层轴上：MindSpore 得到的副本映射为空。",
        "请关闭去冗余重新保存，或用 shardlens 转换。";
    }
    REDUNDANCY_UNCOMPILED [checkpoint::REDUNDANCY_REMOVED, checkpoint::REDUNDANCY_MARKED] {
        "A checkpoint that was saved without redundancy can only be loaded into a compiled network: before that it is not known which ranks hold the same slice.",
        "Compile the network first, or load with remove_redundancy off from a checkpoint with all replicas.";
        "去冗余保存的权重只能加载到已编译的网络：编译前无法得知哪些 rank 持有相同切片。",
        "请先编译网络，或改用包含全部副本的权重并关闭 remove_redundancy。";
    }
    BF16_NUMPY [] {
        "NumPy and MindSpore do not fit each other: bfloat16 needs the NumPy that MindSpore was built with.",
        "Install the NumPy of the same major version (1.26 for MindSpore 2.10), or convert with shardlens, which copies bytes.";
        "NumPy 与 MindSpore 不匹配：bfloat16 需要与编译 MindSpore 时一致的 NumPy。",
        "请安装主版本相同的 NumPy（MindSpore 2.10 为 1.26），或用 shardlens 转换（按字节拷贝）。";
    }
    TYPE_DIFFERS [sides::DTYPES_DIFFER, checkpoint::FLOAT64] {
        "The file holds the parameter in another element type than the network.",
        "Load with strict_load off, which converts between floating types, or set the network's param_init_type and compute_dtype as the file is.";
        "文件中该参数的元素类型与网络不同。",
        "加载时不启用 strict_load 可在浮点类型间转换；或按文件设置网络的 param_init_type 与 compute_dtype。";
    }
    NOT_LOADED [
        plan::SOURCE_ABSENT, plan::TARGET_ABSENT, plan::NOTHING_IN_COMMON, plan::WEIGHTS_ONLY,
        sides::ONLY_IN_TARGET, sides::FUSED, sides::HUGGING_FACE_NAMES, folders::INDEX_FILE_MISSING,
        folders::PART_MISSING, folders::INDEX_DISAGREES, checkpoint::REDUNDANCY_UNMARKED,
        resume::WEIGHTS_ONLY, resume::CHOSEN_WEIGHTS_ONLY, resume::CHOSEN_LACKS
    ] {
        "The file has nothing for these parameters, so they keep their initial values. Harmless for optimizer states that were not saved; otherwise a stage is missing or names differ.",
        "Compare the names that the text lists with those of `shardlens inspect --json FILE`.";
        "文件中没有这些参数，它们保持初始值。若只是未保存的优化器状态则无妨，否则是缺少流水线阶段或名称不同。",
        "把提示列出的名称与 `shardlens inspect --json FILE` 的结果对照。";
    }
    ENCRYPTED [files::ENCRYPTED, files::MALFORMED] {
        "The file is encrypted, or so damaged that it looks it, and the key is wrong or was not given.",
        "Decrypt it: load_checkpoint with dec_key and dec_mode, then save_checkpoint without.";
        "文件已加密（或损坏到像是加密），而密钥不对或未提供。",
        "请先解密：load_checkpoint 带上 dec_key 和 dec_mode 读入，再不加密地 save_checkpoint。";
    }
    MEMORY [] {
        "A .ckpt file is read whole before it is taken apart, and it does not fit into memory.",
        "`shardlens transform` streams it: to the layout of this job, or with --format safetensors.";
        ".ckpt 文件必须整个读入内存才能解析，内存不足。",
        "`shardlens transform` 以流式处理：可直接转换到当前任务的并行配置，或用 --format safetensors 换成 safetensors。";
    }
    INTEGRATED [] {
        "With pipelines or uneven cuts no rank can save the whole model.",
        "Save with integrated_save off, one file per rank, and make the whole with `shardlens transform`.";
        "使用流水线或不均匀切分时，任何 rank 都无法保存完整模型。",
        "请关闭 integrated_save，每个 rank 各存一份，再用 `shardlens transform` 合成完整权重。";
    }
}

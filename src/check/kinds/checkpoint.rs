//! Strategy against checkpoint: shapes, dtypes, slices that are not there.

use super::kinds;

kinds! {
    /// Ranks that should hold equal slices disagree on shape or dtype.
    SLICES_DIFFER = "SL0401" Error {
        en: [
            "{tensor} has different slices on different ranks",
            "In stage {stage}, rank {rank_a} holds {holds_a}, rank {rank_b} holds {holds_b}.",
            "MindSpore puts slices of the first shape together and fails, or writes wrong values in silence.",
            "The files are of different runs, or the strategy is of another job: give files that belong together.",
        ],
        zh: [
            "{tensor} 在不同 rank 上的切片不一致",
            "在流水线阶段 {stage} 中，rank {rank_a} 为 {holds_a}，rank {rank_b} 为 {holds_b}。",
            "MindSpore 会按第一个形状拼接，随后失败，或不加提示地写出错误的值。",
            "这些文件来自不同的任务，或策略属于另一个任务：请提供配套的文件。",
        ],
    }
    /// A tensor that no strategy cuts differs between ranks.
    UNCUT_DIFFERS = "SL0402" Error {
        en: [
            "{tensor} is not in the source strategy, and differs between ranks",
            "Rank {rank_a} holds {holds_a}, rank {rank_b} holds {holds_b}.",
            "Without a layout the tensor counts as whole, but these cannot all be the whole tensor. MindSpore copies one of them in silence.",
            "Give the strategy of the job that wrote this checkpoint.",
        ],
        zh: [
            "{tensor} 不在源切分策略中，且各 rank 不一致",
            "rank {rank_a} 为 {holds_a}，rank {rank_b} 为 {holds_b}。",
            "没有布局的张量按完整张量处理，但它们不可能都是完整张量。MindSpore 会不加提示地复制其中一份。",
            "请提供写出该权重的任务的切分策略。",
        ],
    }
    /// The strategy places a tensor in a stage whose files do not hold it.
    NOT_IN_STAGE = "SL0403" Error {
        en: [
            "{tensor} is in no file of stage {stage}",
            "The source strategy places it in stage {stage}, but only files of other stages hold it.",
            "MindSpore stops with “The checkpoint of rank … is missing.”",
            "Check that strategy and checkpoint are of the same job, and that the files of that stage are complete.",
        ],
        zh: [
            "流水线阶段 {stage} 的文件中都没有 {tensor}",
            "源切分策略把它放在阶段 {stage}，但只有其他阶段的文件包含它。",
            "MindSpore 会报错 “The checkpoint of rank … is missing.”",
            "请确认策略与权重属于同一任务，且该阶段的文件完整。",
        ],
    }
    /// A flattened nested map that cannot be undone.
    FLATTENED = "SL0404" Error {
        en: [
            "The nested layout of {tensor} cannot be told from its JSON",
            "In stage {stage} the JSON strategy has the flattened shape {declared}, the tensor is {shape}: {why}.",
            "MindSpore refuses such files: “the tensor map dimensions must match the tensor shape dimensions”.",
            "Give the protobuf strategy (.ckpt) instead: it keeps nested layouts.",
        ],
        zh: [
            "无法从 JSON 还原 {tensor} 的嵌套布局",
            "阶段 {stage} 的 JSON 策略中展平后的形状为 {declared}，张量为 {shape}：{why}。",
            "MindSpore 会拒绝此类文件：“the tensor map dimensions must match the tensor shape dimensions”。",
            "请改用 protobuf 策略文件（.ckpt），它保留嵌套布局。",
        ],
    }
    /// Layout and tensor have different numbers of dimensions.
    RANK_DIFFERS = "SL0405" Error {
        en: [
            "{tensor} has another number of dimensions than its layout",
            "The layout in stage {stage} has {layout_rank} {layout_rank|dimension|dimensions}, the tensor is {shape}.",
            "MindSpore stops with “the tensor map dimensions must match the tensor shape dimensions”.",
            "The strategy is of another model: give the one of this checkpoint.",
        ],
        zh: [
            "{tensor} 的维数与其布局不符",
            "阶段 {stage} 的布局有 {layout_rank} 维，张量为 {shape}。",
            "MindSpore 会报错 “the tensor map dimensions must match the tensor shape dimensions”。",
            "该策略属于另一个模型：请提供与此权重配套的策略。",
        ],
    }
    /// Slices that do not make a whole tensor.
    NO_WHOLE = "SL0406" Error {
        en: [
            "The slices of {tensor} make no whole tensor",
            "In stage {stage}, slices such as {shape} do not add up under the layout.",
            "No conversion of this tensor can be right.",
            "Check that strategy and checkpoint are of the same job.",
        ],
        zh: [
            "{tensor} 的切片无法拼成完整张量",
            "在阶段 {stage} 中，形如 {shape} 的切片按布局无法拼合。",
            "该张量无法正确转换。",
            "请确认策略与权重属于同一任务。",
        ],
    }
    /// The strategy declares another shape than the checkpoint has.
    DECLARED_DIFFERS = "SL0407" Error {
        en: [
            "{tensor} has another shape than the strategy says",
            "The strategy of stage {stage} says {declared}, the checkpoint makes {shape}.",
            "MindSpore does not look: it converts, and the result does not fit the job.",
            "The strategy is of a model of another size (often a padded vocabulary): give the right one.",
        ],
        zh: [
            "{tensor} 的形状与策略声明的不同",
            "阶段 {stage} 的策略声明为 {declared}，由权重得到 {shape}。",
            "MindSpore 不检查此项：照常转换，但结果与任务不符。",
            "该策略对应另一种规模的模型（常见于补齐后的词表）：请提供正确的策略。",
        ],
    }
    /// Ranks without a file, and no other rank holds what they held.
    RANKS_NEEDED = "SL0408" Error {
        en: [
            "{count} {count|tensor|tensors} cannot be made whole: no weight file of {ranks[]|rank|ranks} {ranks}",
            "Stage {stage}: {tensors}",
            "The target would lack them. MindSpore stops with “The checkpoint file of rank{first} is needed for converting …, but it is missing.”",
            "Copy the {ranks[]|folder of rank|folders of ranks} {ranks} from the machine that wrote {ranks[]|it|them}.",
        ],
        zh: [
            "缺少 rank {ranks} 的权重文件，因此有 {count} 个张量无法拼全",
            "阶段 {stage}：{tensors}",
            "目标将缺少这些张量。MindSpore 会报错 “The checkpoint file of rank{first} is needed for converting …, but it is missing.”",
            "请从写出权重的机器上拷贝 rank {ranks} 的目录。",
        ],
    }
    // SL0409 said of a plan's ranks what SL0211 says of a folder's: retired, not to be used again.
    /// Nothing to convert.
    NO_TENSORS = "SL0410" Error {
        en: [
            "The checkpoint holds no tensors",
            "No file of the source holds a readable tensor.",
            "There is nothing to convert.",
            "Check the path: a folder of rank_N folders, one complete file, or a folder of a complete checkpoint.",
        ],
        zh: [
            "权重中没有张量",
            "源端没有任何文件包含可读取的张量。",
            "没有可转换的内容。",
            "请检查路径：应为包含 rank_N 的目录、单个完整文件，或完整权重目录。",
        ],
    }
    /// Files that lack tensors which other ranks of the stage hold.
    SLICE_NOT_IN_FILE = "SL0411" Error {
        en: [
            "{file} lacks {tensor}{count|| and others}",
            "Stage {stage}, {ranks[]|rank|ranks} {ranks}; no other file has these slices either: {tensors}",
            "The target would lack them. MindSpore stops with “The checkpoint file of rank … is missing.”, though it is a parameter that is missing.",
            "The file was saved otherwise than those of the other ranks, or is of another run: copy the right {ranks[]|one for rank|ones for ranks} {ranks}.",
        ],
        zh: [
            "{file} 中没有 {tensor}{count|| 等张量}",
            "阶段 {stage}，rank {ranks}；其他文件中也没有这些切片：{tensors}",
            "目标将缺少这些张量。MindSpore 会报错 “The checkpoint file of rank … is missing.”，实际缺少的是参数。",
            "该文件的保存方式与其他 rank 不同，或来自另一次任务：请为 rank {ranks} 换上正确的文件。",
        ],
    }
    /// Float64 where everything else is narrower.
    FLOAT64 = "SL0412" Warning {
        en: [
            "{count} {count|tensor is|tensors are} Float64, the others of their kind are not",
            "{tensors}; for comparison, {other} is {dtype}.",
            "A Python number that was multiplied in promotes a tensor to Float64. MindSpore casts it while loading, or with strict_load stops with “… should have the same type as …”.",
            "Cast {count|it|them} to {dtype} before saving, if that was not meant.",
        ],
        zh: [
            "有 {count} 个张量是 Float64，而同类张量不是",
            "{tensors}；作为对比，{other} 为 {dtype}。",
            "与 Python 数值相乘会把张量提升为 Float64。MindSpore 加载时会转换类型，设置 strict_load 时则报错 “… should have the same type as …”。",
            "如非本意，请在保存前转换为 {dtype}。",
        ],
    }
    /// Files of one stage with different tensors.
    STAGE_FILES_DIFFER = "SL0413" Warning {
        en: [
            "{file} lacks {count} {count|tensor|tensors} that other ranks of stage {stage} hold",
            "Rank {rank} lacks {tensors}; the file has {size}, that of rank {other} has {other_size}.",
            "Its slices are taken from other ranks here. MindSpore stops with “The checkpoint of rank … is missing.”",
            "The file is of another run or was saved incompletely: copy it again, or leave it if the other ranks are right.",
        ],
        zh: [
            "{file} 缺少 {count} 个张量，而阶段 {stage} 的其他 rank 有",
            "rank {rank} 缺少 {tensors}；该文件大小为 {size}，rank {other} 的文件为 {other_size}。",
            "这里会从其他 rank 读取这些切片。MindSpore 会报错 “The checkpoint of rank … is missing.”",
            "该文件来自其他任务或保存不完整：请重新拷贝；如果其他 rank 无误，可以不处理。",
        ],
    }
    /// Every slice is stored once.
    REDUNDANCY_REMOVED = "SL0414" Info {
        en: [
            "Every slice of {count} {count|tensor|tensors} is stored by one rank only",
            "Ranks that would hold copies lack them (remove_redundancy), such as {tensor} in {file}.",
            "MindSpore's transform_checkpoints does not support such checkpoints (“The param: … in rank … is missing.”); here they are converted.",
            "Nothing needs to be done here.",
        ],
        zh: [
            "{count} 个张量的每个切片只由一个 rank 保存",
            "本应持有副本的 rank 没有它们（remove_redundancy），例如 {file} 中的 {tensor}。",
            "MindSpore 的 transform_checkpoints 不支持这样的权重（“The param: … in rank … is missing.”）；这里可以正常转换。",
            "无需处理。",
        ],
    }
    /// The file says that it has copies, and lacks them.
    REDUNDANCY_UNMARKED = "SL0415" Warning {
        en: [
            "{file} says that nothing was left out, but {count} {count|tensor is|tensors are} stored by other ranks only",
            "Its metadata has remove_redundancy = {flag}; {tensors}.",
            "Here the slices are found in the other ranks. MindFormers goes by the flag and loads the file as complete: what is missing keeps its initial values.",
            "Set remove_redundancy to True in the configuration and in the files, or save again.",
        ],
        zh: [
            "{file} 声明没有去除冗余，但有 {count} 个张量只保存在其他 rank 中",
            "其元数据中 remove_redundancy = {flag}；{tensors}。",
            "这里会从其他 rank 找到这些切片。MindFormers 依据该标志按完整文件加载，缺少的参数会保持初始值。",
            "请在配置和文件中把 remove_redundancy 设为 True，或重新保存。",
        ],
    }
    /// The file says that copies were left out, and has them all.
    REDUNDANCY_MARKED = "SL0416" Warning {
        en: [
            "{file} says that copies were left out, but all are there",
            "Its metadata has remove_redundancy = {flag}, and every rank of stage {stage} holds {tensor}.",
            "The conversion is right. MindFormers goes by the flag, sets remove_redundancy to True and broadcasts what every rank has already.",
            "Set the flag to False, or save again with remove_redundancy.",
        ],
        zh: [
            "{file} 声明已去除冗余，但所有副本都在",
            "其元数据中 remove_redundancy = {flag}，而阶段 {stage} 的每个 rank 都有 {tensor}。",
            "转换结果正确。MindFormers 依据该标志把 remove_redundancy 改为 True，并广播各 rank 已有的内容。",
            "请把该标志设为 False，或使用 remove_redundancy 重新保存。",
        ],
    }
    /// Stages share a tensor and hold different ones.
    TIED_DIFFERS = "SL0417" Error {
        en: [
            "Stages {stage} and {other} hold different tensors named {tensor}",
            "Stage {stage} has {holds_a}, stage {other} has {holds_b}.",
            "The stages share this tensor, so all of them must have the same whole. MindSpore takes one of them in silence.",
            "The files of these stages are of different runs, or one strategy is of another job: give files that belong together.",
        ],
        zh: [
            "阶段 {stage} 与阶段 {other} 的 {tensor} 不是同一个张量",
            "阶段 {stage} 为 {holds_a}，阶段 {other} 为 {holds_b}。",
            "这些阶段共享该张量，完整张量应当相同。MindSpore 会不加提示地采用其中一个。",
            "这些阶段的文件来自不同的任务，或某份策略属于另一个任务：请提供配套的文件。",
        ],
    }
}

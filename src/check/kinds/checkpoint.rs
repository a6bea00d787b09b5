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
            "The layout in stage {stage} has {layout_rank} dimensions, the tensor is {shape}.",
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
            "No weight file of rank {ranks}; tensors that cannot be made whole without it: {count}",
            "Stage {stage}: {tensors}",
            "The target would lack them. MindSpore stops with “The checkpoint file of rank{first} is needed for converting …, but it is missing.”",
            "Copy the folders of rank {ranks} from the machine that wrote them.",
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
            "Stage {stage}, rank {ranks}; no other file has these slices either: {tensors}",
            "The target would lack them. MindSpore stops with “The checkpoint file of rank … is missing.”, though it is a parameter that is missing.",
            "The file was saved otherwise than those of the other ranks, or is of another run: copy the right one for rank {ranks}.",
        ],
        zh: [
            "{file} 中没有 {tensor}{count|| 等张量}",
            "阶段 {stage}，rank {ranks}；其他文件中也没有这些切片：{tensors}",
            "目标将缺少这些张量。MindSpore 会报错 “The checkpoint file of rank … is missing.”，实际缺少的是参数。",
            "该文件的保存方式与其他 rank 不同，或来自另一次任务：请为 rank {ranks} 换上正确的文件。",
        ],
    }
}

//! Source against target: names, shapes, types, and what MindSpore makes of the pair.

use super::kinds;

kinds! {
    /// Tensors that the target's own weights do not have.
    ONLY_IN_SOURCE = "SL0701" Warning {
        en: [
            "{count} {count|tensor of the source is|tensors of the source are} not in the target's weights",
            "{tensors}",
            "{count|It is|They are} converted, but the model that wrote the target's weights does not have {count|it|them}: MindSpore reports {count|it|them} as not loaded.",
            "Check that both sides are of the same model.",
        ],
        zh: [
            "源中有 {count} 个张量不在目标的权重中",
            "{tensors}",
            "这些张量会被转换，但写出目标权重的模型没有它们：MindSpore 会提示未加载。",
            "请确认两侧是同一个模型。",
        ],
    }
    /// Tensors that the target's own weights have besides.
    ONLY_IN_TARGET = "SL0702" Warning {
        en: [
            "{count} {count|tensor|tensors} of the target's weights {count|is|are} not in the source",
            "{tensors}",
            "{count|It is|They are} not written. A network that is loaded from the result keeps the initial values of {count|it|them}; MindSpore only warns.",
            "Check that both sides are of the same model, and that the source is complete.",
        ],
        zh: [
            "目标权重中有 {count} 个张量不在源中",
            "{tensors}",
            "这些张量不会写出。用结果加载网络时它们保持初始值，MindSpore 只给出警告。",
            "请确认两侧是同一个模型，且源是完整的。",
        ],
    }
    /// Whole shapes that differ.
    SHAPES_DIFFER = "SL0703" Error {
        en: [
            "{tensor} has another shape on the target",
            "The whole tensor is {shape} in the source and {other_shape} in the target ({tensors} {tensors|tensor|tensors}).",
            "MindSpore stops while loading: “… should have the same shape as … in the argument 'parameter_dict'”.",
            "The sides are of different models or configurations: compare hidden size, heads, layers and vocabulary.",
        ],
        zh: [
            "{tensor} 在目标中的形状不同",
            "完整张量在源中为 {shape}，在目标中为 {other_shape}（{tensors} 个张量）。",
            "MindSpore 加载时会报错：“… should have the same shape as … in the argument 'parameter_dict'”。",
            "两侧属于不同的模型或配置：请比较隐藏维度、注意力头数、层数和词表大小。",
        ],
    }
    /// A vocabulary of another length.
    VOCABULARY = "SL0704" Warning {
        en: [
            "The vocabulary is {len} long in the source and {other_len} in the target",
            "{tensor} is {shape} in the source and {other_shape} in the target; all other lengths are equal.",
            "The source's length is written. A vocabulary is often filled up so that it divides; MindSpore refuses another length while loading.",
            "Cut or fill up the first dimension of the embedding and the head, or set vocab_size to the source's length.",
        ],
        zh: [
            "源的词表长度为 {len}，目标为 {other_len}",
            "{tensor} 在源中为 {shape}，在目标中为 {other_shape}，其余各维相同。",
            "会按源的长度写出。词表常被补齐以便整除；长度不同时 MindSpore 拒绝加载。",
            "请截断或补齐词嵌入与输出层的第 0 维，或把 vocab_size 设为源的长度。",
        ],
    }
    /// Element types that differ.
    DTYPES_DIFFER = "SL0705" Warning {
        en: [
            "{count} {count|tensor has|tensors have} another element type on the target",
            "{tensor} is {dtype} in the source and {other_dtype} in the target: {tensors}",
            "The source's type is written; nothing is cast. MindSpore casts between floating types or between integers while loading; between others, or with strict_load, it stops: “… should have the same type as …”.",
            "Nothing needs to be done if the job casts; otherwise cast the source first.",
        ],
        zh: [
            "有 {count} 个张量在目标中的元素类型不同",
            "{tensor} 在源中为 {dtype}，在目标中为 {other_dtype}：{tensors}",
            "按源的类型写出，不做类型转换。MindSpore 加载时会在浮点类型之间或整数类型之间转换；其他情况或设置 strict_load 时报错 “… should have the same type as …”。",
            "如果任务会转换类型则无需处理，否则请先转换源。",
        ],
    }
    /// Query, key and value, or gate and hidden, in one tensor on one side only.
    FUSED = "SL0706" Error {
        en: [
            "{fused} is one tensor in the {side}, several on the other side",
            "The other side has {parts} instead ({tensors} such {tensors|tensor|tensors}).",
            "A conversion cuts tensors, it does not put them together or take them apart: the target would lack them. MindFormers: “The qkv concat check failed!”",
            "Make both sides alike: set qkv_concat as the weights are, or convert the weights with the model's own script first. Rows are interleaved by head, so that a plain concatenation is wrong.",
        ],
        zh: [
            "{fused} 在{side}是一个张量，在另一侧是多个张量",
            "另一侧对应的是 {parts}（此类张量共 {tensors} 个）。",
            "转换只切分张量，不会拼接或拆开：目标会缺少它们。MindFormers 会报错 “The qkv concat check failed!”",
            "请使两侧一致：按权重的实际情况设置 qkv_concat，或先用模型自带的脚本转换权重。各行按注意力头交错排列，直接拼接是错误的。",
        ],
    }
    /// Optimizer states without a place in the target.
    STATES_LOST = "SL0707" Warning {
        en: [
            "{count} optimizer {count|state has|states have} no layout in the target strategy",
            "The target knows the weights, but not their states ({families}): {tensors}",
            "{count|It is|They are} written whole to every target rank and ignored or refused there: training cannot be resumed from the result.",
            "For training, give the strategy of the training job. For inference, leave the states out before converting.",
        ],
        zh: [
            "目标策略没有 {count} 个优化器状态的布局",
            "目标有这些权重，但没有它们的优化器状态（{families}）：{tensors}",
            "这些状态会完整写入每个目标 rank，随后被忽略或拒绝：无法用结果续训。",
            "如用于训练，请提供训练任务的策略；如用于推理，请在转换前去掉优化器状态。",
        ],
    }
    /// Rank counts that MindSpore cannot convert into each other.
    DEVICE_COUNTS = "SL0708" Info {
        en: [
            "MindSpore cannot convert {from} {from|rank|ranks} per stage into {to}; this can",
            "Neither number divides the other.",
            "MindSpore stops with “Cannot transform device_num from {from} to {to}”; here the conversion is exact.",
            "Nothing needs to be done here.",
        ],
        zh: [
            "MindSpore 无法把每阶段 {from} 个 rank 转换为 {to} 个，这里可以",
            "两个数互不整除。",
            "MindSpore 会报错 “Cannot transform device_num from {from} to {to}”；这里的转换是精确的。",
            "无需处理。",
        ],
    }
    /// A target of pipeline stages of one rank each.
    PIPELINE_TARGET = "SL0709" Info {
        en: [
            "MindSpore cannot convert into {stages} {stages|stage|stages} of one rank each; this can",
            "The source has {from} {from|rank|ranks} per stage, the target one.",
            "MindSpore stops with “Rank … is not in the current stage!” or “The checkpoint of rank … is missing.”; here the conversion is exact.",
            "Nothing needs to be done here.",
        ],
        zh: [
            "MindSpore 无法转换为 {stages} 个各有一个 rank 的阶段，这里可以",
            "源每阶段有 {from} 个 rank，目标每阶段一个。",
            "MindSpore 会报错 “Rank … is not in the current stage!” 或 “The checkpoint of rank … is missing.”；这里的转换是精确的。",
            "无需处理。",
        ],
    }
    /// Layouts of which MindSpore puts wrong values together.
    MINDSPORE_WRONG = "SL0710" Info {
        en: [
            "MindSpore 2.10 would convert {count} {count|tensor|tensors} wrongly, without an error",
            "A later mesh axis cuts an earlier dimension, and the optimizer splits over the outermost axis: {tensors}",
            "MindSpore's transform_checkpoints and unified_safetensors mix up slices of such tensors; its own run-time slicing, and this conversion, do not.",
            "Convert with this program, or load the slices as they are.",
        ],
        zh: [
            "MindSpore 2.10 会把 {count} 个张量转换错误，且不报错",
            "靠后的网格轴切分了靠前的维度，同时优化器沿最外侧的轴切分：{tensors}",
            "MindSpore 的 transform_checkpoints 和 unified_safetensors 会弄混这些张量的切片；它运行时的切分和这里的转换都是正确的。",
            "请用本程序转换，或直接加载原切片。",
        ],
    }
    /// What fine-tuning added and nobody merged.
    LORA_LEFT = "SL0711" Warning {
        en: [
            "{count} LoRA {count|tensor|tensors} of the source {count|is|are} not known to the target",
            "{tensors}",
            "{count|It is|They are} copied, but the target's model does not add {count|it|them} to the weights: what was fine-tuned is lost.",
            "Merge the LoRA weights into the base weights first, or give the strategy of the fine-tuning job.",
        ],
        zh: [
            "源中有 {count} 个 LoRA 张量是目标不认识的",
            "{tensors}",
            "这些张量会被复制，但目标模型不会把它们加到权重上：微调的成果会丢失。",
            "请先把 LoRA 权重合并到基础权重，或提供微调任务的策略。",
        ],
    }
    /// Names of Hugging Face on one side, of MindFormers on the other.
    HUGGING_FACE_NAMES = "SL0712" Error {
        en: [
            "The {side} has Hugging Face's names, the other side MindFormers'",
            "{of_hf} on one side, {of_mf} on the other.",
            "Tensors are matched by name, so the weights would not be cut at all. MindSpore: “None of the parameters in checkpoint file are in either src strategy or dst strategy.”",
            "Convert the weights with the model's own script (convert_weight.py) first; some models need rows put into another order, not only new names.",
        ],
        zh: [
            "{side}使用 Hugging Face 的参数名，另一侧使用 MindFormers 的",
            "一侧为 {of_hf}，另一侧为 {of_mf}。",
            "张量按名称对应，因此权重不会被切分。MindSpore 会报错 “None of the parameters in checkpoint file are in either src strategy or dst strategy.”",
            "请先用模型自带的脚本（convert_weight.py）转换权重；有些模型除改名外还需要调整行的顺序。",
        ],
    }
    /// Fewer key and value heads than parts.
    KV_HEADS = "SL0713" Warning {
        en: [
            "{tensor} is cut through its heads",
            "It has {len} {len|row|rows}, the target cuts them into {parts} {parts|part|parts} of {rows}; a head has {head}{more} ({tensors} {tensors|tensor|tensors}).",
            "The conversion is exact, but no model runs with a part of a head: MindFormers wants the key and value heads to be a multiple of model parallel, or repeats them while loading.",
            "Use a smaller model parallel for the target, or weights with repeated key and value heads.",
        ],
        zh: [
            "{tensor} 的切分会切开注意力头",
            "它有 {len} 行，目标切成 {parts} 份，每份 {rows} 行；一个头有 {head}{more} 行（{tensors} 个张量）。",
            "转换是精确的，但模型无法用半个头运行：MindFormers 要求 KV 头数是模型并行数的倍数，或在加载时复制 KV 头。",
            "请减小目标的模型并行数，或使用已复制 KV 头的权重。",
        ],
    }
    /// Tensors that only one side's strategy lists.
    ONLY_IN_STRATEGY = "SL0714" Warning {
        en: [
            "{count} {count|tensor is|tensors are} in the strategy of the {side} alone",
            "{tensors}",
            "Tensors are matched by name. Of the source {count|it|they} would be copied as {count|it is|they are}, which MindSpore does in silence; of the target {count|it|they} would not be written.",
            "Check that both strategies are of the same model.",
        ],
        zh: [
            "有 {count} 个张量只在{side}的策略中",
            "{tensors}",
            "张量按名称对应。只在源中的会原样复制，MindSpore 不会提示；只在目标中的不会写出。",
            "请确认两侧的策略属于同一个模型。",
        ],
    }
}

//! A strategy that was inferred from headers.

use super::kinds;

kinds! {
    /// Tensors whose cut headers leave open.
    GUESSED = "SL0901" Warning {
        en: [
            "How {count} {count|tensor is|tensors are} cut is a guess",
            "{tensors}; {example}: {reason}.",
            "If the guess is wrong, what is converted with this strategy has wrong shapes or wrong rows, without any error.",
            "Use the strategy files of the run if there are any; otherwise compare the whole shapes with the model's configuration first.",
        ],
        zh: [
            "{count} 个张量的切分方式是猜测",
            "{tensors}；{example}：{reason}。",
            "若猜错，用该策略转换得到的形状或行会出错，且不会报错。",
            "如有训练任务的策略文件请使用它；否则先将完整形状与模型配置核对。",
        ],
    }
    /// Tensors that are cut as is usual, though headers allow more.
    LIKELY = "SL0902" Info {
        en: [
            "{count} {count|tensor is|tensors are} likely cut as inferred, but not certainly",
            "{tensors}; {example}: {reason}.",
            "A run that was configured otherwise would have the same headers.",
            "Compare the whole shapes with the model's configuration.",
        ],
        zh: [
            "{count} 个张量的切分很可能与推断一致，但不能确定",
            "{tensors}；{example}：{reason}。",
            "采用其他配置的任务也会得到相同的文件头。",
            "请将完整形状与模型配置核对。",
        ],
    }
    /// Headers that do not tell.
    NOT_INFERRED = "SL0903" Error {
        en: [
            "The strategy cannot be inferred from the headers",
            "{reason}.",
            "Any strategy would be made up, and a conversion by it wrong without an error.",
            "Give the strategy files that the run wrote (ckpt_strategy_rank_*.ckpt), or what is said to be missing.",
        ],
        zh: [
            "无法从文件头推断策略",
            "{reason}。",
            "任何策略都只是臆造，用它转换会出错而不报错。",
            "请提供任务写出的策略文件（ckpt_strategy_rank_*.ckpt），或上面指出所缺的内容。",
        ],
    }
    /// An inferred strategy in the place of the run's own.
    USED = "SL0904" Warning {
        en: [
            "The strategy is inferred from headers ({certainty}), not the run's own",
            "{file} was made from the headers of all ranks: {reasons}.",
            "If the run was laid out otherwise, what is converted with it has wrong shapes or wrong rows, without any error.",
            "Compare ranks, stages and whole shapes with the run's configuration. If strategy files of the run turn up, open them: they take its place.",
        ],
        zh: [
            "策略由文件头推断得出（{certainty}），并非任务自己的策略",
            "{file} 由全部 rank 的文件头得出：{reasons}。",
            "若任务的实际切分不同，用它转换得到的形状或行会出错，且不会报错。",
            "请将 rank 数、stage 数与完整形状同任务配置核对。如找到任务的策略文件，请打开它们以取代推断结果。",
        ],
    }
    /// Tensors whose whole shapes would be others without an assumption that headers do not confirm.
    ASSUMED = "SL0905" Warning {
        en: [
            "The whole shapes of {count} {count|tensor|tensors} rest on an assumption about the model's heads",
            "{tensors}; {example}: {reason}.",
            "If the model's head_dim × num_heads is not its hidden size, or its keys and values are whole on every rank, what is converted with this strategy has wrong whole shapes, as of half the values, without any error.",
            "Compare the whole shapes, and model_parallel, with hidden_size, num_heads, n_kv_heads and head_dim of the model's configuration before converting.",
        ],
        zh: [
            "{count} 个张量的完整形状依赖于对模型注意力头的假设",
            "{tensors}；{example}：{reason}。",
            "若模型的 head_dim × num_heads 不等于 hidden size，或每个 rank 都持有完整的 key 与 value，用该策略转换得到的完整形状会出错（例如只有一半的值），且不会报错。",
            "转换前请将完整形状与 model_parallel 同模型配置的 hidden_size、num_heads、n_kv_heads 和 head_dim 核对。",
        ],
    }
}

//! Inferring a strategy that is lost.

use super::texts;

texts! {
    INFER_WHY:
        "{side}: no usable strategy says how the tensors are cut. The headers of all ranks may tell.",
        "{side}：没有可用的策略说明张量如何切分。根据全部 rank 的文件头也许可以推断。";
    INFER: "Infer the strategy", "推断策略";
    INFERRED: "{side}: inferred from the headers of {n} {n|rank|ranks}", "{side}：根据 {n} 个 rank 的文件头推断";
    INFERRED_SURE: "How sure", "把握";
    INFERRED_OPTIMIZER: "Optimizer cuts", "优化器切分";
    INFERRED_PARTS: "into {n} parts", "{n} 份";
    INFERRED_NO_OPTIMIZER: "nothing", "未切分";
    INFERRED_GROUPS: "Tensor by tensor: {n} {n|way|ways} to cut", "各张量：{n} 种切分";
    INFERRED_USE: "Use it", "采用";
    INFERRED_USE_SAYS:
        "Using it adds {file} to this side, in the place of strategies that cannot be used if there are any. It can be undone.",
        "采用后，{file} 会加入这一侧；如有无法使用的策略，则取代它们。可以撤销。";
    INFERRED_SAVE: "Download the inferred strategy", "下载推断的策略";
    INFERRED_PLACE:
        "{file} was inferred here and is in no folder of yours: download it to where you run this.",
        "{file} 是在此推断的，您的文件夹中并没有它：请下载到运行命令的目录。";
    VERDICT_INFERRED:
        "A strategy is inferred, not the run’s own: see the findings before you convert.",
        "有一侧的策略是推断的，并非任务自己的：转换前请先看诊断。";
    STRATEGY_INFERRED: "inferred: {file}", "推断得出：{file}";
}

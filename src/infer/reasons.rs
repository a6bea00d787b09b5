//! Why something was inferred, in words.

use super::Certainty;
use super::families::Length;
use super::open::Choice;
use super::sizes::Sizes;
use super::stages::Stages;
use super::tensors::{Class, Tensors};
use super::unknown::Guess;
use super::ways::Way;
use crate::phrase::{Phrase, phrase};
use crate::units::noun;

/// Ways that a reason names.
const SHOWN: usize = 4;

/// Why there are so many stages.
pub(super) fn stages(stages: &Stages<'_>) -> Phrase {
    let ranks = stages.ranks();
    match (stages.list.len(), stages.are_left_out()) {
        (1, false) => phrase!(
            "all {ranks} {nouns} the same tensors: one stage",
            "全部 {ranks} 个 rank 含相同的张量：一个 stage",
            ranks;
            nouns = noun(ranks, "rank holds", "ranks hold")
        ),
        (1, true) => phrase!(
            "copies were left out, and the {ranks} ranks hold layers only together: one stage",
            "已去冗余，{ranks} 个 rank 合起来才含完整的层：一个 stage",
            ranks
        ),
        (count, false) => phrase!(
            "{count} runs of {ranks} neighbouring {nouns} hold the same tensors: {count} stages",
            "有 {count} 组相邻的 {ranks} 个 rank 含相同的张量：{count} 个 stage",
            count,
            ranks;
            nouns = noun(ranks, "rank", "ranks")
        ),
        (count, true) => phrase!(
            "copies were left out, and {count} runs of {ranks} neighbouring {nouns} hold whole layers: {count} stages",
            "已去冗余，有 {count} 组相邻的 {ranks} 个 rank 各含完整的层：{count} 个 stage",
            count,
            ranks;
            nouns = noun(ranks, "rank", "ranks")
        ),
    }
}

/// Why expert parallelism is of that size.
pub(super) fn experts(class: &Class<'_>, choice: &Choice, sizes: &Sizes) -> Phrase {
    let (name, parallel) = (class.example, choice.way.experts);
    match choice.certainty {
        Certainty::Certain => phrase!(
            "only expert_parallel {parallel} agrees with the number of experts ({name})",
            "只有 expert_parallel {parallel} 与专家数相符（{name}）",
            parallel,
            name
        ),
        Certainty::Likely if choice.others.is_empty() => phrase!(
            "only expert_parallel {parallel} agrees with the number of experts if model_parallel is {mp} ({name})",
            "若 model_parallel 为 {mp}，则只有 expert_parallel {parallel} 与专家数相符（{name}）",
            parallel,
            mp = sizes.mp,
            name
        ),
        Certainty::Likely => phrase!(
            "expert_parallel {parallel} agrees with the number of experts if the optimizer cuts them as is usual ({name})",
            "若优化器按常规切分专家权重，则 expert_parallel {parallel} 与专家数相符（{name}）",
            parallel,
            name
        ),
        Certainty::Guess => phrase!(
            "expert_parallel {parallel} is a guess: experts over ranks and rows over the optimizer have the same shapes ({name})",
            "expert_parallel {parallel} 是猜测：专家并行与优化器并行会得到相同的形状（{name}）",
            parallel,
            name
        ),
    }
}

/// Why tensor parallelism is of that size.
pub(super) fn sizes(tensors: &Tensors<'_>, sizes: &Sizes) -> Phrase {
    let (mp, family) = (sizes.mp, tensors.family.name);
    let is_output = |class: &&Class<'_>| class.rule.lengths == [Length::Hidden, Length::Query];
    let output = tensors.classes.iter().find(is_output).or_else(|| tensors.classes.first());
    let name = output.map_or("", |class| class.example);
    let dims = output.map_or(&[][..], |class| class.dims);
    match sizes.certainty {
        Certainty::Certain => phrase!(
            "by the rules of {family}, only model_parallel {mp} agrees with all shapes ({name} is {dims:?} in each rank)",
            "按 {family} 系列的规则，只有 model_parallel {mp} 与全部形状相符（每个 rank 的 {name} 为 {dims:?}）",
            family,
            mp,
            name,
            dims
        ),
        Certainty::Likely if !sizes.assumed.is_empty() => phrase!(
            "by the rules of {family}, only model_parallel {mp} agrees with all shapes if the queries of all heads together are as wide as the hidden size, head_dim = hidden / heads ({name} is {dims:?} in each rank); where they are not, {others} {verb} too, with other whole shapes",
            "按 {family} 系列的规则，若 query 的总宽度等于 hidden size，即 head_dim = hidden / heads，则只有 model_parallel {mp} 与全部形状相符（每个 rank 的 {name} 为 {dims:?}）；否则 {others} 也相符，但完整形状不同",
            family,
            mp,
            name,
            dims,
            others = numbers(&sizes.assumed);
            verb = if sizes.assumed.len() == 1 { "agrees" } else { "agree" }
        ),
        Certainty::Likely => phrase!(
            "of the sizes that agree with all shapes, model_parallel {mp} makes the vocabulary that of a published {family} model",
            "在与全部形状相符的取值中，model_parallel {mp} 使词表等于已发布的 {family} 模型的词表",
            mp,
            family
        ),
        Certainty::Guess if tensors.family.is_guess => phrase!(
            "the names are of no known family; the router's shape tells how many experts there are, and model_parallel {mp} is the largest for which the ranks suffice",
            "名称不属于已知的模型系列；由 router 的形状得知专家数，model_parallel {mp} 是 rank 数允许的最大值",
            mp
        ),
        Certainty::Guess => phrase!(
            "several sizes agree with all shapes; model_parallel {mp} makes queries as wide as the hidden size ({name} is {dims:?} in each rank), which need not be so in {family}",
            "有多个取值与全部形状相符；model_parallel {mp} 使 query 的总宽度等于 hidden size（每个 rank 的 {name} 为 {dims:?}），但 {family} 系列不一定如此",
            mp,
            name,
            dims,
            family
        ),
    }
}

fn numbers(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// Nothing can be cut over one rank.
pub(super) fn one_rank() -> Phrase {
    phrase!("its stage has one rank, which holds it whole", "其 stage 只有一个 rank，因此是完整张量")
}

/// A tensor that no rule is known for.
pub(super) fn strange(dims: &[u64], guess: &Guess) -> Phrase {
    let whole = guess.layout.global_dims(dims).unwrap_or_default();
    match (guess.is_told, guess.certainty, dims.len()) {
        (true, ..) => phrase!(
            "no rule is known for it; of the ways to cut it only {whole:?} has lengths that other tensors have, too",
            "没有适用的规则；在各种切分方式中，只有完整形状 {whole:?} 的各维长度也出现在其他张量中",
            whole
        ),
        (_, Certainty::Certain, _) => phrase!(
            "copies were left out, and one rank of its stage holds it: it is whole",
            "已去冗余，且其 stage 中只有一个 rank 含有它：是完整张量"
        ),
        (.., 0 | 1) => phrase!(
            "no rule is known for it, and a slice of a vector looks like a whole one; taken as whole on every rank: equal bytes in all ranks of its stage would confirm it",
            "没有适用的规则，而一维切片与完整张量的形状无法区分；按每个 rank 都完整处理：若同一 stage 全部 rank 的字节相同即可确认"
        ),
        _ => phrase!(
            "no rule is known for it, and its lengths are not slices of lengths that other tensors have; taken as whole on every rank: equal bytes in all ranks of its stage would confirm it",
            "没有适用的规则，其各维长度也不是其他张量长度的切片；按每个 rank 都完整处理：若同一 stage 全部 rank 的字节相同即可确认"
        ),
    }
}

/// Why a class is cut as it is.
pub(super) fn of_class(class: &Class<'_>, choice: &Choice, sizes: &Sizes) -> Phrase {
    let whole = choice.way.whole(class);
    let others = others(class, &choice.others, &choice.assumed);
    match choice.certainty {
        Certainty::Certain if sizes.certainty == Certainty::Certain || !sizes.assumed.is_empty() => phrase!(
            "slices {slice:?} of {whole:?}: only this agrees with the other shapes",
            "切片 {slice:?}，完整形状 {whole:?}：只有这样与其他形状相符",
            slice = class.dims,
            whole
        ),
        Certainty::Certain => phrase!(
            "slices {slice:?} of {whole:?}, if model_parallel is {mp}",
            "若 model_parallel 为 {mp}，则切片 {slice:?}，完整形状 {whole:?}",
            slice = class.dims,
            whole,
            mp = sizes.mp
        ),
        Certainty::Likely if choice.assumed.is_empty() => phrase!(
            "slices {slice:?} of {whole:?}, as is usual; headers also allow {others}. Ranks that hold copies have equal bytes, which would settle it",
            "按常规做法，切片 {slice:?}，完整形状 {whole:?}；仅凭文件头也可能是 {others}。持有副本的 rank 字节相同，比较内容即可确定",
            slice = class.dims,
            whole,
            others
        ),
        Certainty::Likely if class.is_of_keys() => phrase!(
            "slices {slice:?} of {whole:?}, if the queries of all heads together are as wide as the hidden size (head_dim = hidden / heads), and keys and values are cut as queries are; headers also allow {others}",
            "若 query 的总宽度等于 hidden size（head_dim = hidden / heads），且 key 与 value 的切分方式和 query 相同，则切片 {slice:?}，完整形状 {whole:?}；仅凭文件头也可能是 {others}",
            slice = class.dims,
            whole,
            others
        ),
        Certainty::Likely => phrase!(
            "slices {slice:?} of {whole:?}, if the queries of all heads together are as wide as the hidden size (head_dim = hidden / heads); headers also allow {others}",
            "若 query 的总宽度等于 hidden size（head_dim = hidden / heads），则切片 {slice:?}，完整形状 {whole:?}；仅凭文件头也可能是 {others}",
            slice = class.dims,
            whole,
            others
        ),
        Certainty::Guess => phrase!(
            "slices {slice:?} of {whole:?} is as good a guess as {others}: nothing in the headers decides. Ranks that hold copies have equal bytes, which would settle it",
            "切片 {slice:?}，完整形状 {whole:?}，但与 {others} 同样可能：文件头无法判断。持有副本的 rank 字节相同，比较内容即可确定",
            slice = class.dims,
            whole,
            others
        ),
    }
}

/// Other ways, and those that a premise excludes, by their whole shapes and numbers of parts: by expert and tensor parallelism, and the
/// optimizer, where they cut.
fn others(class: &Class<'_>, ways: &[Way], assumed: &[Way]) -> String {
    let parts = |way: &Way| {
        let parts = [way.experts, way.parts, way.optimizer].into_iter().filter(|&parts| parts > 1);
        let parts: Vec<String> = parts.map(|parts| parts.to_string()).collect();
        if parts.is_empty() { "1".to_owned() } else { parts.join("×") }
    };
    let shape = |way: &Way| format!("{:?} / {}", way.whole(class), parts(way));
    let mut all: Vec<String> = Vec::new();
    for way in ways.iter().chain(assumed).map(shape) {
        if !all.contains(&way) {
            all.push(way);
        }
    }
    let more = all.len().saturating_sub(SHOWN);
    all.truncate(SHOWN);
    if more > 0 {
        all.push(format!("… (+{more})"));
    }
    all.join(", ")
}

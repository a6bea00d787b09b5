//! Why something was inferred, in words.

use super::Certainty;
use super::families::{Cut, Length};
use super::open::{Choice, Way};
use super::sizes::Sizes;
use super::stages::Stage;
use super::tensors::{Class, Tensors};
use crate::layout::Layout;
use crate::phrase::{Phrase, phrase};

/// Ways that a reason names.
const SHOWN: usize = 4;

/// Why there are so many stages.
pub(super) fn stages(stages: &[Stage<'_>]) -> Phrase {
    let ranks = stages.first().map_or(1, |stage| stage.ranks);
    match stages.len() {
        1 => phrase!(
            "all {ranks} ranks hold the same tensors: one stage",
            "全部 {ranks} 个 rank 含相同的张量：一个 stage",
            ranks
        ),
        count => phrase!(
            "{count} runs of {ranks} neighbouring ranks hold the same tensors: {count} stages",
            "有 {count} 组相邻的 {ranks} 个 rank 含相同的张量：{count} 个 stage",
            count,
            ranks
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
        Certainty::Likely => phrase!(
            "of the sizes that agree with all shapes, model_parallel {mp} makes the vocabulary that of a published {family} model",
            "在与全部形状相符的取值中，model_parallel {mp} 使词表等于已发布的 {family} 模型的词表",
            mp,
            family
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

/// Nothing can be cut over one rank.
pub(super) fn one_rank() -> Phrase {
    phrase!("its stage has one rank, which holds it whole", "其 stage 只有一个 rank，因此是完整张量")
}

/// A vector that no rule is known for.
pub(super) fn strange() -> Phrase {
    phrase!(
        "no rule is known for it, and a slice of a vector looks like a whole one; taken as whole on every rank: equal bytes in all ranks of its stage would confirm it",
        "没有适用的规则，而一维切片与完整张量的形状无法区分；按每个 rank 都完整处理：若同一 stage 全部 rank 的字节相同即可确认"
    )
}

/// Why a class is cut as it is.
pub(super) fn of_class(class: &Class<'_>, choice: &Choice, layout: &Layout, sizes: &Sizes) -> Phrase {
    let whole = layout.global_dims(class.dims).unwrap_or_default();
    let others = others(class, &choice.others);
    match choice.certainty {
        Certainty::Certain if sizes.certainty == Certainty::Certain => phrase!(
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
        Certainty::Likely => phrase!(
            "slices {slice:?} of {whole:?}, as is usual; headers also allow {others}. Ranks that hold copies have equal bytes, which would settle it",
            "按常规做法，切片 {slice:?}，完整形状 {whole:?}；仅凭文件头也可能是 {others}。持有副本的 rank 字节相同，比较内容即可确定",
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

/// Other ways by their whole shapes and numbers of parts.
fn others(class: &Class<'_>, ways: &[Way]) -> String {
    let shape = |way: &Way| {
        let mut dims = class.dims.to_vec();
        if let Some(rows) = dims.first_mut() {
            *rows = way.rows;
        }
        if let (Cut::Columns, Some(columns)) = (class.rule.cut, dims.get_mut(1)) {
            *columns = columns.saturating_mul(way.parts);
        }
        format!("{dims:?} / {}", way.parts.saturating_mul(way.optimizer))
    };
    let mut shown: Vec<String> = ways.iter().take(SHOWN).map(shape).collect();
    if ways.len() > SHOWN {
        shown.push(format!("… (+{})", ways.len() - SHOWN));
    }
    shown.join(", ")
}

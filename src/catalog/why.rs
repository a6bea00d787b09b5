//! Why a file of a pile does not count.

use crate::check::Lang;

/// Declares the reasons with their texts.
macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident { $en:literal, $zh:literal })*) => {
        /// Why a file of a pile does not count.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Why {
            $($(#[$doc])* $name,)*
        }

        impl Why {
            /// The reason for people, as the end of “does not count: …”.
            #[must_use]
            pub const fn text(self, lang: Lang) -> &'static str {
                match (self, lang) {
                    $((Self::$name, Lang::En) => $en, (Self::$name, Lang::Zh) => $zh,)*
                }
            }
        }
    };
}

reasons! {
    /// A merged strategy beside the files that it was merged from.
    MergedLeftover { "left over from an earlier merge", "以前合并留下的文件" }
    /// A strategy beside files named for their rank.
    NotNamedForARank { "not named ckpt_strategy_rank_N, and others are", "未按 ckpt_strategy_rank_N 命名，而其他文件是" }
    /// Its rank is not the strategy's.
    BeyondStrategy { "of a rank beyond the strategy", "所属 rank 超出策略范围" }
    /// Its rank has a newer file.
    Older { "its rank has a newer file", "该 rank 有更新的文件" }
    /// Its rank has several files and no rule chooses one.
    Unclear { "one of several files of its rank", "该 rank 有多个文件，无法确定" }
    /// It is further down than the checkpoint.
    Deeper { "in a deeper folder than the checkpoint", "位于比权重更深的目录" }
    /// It lies beside rank folders.
    Loose { "outside the rank folders", "位于 rank 目录之外" }
    /// Its folder only looks like a rank's.
    NotARank { "its folder is not named rank_ and a number", "所在目录名不是 rank_ 加数字" }
    /// An index names the files, and not this one.
    NotInIndex { "not in the index", "不在索引中" }
    /// An index of other weights, or of none.
    OtherIndex { "not the index of this checkpoint", "不是该权重的索引" }
    /// Weights with an ending that nobody reads.
    NamedOtherwise { "its name ends neither in .ckpt nor in .safetensors", "名称既不以 .ckpt 也不以 .safetensors 结尾" }
    /// It holds neither strategy nor weights.
    NotOurs { "neither a strategy nor weights", "既不是策略也不是权重" }
    /// It is what it should not be, or cannot be read; a finding says what.
    Refused { "see its finding", "见对应的诊断" }
}

//! Why texts are raised, one file per subject.

mod checkpoint;
mod general;
mod resume;
mod setting;
mod strategy;

pub(super) use checkpoint::*;
pub(super) use general::*;
pub(super) use resume::*;
pub(super) use setting::*;
pub(super) use strategy::*;

/// Declares causes: their kinds of finding, then cause and remedy in both languages.
macro_rules! causes {
    ($($name:ident [$($kind:path),*] { $en:literal, $en_remedy:literal; $zh:literal, $zh_remedy:literal $(;)? })*) => {
        $(pub(in crate::explain) static $name: $crate::explain::Cause = $crate::explain::Cause {
            kinds: &[$(&$kind),*],
            en: $crate::explain::Says { cause: $en, remedy: $en_remedy },
            zh: $crate::explain::Says { cause: $zh, remedy: $zh_remedy },
        };)*
    };
}
use causes;

//! The texts, by the module that raises them. `{name}` is a value, `{name#}` a whole number, `{}`
//! what does not matter; `^` and `$` are the ends of a message. White space does not count.
//!
//! MindSpore's are those of version 2.10 and of those before it that differ, MindFormers' those of
//! 1.3 to 2.1.

mod foreign;
mod load;
mod mindformers;
mod resume;
mod safetensors;
mod strategy;
mod tensor;
mod transform;

use super::Entry;

/// All texts.
pub(super) static ALL: [&[Entry]; 8] = [
    transform::TEXTS,
    strategy::TEXTS,
    tensor::TEXTS,
    safetensors::TEXTS,
    load::TEXTS,
    mindformers::TEXTS,
    resume::TEXTS,
    foreign::TEXTS,
];

/// The texts of one system: function, texts, causes.
macro_rules! texts {
    ($system:ident $($function:literal [$($text:literal),+ $(,)?] => $($cause:ident),+;)*) => {
        pub(super) static TEXTS: &[$crate::explain::Entry] = &[$($crate::explain::Entry {
            system: $crate::explain::System::$system,
            function: $function,
            texts: &[$($text),+],
            causes: &[$(&$crate::explain::causes::$cause),+],
        }),*];
    };
}
use texts;

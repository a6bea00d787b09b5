//! Language and theme, as every component needs them.

use yew::prelude::*;

use crate::check::Lang;

/// How everything looks now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// The language.
    pub lang: Lang,
    /// Whether the theme that holds is dark.
    pub dark: bool,
    /// Whether it goes to paper.
    pub paper: bool,
}

/// The look of the page around a component.
#[hook]
pub(crate) fn use_look() -> Look {
    use_context::<Look>().unwrap_or(Look { lang: Lang::En, dark: false, paper: false })
}

//! Language and theme, as every component needs them.

use yew::prelude::*;

use crate::check::Lang;

/// What the visitor chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// As the system.
    #[default]
    System,
    /// Always dark.
    Dark,
    /// Always light.
    Light,
}

impl Theme {
    /// The name in settings and addresses.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Dark => "dark",
            Self::Light => "light",
        }
    }

    /// The theme of a name.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        [Self::System, Self::Dark, Self::Light].into_iter().find(|theme| theme.name() == name)
    }

    /// The next when stepping through them.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::System => Self::Dark,
            Self::Dark => Self::Light,
            Self::Light => Self::System,
        }
    }
}

/// How everything looks now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// The language.
    pub lang: Lang,
    /// Whether the theme that holds is dark.
    pub dark: bool,
}

/// The look of the page around a component.
#[hook]
pub(crate) fn use_look() -> Look {
    use_context::<Look>().unwrap_or(Look { lang: Lang::En, dark: false })
}

//! Dark or light.

/// What the visitor chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
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
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Dark => "dark",
            Self::Light => "light",
        }
    }

    /// The theme of a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::System, Self::Dark, Self::Light].into_iter().find(|theme| theme.name() == name)
    }

    /// The next when stepping through them.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::System => Self::Dark,
            Self::Dark => Self::Light,
            Self::Light => Self::System,
        }
    }
}

//! The views of the page.

use crate::web::text::{self, Text};

/// The views of the rail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// What was found.
    #[default]
    Overview,
    /// The list of tensors.
    Tensors,
    /// One tensor as a picture.
    Slices,
    /// The ranks.
    Devices,
    /// Who reads what of whom.
    Plan,
    /// What is wrong, and what causes a text of error.
    Findings,
    /// Which step a job can resume from.
    Resume,
}

impl View {
    /// All views, in the rail's order.
    pub const ALL: [Self; 7] = [
        Self::Overview,
        Self::Tensors,
        Self::Slices,
        Self::Devices,
        Self::Plan,
        Self::Findings,
        Self::Resume,
    ];

    /// The name in ids and addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overview => "overview",
            Self::Tensors => "tensors",
            Self::Slices => "slices",
            Self::Devices => "devices",
            Self::Plan => "plan",
            Self::Findings => "findings",
            Self::Resume => "resume",
        }
    }

    /// The title.
    #[must_use]
    pub const fn title(self) -> &'static Text {
        match self {
            Self::Overview => &text::VIEW_OVERVIEW,
            Self::Tensors => &text::VIEW_TENSORS,
            Self::Slices => &text::VIEW_SLICES,
            Self::Devices => &text::VIEW_DEVICES,
            Self::Plan => &text::VIEW_PLAN,
            Self::Findings => &text::FINDINGS,
            Self::Resume => &text::VIEW_RESUME,
        }
    }

    /// The view of a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }
}

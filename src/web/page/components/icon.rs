//! Icons, drawn here so that nothing is fetched.

use yew::prelude::*;

/// What an icon shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Glyph {
    Overview,
    Tensors,
    Slices,
    Devices,
    Plan,
    Findings,
    Resume,
    Error,
    Warning,
    Info,
    Copy,
    Check,
    Download,
    Arrow,
    Down,
    Folder,
    File,
    Close,
    Home,
    Search,
    Previous,
    Next,
    Differs,
    Type,
    System,
    Dark,
    Light,
    Lock,
    Play,
    Swap,
    Undo,
    Redo,
    Help,
    Plus,
    Minus,
    Whole,
}

impl Glyph {
    /// Strokes on a 16 × 16 grid.
    const fn strokes(self) -> &'static str {
        match self {
            Self::Overview => "M2.5 2.5h11v4h-11zM2.5 9.5h4.5v4h-4.5zM10 9.5h3.5v4H10z",
            Self::Tensors => "M2.5 3.5h11M2.5 8h11M2.5 12.5h11M5.5 3.5v9",
            Self::Slices => "M2.5 2.5h11v11h-11zM8 2.5v11M8 8h5.5",
            Self::Devices => "M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z",
            Self::Plan => {
                "M2.5 4.5h4l3 7h4M2.5 11.5h4l1-2.3M8.5 6.8l1-2.3h4M11.5 2.5l2 2-2 2M11.5 9.5l2 2-2 2"
            }
            Self::Findings => "M2.5 3.5h7.5M2.5 8h7.5M2.5 12.5h7.5M13.2 3v6.2M13.2 12.2v.6",
            Self::Resume => "M2.5 3v10M5.5 3.2v9.6L9 8zM9 3.2v9.6L13.5 8z",
            Self::Error => {
                "M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2zM5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6"
            }
            Self::Warning => "M8 2l6.5 11.5h-13zM8 6.5v3.2M8 11.4v.4",
            Self::Info => "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM8 7.2v4M8 4.7v.4",
            Self::Copy => "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
            Self::Check => "M3 8.5l3.2 3.2L13 4.8",
            Self::Download => "M8 2v8.5M4.5 7.5L8 11l3.5-3.5M2.5 13.5h11",
            Self::Arrow => "M2 8h11.5M9.5 4l4 4-4 4",
            Self::Down => "M4 6l4 4 4-4",
            Self::Folder => "M1.8 4v8.8h12.4V5.3H8L6.5 3.2H1.8z",
            Self::File => "M3.5 1.8h5.8l3.2 3.3v9.1h-9zM9 1.8v3.6h3.5",
            Self::Home => "M2 8l6-5.5L14 8M4 6.5v7h8v-7",
            Self::Close => "M3.5 3.5l9 9M12.5 3.5l-9 9",
            Self::Search => "M7 2.3a4.7 4.7 0 1 1 0 9.4 4.7 4.7 0 0 1 0-9.4zM10.5 10.5l3.5 3.5",
            Self::Previous => "M10 3.5L5.5 8l4.5 4.5",
            Self::Next => "M6 3.5L10.5 8 6 12.5",
            Self::Differs => "M3 6h10M3 10h10M10.5 3l-5 10",
            Self::Type => "M3.5 5v-2h9v2M8 3v10M6 13h4",
            Self::System => "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 2v12M8 4.5h3.4M8 7h5M8 9.5h4.9M8 12h3",
            Self::Dark => "M13.3 9.8A5.8 5.8 0 0 1 6.2 2.7a5.8 5.8 0 1 0 7.1 7.1z",
            Self::Light => {
                "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M12.8 3.2l-1.1 1.1M4.3 11.7l-1.1 1.1"
            }
            Self::Lock => "M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2",
            Self::Swap => "M2.5 5h10M9.5 2l3 3-3 3M13.5 11h-10M6.5 8l-3 3 3 3",
            Self::Undo => "M5.5 2.5l-3 3 3 3M3 5.5h6.2a4 4 0 1 1 0 8H5",
            Self::Redo => "M10.5 2.5l3 3-3 3M13 5.5H6.8a4 4 0 1 0 0 8H11",
            Self::Help => {
                "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM6 6.3a2 2 0 1 1 2.8 1.8c-.5.3-.8.6-.8 1.3M8 11.4v.4"
            }
            Self::Play => "M4.5 2.8v10.4L13 8z",
            Self::Plus => "M8 3v10M3 8h10",
            Self::Minus => "M3 8h10",
            Self::Whole => "M2.5 6v-3.5h3.5M10 2.5h3.5v3.5M13.5 10v3.5h-3.5M6 13.5h-3.5v-3.5",
        }
    }
}

/// An icon beside a word; alone it needs a label around it.
pub(crate) fn icon(glyph: Glyph) -> Html {
    icon_of(glyph, "")
}

/// An icon with a class of its own.
pub(crate) fn icon_of(glyph: Glyph, class: &'static str) -> Html {
    html! {
        <svg class={classes!("icon", class)} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d={glyph.strokes()} />
        </svg>
    }
}

//! What differs between the sides, in a sign and in words.

use super::Glyph;
use crate::check::Lang;
use crate::web::snapshot::{Compared, Facts, Held};
use crate::web::text::{self, Text};

/// The sign; none for what is the same.
pub(crate) const fn compared_glyph(of: Compared) -> Option<Glyph> {
    Some(match of {
        Compared::Added => Glyph::Plus,
        Compared::Removed => Glyph::Minus,
        Compared::Renamed => Glyph::Arrow,
        Compared::Reshaped => Glyph::Whole,
        Compared::Recut => Glyph::Differs,
        Compared::DType => Glyph::Type,
        Compared::Same => return None,
    })
}

/// The word.
pub(crate) const fn compared_label(of: Compared) -> &'static Text {
    match of {
        Compared::Added => &text::ADDED,
        Compared::Removed => &text::REMOVED,
        Compared::Renamed => &text::RENAMED,
        Compared::Reshaped => &text::RESHAPED,
        Compared::Recut => &text::RECUT,
        Compared::DType => &text::RETYPED,
        Compared::Same => &text::UNCHANGED,
    }
}

/// What the word means.
pub(crate) const fn compared_hint(of: Compared) -> &'static Text {
    match of {
        Compared::Added => &text::ADDED_HINT,
        Compared::Removed => &text::REMOVED_HINT,
        Compared::Renamed => &text::RENAMED_HINT,
        Compared::Reshaped => &text::RESHAPED_HINT,
        Compared::Recut => &text::RECUT_HINT,
        Compared::DType => &text::RETYPED_HINT,
        Compared::Same => &text::UNCHANGED_HINT,
    }
}

/// What a tensor is called on the side that has another name for it.
pub(crate) fn says_other_name(tensor: &Facts, other: &str, lang: Lang) -> String {
    let says = if tensor.source == Held::Absent { &text::CALLED_IN_SOURCE } else { &text::CALLED_IN_TARGET };
    says.with(lang, &[("name", &other)])
}

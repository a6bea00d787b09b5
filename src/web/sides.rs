//! The two sides: their names, and which one a dropped file is of, when a whole case is dropped at once.

use super::text::{self, Text};
use crate::check::Side;

/// The name of a side in ids and addresses.
#[must_use]
pub const fn name(side: Side) -> &'static str {
    match side {
        Side::Source => "source",
        Side::Target => "target",
    }
}

/// The name of a side for people.
#[must_use]
pub const fn title(side: Side) -> &'static Text {
    match side {
        Side::Source => &text::SOURCE,
        Side::Target => &text::TARGET,
    }
}

/// The side of a name.
#[must_use]
pub fn of_name(wanted: &str) -> Option<Side> {
    [Side::Source, Side::Target].into_iter().find(|&side| name(side) == wanted)
}

/// The side that a path names, by its first component with a word for one side only:
/// `src_strategy/…`, `case/target/…`, `dst_ckpt/…`.
#[must_use]
pub fn named(path: &str) -> Option<Side> {
    path.split('/').find_map(|component| {
        let component = component.to_ascii_lowercase();
        let has = |words: &[&str]| {
            component.split(|c: char| !c.is_ascii_alphanumeric()).any(|w| words.contains(&w))
        };
        match (has(&["src", "source"]), has(&["dst", "dest", "target", "tgt"])) {
            (true, false) => Some(Side::Source),
            (false, true) => Some(Side::Target),
            _ => None,
        }
    })
}

/// The side of every path of one drop. Names decide only if they name both sides: whoever drops
/// `src_old` on the target means the target.
#[must_use]
pub fn assign<'a>(paths: impl Iterator<Item = &'a str>, dropped_on: Side) -> Vec<Side> {
    let named: Vec<Option<Side>> = paths.map(named).collect();
    let both = named.contains(&Some(Side::Source)) && named.contains(&Some(Side::Target));
    named.into_iter().map(|side| side.filter(|_| both).unwrap_or(dropped_on)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_with_both_names_is_told_apart() {
        let paths = ["case/src_ckpt/rank_0/a.ckpt", "case/dst/ckpt_strategy_rank_0.ckpt", "case/readme"];
        let sides = assign(paths.into_iter(), Side::Source);
        assert_eq!(sides, [Side::Source, Side::Target, Side::Source]);
    }

    #[test]
    fn a_name_alone_does_not_overrule_the_drop() {
        assert_eq!(assign(["src_old/a.ckpt"].into_iter(), Side::Target), [Side::Target]);
    }

    #[test]
    fn a_folder_that_names_both_sides_names_none() {
        assert_eq!(named("src_to_dst/target/a.ckpt"), Some(Side::Target));
        assert_eq!(named("resource/a.ckpt"), None);
    }
}

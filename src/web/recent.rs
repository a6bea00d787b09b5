//! What was opened lately, by name only: a browser cannot open it again by itself, but the visitor
//! knows what to look for. Nothing of what is in the files is kept. A line per entry, as forms are
//! encoded.

use super::sides;
use super::snapshot::{SideFacts, Snapshot};
use crate::check::Side;

/// Entries that are kept, and characters of a name.
const MAX_RECENT: usize = 6;
const MAX_NAME: usize = 80;

/// One side as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Was {
    /// The opened folder or file.
    pub name: String,
    /// What it was: `dp2·mp1·pp4`, or the container format.
    pub kind: String,
    /// Number of ranks.
    pub ranks: u64,
    /// Bytes of its weights; 0 if there were none.
    pub bytes: u64,
}

/// Two sides that were opened together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recent {
    /// The source.
    pub source: Option<Was>,
    /// The target.
    pub target: Option<Was>,
    /// The day, as `2026-01-31`.
    pub day: String,
}

impl Recent {
    /// What is to be remembered of what is open; none if nothing of it counts.
    #[must_use]
    pub fn of(known: &Snapshot, day: String) -> Option<Self> {
        let recent = Self { source: was(known.source.as_ref()), target: was(known.target.as_ref()), day };
        (recent.source.is_some() || recent.target.is_some()).then_some(recent)
    }

    const fn side(&self, side: Side) -> Option<&Was> {
        match side {
            Side::Source => self.source.as_ref(),
            Side::Target => self.target.as_ref(),
        }
    }

    fn names(&self) -> [Option<&str>; 2] {
        [&self.source, &self.target].map(|side| side.as_ref().map(|side| side.name.as_str()))
    }

    /// Whether it is the same, or the same with only one side.
    fn includes(&self, other: &Self) -> bool {
        self.names().into_iter().zip(other.names()).all(|(mine, other)| other.is_none() || mine == other)
    }
}

fn was(facts: Option<&SideFacts>) -> Option<Was> {
    let facts = facts?;
    let name = top(&facts.files.iter().find(|file| file.path != facts.inferred)?.path);
    let format = facts.format.map_or("", |format| format.extension());
    let kind = facts.parallel.as_ref().map_or_else(|| format.to_owned(), ToString::to_string);
    let bytes = if facts.files.iter().any(|file| file.weights) { facts.bytes() } else { 0 };
    Some(Was { name, kind, ranks: facts.topology.ranks(), bytes })
}

/// The folder that was opened, or the file.
fn top(path: &str) -> String {
    path.split('/').next().unwrap_or(path).chars().take(MAX_NAME).collect()
}

/// The list with a new entry in front, without what that includes.
#[must_use]
pub fn remember(mut list: Vec<Recent>, new: Recent) -> Vec<Recent> {
    list.retain(|old| !new.includes(old));
    list.insert(0, new);
    list.truncate(MAX_RECENT);
    list
}

/// What is kept of the list.
#[must_use]
pub fn print(list: &[Recent]) -> String {
    list.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn line(recent: &Recent) -> String {
    let mut pairs = form_urlencoded::Serializer::new(String::new());
    pairs.append_pair("day", &recent.day);
    for side in [Side::Source, Side::Target] {
        // Each side begins with its name; what follows is of that side.
        if let Some(was) = recent.side(side) {
            pairs.append_pair(sides::name(side), &was.name);
            pairs.append_pair("kind", &was.kind);
            pairs.append_pair("ranks", &was.ranks.to_string());
            pairs.append_pair("bytes", &was.bytes.to_string());
        }
    }
    pairs.finish()
}

/// Reads what was kept; whatever else is there counts as nothing.
#[must_use]
pub fn parse(text: &str) -> Vec<Recent> {
    text.lines().take(MAX_RECENT).filter_map(entry).collect()
}

fn entry(line: &str) -> Option<Recent> {
    let mut recent = Recent::default();
    let mut last = Side::Source;
    for (key, value) in form_urlencoded::parse(line.as_bytes()) {
        if let Some(side) = sides::of_name(&key) {
            last = side;
        }
        let was = match last {
            Side::Source => &mut recent.source,
            Side::Target => &mut recent.target,
        };
        match &*key {
            "day" => recent.day = value.into_owned(),
            "source" | "target" => *was = Some(Was { name: value.into_owned(), ..Was::default() }),
            "kind" => was.as_mut()?.kind = value.into_owned(),
            "ranks" => was.as_mut()?.ranks = value.parse().ok()?,
            "bytes" => was.as_mut()?.bytes = value.parse().ok()?,
            _ => return None,
        }
    }
    (recent.source.is_some() || recent.target.is_some()).then_some(recent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recent(source: &str, target: Option<&str>) -> Recent {
        let was = |name: &str| Was { name: name.to_owned(), kind: String::new(), ranks: 8, bytes: 0 };
        Recent { source: Some(was(source)), target: target.map(was), day: "2026-01-31".to_owned() }
    }

    #[test]
    fn the_newest_is_first_and_nothing_is_there_twice() {
        let mut list = Vec::new();
        for new in [recent("a", None), recent("a", Some("b")), recent("c", None), recent("a", Some("b"))] {
            list = remember(list, new);
        }
        assert_eq!(list, [recent("a", Some("b")), recent("c", None)]);
        for number in 0..100 {
            list = remember(list, recent(&number.to_string(), None));
        }
        assert_eq!(list.len(), MAX_RECENT);
    }

    #[test]
    fn what_was_kept_is_read_again_and_nonsense_is_nothing() {
        let list = vec![recent("a & b\n", Some("b")), recent("权重", None)];
        assert_eq!(parse(&print(&list)), list);
        for text in ["", "[]", "day=x", "kind=x", "source=a&ranks=many", "\n\n"] {
            assert!(parse(text).is_empty(), "{text:?}");
        }
    }

    #[test]
    fn only_the_opened_folder_is_named() {
        assert_eq!(top("ckpt/rank_0/a.ckpt"), "ckpt");
        assert_eq!(top("model.safetensors"), "model.safetensors");
    }
}

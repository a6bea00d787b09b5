//! The commands that carry out what the page shows, run where the opened folders are.

use crate::plan::PeerLoads;
use crate::units::shell_word;
use crate::web::snapshot::{SideFacts, Snapshot};

/// The folder that the commands write.
const RESULT: &str = "converted";

/// Between the options of a command: one on each line.
const NEXT: &str = " \\\n    ";

/// What to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commands {
    /// Carries out the downloaded plan.
    pub apply: String,
    /// Plans and converts in one go.
    pub transform: String,
    /// Whether SOURCE and TARGET stand in them for places that only the visitor knows.
    pub places: bool,
    /// MindSpore's own conversion, as Python; none where it cannot do it.
    pub peer: Option<String>,
}

/// The commands of what is open.
#[must_use]
pub fn commands(snapshot: &Snapshot) -> Commands {
    let root = snapshot.source.as_ref().map_or("", |source| source.root.as_str());
    let root = if root.is_empty() { "." } else { root };
    let sides = [&snapshot.source, &snapshot.target].map(|side| side.as_ref().and_then(strategy));
    let ([source, target], places) = told_apart(sides);
    let mut transform = format!("shardlens transform{NEXT}--src-ckpt {}", shell_word(root));
    for (flag, strategy) in [("--src-strategy", &source), ("--dst-strategy", &target)] {
        if let Some(strategy) = strategy {
            transform.push_str(&format!("{NEXT}{flag} {}", shell_word(&strategy.path)));
        }
    }
    transform.push_str(&format!("{NEXT}--dst-ckpt {RESULT}"));
    let can = snapshot
        .plan
        .as_ref()
        .is_some_and(|plan| matches!(plan.peer, PeerLoads::Loads { .. } | PeerLoads::Unknown));
    // MindSpore wants a strategy on at least one side.
    let can = can && (source.is_some() || target.is_some());
    Commands {
        apply: format!(
            "shardlens apply plan.json{NEXT}--src-root {}{NEXT}--dst-ckpt {RESULT}",
            shell_word(root)
        ),
        transform,
        places,
        peer: can.then(|| python(root, source.as_ref(), target.as_ref())),
    }
}

/// Where the strategy of a side is.
struct Strategy {
    path: String,
    /// Whether it is a folder of files, one per stage or rank.
    folder: bool,
}

fn strategy(side: &SideFacts) -> Option<Strategy> {
    let mut files = side.files.iter().filter(|file| !file.weights).map(|file| file.path.as_str());
    let first = files.next()?;
    let rest: Vec<&str> = files.collect();
    if rest.is_empty() {
        return Some(Strategy { path: first.to_owned(), folder: false });
    }
    let folder = |path: &str| path.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned();
    Some(Strategy { path: folder(first), folder: true })
}

/// Two folders of one name are in different places, which only the visitor knows; whether they are.
fn told_apart(mut sides: [Option<Strategy>; 2]) -> ([Option<Strategy>; 2], bool) {
    if let [Some(source), Some(target)] = &mut sides
        && source.path == target.path
    {
        for (place, strategy) in [("SOURCE", source), ("TARGET", target)] {
            strategy.path = format!("{place}/{}", strategy.path);
        }
        return (sides, true);
    }
    (sides, false)
}

/// `transform_checkpoints` takes one file per side; those of several stages are merged first.
fn python(root: &str, source: Option<&Strategy>, target: Option<&Strategy>) -> String {
    let mut lines = vec!["import mindspore as ms".to_owned()];
    let mut argument = |strategy: Option<&Strategy>, merged: &str| match strategy {
        None => "None".to_owned(),
        Some(Strategy { path, folder: false }) => literal(path),
        Some(Strategy { path, folder: true }) => {
            lines.push(format!("ms.merge_pipeline_strategys({}, {})", literal(path), literal(merged)));
            literal(merged)
        }
    };
    let source = argument(source, "src_strategy.ckpt");
    let target = argument(target, "dst_strategy.ckpt");
    let (root, result) = (literal(root), literal(RESULT));
    lines.push(format!("ms.transform_checkpoints({root}, {result}, \"checkpoint_\", {source}, {target})"));
    lines.join("\n")
}

/// A text of Python.
fn literal(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::workbench::tests::example;

    #[test]
    fn the_example_is_converted_from_its_folders() {
        let mut bench = example();
        let commands = commands(&bench.work());
        let words = |command: &str| command.replace(NEXT, " ");
        assert_eq!(
            words(&commands.apply),
            "shardlens apply plan.json --src-root checkpoint --dst-ckpt converted"
        );
        assert!(commands.places && commands.transform.contains(" \\\n    --dst-ckpt"));
        // Both of its strategies are in folders of one name, in different places.
        assert_eq!(
            words(&commands.transform),
            "shardlens transform --src-ckpt checkpoint --src-strategy SOURCE/strategy \
             --dst-strategy TARGET/strategy --dst-ckpt converted"
        );
        let peer = commands.peer.unwrap();
        assert!(peer.contains("ms.merge_pipeline_strategys("), "{peer}");
        assert!(peer.ends_with("\"checkpoint_\", \"src_strategy.ckpt\", \"dst_strategy.ckpt\")"), "{peer}");
    }

    #[test]
    fn names_are_words_and_nothing_more() {
        assert_eq!(shell_word("a/b-1_2.ckpt"), "a/b-1_2.ckpt");
        assert_eq!(shell_word("a b; rm 'x'"), "'a b; rm '\\''x'\\'''");
        assert_eq!(shell_word(""), "''");
        assert_eq!(literal("a\"b\\c\nd"), "\"a\\\"b\\\\c\\u000ad\"");
    }
}

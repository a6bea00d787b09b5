//! Two folders, compared by the command and by the page.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use shardlens::catalog::look;
use shardlens::check::Side;
use shardlens::native::walk;
use shardlens::web::snapshot::{Compared, Comparison, Snapshot};
use shardlens::web::workbench::Workbench;

/// What the command says; none if it cannot compare.
pub(crate) fn command(a: &Path, b: &Path) -> Option<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shardlens"));
    let output = command.arg("diff").args([a, b]).arg("--json").output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    (output.status.code() != Some(2)).then_some(document)
}

/// What the page knows.
pub(crate) fn page(a: &Path, b: &Path) -> Snapshot {
    let mut bench = Workbench::default();
    for (side, path) in [(Side::Source, a), (Side::Target, b)] {
        walk(path).unwrap().files.into_iter().for_each(|file| bench.add(side, look(file)));
    }
    bench.work()
}

/// Compares both folders both ways, and says whether the command could.
pub(crate) fn agree(a: &Path, b: &Path) -> bool {
    let (said, known) = (command(a, b), page(a, b));
    match (said, &known.comparison) {
        (Some(said), Comparison::Done(counts)) => {
            for (kind, of) in KINDS {
                let wanted = names(&said[kind]);
                assert_eq!(rows(&known, of), wanted, "{kind}: {} {}", a.display(), b.display());
                if of != Compared::Renamed {
                    assert_eq!(counts.of(of), said[kind].as_array().unwrap().len(), "{kind}");
                }
            }
            let same =
                [counts.of(Compared::Same), rows(&known, Compared::Same).len()].map(|same| same as u64);
            assert_eq!(same.map(Some), [said["same"].as_u64(); 2]);
            assert_eq!(counts.not_paired as u64, said["not_paired"].as_u64().unwrap());
            let notes = said["not_compared"].as_array().unwrap().len();
            assert!(counts.notes.len() >= notes, "{:?}", counts.notes);
            renames(&said, &known, counts.of(Compared::Renamed));
            changes(&said, &known);
            true
        }
        (None, Comparison::Unsound | Comparison::SlicesAgainstWholes) => false,
        // Weights of whatever state beside the target's strategy are nothing to the page.
        (None, Comparison::Done(_)) if known.target.as_ref().unwrap().strategy => false,
        (said, comparison) => {
            panic!("{} {}: {comparison:?} and {said:?}", a.display(), b.display())
        }
    }
}

const KINDS: [(&str, Compared); 6] = [
    ("added", Compared::Added),
    ("removed", Compared::Removed),
    ("renamed", Compared::Renamed),
    ("reshaped", Compared::Reshaped),
    ("recut", Compared::Recut),
    ("dtypes", Compared::DType),
];

/// The names in a list of the document; of a rename, both.
fn names(list: &Value) -> BTreeSet<String> {
    let names = |item: &Value| match (item, &item["tensor"]) {
        (Value::String(name), _) | (_, Value::String(name)) => vec![name.clone()],
        _ => vec![text(&item["from"]), text(&item["to"])],
    };
    list.as_array().unwrap().iter().flat_map(names).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// The tensors of the page of which something is the case.
fn rows(known: &Snapshot, kind: Compared) -> BTreeSet<String> {
    let rows = known.tensors.iter().filter(|tensor| tensor.compared.has(kind));
    rows.map(|tensor| tensor.name.to_string()).collect()
}

/// Every pair leads from each name to the other.
fn renames(said: &Value, known: &Snapshot, count: usize) {
    let pairs = said["renamed"].as_array().unwrap();
    assert_eq!(pairs.len(), count);
    let tensors = &known.tensors;
    for pair in pairs {
        let [from, to] = ["from", "to"].map(|end| tensors.position(&text(&pair[end])).unwrap());
        let [one, other] = [from, to].map(|index| tensors.other_name(index).unwrap());
        assert_eq!((one.tensor, other.tensor), (to, from));
        let parts = [one.shared, one.of].map(|parts| parts as u64);
        assert_eq!(parts.map(Some), [pair["shared_parts"].as_u64(), pair["parts"].as_u64()]);
    }
    assert_eq!((0..tensors.len()).filter(|&index| tensors.other_name(index).is_some()).count(), 2 * count);
}

/// The page says of shapes and types from what to what they changed.
fn changes(said: &Value, known: &Snapshot) {
    let tensor = |change: &Value| {
        let index = known.tensors.position(&text(&change["tensor"])).unwrap();
        let other = known.tensors.other_name(index).map_or(index, |other| other.tensor);
        [other, index].map(|index| known.tensors.get(index).unwrap())
    };
    // The page shows shapes of wholes alone.
    let reshaped = said["reshaped"].as_array().unwrap().iter();
    for change in reshaped.filter(|_| said["lengths"] == "wholes") {
        let [old, new] = tensor(change);
        let dims = |dims: &[u64]| serde_json::to_value(dims).unwrap();
        assert_eq!(dims(old.shape.as_ref().unwrap().dims()), change["from"], "{change}");
        assert_eq!(dims(new.becomes.as_ref().unwrap().1.as_ref().unwrap().dims()), change["to"], "{change}");
    }
    for change in said["dtypes"].as_array().unwrap() {
        let [old, new] = tensor(change);
        assert_eq!(serde_json::to_value(old.dtype).unwrap(), change["from"], "{change}");
        assert_eq!(serde_json::to_value(new.becomes.as_ref().unwrap().0).unwrap(), change["to"], "{change}");
    }
}

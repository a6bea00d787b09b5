//! Files that MindSpore wrote.

use std::fs;
use std::path::{Path, PathBuf};

use crate::both::{agree, command, page};
use shardlens::web::snapshot::Compared;

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// Copies what is below a path.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}

/// The source of a case, its weights beside its strategy, or its target strategy.
fn side(case: &Path, of: &str, to: &Path) -> Option<PathBuf> {
    let begins = |name: &str| name.starts_with(&format!("{of}_strategy")) || (of == "src" && name == "src");
    let names = fs::read_dir(case).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.filter(|name| begins(name)).collect();
    let folder = to.join(format!("{}-{of}", case.file_name().unwrap().to_str().unwrap()));
    for name in &names {
        fs::create_dir_all(&folder).unwrap();
        copy(&case.join(name), &folder.join(name));
    }
    (!names.is_empty()).then_some(folder)
}

#[test]
fn recorded_sides_compare_alike_on_the_page_and_by_the_command() {
    let room = tempfile::tempdir().unwrap();
    let mut folders: Vec<PathBuf> = fs::read_dir(cases())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let mut before: Option<PathBuf> = None;
    let (mut compared, mut refused) = (0, 0);
    for case in folders {
        let [from, to] = ["src", "dst"].map(|of| side(&case, of, room.path()));
        // Each case against its own target, and against the source of the one before.
        for (a, b) in [(&from, &to), (&before, &from)] {
            if let (Some(a), Some(b)) = (a, b) {
                let could = agree(a, b);
                compared += usize::from(could);
                refused += usize::from(!could);
            }
        }
        before = from;
    }
    assert!(compared > 60 && refused > 5, "{compared} {refused}");
}

#[test]
fn a_pipeline_that_is_dealt_anew_is_cut_otherwise_in_the_stages_that_change() {
    let case = cases().join("dp2mp1pp4_to_dp1mp2pp2");
    let room = tempfile::tempdir().unwrap();
    let [from, to] = ["src", "dst"].map(|of| side(&case, of, room.path()).unwrap());
    let said = command(&from, &to).unwrap();
    let known = page(&from, &to);
    let rows = known.tensors.iter().filter(|tensor| tensor.compared.has(Compared::Recut)).count();
    assert_eq!(Some(rows), said["recut"].as_array().map(Vec::len));
    assert!(rows > 0 && said["added"].as_array().unwrap().is_empty());
}

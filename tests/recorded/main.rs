//! Every recorded conversion of MindSpore 2.10: the same files, names, types, shapes and bytes, the
//! refusal that the rules call for, or a difference with its reason.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]
#![allow(clippy::indexing_slicing, reason = "a test may panic")]

mod alarms;
mod case;
mod command;
mod differences;
mod library;
mod page;
mod request;
mod strategies;

use std::collections::BTreeSet;
use std::path::Path;

use case::{Case, Files, Tensors};
use differences::{DIFFERENCES, Difference, Instead, REFUSALS};
use library::Refusal;
use request::{Request, request};

/// What a conversion came to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Written(Files),
    Refused(Refusal),
}

fn difference(case: &Case) -> Option<&'static Difference> {
    DIFFERENCES.iter().find(|(name, ..)| *name == case.name)
}

/// What is wrong with the outcome of a case; none if it is as it must be.
fn complaint(case: &Case, request: &Request, outcome: Outcome) -> Option<String> {
    let recorded = case.written.as_ref().map(|written| request.in_our_files(case, written));
    let outcome = only_the_network(case, outcome);
    let same_as_recorded = match (&recorded, &outcome) {
        (Some(recorded), Outcome::Written(files)) => recorded == files,
        (None, Outcome::Refused(_)) => true,
        _ => false,
    };
    let expected = match difference(case) {
        Some(_) if same_as_recorded => return Some("is listed as a difference, but is none".to_owned()),
        Some((_, Instead::Reference, _)) => {
            Outcome::Written(request.of_ranks(case.reference.as_ref().expect("a reference")))
        }
        Some((_, Instead::OurNames, _)) => {
            let ranks = (0..).zip(case.written.as_ref().expect("files").values());
            let ranks: Vec<(u64, &Tensors)> = ranks.collect();
            Outcome::Written(request.of_ranks(ranks.iter().map(|(rank, tensors)| (rank, *tensors))))
        }
        Some((_, Instead::Refused(code), _)) => Outcome::Refused(vec![(*code).to_owned()]),
        None => match &recorded {
            Some(files) => Outcome::Written(files.clone()),
            None => {
                let refusal = REFUSALS.iter().find(|(name, _)| *name == case.name);
                let (_, code) = refusal.unwrap_or_else(|| panic!("{}: no refusal is listed", case.name));
                Outcome::Refused(vec![(*code).to_owned()])
            }
        },
    };
    match (&expected, &outcome) {
        (Outcome::Refused(code), Outcome::Refused(codes)) if code.iter().all(|code| codes.contains(code)) => {
            None
        }
        (Outcome::Written(wanted), Outcome::Written(files)) => first_difference(wanted, files),
        _ => Some(format!("expected {}, got {}", brief(&expected), brief(&outcome))),
    }
}

/// A recorded network has some of the checkpoint's tensors; the others were not loaded.
fn only_the_network(case: &Case, mut outcome: Outcome) -> Outcome {
    if let (Some(net), Outcome::Written(files)) = (case.args["net"].as_array(), &mut outcome) {
        let names: BTreeSet<&str> = net.iter().map(|row| row[0].as_str().unwrap()).collect();
        files.values_mut().for_each(|tensors| tensors.retain(|name, _| names.contains(name.as_str())));
    }
    outcome
}

fn brief(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Written(files) => format!("{} files", files.len()),
        Outcome::Refused(codes) => format!("a refusal with {codes:?}"),
    }
}

fn first_difference(wanted: &Files, files: &Files) -> Option<String> {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    if names(wanted) != names(files) {
        return Some(format!("expected files {:?}, got {:?}", names(wanted), names(files)));
    }
    for (path, wanted) in wanted {
        let got = &files[path];
        for name in wanted.keys().chain(got.keys()) {
            if wanted.get(name) != got.get(name) {
                return Some(format!(
                    "{path}, {name}: expected {:?}, got {:?}",
                    wanted.get(name),
                    got.get(name)
                ));
            }
        }
    }
    None
}

/// Runs every conversion with `convert` and complains about all of them together.
fn check_all(convert: impl Fn(&Request, &Path) -> Result<(), Refusal>) {
    let mut complaints = Vec::new();
    let mut done = BTreeSet::new();
    for case in case::all() {
        let scratch = tempfile::tempdir().unwrap();
        let Some(request) = request(&case, scratch.path()) else { continue };
        let target = scratch.path().join("target");
        let outcome = match convert(&request, &target) {
            Ok(()) => Outcome::Written(library::files(&target)),
            Err(codes) => {
                assert_eq!(
                    library::files(&target),
                    Files::new(),
                    "{}: refused, but not before writing",
                    case.name
                );
                Outcome::Refused(codes)
            }
        };
        complaints.extend(complaint(&case, &request, outcome).map(|text| format!("{}: {text}", case.name)));
        done.insert(case.name);
    }
    let listed = DIFFERENCES.iter().map(|(name, ..)| *name).chain(REFUSALS.iter().map(|(name, _)| *name));
    complaints
        .extend(listed.filter(|name| !done.contains(*name)).map(|name| format!("{name}: no such case")));
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    assert!(done.len() > 100, "{} cases", done.len());
}

#[test]
fn every_case_comes_out_as_recorded_through_the_library() {
    check_all(library::convert);
}

#[test]
fn every_case_comes_out_as_recorded_through_the_command() {
    check_all(command::convert);
}

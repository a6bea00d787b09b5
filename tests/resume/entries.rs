//! Names that are no files that can be read, and what is told of them.

use std::io::ErrorKind;

use shardlens::catalog::{PileFile, survey};
use shardlens::check::{Finding, Lang, Phrase};
use shardlens::resume::Version::{V1_1, V1_8};
use shardlens::resume::{Extra, Health, Instead, Listing, gather, report};
use shardlens::source::{ReadAt, ReadError};

use crate::folder::{job, listing, rank, spoil};

fn two() -> Listing {
    listing([rank("3_2 6_2", "6_2"), rank("3_2 6_2", "6_2")])
}

/// The finding about a folder whose newest file of rank 1 is so.
fn found(health: Health, code: &str) -> Finding {
    let listing = spoil(&two(), 1, "6_2", |file| file.health = health);
    let mut job = job(if code == "SL0628" { V1_1 } else { V1_8 }, 2);
    job.resume_training = (code == "SL0627").then(|| "llama_rank_0-6_2.ckpt".to_owned());
    let mut findings = report(&listing, &job).findings.into_iter();
    findings.find(|finding| finding.kind.code == code).unwrap()
}

/// A file that the system does not give.
struct Failing(ErrorKind);

impl ReadAt for Failing {
    fn len(&self) -> u64 {
        100
    }

    fn read_at(&self, offset: u64, _: &mut [u8]) -> Result<(), ReadError> {
        let reason = Phrase { en: "it failed".to_owned(), zh: "失败".to_owned() };
        Err(ReadError::Storage { offset, kind: self.0, reason })
    }
}

#[test]
fn an_error_of_the_disk_was_told_as_a_right_that_is_missing() {
    for ending in ["ckpt", "safetensors"] {
        let health = |kind| {
            let path = format!("rank_0/llama_rank_0-6_2.{ending}");
            let survey = survey(vec![PileFile { path, source: Box::new(Failing(kind)) }]);
            gather(&survey, "", "ckpt", &Extra::default()).folders()[0].files[0].health
        };
        assert_eq!(health(ErrorKind::PermissionDenied), Health::Unreadable);
        for kind in [ErrorKind::Other, ErrorKind::UnexpectedEof, ErrorKind::StaleNetworkFileHandle] {
            assert_eq!(health(kind), Health::Failing);
        }
    }
    let told = found(Health::Failing, "SL0602").render(Lang::En);
    assert!(told.evidence.ends_with(": the system fails to read the file."), "{}", told.evidence);
}

/// As Python 3.11 writes them on Linux.
#[test]
fn every_failure_to_look_a_name_up_was_quoted_as_an_error_of_the_disk() {
    for (code, words) in [
        (Some(5), "[Errno 5] Input/output error: '"),
        (Some(20), "[Errno 20] Not a directory: '"),
        (Some(36), "[Errno 36] File name too long: '"),
        (Some(116), "[Errno 116] Stale file handle: '"),
        (Some(121), "[Errno 121] …: '"),
        (None, "…: '"),
    ] {
        let finding = found(Health::NoFile(Instead::Failing(code)), "SL0628");
        let error = finding.args["error"].to_string();
        assert!(error.starts_with(words), "{error}");
    }
}

#[test]
fn a_file_in_a_folder_that_may_not_be_entered_was_told_as_a_link() {
    let told = found(Health::NoFile(Instead::Unreachable), "SL0627");
    let evidence = told.render(Lang::En).evidence;
    assert!(evidence.ends_with(" is behind a folder that this user may not enter."), "{evidence}");
    assert!(!told.render(Lang::Zh).evidence.contains("链接"));
}

#[test]
fn what_a_rank_does_with_a_name_that_is_no_file_ended_without_a_full_stop() {
    use Instead::{Closed, Device, Failing, Folder, Loop, NotText, Nowhere, Pipe, Socket, Unreachable};
    let all = [Closed, Device, Failing(Some(5)), Folder, Loop, NotText, Nowhere, Pipe, Socket, Unreachable];
    for instead in all {
        let told = found(Health::NoFile(instead), "SL0627");
        let (en, zh) = (told.render(Lang::En).consequence, told.render(Lang::Zh).consequence);
        assert!(en.ends_with(['.', '”']), "{en}");
        assert!(zh.ends_with(['。', '”']), "{zh}");
    }
}

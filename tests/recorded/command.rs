//! The same conversions through the real command.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::library::{Refusal, UNSAFE_PREFIX};
use crate::request::Request;

fn shardlens(arguments: &[OsString]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shardlens")).args(arguments).output().unwrap()
}

/// Converts with `shardlens transform`: status 0, or 1 with the findings' codes, or 2.
pub(crate) fn convert(request: &Request, target: &Path) -> Result<(), Refusal> {
    let mut arguments: Vec<OsString> = vec!["transform".into(), "--json".into(), "--no-sync".into()];
    let mut option = |name: &str, value: Option<OsString>| {
        // As MindFormers' script spells it, `None` is no strategy.
        arguments.extend([name.into(), value.unwrap_or_else(|| "None".into())]);
    };
    option("--src-ckpt", Some(request.source.clone().into()));
    option("--src-strategy", request.source_strategy.clone().map(Into::into));
    option("--dst-strategy", request.target_strategy.clone().map(Into::into));
    option("--dst-ckpt", Some(target.into()));
    option("--prefix", Some(request.prefix.clone().into()));
    option("--format", Some(request.format.extension().into()));
    if let Some(rank) = request.rank {
        option("--dst-ranks", Some(rank.to_string().into()));
    }
    let output = shardlens(&arguments);
    if output.status.code() == Some(2) {
        return Err(vec![UNSAFE_PREFIX.to_owned()]);
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", text(&output.stdout), text(&output.stderr)));
    let severe = |finding: &&Value| finding["severity"] == "error";
    let errors = document["findings"].as_array().unwrap().iter().filter(severe);
    let codes: Refusal = errors.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect();
    match output.status.code() {
        Some(0) => assert_eq!(codes, [""; 0], "status 0 with errors"),
        Some(1) => assert!(!codes.is_empty(), "status 1 without a finding: {}", text(&output.stderr)),
        other => panic!("status {other:?}: {}", text(&output.stderr)),
    }
    if codes.is_empty() { Ok(()) } else { Err(codes) }
}

/// Merges a folder with `shardlens merge`; gives the exit status.
pub(crate) fn merge(folder: &Path, file: &Path) -> Option<i32> {
    shardlens(&["merge".into(), folder.into(), "-o".into(), file.into()]).status.code()
}

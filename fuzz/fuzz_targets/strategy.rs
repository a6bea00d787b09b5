//! Strategy files: what is read comes back from what is written, in both encodings.

#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use shardlens::format::mindspore::strategy::{RawLayout, StrategyFile, read, write_json, write_protobuf};
use shardlens::source::Bytes;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = read(&Bytes(bytes)) else { return };
    for write in [write_protobuf, write_json] {
        let written = write(&file);
        let Ok(once) = read(&Bytes(&written)) else { continue };
        // What one encoding has no words for is lost at first, and nothing after that.
        let again = read(&Bytes(write(&once))).expect("what was written is read");
        assert_eq!(names(&file), names(&once));
        assert_eq!(layouts(&once), layouts(&again));
        assert_eq!(once.operators, again.operators);
        assert_eq!(once.current_stage, again.current_stage);
    }
});

/// JSON is written by name.
fn names(file: &StrategyFile) -> BTreeSet<&str> {
    file.layouts.iter().map(|layout| &*layout.name).collect()
}

fn layouts(file: &StrategyFile) -> Vec<RawLayout> {
    file.layouts.iter().map(|layout| RawLayout { offset: 0, ..layout.clone() }).collect()
}

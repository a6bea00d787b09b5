//! Index files: what is read comes back from what is written.

#![no_main]

use indexmap::IndexMap;
use libfuzzer_sys::fuzz_target;
use shardlens::format::index::{WeightMap, read, write_param_name_map};
use shardlens::source::Bytes;

fuzz_target!(|bytes: &[u8]| {
    let Ok(index) = read(&Bytes(bytes)) else { return };
    let map = pairs(&index.weight_map);
    assert_eq!(map.len(), index.weight_map.len(), "no name is there twice");
    assert!(
        index.faults.iter().filter_map(|fault| fault.tensor.as_ref()).all(|name| !map.contains_key(name))
    );
    let again = read(&Bytes(write_param_name_map(&map, 7))).expect("what was written is read");
    assert!(again.faults.is_empty());
    assert_eq!(again.weight_map, index.weight_map);
});

fn pairs(map: &WeightMap) -> IndexMap<String, String> {
    let files: Vec<&str> = map.files().collect();
    map.tensors().map(|(name, file)| (name.to_owned(), files[file].to_owned())).collect()
}

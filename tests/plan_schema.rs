//! The published JSON schema is that of the plan's types.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use shardlens::plan::Plan;

/// Set `UPDATE_EXPECT=1` to write the schema anew after a change of the types.
#[test]
fn the_published_schema_is_that_of_the_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/static/reshard-plan.schema.json");
    let schema = serde_json::to_string_pretty(&schemars::schema_for!(Plan)).unwrap() + "\n";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &schema).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), schema, "run with UPDATE_EXPECT=1");
}

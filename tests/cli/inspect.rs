//! Looking at files.

use crate::world::World;

#[test]
fn each_file_is_told_for_what_it_is() {
    let world = World::with_model();
    world.write("full/notes.txt", b"some notes\n");
    let ran = world.run("inspect full mp4pp2");
    ran.ok().says("rank_0/model.ckpt: weights (ckpt), 6 tensors").says("notes.txt: text");
    ran.says("ckpt_strategy_rank_4.ckpt: strategy (protobuf), 3 tensors, stage 1, 4 devices per stage");
    world.run("inspect full/rank_0/model.ckpt").ok().says("embedding").says("f16 [96, 8]");
    world.run("inspect mp2/ckpt_strategy_rank_0.ckpt").ok().says("dev_matrix [2]  tensor_map [[-1], [0]]");
}

#[test]
fn the_document_has_everything() {
    let world = World::with_model();
    let document = world.run("inspect full mp2 --json").ok().json();
    let file = &document["inputs"][0]["files"][0];
    assert_eq!((file["path"].as_str(), file["kind"].as_str()), (Some("rank_0/model.ckpt"), Some("weights")));
    let tensors = &document["inputs"][0]["tables"][0]["tensors"];
    assert_eq!(tensors[3]["name"], "wo");
    assert_eq!(tensors[3]["shape"], serde_json::json!([48, 96]));
    assert_eq!(tensors[3]["dtype"], "F16");
    let layouts = &document["inputs"][1]["files"][0]["layouts"];
    assert_eq!(layouts.as_array().unwrap().len(), 6);
    assert_eq!(document["findings"], serde_json::json!([]));
}

#[test]
fn a_broken_file_is_status_1_and_the_rest_is_told() {
    let world = World::with_model();
    let model = world.read("full/rank_0/model.ckpt");
    world.write("full/rank_1/model.ckpt", &model[..model.len() / 2]);
    let ran = world.run("inspect full");
    ran.status(1).complains("error[SL01").says("rank_0/model.ckpt: weights (ckpt), 6 tensors");
}

#[test]
fn checksums_are_read_only_when_asked() {
    let world = World::new();
    let mut model = include_bytes!("../cases/load_crc_ok/src/a.ckpt").to_vec();
    world.write("good.ckpt", &model);
    world.run("inspect --crc good.ckpt").ok().says("checksum holds");
    let byte = model.len() - 20;
    model[byte] ^= 1;
    world.write("bad.ckpt", &model);
    world.run("inspect bad.ckpt").ok();
    world.run("inspect --crc bad.ckpt").status(1).complains("error[SL01").says("CHECKSUM DIFFERS");
}

#[test]
fn a_folder_without_files_is_said_to_have_none() {
    let world = World::new();
    std::fs::create_dir_all(world.path("empty/rank_0")).unwrap();
    world.run("inspect empty").ok().says("empty: no files");
    assert_eq!(world.run("inspect empty --json").ok().json()["inputs"][0]["files"], serde_json::json!([]));
}

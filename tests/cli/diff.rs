//! Two checkpoints or strategies side by side.

use shardlens::format::WeightFormat;

use crate::world::{World, weights};

#[test]
fn what_is_the_same_is_status_0() {
    let world = World::with_model();
    world.complete("copy/rank_0/other_name.ckpt", 7);
    world.run("diff full copy").ok().says("the same: 6");
    world.run("diff full/rank_0/model.ckpt copy").ok();
    world.run("merge mp4pp2 -o merged.json").ok();
    world.run("diff mp4pp2 merged.json").ok().says("the same: 6");
    let document = world.run("diff full copy --json").ok().json();
    assert_eq!((document["same"].as_u64(), document["status"].as_u64()), (Some(6), Some(0)));
}

#[test]
fn another_cut_is_status_1() {
    let world = World::with_model();
    let ran = world.run("diff mp2 mp4pp2");
    ran.status(1).says("2 ranks in 1 stage -> 8 ranks in 2 stages").says("cut otherwise: ");
    ran.says("~ wq  parts [2, 1] by ranks 1×2 on stage 0 -> parts [4, 1] by ranks 1×4 on stage 0");
    let document = world.run("diff mp2 mp4pp2 --json").status(1).json();
    assert_eq!(document["recut"][0]["tensor"], "embedding");
    assert_eq!(document["recut"][0]["to"]["parts"][0][0], 4);
    assert_eq!(document["error"], serde_json::Value::Null);
}

#[test]
fn converted_weights_are_the_same_wholes() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt cut").ok();
    let ran = world.run("diff full cut --strategy-b mp4pp2");
    // Complete weights are on rank 0; of the six the norm is uncut there and on stage 0 of the target.
    ran.status(1).says("1 rank -> 8 ranks in 2 stages").says("the same: 1").says("cut otherwise: 5");
    ran.says("~ wo  parts [1, 1] on stage 0 -> parts [1, 4] by ranks 1×4 on stage 1");
    let document = world.run("diff full cut --strategy-b mp4pp2 --json").status(1).json();
    assert!(document["reshaped"].as_array().is_some_and(Vec::is_empty), "the wholes are the same");
    world.run("diff cut cut").ok();
    world.run("diff full cut").status(2).complains("--strategy-a");
}

#[test]
fn names_and_shapes_and_types_are_told() {
    let world = World::with_model();
    let tensors = |names: [(&'static str, Vec<u64>); 2]| {
        weights(
            WeightFormat::Ckpt,
            &names.map(|(name, dims)| {
                let bytes = usize::try_from(dims.iter().product::<u64>() * 2).unwrap();
                (name, dims, vec![0; bytes])
            }),
        )
    };
    world.write("a.ckpt", &tensors([("wq", vec![4, 2]), ("norm", vec![3])]));
    world.write("b.ckpt", &tensors([("wo", vec![4, 2]), ("norm", vec![5])]));
    let ran = world.run("diff a.ckpt b.ckpt");
    ran.status(1).says("removed: 1\n  - wq\n").says("added: 1\n  + wo\n").says("~ norm  [3] -> [5]");
    let document = world.run("diff a.ckpt b.ckpt --json").status(1).json();
    assert_eq!(document["reshaped"][0]["from"][0], 3);
}

#[test]
fn what_cannot_be_compared_is_status_2() {
    let world = World::with_model();
    world.write("broken.ckpt", &world.read("full/rank_0/model.ckpt")[..40]);
    world.run("diff full broken.ckpt").status(2).complains("error[SL01");
    world.run("diff full nowhere").status(2);
    world.run("diff full").status(2);
    std::fs::create_dir(world.path("empty")).unwrap();
    world.run("diff full empty").status(2).complains("neither weights nor a strategy");
}

#[test]
fn a_checkpoint_against_its_own_strategy_is_status_0_with_what_was_not_compared() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt cut").ok();
    for line in ["diff cut mp4pp2", "diff mp4pp2 cut"] {
        let ran = world.run(line);
        ran.ok().says("cuts not compared: 6 (no strategy says how").says("the same: 6 (as far as compared)");
    }
    let document = world.run("diff cut mp4pp2 --json").ok().json();
    assert_eq!(document["not_compared"][1]["what"], "cuts");
    // Stages that both sides know still count.
    world.run("diff cut mp2").status(1).says("8 ranks -> 2 ranks in 1 stage");
}

#[test]
fn one_of_two_strategies_makes_no_differences() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt cut").ok();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt other").ok();
    world
        .run("diff cut cut --strategy-a mp4pp2")
        .ok()
        .says("cuts not compared: 6 (no strategy says how B is cut)");
    world.run("diff cut cut --strategy-b mp4pp2").ok().says("whole shapes not compared: 6");
    let ran = world.run("diff cut other --strategy-a mp4pp2");
    ran.status(1).says("slices of other shape: 5").says("~ wq  [12, 16] -> [24, 16]");
    world.write("one/rank_0/checkpoint_0.ckpt", &world.read("cut/rank_0/checkpoint_0.ckpt"));
    let ran = world.run("diff cut one --strategy-a mp4pp2");
    ran.status(1).says("8 ranks in 2 stages -> 1 rank").says("removed: 3").says("the same: 3 (as far");
    assert!(!ran.stdout().contains("cut otherwise"));
    world.run("diff full mp2").status(1).says("A is taken for complete: it has weights of one rank");
}

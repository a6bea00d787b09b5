//! Merging strategies.

use crate::world::World;

#[test]
fn a_merged_strategy_is_as_good_as_its_parts() {
    let world = World::with_model();
    for merged in ["merged.ckpt", "merged.json", "mp4pp2/merged_ckpt_strategy.ckpt"] {
        world.run(&format!("merge mp4pp2 -o {merged}")).ok().says("2 stages").says("8 ranks");
        let out = format!("out/{}", merged.replace('/', "_"));
        world.run(&format!("transform --src-ckpt full --dst-strategy {merged} --dst-ckpt {out}")).ok();
        world.check(&out, 4, 2);
    }
    // Again, with what the first time left behind.
    world.run("merge mp4pp2 -o mp4pp2/merged_ckpt_strategy.ckpt").ok();
    let document = world.run("merge mp4pp2 -o merged.ckpt --json").ok().json();
    assert_eq!((document["stages"].as_u64(), document["tensors"].as_u64()), (Some(2), Some(6)));
}

#[test]
fn a_stage_that_is_missing_is_told() {
    let world = World::with_model();
    std::fs::remove_file(world.path("mp4pp2/ckpt_strategy_rank_0.ckpt")).unwrap();
    world.run("merge mp4pp2 -o merged.ckpt").status(1).complains("error[SL03");
    assert!(!world.path("merged.ckpt").exists());
}

#[test]
fn what_is_no_strategy_is_not_replaced() {
    let world = World::with_model();
    let before = world.read("full/rank_0/model.ckpt");
    world.run("merge mp4pp2 -o full/rank_0/model.ckpt").status(2).complains("no strategy");
    assert!(world.read("full/rank_0/model.ckpt") == before);
    let before = world.read("mp4pp2/ckpt_strategy_rank_0.ckpt");
    world.run("merge mp4pp2 -o mp4pp2/ckpt_strategy_rank_0.ckpt").status(2).complains("choose another name");
    assert!(world.read("mp4pp2/ckpt_strategy_rank_0.ckpt") == before);
    world.run("merge mp4pp2 -o merged.txt").status(2).complains(".json");
    world.run("merge full -o merged.ckpt").status(1);
}

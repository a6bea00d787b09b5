//! What to write into a run's YAML.

use crate::world::World;

#[test]
fn a_complete_checkpoint_is_cut_by_the_run() {
    let world = World::with_model();
    let ran = world.run("advise --src-ckpt full --run train --world-size 8 --dp 2 --pp 4");
    ran.ok().says("training case 1").says("load_checkpoint: \"full\"").says("auto_trans_ckpt: True");
    let ran = world.run("advise --src-ckpt full --run predict --world-size 1");
    ran.ok().says("load_checkpoint: \"full/rank_0/model.ckpt\"").says("use_parallel: False");
}

#[test]
fn slices_need_their_strategy() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt cut").ok();
    let line = "advise --src-ckpt cut --run train --world-size 2";
    world.run(line).status(1).complains("error[SL0651]");
    let ran = world.run(&format!("{line} --src-strategy mp4pp2"));
    ran.ok().says("training case 2").says("src_strategy_path_or_dir: \"mp4pp2\"").says("2 pipeline stages");
    world.run(&format!("{line} --src_strategy mp4pp2/ckpt_strategy_rank_4.ckpt")).status(1);
}

#[test]
fn machines_without_a_shared_disk_convert_before() {
    let world = World::with_model();
    let line = "advise --src-ckpt full --run train --world-size 16";
    let ran = world.run(&format!("{line} --own-disks"));
    ran.ok().says("only_save_strategy: True").says("shardlens transform --src-ckpt full --src-strategy None");
    let document = world.run(&format!("{line} --own-disks --json")).ok().json();
    assert_eq!(document["is_offline"], true);
    assert_eq!(document["steps"][0]["yaml"][0]["key"], "only_save_strategy");
    world.run(&format!("{line} --shared-disk")).ok().says("output_dir: \"./output\"");
    world.run(&format!("{line} --modelarts")).ok().says("ModelArts").says("auto_trans_ckpt: True");
    world.run(&format!("{line} --modelarts --own-disks")).status(2);
}

#[test]
fn what_cannot_be_is_told() {
    let world = World::with_model();
    world.run("advise --src-ckpt full --run predict --world-size 2 --pp 2").status(1).complains("SL0653");
    world.run("advise --src-ckpt full --run resume --world-size 2").status(1).complains("SL0656");
    world.run("advise --src-ckpt mp2 --run train --world-size 2").status(1).complains("no weights");
    world.run("advise --src-ckpt nothing --run train --world-size 2").status(2).complains("nothing");
    world.run("advise --src-ckpt full --run serve --world-size 2").status(2);
}

/// MindSpore converts out of stages of one device, as its own front end writes them (device matrix [1]).
#[test]
fn stages_of_one_device_are_converted_by_the_run_as_recorded() {
    let world = World::new();
    let case =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/real_pp4_to_real_dp1mp2pp2");
    let case = case.display();
    let line = "advise --run train --world-size 4 --mp 2 --pp 2";
    let ran =
        world.run(&format!("{line} --src-ckpt {case}/src --src-strategy {case}/src_strategy_stages --json"));
    let document = ran.ok().json();
    assert_eq!((&document["is_offline"], &document["scenario"]), (&false.into(), &"sliced_to_many".into()));
}

#[test]
fn slices_are_found_below_the_folder_and_by_the_names_of_files() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt out/checkpoint").ok();
    let line = "advise --src-strategy mp2 --run train --world-size 4";
    world.run(&format!("{line} --src-ckpt out")).ok().says("load_checkpoint: \"out/checkpoint\"");
    world.write("flat/a_rank_0-1_1.ckpt", &world.read("out/checkpoint/rank_0/checkpoint_0.ckpt"));
    world.write("flat/a_rank_1-1_1.ckpt", &world.read("out/checkpoint/rank_1/checkpoint_1.ckpt"));
    let ran = world.run(&format!("{line} --src-ckpt flat"));
    ran.ok().says("move the file of each rank N into flat/rank_N").says("load_checkpoint: \"flat\"");
}

#[test]
fn a_file_is_put_where_mindformers_looks() {
    let world = World::with_model();
    world.write("model.ckpt", &world.read("full/rank_0/model.ckpt"));
    let line = "advise --run train --world-size 8 --src-ckpt";
    let ran = world.run(&format!("{line} model.ckpt"));
    ran.ok().says("mkdir -p ./rank_0 && ln -s ../model.ckpt ./rank_0/").says("load_checkpoint: \".\"");
    world.run(&format!("{line} full/rank_0/model.ckpt")).ok().says("load_checkpoint: \"full\"");
    world.run(&format!("{line} full/rank_0")).ok().says("load_checkpoint: \"full\"");
}

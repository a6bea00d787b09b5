//! Files that were completed earlier are recognised, and nothing else is.

use std::fs;
use std::os::unix::fs::MetadataExt;

use crate::world::{World, names};

const LINE: &str = "transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt out";

fn inode(world: &World, rank: u64) -> u64 {
    world.path(format!("out/rank_{rank}/checkpoint_{rank}.ckpt")).metadata().unwrap().ino()
}

#[test]
fn complete_files_are_kept_and_missing_ones_written() {
    let world = World::with_model();
    world.run(LINE).ok();
    let before: Vec<u64> = (0..8).map(|rank| inode(&world, rank)).collect();
    fs::remove_file(world.path("out/rank_3/checkpoint_3.ckpt")).unwrap();
    fs::remove_dir_all(world.path("out/rank_6")).unwrap();
    let document = world.run(&format!("{LINE} --json")).ok().json();
    assert_eq!(document["written"].as_array().unwrap().len(), 2);
    assert_eq!(document["kept"].as_array().unwrap().len(), 6);
    world.check("out", 4, 2);
    let kept = (0..8).filter(|&rank| inode(&world, rank) == before[usize::try_from(rank).unwrap()]);
    assert!(kept.count() >= 6);
}

#[test]
fn a_plan_recognises_what_transform_wrote() {
    let world = World::with_model();
    world.run(LINE).ok();
    world.run("plan --src-ckpt full --dst-strategy mp4pp2 -o plan.json").ok();
    world.run("apply plan.json --src-root full --dst-ckpt out").ok().says("kept 8");
}

#[test]
fn a_file_without_its_mark_is_recognised_by_its_content() {
    let world = World::with_model();
    world.run(LINE).ok();
    for rank in 0..8 {
        let path = format!("out/rank_{rank}/checkpoint_{rank}.ckpt");
        let bytes = world.read(&path);
        fs::remove_file(world.path(&path)).unwrap();
        world.write(&path, &bytes);
    }
    world.run(LINE).ok().says("wrote 0 files").says("kept 8");
}

#[test]
fn a_file_that_was_damaged_after_it_was_written_is_not_kept() {
    let world = World::with_model();
    world.run(LINE).ok();
    let path = "out/rank_5/checkpoint_5.ckpt";
    let mut bytes = world.read(path);
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    world.write(path, &bytes);
    world.run(LINE).status(2).complains("rank_5");
    world.run(&format!("{LINE} --overwrite")).ok().says("wrote 1 file, ").says("kept 7");
    world.check("out", 4, 2);
}

#[test]
fn a_source_that_was_replaced_by_an_equal_looking_one_is_converted_again() {
    let world = World::with_model();
    world.complete("full/rank_0/model.ckpt", 9);
    world.run(LINE).ok();
    world.complete("full/rank_0/model.ckpt", 0);
    world.run(LINE).status(2).complains("rank_0");
    world.run(&format!("{LINE} --overwrite")).ok().says("wrote 8 files");
    world.check("out", 4, 2);
}

#[test]
fn a_source_that_was_edited_with_its_time_put_back_is_converted_again() {
    let world = World::with_model();
    let path = world.path("full/rank_0/model.ckpt");
    let good = fs::read(&path).unwrap();
    let stamp = path.metadata().unwrap().modified().unwrap();
    let put = |seed: usize| {
        world.complete("full/rank_0/model.ckpt", seed);
        fs::File::options().write(true).open(&path).unwrap().set_modified(stamp).unwrap();
    };
    put(9);
    assert_eq!(fs::read(&path).unwrap().len(), good.len());
    world.run(LINE).ok();
    put(0);
    world.run(LINE).status(2).complains("rank_0");
    world.run(&format!("{LINE} --overwrite")).ok().says("wrote 8 files");
    world.check("out", 4, 2);
    // A change of rights is none of content: what is complete is found so by comparing.
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o444)).unwrap();
    world.run(LINE).ok().says("kept 8");
}

#[test]
fn leftovers_of_a_killed_run_are_taken_over() {
    let world = World::with_model();
    world.write("out/rank_0/.checkpoint_0.ckpt.shardlens-part", &[7; 100_000]);
    world.run(LINE).ok();
    world.check("out", 4, 2);
}

#[test]
fn a_file_that_another_process_is_writing_is_left_alone() {
    let world = World::with_model();
    let path = "out/rank_0/.checkpoint_0.ckpt.shardlens-part";
    world.write(path, b"in work");
    let other = fs::File::open(world.path(path)).unwrap();
    rustix::fs::flock(&other, rustix::fs::FlockOperation::LockExclusive).unwrap();
    world.run(LINE).status(2).complains("another shardlens").complains("--dst-ranks");
    assert_eq!(world.read(path), b"in work");
    assert_eq!(names(&world.path("out/rank_0")), [".checkpoint_0.ckpt.shardlens-part"]);
    drop(other);
    world.run(LINE).ok();
    world.check("out", 4, 2);
}

#[test]
fn verification_replaces_a_marked_file_that_is_damaged() {
    let world = World::with_model();
    world.run(LINE).ok();
    let path = world.path("out/rank_2/checkpoint_2.ckpt");
    let (good, stamp) = (fs::read(&path).unwrap(), path.metadata().unwrap().modified().unwrap());
    // As a failing disk does it: other bytes, and nothing else tells.
    let mut bytes = good.clone();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_modified(stamp).unwrap();
    world.run(LINE).ok().says("kept 8");
    world.run(&format!("{LINE} --verify")).ok();
    world.check("out", 4, 2);
}

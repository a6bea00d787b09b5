//! Plans as files.

use serde_json::Value;

use crate::world::World;

fn planned() -> World {
    let world = World::with_model();
    world.run("plan --src-ckpt full --dst-strategy mp4pp2 -o plan.json").ok().says("8 ranks (2 stages)");
    world
}

/// The plan with something changed.
fn changed(world: &World, change: impl FnOnce(&mut Value)) {
    let mut plan: Value = serde_json::from_slice(&world.read("plan.json")).unwrap();
    change(&mut plan);
    world.write("changed.json", &serde_json::to_vec(&plan).unwrap());
}

#[test]
fn plan_and_apply_equal_transform() {
    let world = planned();
    world.run("apply plan.json --src-root full --dst-ckpt a").ok();
    world.run("transform --src-ckpt full --dst-strategy mp4pp2 --dst-ckpt b").ok();
    world.check("a", 4, 2);
    world.check("b", 4, 2);
}

#[test]
fn planning_writes_nothing_but_the_plan() {
    let world = planned();
    assert_eq!(crate::world::names(&world.path(".")), ["full", "mp2", "mp4pp2", "plan.json"]);
}

#[test]
fn the_same_input_gives_the_same_plan() {
    let world = planned();
    world.run("plan --src-ckpt full --dst-strategy mp4pp2 -o again.json").ok();
    assert!(world.read("plan.json") == world.read("again.json"));
}

#[test]
fn parts_of_a_plan_equal_the_whole() {
    let world = planned();
    for ranks in ["0-2,7", "3", "4-6"] {
        world.run(&format!("apply plan.json --src-root full --dst-ckpt out --dst-ranks {ranks}")).ok();
    }
    world.check("out", 4, 2);
}

#[test]
fn parts_at_the_same_time_do_not_disturb_each_other() {
    let world = planned();
    let parts: Vec<_> = ["0-1", "2-3", "4-5", "6-7"]
        .iter()
        .map(|ranks| {
            let line = format!("apply plan.json --src-root full --dst-ckpt out -q --dst-ranks {ranks}");
            world.command(&line).spawn().unwrap()
        })
        .collect();
    for mut part in parts {
        assert!(part.wait().unwrap().success());
    }
    world.check("out", 4, 2);
}

#[test]
fn ranks_that_the_plan_does_not_have_are_named() {
    let world = planned();
    world.run("apply plan.json --src-root full --dst-ckpt out --dst-ranks 6-8").status(2).complains("0-7");
    assert!(!world.path("out").exists());
}

#[test]
fn another_version_or_format_is_refused_before_the_rest_is_read() {
    let world = planned();
    changed(&world, |plan| {
        plan["version"] = 2.into();
        plan["programs"] = "of another shape".into();
    });
    world.run("apply changed.json --src-root full --dst-ckpt out").status(2).complains("version 2");
    changed(&world, |plan| plan["format"] = "other.plan".into());
    world.run("apply changed.json --src-root full --dst-ckpt out").status(2).complains("other.plan");
    world.write("changed.json", b"{\"a\": 1}");
    world.run("apply changed.json --src-root full --dst-ckpt out").status(2).complains("no reshard plan");
    world.write("changed.json", &world.read("plan.json")[..500]);
    world.run("apply changed.json --src-root full --dst-ckpt out").status(2).complains("changed.json");
    assert!(!world.path("out").exists());
}

#[test]
fn a_plan_that_leads_out_of_its_roots_is_refused() {
    let world = planned();
    world.complete("secret/model.ckpt", 0);
    let secret = world.path("secret/model.ckpt").to_string_lossy().into_owned();
    for path in ["../secret/model.ckpt", "rank_0/../../secret/model.ckpt", secret.as_str()] {
        changed(&world, |plan| plan["source"]["files"][0]["path"] = path.into());
        world.run("apply changed.json --src-root full --dst-ckpt out").status(1).complains("not inside");
    }
    for prefix in ["../../x", "a/b", "~"] {
        changed(&world, |plan| plan["target"]["prefix"] = prefix.into());
        world.run("apply changed.json --src-root full --dst-ckpt out").status(1);
    }
    assert!(!world.path("out").exists());
}

#[test]
fn a_plan_that_contradicts_itself_is_refused() {
    let world = planned();
    let size = |plan: &mut Value, by: i64| {
        let size = &mut plan["target"]["tables"][0]["size"];
        *size = (size.as_i64().unwrap() + by).into();
    };
    changed(&world, |plan| size(plan, 8));
    world.run("apply changed.json --src-root full --dst-ckpt out").status(1);
    changed(&world, |plan| {
        let offset = &mut plan["target"]["tables"][0]["entries"][0]["pieces"][0]["offset"];
        *offset = (offset.as_u64().unwrap() - 1).into();
    });
    world.run("apply changed.json --src-root full --dst-ckpt out").status(1);
    changed(&world, |plan| plan["target"]["contents"][0]["ranks"] = serde_json::json!([0, 0]));
    world.run("apply changed.json --src-root full --dst-ckpt out").status(1);
    changed(&world, |plan| plan["target"]["contents"][0]["reads"] = serde_json::json!([99]));
    world.run("apply changed.json --src-root full --dst-ckpt out").status(1);
    assert!(!world.path("out").exists());
}

#[test]
fn a_plan_that_reads_a_header_as_a_tensor_is_refused() {
    let world = planned();
    changed(&world, |plan| {
        let offset = &mut plan["source"]["tables"][0]["entries"][1]["pieces"][0]["offset"];
        *offset = (offset.as_u64().unwrap() - 1).into();
    });
    world.run("apply changed.json --src-root full --dst-ckpt out").status(1).complains("not where");
    changed(&world, |plan| plan["tensors"][0]["name"] = "other".into());
    world.run("apply changed.json --src-root full --dst-ckpt out").status(1).complains("other");
    assert!(!world.path("out").exists());
}

#[test]
fn a_source_that_is_not_the_plans_is_refused() {
    let world = planned();
    let mut other = world.read("full/rank_0/model.ckpt");
    other.push(0);
    world.write("longer/rank_0/model.ckpt", &other);
    world.run("apply plan.json --src-root longer --dst-ckpt out").status(1).complains("bytes");
    let mut other = world.read("full/rank_0/model.ckpt");
    let name = other.windows(4).position(|bytes| bytes == b"norm").unwrap();
    other[name] = b'N';
    world.write("renamed/rank_0/model.ckpt", &other);
    world.run("apply plan.json --src-root renamed --dst-ckpt out").status(1).complains("other tensors");
    world.run("apply plan.json --src-root mp2 --dst-ckpt out").status(2).complains("model.ckpt");
    assert!(!world.path("out").exists());
}

#[test]
fn a_plan_replaces_a_plan_and_nothing_else() {
    let world = planned();
    world.run("plan --src-ckpt full --dst-strategy mp2 -o plan.json").ok();
    let before = world.read("full/rank_0/model.ckpt");
    world
        .run("plan --src-ckpt full --dst-strategy mp2 -o full/rank_0/model.ckpt")
        .status(2)
        .complains("no plan");
    assert!(world.read("full/rank_0/model.ckpt") == before);
    world.run("plan --src-ckpt full --dst-strategy mp2 -o nowhere/plan.json").status(2).complains("nowhere");
}

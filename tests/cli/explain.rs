//! `shardlens explain`.

use crate::world::{Ran, World};

const NEEDED: &str = "Traceback (most recent call last):\n  File \"a.py\", line 9, in <module>\nValueError: The checkpoint file of rank5 is needed for converting rank0's checkpoint, but it is missing.\n";

/// Runs a command with a text on stdin.
fn piped(world: &World, line: &str, text: &str) -> Ran {
    Ran::piped(world.command(line), text.as_bytes())
}

#[test]
fn a_code_is_explained_without_values() {
    let world = World::new();
    world
        .run("explain SL0408")
        .ok()
        .says("error[SL0408]: ‹count› tensors cannot be made whole: no weight file of ranks ‹ranks›")
        .says("do: ");
    world
        .run("explain sl0408 --lang zh")
        .ok()
        .says("错误[SL0408]: 缺少 rank ‹ranks› 的权重文件")
        .says("处理: ");
    let json = world.run("explain SL0503 --json").ok().json();
    assert_eq!(json["kind"]["severity"], "info");
    assert_eq!(json["kind"]["title"], "‹count› tensors are in no strategy and copied whole");
}

#[test]
fn all_codes_are_listed() {
    let world = World::new();
    world.run("explain --list").ok().says("SL0101 Error: ‹file› cannot be read");
    let json = world.run("explain --list --json").ok().json();
    assert!(json["kinds"].as_array().unwrap().len() > 80);
}

#[test]
fn an_unknown_code_is_refused_with_those_near_it() {
    let world = World::new();
    world
        .run("explain SL0409")
        .status(2)
        .complains("there is no code SL0409; near it are SL0407, SL0408, SL0410");
    world.run("explain none.txt").status(2).complains("none.txt");
}

#[test]
fn a_text_is_explained_from_stdin_and_from_a_file() {
    let world = World::new();
    let from_stdin = piped(&world, "explain", NEEDED);
    from_stdin.ok().says("MindSpore transform_checkpoints, line 3").says("needed rank: 5").says("SL0408");
    world.write("trace.txt", NEEDED.as_bytes());
    assert_eq!(world.run("explain trace.txt").ok().stdout(), from_stdin.stdout());
    piped(&world, "explain --lang zh", NEEDED).ok().says("所需 rank: 5").says("原因: 缺少该源 rank");
    let json = piped(&world, "explain --json", NEEDED).ok().json();
    assert_eq!(json["told"][0]["values"], serde_json::json!([["needed", "5"], ["target", "0"]]));
    assert_eq!(json["told"][0]["causes"][0]["codes"][0], "SL0408");
}

#[test]
fn the_end_of_an_endless_log_is_read() {
    let world = World::new();
    let mut log = "step\n".repeat(4 << 20);
    log += NEEDED;
    let line = (4 << 20) + 3;
    piped(&world, "explain", &log).ok().says(&format!("line {line}"));
}

/// 8,000 ranks that miss a file each were told one by one, in 4.8 MB.
#[test]
fn texts_that_differ_in_what_they_name_are_told_as_one() {
    let world = World::with_model();
    let text = |rank: usize| NEEDED.replace("rank5", &format!("rank{rank}"));
    let log: String = (0..8000).map(text).collect();
    let ran = piped(&world, "explain", &log);
    ran.ok().says("transform_checkpoints, lines 3–24000, 8000×\n").says("needed rank: 0–7999\n");
    assert!(ran.stdout().len() < 1 << 10, "{}", ran.stdout().len());
    let document = piped(&world, "explain --json", &log).ok().json();
    let told = document["told"].as_array().unwrap();
    assert_eq!(
        (told.len(), told[0]["times"].as_u64(), told[0]["last_line"].as_u64()),
        (1, Some(8000), Some(24000))
    );
    assert_eq!(told[0]["each"][7999]["values"][0][1], "7999");
    // Values that are no numbers: the first of them, and how many more.
    let files: String =
        (0..9).map(|at| format!("The `src_checkpoint`=/data/none{at} is not found!\n")).collect();
    let line = "/data/none0, /data/none1, /data/none2, /data/none3, /data/none4 … (+4 more)";
    piped(&world, "explain", &files).ok().says(line).says("lines 1–9, 9×");
}

/// As `>` of Windows PowerShell writes them.
#[test]
fn a_log_in_utf_16_is_read() {
    let world = World::new();
    let log = format!("\u{feff}训练 🙂\r\n{}", NEEDED.replace('\n', "\r\n"));
    let encodings = [u16::to_le_bytes, u16::to_be_bytes];
    for (encoding, name) in encodings.into_iter().zip(["le.log", "be.log"]) {
        let bytes: Vec<u8> = log.encode_utf16().flat_map(encoding).collect();
        world.write(name, &bytes);
        world.run(&format!("explain {name}")).ok().says("line 4").says("needed rank: 5");
        Ran::piped(world.command("explain"), &bytes).ok().says("line 4");
    }
}

#[test]
fn what_is_not_known_is_said_to_be_so() {
    let world = World::new();
    piped(&world, "explain", "OtherError: loose cable")
        .status(1)
        .complains("the last error is “OtherError: loose cable”");
    piped(&world, "explain --lang zh", "").status(1).complains("其中没有 shardlens 认识的");
}

#[test]
fn the_files_show_which_cause_it_is() {
    let world = World::with_model();
    world.run("transform --src-ckpt full --dst-strategy mp2 --dst-ckpt src").ok();
    let text = "ValueError: None of the parameters in checkpoint file are in either src strategy or dst strategy. Please check correctness of strategy files.";
    let alone = piped(&world, "explain --json", text).ok().json();
    assert_eq!(alone["told"][0]["causes"][0]["codes"][0], "SL0502");
    // Sliced weights, and no source strategy.
    let with_files = piped(&world, "explain --json --src-ckpt src", text).ok().json();
    let first = &with_files["told"][0]["causes"][0];
    assert_eq!(first["findings"][0]["code"], "SL0201", "{first}");
    piped(&world, "explain --src-ckpt src", text).ok().says("here: error[SL0201]");
}

#[test]
fn an_empty_name_is_said_to_be_one() {
    let world = World::new();
    let ran = crate::world::Ran::new(world.command_of(["explain", ""]));
    ran.status(2).complains("error: the name is empty: give a code or a file");
}

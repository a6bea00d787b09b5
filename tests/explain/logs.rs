//! Whole logs: colours, line ends, several ranks, and what stands around a message.

use shardlens::explain::{MAX_TEXT, Told, explain};

const NEEDED: &str = "ValueError: The checkpoint file of rank2 is needed for converting rank0's checkpoint, but it is missing.";

fn only(text: &str) -> Told {
    let [told] = <[Told; 1]>::try_from(explain(text).told).unwrap_or_else(|told| panic!("{told:?}"));
    told
}

#[test]
fn a_traceback_is_told_with_its_line_and_values() {
    let log = format!(
        "2026-11-30 09:00:01 INFO start\r\nTraceback (most recent call last):\r\n  File \"transform_ckpt.py\", line 96, in <module>\r\n    ms.transform_checkpoints(\r\n{NEEDED}\r\n"
    );
    let told = only(&log);
    assert_eq!((told.entry.function, told.line, told.times), ("transform_checkpoints", 5, 1));
    assert_eq!(told.values, [("needed", "2".to_owned()), ("target", "0".to_owned())]);
}

#[test]
fn colours_are_not_read() {
    let told =
        only("\x1b[31mValueError\x1b[0m: Cannot \x1b[1;31mtransform\x1b[0m device_num from 6 to 4\x1b[0m");
    assert_eq!(told.values, [("from", "6".to_owned()), ("to", "4".to_owned())]);
}

#[test]
fn lines_of_several_ranks_do_not_mix() {
    let long = "For 'load_param_into_net', w in the argument 'net' should have the same shape as w in the argument 'parameter_dict'. But got its shape\n(64, 32) in the argument 'net' and shape (128, 32) in the argument 'parameter_dict'.";
    for mark in [
        |rank| format!("[1,{rank}]<stderr>:"),
        |rank| format!("[rank{rank}]: "),
        |rank: u64| format!("logs/worker_{rank}.log:"),
    ] {
        let lines: Vec<&str> = long.lines().collect();
        let log: String =
            lines.iter().flat_map(|line| (0..3).map(move |rank| mark(rank) + line + "\n")).collect();
        let told = only(&log);
        assert_eq!((told.times, told.ranks.as_slice(), told.line), (3, &[0, 1, 2][..], 1), "{log}");
    }
}

#[test]
fn what_names_a_cause_comes_before_what_follows_from_it() {
    let log = format!(
        "IndexError: list index out of range\nValueError: Transform failed, find ['transform_failed_rank_0.txt']\n{NEEDED}"
    );
    let functions: Vec<&str> = explain(&log).told.iter().map(|told| told.entry.function).collect();
    assert_eq!(functions, ["transform_checkpoints", "list", "TransformCkpt"]);
}

#[test]
fn what_is_not_known_is_said_to_be_so() {
    let explained = explain("INFO all is well\nMyError: the cable is loose\nbye");
    assert!(explained.told.is_empty());
    assert_eq!(explained.unknown.as_deref(), Some("MyError: the cable is loose"));
    let nothing = explain("all is well");
    assert!(nothing.told.is_empty() && nothing.unknown.is_none());
}

#[test]
fn of_an_endless_log_the_end_is_read() {
    let filler = "2026-11-30 09:00:01 [INFO] step 1 loss 2.345\n".repeat(MAX_TEXT / 40);
    let lines = filler.lines().count();
    let explained = explain(&format!("{NEEDED}\n{filler}{NEEDED}\n"));
    assert!(explained.cut);
    assert_eq!((explained.told.len(), explained.told[0].times, explained.told[0].line), (1, 1, lines + 2));
}

#[test]
fn a_longer_text_hides_what_is_within_it() {
    let told = only(
        "ValueError: list index out of range. Convert layout strategy to list failed, please make sure that strategy matches the node_strategy.proto, you can check",
    );
    assert_eq!(told.values, [("reason", "list index out of range".to_owned())]);
    let told = only("The `src_checkpoint`=/data/none is not found!");
    assert_eq!(told.values, [("file", "/data/none".to_owned())].map(|(_, value)| ("folder", value)));
}

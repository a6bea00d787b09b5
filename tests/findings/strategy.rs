//! Strategies: files that are none, stages that are missing, layouts that contradict themselves.

use shardlens::check::Finding;
use shardlens::check::kinds::strategy as kinds;
use shardlens::format::mindspore::strategy::{Operator, RawLayout, StrategyFile};

use crate::example::{Example, example};
use crate::world::{CKPT, cut, half, recorded, rows, stage, weights, world};

/// The findings of strategy files alone.
fn alone(files: &[(&str, StrategyFile)]) -> Vec<Finding> {
    files.iter().fold(world(), |world, (path, file)| world.cut_by_file(path, file)).findings()
}

fn one(file: StrategyFile) -> Vec<Finding> {
    alone(&[("s.ckpt", file)])
}

fn without_operators(layouts: Vec<RawLayout>) -> StrategyFile {
    StrategyFile { operators: Vec::new(), ..stage(0, layouts) }
}

pub(crate) fn examples() -> Vec<Example> {
    [kinds_of_files(), stages(), layouts()].into_iter().flatten().collect()
}

fn kinds_of_files() -> Vec<Example> {
    let bytes = |path: &str, bytes: Vec<u8>| world().cut_by_bytes(path, bytes).findings();
    let w = || stage(0, vec![rows("w")]);
    let group = b"\x0a\x09\x0a\x01g\x12\x04\x08\x00\x08\x04\x12\x02\x08\x00".to_vec();
    let none = world().cut_by_bytes("a.txt", b"text".to_vec()).cut_by_bytes("b.txt", b"text".to_vec());
    vec![
        example(&kinds::NO_STRATEGY, none.findings()),
        example(&kinds::EMPTY_STRATEGY, one(stage(0, vec![]))).file("s.ckpt"),
        example(&kinds::WEIGHTS_AS_STRATEGY, bytes("w.ckpt", weights(CKPT, &[half("w", &[4, 2])])))
            .file("w.ckpt"),
        example(&kinds::GROUP_AS_STRATEGY, bytes("group_info.pb", group)).file("group_info.pb"),
        example(&kinds::OTHER_AS_STRATEGY, bytes("run.yaml", b"parallel_config:\n".to_vec()))
            .file("run.yaml"),
        example(&kinds::ENCODINGS_MIXED, alone(&[("a.ckpt", w()), ("b.json", with_shape())])).file("a.ckpt"),
        example(
            &kinds::MERGED_LEFTOVER,
            alone(&[("ckpt_strategy_rank_0.ckpt", w()), ("merged_ckpt_strategy.ckpt", w())]),
        )
        .file("merged_ckpt_strategy.ckpt"),
        example(&kinds::STRATEGY_NOT_NAMED, alone(&[("ckpt_strategy_rank_0.ckpt", w()), ("old.ckpt", w())]))
            .file("old.ckpt"),
        example(
            &kinds::MERGED_AMONG_OTHERS,
            alone(&[("s0.ckpt", w()), ("whole.ckpt", stage(0, vec![rows("0-w")]))]),
        )
        .file("whole.ckpt"),
    ]
}

fn stages() -> Vec<Example> {
    let of = |number: u32, name: &str| stage(number, vec![rows(name)]);
    let named = |rank: u64| format!("ckpt_strategy_rank_{rank}.ckpt");
    let (rank_0, rank_1) = (named(0), named(1));
    let differing = alone(&[(&rank_0, of(0, "a")), (&rank_1, of(0, "b"))]);
    let mut two_stages = of(0, "a");
    two_stages.operators.push(Operator { name: "MatMul-op2".to_owned(), stage: 1 });
    let mut sends = of(0, "a");
    sends.operators.push(Operator { name: "Send-op3".to_owned(), stage: 0 });
    let unknown = alone(&[("a.ckpt", without_operators(vec![rows("a")])), ("b.ckpt", of(0, "b"))]);
    let four = stage(1, vec![cut("b", &[4], &[0, -1])]);
    let declared = |rows: u64| {
        let mut file = with_shape();
        file.operators[0].stage = u32::try_from(rows % 2).unwrap();
        file.layouts[0].tensor_shape = Some(vec![8 + 8 * (rows % 2), 2]);
        file
    };
    vec![
        example(&kinds::STAGE_MISSING, alone(&[("s0.ckpt", of(0, "a")), ("s2.ckpt", of(2, "b"))])).stage(1),
        example(&kinds::TWO_FILES_OF_STAGE, differing).file("ckpt_strategy_rank_0.ckpt").stage(0),
        example(&kinds::STAGE_NOT_OF_RANK, alone(&[(&rank_0, of(0, "a")), (&rank_1, of(1, "b"))]))
            .file("ckpt_strategy_rank_1.ckpt")
            .rank(1)
            .stage(1),
        example(&kinds::STAGES_IN_ONE_FILE, one(two_stages)).file("s.ckpt"),
        example(&kinds::STAGE_UNKNOWN, unknown).file("a.ckpt"),
        example(&kinds::STAGE_ASSUMED, one(without_operators(vec![rows("a")]))).file("s.ckpt"),
        example(&kinds::PART_OF_PIPELINE, one(sends)).file("s.ckpt").stage(0),
        example(&kinds::PREFIX_MIXED, one(stage(0, vec![rows("0-a"), rows("b")]))).file("s.ckpt"),
        example(&kinds::DEVICE_COUNTS_DIFFER, alone(&[("s0.ckpt", of(0, "a")), ("s1.ckpt", four)]))
            .file("s1.ckpt"),
        example(&kinds::TOO_MANY_STAGES, one(stage(0, vec![rows("4294967296-a")]))).file("s.ckpt"),
        example(&kinds::DECLARED_SHAPES_DIFFER, alone(&[("s0.json", declared(0)), ("s1.json", declared(1))]))
            .tensor("w")
            .stage(0),
        example(&kinds::TIED_LAYOUTS, tied()).tensor("w").stage(1),
    ]
}

/// Two stages of which the second cuts the columns.
fn tied() -> Vec<Finding> {
    let columns = stage(1, vec![cut("w", &[2], &[-1, 0])]);
    alone(&[("s0.ckpt", stage(0, vec![rows("w")])), ("s1.ckpt", columns)])
}

/// A strategy that states the whole shape, as MindSpore's JSON does.
fn with_shape() -> StrategyFile {
    let mut layout = rows("w");
    layout.tensor_shape = Some(vec![8, 2]);
    StrategyFile {
        encoding: shardlens::format::mindspore::strategy::Encoding::Json,
        ..stage(0, vec![layout])
    }
}

fn layouts() -> Vec<Example> {
    let mut twice = stage(0, vec![rows("0-w"), cut("00-w", &[2], &[-1, 0])]);
    twice.operators.clear();
    let split = RawLayout { opt_shard_size: 2, opt_shard_step: 1, ..cut("w", &[2, 4], &[0, -1]) };
    let mut uneven = with_shape();
    uneven.layouts[0].tensor_shape = Some(vec![7, 2]);
    let out_of_range = recorded("hostile/axis_out_of_range/dst.ckpt");
    vec![
        example(&kinds::DASH_IN_NAME, one(stage(0, vec![rows("a-b.weight")]))).tensor("a-b.weight"),
        example(&kinds::RANKS_DIFFER, one(stage(0, vec![rows("a"), cut("b", &[4], &[0, -1])])))
            .file("s.ckpt")
            .tensor("b"),
        example(&kinds::ONLY_PIPELINE, one(stage(0, vec![cut("a", &[], &[-1, -1])]))),
        example(&kinds::BAD_LAYOUT, one(stage(0, vec![cut("w", &[2], &[0, 0])]))).file("s.ckpt").tensor("w"),
        example(&kinds::BAD_LAYOUT, world().cut_by_bytes("dst.ckpt", out_of_range).findings())
            .file("dst.ckpt")
            .tensor("w"),
        example(&kinds::BAD_LAYOUT, one(stage(0, vec![RawLayout { opt_shard_step: 0, ..split.clone() }])))
            .file("s.ckpt")
            .tensor("w"),
        example(&kinds::LAYOUT_TWICE, one(twice)).file("s.ckpt"),
        // The ranks that share a slice are 4 apart.
        example(&kinds::OPTIMIZER_STEP, one(stage(0, vec![split]))).file("s.ckpt").tensor("w"),
        example(&kinds::DECLARED_INDIVISIBLE, alone(&[("s.json", uneven)])).tensor("w").stage(0),
    ]
}

//! What to write for a run: the seven worked cases of MindFormers' document on converting weights
//! (`docs/feature_cards/Transform_Ckpt.md`), whose YAML is repeated here line by line, and what they leave out.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

use shardlens::advice::{
    Advice, Case, Form, Obstacle, Parallel, Place, Purpose, Run, Scenario, Source, SourceStrategy, Step,
    Whole, advise,
};
use shardlens::format::WeightFormat;

const SINGLE: &str = "/worker/checkpoint/llama-7b/single/";
const MULTI: &str = "/worker/checkpoint/llama-7b/multi_dp2mp1pp4/";

/// The complete file of the cases.
fn complete() -> Source {
    Source {
        path: SINGLE.to_owned(),
        form: Form::Complete(Whole {
            file: Some(format!("{SINGLE}rank_0/open_llama_7b.ckpt")),
            folder: format!("{SINGLE}rank_0"),
        }),
        format: WeightFormat::Ckpt,
        is_placed: true,
        resumes: false,
        strategy: None,
    }
}

/// What training case 1 leaves behind: 8 slices, and their strategies with the merged one.
fn sliced() -> Source {
    let folder = format!("{MULTI}strategy");
    let strategy = SourceStrategy {
        merged: Some(format!("{folder}/merged_ckpt_strategy.ckpt")),
        of_a_rank: Some(format!("{folder}/ckpt_strategy_rank_0.ckpt")),
        path: folder.clone(),
        folder,
        stages: 4,
        ranks_per_stage: 2,
        is_pipeline_only: false,
        is_mixed_up: false,
    };
    Source { path: MULTI.to_owned(), form: Form::Sliced(8), strategy: Some(strategy), ..complete() }
}

fn run(purpose: Purpose, parallel: [u64; 3], place: Place) -> Run {
    let [dp, mp, pp] = parallel;
    Run {
        purpose,
        world_size: dp * mp * pp,
        parallel: Some(Parallel { dp, mp, cp: 1, pp }),
        same_layout: false,
        place,
        devices_per_node: 8,
        output_dir: "./output".to_owned(),
        resume_training: None,
    }
}

/// The YAML lines of a step.
fn lines(advice: &Advice, step: usize) -> Vec<String> {
    match &advice.steps[step] {
        Step::Yaml(lines) => lines.iter().map(shardlens::advice::Line::text).collect(),
        other => panic!("{other:?}"),
    }
}

/// Checks that a case is converted by MindFormers itself, with the document's lines among those of the step
/// and only such others as repeat what is so by default.
#[track_caller]
fn check(source: &Source, run: &Run, case: Case, document: &[&str]) {
    let advice = advise(source, run);
    assert_eq!((advice.case, advice.is_offline(), advice.steps.len()), (Some(case), false, 1));
    assert!(advice.findings.is_empty(), "{:?}", advice.findings);
    let lines = lines(&advice, 0);
    for line in document {
        assert!(lines.iter().any(|found| found == line), "{line} is not in {lines:#?}");
    }
    let added: Vec<&String> = lines.iter().filter(|line| !document.contains(&line.as_str())).collect();
    assert!(added.iter().all(|line| *line == "use_parallel: True"), "{added:?}");
}

#[test]
fn training_case_1() {
    let run = run(Purpose::Train, [2, 1, 4], Place::OneMachine);
    let document = ["load_checkpoint: \"/worker/checkpoint/llama-7b/single/\"", "auto_trans_ckpt: True"];
    check(&complete(), &run, Case::Train1, &document);
}

const SRC_STRATEGY: &str = "src_strategy_path_or_dir: \"/worker/checkpoint/llama-7b/multi_dp2mp1pp4/strategy/merged_ckpt_strategy.ckpt\"";
const LOAD_MULTI: &str = "load_checkpoint: \"/worker/checkpoint/llama-7b/multi_dp2mp1pp4/\"";

#[test]
fn training_case_2() {
    let run = run(Purpose::Train, [1, 2, 2], Place::OneMachine);
    check(&sliced(), &run, Case::Train2, &[LOAD_MULTI, SRC_STRATEGY, "auto_trans_ckpt: True"]);
}

#[test]
fn inference_case_1() {
    let run = run(Purpose::Predict, [1, 1, 1], Place::OneMachine);
    let document =
        [LOAD_MULTI, SRC_STRATEGY, "auto_trans_ckpt: True", "use_parallel: False", "run_mode: 'predict'"];
    check(&sliced(), &run, Case::Predict1, &document);
}

#[test]
fn inference_case_2() {
    let run = run(Purpose::Predict, [1, 2, 1], Place::OneMachine);
    let document =
        [LOAD_MULTI, SRC_STRATEGY, "auto_trans_ckpt: True", "use_parallel: True", "run_mode: 'predict'"];
    check(&sliced(), &run, Case::Predict2, &document);
}

#[test]
fn inference_case_3() {
    let run = run(Purpose::Predict, [1, 2, 1], Place::OneMachine);
    let document = [
        "load_checkpoint: \"/worker/checkpoint/llama-7b/single/\"",
        "auto_trans_ckpt: True",
        "use_parallel: True",
        "run_mode: 'predict'",
    ];
    check(&complete(), &run, Case::Predict3, &document);
}

#[test]
fn modelarts_case() {
    let run = run(Purpose::Train, [2, 4, 2], Place::ModelArts);
    let document = ["load_checkpoint: \"/worker/checkpoint/llama-7b/single/\"", "auto_trans_ckpt: True"];
    check(&complete(), &run, Case::ModelArts, &document);
    let of_16 = Run { devices_per_node: 16, ..run };
    assert!(lines(&advise(&complete(), &of_16), 0).contains(&"npu_num_per_node: 16".to_owned()));
}

#[test]
fn machines_case_with_a_shared_disk() {
    let run =
        Run { output_dir: "/public/output".to_owned(), ..run(Purpose::Train, [2, 4, 2], Place::SharedDisk) };
    let document = [
        "output_dir: \"/public/output\"",
        "load_checkpoint: \"/worker/checkpoint/llama-7b/single/\"",
        "auto_trans_ckpt: True",
    ];
    check(&complete(), &run, Case::Machines, &document);
}

#[test]
fn machines_case_without_a_shared_disk() {
    let run = Run { output_dir: "output".to_owned(), ..run(Purpose::Train, [2, 4, 2], Place::OwnDisks) };
    let advice = advise(&complete(), &run);
    assert_eq!((advice.case, advice.is_offline()), (Some(Case::Machines), true));
    assert_eq!(lines(&advice, 0), ["only_save_strategy: True"]);
    let Step::ByHand(collect) = &advice.steps[1] else { panic!() };
    assert!(collect.en.contains("ckpt_strategy_rank_0 to 15") && collect.zh.contains("收集"));
    let Step::Shell { commands, .. } = &advice.steps[2] else { panic!() };
    let script = "python mindformers/tools/transform_ckpt.py --src_ckpt_strategy None --dst_ckpt_strategy output/strategy --src_ckpt_dir /worker/checkpoint/llama-7b/single/ --dst_ckpt_dir transformed";
    assert_eq!(commands[1], script);
    assert!(commands[0].starts_with("shardlens transform --src-ckpt /worker"));
    let by_hand = |step: usize| match &advice.steps[step] {
        Step::ByHand(what) => what.en.clone(),
        other => panic!("{other:?}"),
    };
    assert!(by_hand(3).contains("ranks 0–7") && by_hand(4).contains("ranks 8–15"));
    let wanted = [
        "load_checkpoint: \"transformed\"",
        "auto_trans_ckpt: False",
        "only_save_strategy: False",
        "use_parallel: True",
    ];
    assert_eq!(lines(&advice, 5), wanted);
}

#[test]
fn slices_of_the_same_layout_are_loaded_as_they_are() {
    let run = Run {
        same_layout: true,
        resume_training: Some("llama_rank_0-3_2.ckpt".to_owned()),
        ..run(Purpose::Resume, [2, 1, 4], Place::OneMachine)
    };
    let advice = advise(&Source { resumes: true, ..sliced() }, &run);
    assert_eq!((advice.scenario, advice.findings.len()), (Scenario::SlicedAsIs, 0));
    let wanted = [
        LOAD_MULTI,
        "auto_trans_ckpt: False",
        "use_parallel: True",
        "resume_training: llama_rank_0-3_2.ckpt",
    ];
    assert_eq!(lines(&advice, 0), wanted);
}

#[test]
fn a_complete_file_on_one_rank_needs_nothing() {
    let advice = advise(&complete(), &run(Purpose::Predict, [1, 1, 1], Place::OneMachine));
    assert_eq!(advice.scenario, Scenario::CompleteToOne);
    assert_eq!(
        lines(&advice, 0)[..2],
        [
            "load_checkpoint: \"/worker/checkpoint/llama-7b/single/rank_0/open_llama_7b.ckpt\"",
            "auto_trans_ckpt: False",
        ]
    );
}

/// The strategy line for a source without a merged file.
fn strategy_line(stages: u32, format: WeightFormat) -> String {
    let mut source = Source { format, ..sliced() };
    let strategy = source.strategy.as_mut().unwrap();
    (strategy.stages, strategy.merged) = (stages, None);
    let advice = advise(&source, &run(Purpose::Train, [1, 2, 2], Place::OneMachine));
    lines(&advice, 0).into_iter().find(|line| line.starts_with("src_strategy")).unwrap()
}

#[test]
fn the_strategy_is_a_folder_with_stages_and_any_file_without() {
    let folder = "src_strategy_path_or_dir: \"/worker/checkpoint/llama-7b/multi_dp2mp1pp4/strategy\"";
    assert_eq!(strategy_line(4, WeightFormat::Ckpt), folder);
    assert!(strategy_line(1, WeightFormat::Ckpt).ends_with("strategy/ckpt_strategy_rank_0.ckpt\""));
    assert_eq!(strategy_line(1, WeightFormat::Safetensors), folder);
}

/// What is told of slices for a run of four ranks, with something changed.
fn changed(change: impl FnOnce(&mut Source, &mut Run)) -> Advice {
    let (mut source, mut run) = (sliced(), run(Purpose::Train, [1, 2, 2], Place::OneMachine));
    change(&mut source, &mut run);
    advise(&source, &run)
}

/// The commands of the step that converts.
fn commands(advice: &Advice) -> Vec<String> {
    let commands = advice.steps.iter().filter_map(|step| match step {
        Step::Shell { commands, .. } => Some(commands.clone()),
        _ => None,
    });
    commands.flatten().collect()
}

#[test]
fn what_mindspore_refuses_is_converted_before() {
    let advice = changed(|source, _| source.strategy.as_mut().unwrap().is_pipeline_only = true);
    assert_eq!(advice.obstacles, [Obstacle::PipelineOnly]);
    // MindFormers' script would meet the same.
    assert_eq!(commands(&advice).len(), 1, "{:?}", advice.steps);
    assert_eq!(advice.findings[0].kind.code, "SL0655");
    let advice = changed(|source, _| source.strategy.as_mut().unwrap().is_mixed_up = true);
    assert_eq!(advice.obstacles, [Obstacle::MixedUp]);
}

/// Recorded as `dp1mp6pp1_to_dp1mp4pp1` and `dp1mp2pp1_to_dp1mp1pp4`, where MindSpore stops.
#[test]
fn numbers_of_ranks_that_mindspore_cannot_convert_are_converted_before() {
    let of = |from, parallel: [u64; 3], format| {
        changed(|source, run| {
            source.strategy.as_mut().unwrap().ranks_per_stage = from;
            source.format = format;
            *run = self::run(Purpose::Train, parallel, Place::OneMachine);
        })
        .obstacles
    };
    assert_eq!(of(6, [1, 4, 1], WeightFormat::Ckpt), [Obstacle::DeviceCounts { from: 6, to: 4 }]);
    assert_eq!(of(2, [1, 1, 4], WeightFormat::Ckpt), [Obstacle::SingleRankStages { from: 2, stages: 4 }]);
    assert_eq!(of(2, [1, 4, 1], WeightFormat::Ckpt), []);
    // These are put together first, and cut then.
    assert_eq!(of(6, [1, 4, 1], WeightFormat::Safetensors), []);
    let unknown = changed(|source, run| {
        source.strategy.as_mut().unwrap().ranks_per_stage = 6;
        run.parallel = None;
    });
    assert_eq!(unknown.obstacles, []);
}

/// MindFormers' `validate_config_with_file_mode`: rank folders are for parallel runs.
#[test]
fn slices_in_safetensors_are_put_together_before_one_rank_loads_them() {
    let one = |format| {
        changed(|source, run| {
            source.format = format;
            *run = self::run(Purpose::Predict, [1, 1, 1], Place::OneMachine);
        })
    };
    assert_eq!(one(WeightFormat::Ckpt).obstacles, []);
    let advice = one(WeightFormat::Safetensors);
    assert_eq!((advice.obstacles.as_slice(), commands(&advice).len()), (&[Obstacle::RankFolders][..], 2));
    let last = lines(&advice, advice.steps.len() - 1);
    assert_eq!(last[0], "load_checkpoint: \"transformed/rank_0/checkpoint_0.safetensors\"");
    assert!(last.contains(&"use_parallel: False".to_owned()), "{last:?}");
}

/// `_get_checkpoint_mode`: with an entry that begins with `rank_`, safetensors are taken for slices.
#[test]
fn complete_safetensors_are_given_by_the_folder_that_holds_them() {
    let source = Source { format: WeightFormat::Safetensors, ..complete() };
    let advice = advise(&source, &run(Purpose::Train, [2, 1, 4], Place::OneMachine));
    assert_eq!(lines(&advice, 0)[0], "load_checkpoint: \"/worker/checkpoint/llama-7b/single/rank_0\"");
}

#[test]
fn a_complete_file_elsewhere_is_put_where_mindformers_looks() {
    let source = Source {
        path: "/data".to_owned(),
        form: Form::Complete(Whole {
            file: Some("/data/my model.ckpt".to_owned()),
            folder: "/data".to_owned(),
        }),
        is_placed: false,
        ..complete()
    };
    let advice = advise(&source, &run(Purpose::Train, [2, 1, 4], Place::OneMachine));
    assert_eq!(commands(&advice), ["mkdir -p /data/rank_0 && ln -s '../my model.ckpt' /data/rank_0/"]);
    assert_eq!(lines(&advice, 1)[0], "load_checkpoint: \"/data\"");
    // One rank loads it from where it is.
    let advice = advise(&source, &run(Purpose::Predict, [1, 1, 1], Place::OneMachine));
    assert_eq!(lines(&advice, 0)[0], "load_checkpoint: \"/data/my model.ckpt\"");
}

#[test]
fn a_machine_of_sixteen_devices_is_said_to_be_one() {
    let large = Run { devices_per_node: 16, ..run(Purpose::Train, [2, 2, 4], Place::OneMachine) };
    assert_eq!(commands(&advise(&complete(), &large)), ["export DEVICE_NUM_PER_NODE=16"]);
    assert_eq!(Place::of(16, 16, None, || false), Place::OneMachine);
    assert_eq!(Place::of(16, 16, Some(Place::OwnDisks), || true), Place::OneMachine);
    assert_eq!(Place::of(16, 8, None, || false), Place::OwnDisks);
    assert_eq!(Place::of(8, 8, Some(Place::ModelArts), || false), Place::ModelArts);
}

/// `checkpoint_N` is not what `resume_training` asks rank N for.
#[test]
fn converted_slices_have_the_names_that_resuming_asks_for() {
    let advice = changed(|source, run| {
        source.resumes = true;
        source.strategy.as_mut().unwrap().is_pipeline_only = true;
        run.purpose = Purpose::Resume;
        run.resume_training = Some("llama_rank_0-3_2.ckpt".to_owned());
    });
    let rename = "for d in transformed/rank_*; do n=${d##*_}; mv \"$d/checkpoint_$n.ckpt\" \"$d/\"llama_rank_$n-3_2.ckpt; done";
    assert_eq!(commands(&advice)[1], rename);
    let last = lines(&advice, advice.steps.len() - 1);
    assert!(last.contains(&"resume_training: llama_rank_0-3_2.ckpt".to_owned()), "{last:?}");
}

/// Of MindFormers 1.6 this stops, and by 1.7 it may take another run's files: `tests/resume/suffix.rs`.
#[test]
fn a_named_step_of_safetensors_was_left_to_mindformers_to_convert() {
    let source = Source { format: WeightFormat::Safetensors, resumes: true, ..sliced() };
    let name = Some("llama_rank_0-3_2.safetensors".to_owned());
    let named = Run { resume_training: name, ..run(Purpose::Resume, [2, 2, 1], Place::OneMachine) };
    let advice = advise(&source, &named);
    assert_eq!((advice.obstacles.as_slice(), advice.is_offline()), (&[Obstacle::NamedStep][..], true));
    let last = lines(&advice, advice.steps.len() - 1);
    for line in ["auto_trans_ckpt: False", "resume_training: llama_rank_0-3_2.safetensors"] {
        assert!(last.iter().any(|found| found == line), "{line} is not in {last:#?}");
    }
    // Files without a step to resume from are converted as the job starts.
    let train = run(Purpose::Train, [2, 2, 1], Place::OneMachine);
    assert!(advise(&source, &train).obstacles.is_empty());
}

#[test]
fn wishes_that_cannot_be_met_are_findings() {
    let code = |source: &Source, run: &Run| {
        advise(source, run).findings.iter().map(|finding| finding.kind.code).collect::<Vec<_>>()
    };
    let train = run(Purpose::Train, [1, 2, 2], Place::OneMachine);
    assert_eq!(code(&Source { strategy: None, ..sliced() }, &train), ["SL0651"]);
    assert_eq!(code(&complete(), &Run { world_size: 8, ..train.clone() }), ["SL0652"]);
    assert_eq!(code(&complete(), &run(Purpose::Predict, [1, 1, 2], Place::OneMachine)), ["SL0653"]);
    let inside = Source { path: "./output/transformed_checkpoint/llama".to_owned(), ..complete() };
    assert_eq!(code(&inside, &train), ["SL0654"]);
    let beside = Source { path: "./output/transformed_checkpoint_old".to_owned(), ..complete() };
    assert_eq!(code(&beside, &train), [""; 0]);
    assert_eq!(code(&complete(), &Run { purpose: Purpose::Resume, ..train }), ["SL0656"]);
}

//! What is asked of a run that cannot come out right.

use shardlens::advice::{Form, Parallel, Place, Purpose, Run, Source, SourceStrategy, advise};
use shardlens::check::kinds::advice as kinds;
use shardlens::format::WeightFormat;

use crate::example::{Example, example};

/// Slices of eight ranks, and their strategy.
fn sliced(is_pipeline_only: bool) -> Source {
    let strategy = SourceStrategy {
        path: "run/strategy".to_owned(),
        merged: None,
        of_a_rank: Some("run/strategy/ckpt_strategy_rank_0.ckpt".to_owned()),
        folder: "run/strategy".to_owned(),
        stages: 4,
        ranks_per_stage: 2,
        is_pipeline_only,
        is_mixed_up: false,
    };
    Source {
        path: "run/checkpoint".to_owned(),
        form: Form::Sliced(8),
        format: WeightFormat::Ckpt,
        is_placed: true,
        resumes: false,
        strategy: Some(strategy),
    }
}

fn run(purpose: Purpose, dp: u64, mp: u64, pp: u64) -> Run {
    Run {
        purpose,
        world_size: dp * mp * pp,
        parallel: Some(Parallel { dp, mp, cp: 1, pp }),
        same_layout: false,
        place: Place::OneMachine,
        devices_per_node: 8,
        output_dir: "./output".to_owned(),
        resume_training: None,
    }
}

pub(crate) fn examples() -> Vec<Example> {
    let found = |source: &Source, run: &Run| advise(source, run).findings;
    let train = run(Purpose::Train, 1, 2, 2);
    let of_nobody = Source { strategy: None, ..sliced(false) };
    let too_many = Run { world_size: 8, ..train.clone() };
    let inside = Source { path: "./output/transformed_checkpoint/run".to_owned(), ..sliced(false) };
    vec![
        example(&kinds::STRATEGY_NEEDED, found(&of_nobody, &train)),
        example(&kinds::SIZES, found(&sliced(false), &too_many)),
        example(&kinds::PIPELINE_IN_PREDICT, found(&sliced(false), &run(Purpose::Predict, 1, 1, 2))),
        example(&kinds::WIPED, found(&inside, &train)),
        example(&kinds::PIPELINE_ONLY, found(&sliced(true), &train)),
        example(&kinds::NO_COUNTERS, found(&sliced(false), &run(Purpose::Resume, 1, 2, 2))),
    ]
}

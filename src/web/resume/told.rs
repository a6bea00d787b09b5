//! What the worker answers: plain data.

use serde::{Deserialize, Serialize};

use super::Question;
use crate::catalog::Survey;
use crate::check::{Phrase, worst_first};
use crate::resume::{Cell, Column, Decision, Extra, Job, Step, Version, epochs, folders, gather, report};
use crate::units::runs;
use crate::web::snapshot::FindingFacts;

/// The answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// The folders of the source that ranks have saved steps into, the likeliest first.
    pub folders: Vec<String>,
    /// About the folder that was asked for, or the first; none if there is none.
    pub about: Option<About>,
}

/// What there is to say about a folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The folder, by its path in the pile.
    pub folder: String,
    /// Where the job's machines have it, as it is written into the lines.
    pub path: String,
    /// Ranks that saved.
    pub saved: u64,
    /// Ranks that resume.
    pub world_size: u64,
    /// The version that decision, matrix and findings are about.
    pub version: Version,
    /// What it decides.
    pub decision: Decision,
    /// The step of the file that it chooses.
    pub chosen: Option<Step>,
    /// What every version decides, oldest first.
    pub by_version: Vec<(Version, Decision)>,
    /// What the document promises.
    pub document: Decision,
    /// The step of the file that the document chooses.
    pub promised: Option<Step>,
    /// No later step may be chosen; none if no `meta.json` says so.
    pub bound: Option<Step>,
    /// The steps: by run, oldest first.
    pub columns: Vec<Column>,
    /// Ranks that have the same of every step, by the first of them.
    pub rows: Vec<Row>,
    /// The newest step that really can be loaded.
    pub works: Option<Step>,
    /// The lines for the run's YAML that resume from it on as many ranks; none for another number of ranks,
    /// for which the checkpoint must be converted.
    pub lines: Vec<String>,
    /// What the numbers of the step mean, where epochs are known.
    pub position: Option<Phrase>,
    /// What is wrong.
    pub findings: Vec<FindingFacts>,
}

/// A row of the matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The ranks, as runs of first and last.
    pub ranks: Vec<(u64, u64)>,
    /// How many they are.
    pub count: u64,
    /// What they have of each step.
    pub cells: Vec<Cell>,
}

/// Answers about the files of a side.
#[must_use]
pub fn tell(survey: &Survey, extra: &Extra, question: &Question) -> Told {
    let folders = folders(survey);
    let asked = folders.iter().find(|folder| question.folder.as_ref() == Some(folder));
    let about = asked.or(folders.first()).map(|folder| about(survey, extra, question, folder));
    Told { folders, about }
}

fn about(survey: &Survey, extra: &Extra, question: &Question, folder: &str) -> About {
    let path = match (question.path.as_str(), folder) {
        ("", "") => "checkpoint",
        ("", folder) => folder,
        (path, _) => path,
    };
    let listing = gather(survey, folder, path, extra);
    let saved = listing.saved();
    let job = Job {
        shared: question.shared,
        ..Job::new(question.version, question.world_size.unwrap_or(saved.max(1)), listing.format())
    };
    let report = report(&listing, &job);
    let position = report.step().zip(question.schedule);
    let rows = report.matrix.folded().into_iter().map(|(ranks, cells)| Row {
        ranks: runs(&ranks),
        count: ranks.len() as u64,
        cells: cells.to_vec(),
    });
    About {
        folder: folder.to_owned(),
        path: path.to_owned(),
        saved,
        world_size: job.world_size,
        version: job.version,
        chosen: report.decision.step(&job),
        promised: report.document.step(&job),
        bound: report.matrix.bound,
        rows: rows.collect(),
        works: report.works.first().map(|works| works.step),
        lines: report.lines(path),
        position: position.map(|(step, schedule)| epochs::explain(step, schedule)),
        findings: worst_first(report.findings).iter().map(FindingFacts::from).collect(),
        decision: report.decision,
        by_version: report.by_version,
        document: report.document,
        columns: report.matrix.columns,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{PileFile, look};
    use crate::format::{NewEntry, WeightFormat, layout_file};
    use crate::geometry::{DType, Shape};
    use crate::resume::Newest;
    use crate::source::Sparse;
    use crate::web::choices::Choices;
    use crate::web::resume::{DISK, OWN_DISKS, RANKS};

    fn checkpoint() -> Sparse {
        let entry = |name| NewEntry { name, dtype: DType::F32, shape: Shape::new(vec![1]).unwrap() };
        let entries = ["w", "adam_m.w", "epoch_num", "step_num"].map(entry);
        layout_file(WeightFormat::Ckpt, &entries).unwrap().sparse()
    }

    /// Files of the example of MindFormers' document in `out/checkpoint`, and of its weights beside it.
    fn pile() -> (Survey, Extra) {
        let (mut survey, mut extra) = (Survey::default(), Extra::default());
        for (rank, steps, last) in [(0, ["3_2", "9_2"], 9), (1, ["3_2", "6_2"], 6)] {
            for step in steps {
                for folder in ["checkpoint", "checkpoint_network"] {
                    let path = format!("out/{folder}/rank_{rank}/m_rank_{rank}-{step}.ckpt");
                    extra.note(&path, Some(1), &checkpoint());
                    survey.add(look(PileFile { path, source: Box::new(checkpoint()) }));
                }
            }
            let meta = format!(
                r#"{{"last_epoch": {last}, "last_step": 2, "last_ckpt_file": "m_rank_{rank}-{last}_2.ckpt"}}"#
            );
            let path = format!("out/checkpoint/rank_{rank}/meta.json");
            let mut source = Sparse::default();
            source.push(meta.as_bytes());
            extra.note(&path, Some(1), &source);
            survey.add(look(PileFile { path, source: Box::new(source) }));
        }
        survey.sort();
        (survey, extra)
    }

    fn told(chosen: &[(&str, &str)]) -> Told {
        let mut choices = Choices::default();
        chosen.iter().for_each(|(key, value)| choices.set(key, (*value).to_owned()));
        let (survey, extra) = pile();
        tell(&survey, &extra, &Question::of(&choices))
    }

    #[test]
    fn the_example_of_the_document_resumes_from_3_2() {
        let told = told(&[]);
        assert_eq!(told.folders, ["out/checkpoint", "out/checkpoint_network"]);
        let about = told.about.unwrap();
        let step = Step { epoch: 3, step: 2 };
        assert_eq!((about.chosen, about.promised, about.works), (Some(step), Some(step), Some(step)));
        assert_eq!(about.bound, Some(Step { epoch: 6, step: 2 }));
        let cells: Vec<_> = about.rows.iter().map(|row| row.cells.as_slice()).collect();
        use Cell::{AboveBound, Complete, Missing};
        assert_eq!(cells, [[Complete, Missing, AboveBound], [Complete, Complete, Missing]]);
        assert_eq!(about.lines.first().unwrap(), "load_checkpoint: \"out/checkpoint\"");
        assert_eq!(about.lines.last().unwrap(), "resume_training: m_rank_0-3_2.ckpt");
    }

    #[test]
    fn another_number_of_ranks_has_no_lines() {
        let about = told(&[(RANKS, "4")]).about.unwrap();
        assert_eq!((about.saved, about.world_size, about.lines.len()), (2, 4, 0));
        assert!(about.findings.iter().any(|record| record.code == "SL0608"));
    }

    #[test]
    fn on_own_disks_every_rank_takes_its_newest() {
        let about = told(&[(DISK, OWN_DISKS)]).about.unwrap();
        assert_eq!((about.decision, about.chosen), (Decision::OwnNewest(Newest::NotShared), None));
    }
}

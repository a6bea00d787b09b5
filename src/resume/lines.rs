//! What to write into the run's YAML.

use super::Report;
use crate::advice::{DEVICES_PER_NODE, Form, Place, Purpose, Run, Source, Step as Advised, advise};

impl Report {
    /// The lines that resume from the newest step that works, if the job has as many ranks as saved:
    /// otherwise that step has to be converted first, which `shardlens advise` tells.
    #[must_use]
    pub fn lines(&self, path: &str) -> Vec<String> {
        let works = self.works.first().filter(|_| self.saved == self.job.world_size);
        let Some(works) = works else { return Vec::new() };
        let source = Source {
            path: path.to_owned(),
            form: Form::Sliced(self.saved),
            format: self.job.reads(),
            is_placed: true,
            resumes: true,
            strategy: None,
        };
        let run = Run {
            purpose: Purpose::Resume,
            world_size: self.job.world_size,
            parallel: None,
            same_layout: true,
            place: if self.job.shared { Place::SharedDisk } else { Place::OwnDisks },
            devices_per_node: DEVICES_PER_NODE,
            output_dir: "./output".to_owned(),
            resume_training: Some(works.of_rank_0.clone()),
        };
        let lines = advise(&source, &run).steps.into_iter().flat_map(|step| match step {
            Advised::Yaml(lines) => lines,
            Advised::Shell { .. } | Advised::ByHand(_) => Vec::new(),
        });
        lines.map(|line| line.text()).collect()
    }
}

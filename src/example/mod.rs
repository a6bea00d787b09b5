//! The built-in example: the conversion of MindFormers' documents, with real names and shapes and
//! headers only. What makes it also makes the files of tests and benchmarks.

mod synthesis;

pub use synthesis::{SynthesisError, checkpoint_file, checkpoint_files, strategy_files};

use crate::geometry::DType;
use crate::parallel::llama::{self, LLAMA_7B, Parallel};
use crate::source::Sparse;

/// Files of both sides, by path below what would be dropped on the page.
#[derive(Clone, Debug)]
pub struct Example {
    /// Strategy files in `strategy/`, a checkpoint in `checkpoint/rank_N/`.
    pub source: Vec<(String, Sparse)>,
    /// Strategy files in `strategy/`.
    pub target: Vec<(String, Sparse)>,
}

/// Llama 2 7B in 16 bits, data parallel 2, pipeline 4 on 8 ranks → tensor parallel 2, pipeline 2
/// on 4.
///
/// # Errors
/// None that input could cause; a test makes it.
pub fn llama_7b() -> Result<Example, SynthesisError> {
    let from = Parallel::new(2, 1, 4);
    let strategy = llama::strategy(&LLAMA_7B, &from)?;
    let mut source = in_folder("strategy", strategy_files(&strategy)?);
    let weights = checkpoint_files(&LLAMA_7B, &from, DType::F16, "llama_7b")?;
    source.extend(in_folder("checkpoint", weights));
    let to = llama::strategy(&LLAMA_7B, &Parallel::new(1, 2, 2))?;
    Ok(Example { source, target: in_folder("strategy", strategy_files(&to)?) })
}

fn in_folder(folder: &str, files: Vec<(String, Sparse)>) -> Vec<(String, Sparse)> {
    files.into_iter().map(|(path, file)| (format!("{folder}/{path}"), file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::mindspore::{ckpt, strategy};
    use crate::source::ReadAt;

    #[test]
    fn the_example_is_what_eight_ranks_leave_behind() {
        let example = llama_7b().unwrap();
        assert_eq!(example.source.len(), 8 + 8);
        assert_eq!(example.target.len(), 4);
        for (path, file) in &example.source {
            if path.starts_with("checkpoint/") {
                assert!(file.len() > 3 << 30, "{path}");
                assert!(ckpt::read(file).unwrap().faults.is_empty(), "{path}");
            } else {
                assert!(strategy::read(file).unwrap().faults.is_empty(), "{path}");
            }
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn a_file_with_holes_is_the_same_on_disk() {
        let parallel = Parallel::new(1, 1, 1);
        let model = llama::Model { layers: 1, ..LLAMA_7B };
        let (_, sparse) = checkpoint_files(&model, &parallel, DType::F32, "toy").unwrap().remove(0);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("toy.ckpt");
        sparse.write_to(&path).unwrap();
        let on_disk = crate::source::FileSource::new(&path).unwrap();
        assert_eq!(ckpt::read(&on_disk).unwrap(), ckpt::read(&sparse).unwrap());
        assert_eq!(on_disk.len(), sparse.len());
    }

    #[test]
    fn the_embedding_is_on_the_first_stage_and_the_head_on_the_last() {
        let example = llama_7b().unwrap();
        let names = |path: &str| -> Vec<String> {
            let (_, file) = example.source.iter().find(|(at, _)| at == path).unwrap();
            ckpt::read(file).unwrap().entries.into_iter().map(|entry| entry.name).collect()
        };
        let (first, last) = (
            names("checkpoint/rank_1/llama_7b_rank_1-1_10.ckpt"),
            names("checkpoint/rank_6/llama_7b_rank_6-1_10.ckpt"),
        );
        assert!(first.contains(&"model.tok_embeddings.embedding_weight".to_owned()));
        assert!(first.contains(&"model.layers.7.attention.wq.weight".to_owned()));
        assert!(last.contains(&"lm_head.weight".to_owned()));
        assert!(!last.contains(&"model.layers.23.attention.wq.weight".to_owned()));
    }
}

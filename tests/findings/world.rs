//! Small piles of files, made here.

use std::path::Path;

use shardlens::catalog::{PileFile, Survey, survey};
use shardlens::check::Finding;
use shardlens::conversion::{Piles, examine};
use shardlens::format::mindspore::strategy::{
    Encoding, Operator, RawLayout, StrategyFile, write_json, write_protobuf,
};
use shardlens::format::{NewEntry, WeightFormat, layout_file, safetensors};
use shardlens::geometry::{DType, Shape};
use shardlens::source::Bytes;

pub(crate) const CKPT: WeightFormat = WeightFormat::Ckpt;
pub(crate) const SAFETENSORS: WeightFormat = WeightFormat::Safetensors;

/// A tensor of a file: name, type, lengths.
pub(crate) type Tensor<'a> = (&'a str, DType, &'a [u64]);

/// A matrix of halves.
pub(crate) fn half<'a>(name: &'a str, dims: &'a [u64]) -> Tensor<'a> {
    (name, DType::F16, dims)
}

/// The bytes of a weight file whose values are all ones and zeros of the format's own.
pub(crate) fn weights(format: WeightFormat, tensors: &[Tensor<'_>]) -> Vec<u8> {
    marked(format, tensors, &[])
}

/// The same with metadata, in safetensors.
pub(crate) fn marked(format: WeightFormat, tensors: &[Tensor<'_>], metadata: &[(&str, &str)]) -> Vec<u8> {
    let entry =
        |&(name, dtype, dims): &Tensor<'_>| (name.to_owned(), dtype, Shape::new(dims.to_vec()).unwrap());
    let owned: Vec<(String, DType, Shape)> = tensors.iter().map(entry).collect();
    let entries: Vec<NewEntry<'_>> = owned
        .iter()
        .map(|(name, dtype, shape)| NewEntry { name, dtype: *dtype, shape: shape.clone() })
        .collect();
    let metadata = metadata.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let layout = match format {
        CKPT => layout_file(format, &entries).unwrap(),
        SAFETENSORS => safetensors::layout_file(&entries, &metadata).unwrap(),
    };
    let mut bytes = vec![0; usize::try_from(layout.size).unwrap()];
    for (offset, header) in &layout.headers {
        bytes[usize::try_from(*offset).unwrap()..][..header.len()].copy_from_slice(header);
    }
    bytes
}

/// A file of the recorded cases.
pub(crate) fn recorded(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(path)).unwrap()
}

/// How one tensor is cut: device matrix, and per dimension the axis from the right or −1.
pub(crate) fn cut(name: &str, mesh: &[u64], map: &[i64]) -> RawLayout {
    RawLayout {
        name: name.to_owned(),
        offset: 0,
        dev_matrix: Some(mesh.to_vec()),
        tensor_map: Some(map.iter().map(|&axis| vec![axis]).collect()),
        param_split_shape: Vec::new(),
        indices_offset: Vec::new(),
        field: 0,
        opt_shard_step: 0,
        opt_shard_size: 0,
        tensor_shape: None,
    }
}

/// A matrix whose rows two ranks share.
pub(crate) fn rows(name: &str) -> RawLayout {
    cut(name, &[2], &[0, -1])
}

/// A matrix that both of two ranks hold.
pub(crate) fn copies(name: &str) -> RawLayout {
    cut(name, &[2], &[-1, -1])
}

/// A strategy file of one stage.
pub(crate) fn stage(stage: u32, layouts: Vec<RawLayout>) -> StrategyFile {
    let operators = vec![Operator { name: "MatMul-op1".to_owned(), stage }];
    let encoding = Encoding::Protobuf;
    StrategyFile { encoding, current_stage: 2, operators, layouts, faults: Vec::new() }
}

/// The files that are given for a conversion.
#[derive(Default)]
pub(crate) struct World {
    source: Vec<PileFile>,
    source_strategy: Vec<PileFile>,
    target_strategy: Vec<PileFile>,
    target: Vec<PileFile>,
    format: Option<WeightFormat>,
}

pub(crate) fn file(path: &str, bytes: Vec<u8>) -> PileFile {
    PileFile { path: path.to_owned(), source: Box::new(Bytes(bytes)) }
}

/// A conversion of which nothing is given yet.
pub(crate) fn world() -> World {
    World::default()
}

impl World {
    /// A source file.
    pub(crate) fn bytes(mut self, path: &str, bytes: Vec<u8>) -> Self {
        self.source.push(file(path, bytes));
        self
    }

    /// A source file whose bytes come from elsewhere.
    pub(crate) fn pile_file(mut self, file: PileFile) -> Self {
        self.source.push(file);
        self
    }

    /// A `.ckpt` of the source.
    pub(crate) fn ckpt(self, path: &str, tensors: &[Tensor<'_>]) -> Self {
        self.bytes(path, weights(CKPT, tensors))
    }

    /// A `.ckpt` of each of the ranks, all alike.
    pub(crate) fn ranks(self, ranks: std::ops::Range<u64>, tensors: &[Tensor<'_>]) -> Self {
        ranks.fold(self, |world, rank| world.ckpt(&format!("rank_{rank}/a.ckpt"), tensors))
    }

    /// The source's strategy: one file of one stage.
    pub(crate) fn cut_by(self, layouts: Vec<RawLayout>) -> Self {
        self.cut_by_file("ckpt_strategy_rank_0.ckpt", &stage(0, layouts))
    }

    pub(crate) fn cut_by_file(self, path: &str, strategy: &StrategyFile) -> Self {
        self.cut_by_bytes(path, encoded(path, strategy))
    }

    pub(crate) fn cut_by_bytes(self, path: &str, bytes: Vec<u8>) -> Self {
        self.cut_by_source(file(path, bytes))
    }

    pub(crate) fn cut_by_source(mut self, file: PileFile) -> Self {
        self.source_strategy.push(file);
        self
    }

    /// The target's strategy: one file of one stage.
    pub(crate) fn wanted(self, layouts: Vec<RawLayout>) -> Self {
        self.wanted_file("ckpt_strategy_rank_0.ckpt", &stage(0, layouts))
    }

    pub(crate) fn wanted_file(mut self, path: &str, strategy: &StrategyFile) -> Self {
        self.target_strategy.push(file(path, encoded(path, strategy)));
        self
    }

    /// Weights that the target has already.
    pub(crate) fn held(mut self, path: &str, tensors: &[Tensor<'_>]) -> Self {
        self.target.push(file(path, weights(CKPT, tensors)));
        self
    }

    /// The format of the target's files.
    pub(crate) fn written_as(self, format: WeightFormat) -> Self {
        Self { format: Some(format), ..self }
    }

    /// All that is found.
    pub(crate) fn findings(self) -> Vec<Finding> {
        let pile = |files: Vec<PileFile>| -> Option<Survey> { (!files.is_empty()).then(|| survey(files)) };
        let (source, target) = (pile(self.source), pile(self.target));
        let (from, to) = (pile(self.source_strategy), pile(self.target_strategy));
        let piles = Piles {
            source: source.as_ref(),
            source_strategy: from.as_ref(),
            target_strategy: to.as_ref(),
            target: target.as_ref(),
        };
        examine(&piles, "checkpoint_", self.format).findings
    }
}

fn encoded(path: &str, strategy: &StrategyFile) -> Vec<u8> {
    if path.ends_with(".json") { write_json(strategy) } else { write_protobuf(strategy) }
}

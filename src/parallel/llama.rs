//! The Llama family in MindFormers 1.7: parameter names, shapes, and how a parallel configuration
//! lays them out. Checked against strategy files that MindFormers wrote.

use crate::layout::{Layout, LayoutError, Mesh, MeshError, OptShard, SplitRule, Strategy};
use crate::layout::{StrategyBuilder, StrategyError};

/// The sizes of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// Length of a token's vector.
    pub hidden: u64,
    /// Decoder layers.
    pub layers: u32,
    /// Attention heads.
    pub heads: u64,
    /// Key and value heads; fewer than `heads` with grouped queries.
    pub kv_heads: u64,
    /// Inner size of the feed-forward block.
    pub ffn: u64,
    /// Tokens of the vocabulary.
    pub vocab: u64,
}

/// Llama 2 7B.
pub const LLAMA_7B: Model =
    Model { hidden: 4096, layers: 32, heads: 32, kv_heads: 32, ffn: 11_008, vocab: 32_000 };

/// Llama 2 70B.
pub const LLAMA_70B: Model =
    Model { hidden: 8192, layers: 80, heads: 64, kv_heads: 8, ffn: 28_672, vocab: 32_000 };

/// Llama 3.1 405B.
pub const LLAMA_405B: Model =
    Model { hidden: 16_384, layers: 126, heads: 128, kv_heads: 8, ffn: 53_248, vocab: 128_256 };

/// What of MindFormers' `parallel_config` decides the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parallel {
    /// `data_parallel`.
    pub dp: u64,
    /// `model_parallel`.
    pub mp: u64,
    /// `pipeline_stage`.
    pub pp: u32,
    /// Layers of each stage beyond `layers / pp` (`offset`); empty if every stage has that many.
    pub offset: Vec<u32>,
    /// `enable_parallel_optimizer` with `optimizer_weight_shard_size`; none if off. Weights of less
    /// than 64 KB, which MindFormers leaves whole, occur in toy models only and are split here.
    pub optimizer: Option<OptShard>,
    /// Whether the job trains with Adam: its states are parameters too, and a pipeline's strategy
    /// files also lay out `accu_grads`, which no checkpoint holds.
    pub adam: bool,
}

/// Why a model cannot be laid out.
#[derive(Debug, thiserror::Error)]
pub enum LlamaError {
    /// `layers` are not what the stages take together.
    #[error("{layers} layers do not fill {stages} stages with offset {offset:?}")]
    Offset {
        /// Layers of the model.
        layers: u32,
        /// Pipeline stages.
        stages: u32,
        /// The offset asked for.
        offset: Vec<u32>,
    },
    /// A size that `model_parallel` does not divide.
    #[error("{what} {size} cannot be cut into model_parallel {mp} equal parts")]
    Indivisible {
        /// Which size.
        what: &'static str,
        /// Its value.
        size: u64,
        /// Parts.
        mp: u64,
    },
    /// Too many ranks, or none.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// A layout that cannot be.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// Stages that cannot be.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
}

/// A weight of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// MindFormers' name.
    pub name: String,
    /// Lengths of the whole tensor.
    pub dims: Vec<u64>,
    place: Place,
    cut: Cut,
}

/// Where in the network a weight is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Embedding,
    Layer(u32),
    Head,
}

/// How `model_parallel` and the parallel optimizer cut a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// Norms: on every rank.
    None,
    /// The embedding: dimension 0, never by the optimizer.
    Vocabulary,
    /// Column-parallel linears (stored transposed): dimension 0.
    Rows,
    /// Row-parallel linears: dimension 1.
    Columns,
}

impl Model {
    /// The weights in the order of the network.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        let Self { hidden, heads, kv_heads, ffn, vocab, .. } = *self;
        let kv = (hidden / heads.max(1)).saturating_mul(kv_heads);
        let layer: [(&str, &[u64], Cut); 9] = [
            ("attention_norm.weight", &[hidden], Cut::None),
            ("attention.wq.weight", &[hidden, hidden], Cut::Rows),
            ("attention.wk.weight", &[kv, hidden], Cut::Rows),
            ("attention.wv.weight", &[kv, hidden], Cut::Rows),
            ("attention.wo.weight", &[hidden, hidden], Cut::Columns),
            ("ffn_norm.weight", &[hidden], Cut::None),
            ("feed_forward.w1.weight", &[ffn, hidden], Cut::Rows),
            ("feed_forward.w2.weight", &[hidden, ffn], Cut::Columns),
            ("feed_forward.w3.weight", &[ffn, hidden], Cut::Rows),
        ];
        let weight =
            |name: String, dims: &[u64], place, cut| Parameter { name, dims: dims.to_vec(), place, cut };
        let embedding = "model.tok_embeddings.embedding_weight".to_owned();
        let mut all = vec![weight(embedding, &[vocab, hidden], Place::Embedding, Cut::Vocabulary)];
        for index in 0..self.layers {
            all.extend(layer.iter().map(|&(name, dims, cut)| {
                weight(format!("model.layers.{index}.{name}"), dims, Place::Layer(index), cut)
            }));
        }
        all.push(weight("model.norm_out.weight".to_owned(), &[hidden], Place::Head, Cut::None));
        all.push(weight("lm_head.weight".to_owned(), &[vocab, hidden], Place::Head, Cut::Rows));
        all
    }
}

impl Parallel {
    /// Weights only, no optimizer split, every stage with the same number of layers.
    #[must_use]
    pub const fn new(dp: u64, mp: u64, pp: u32) -> Self {
        Self { dp, mp, pp, offset: Vec::new(), optimizer: None, adam: false }
    }

    /// The stage of every layer (MindFormers ≥ 1.3 `LayerSetting`, without interleaving).
    fn stages(&self, layers: u32) -> Result<Vec<u32>, LlamaError> {
        let base = layers / self.pp.max(1);
        let count = |stage: usize| base.saturating_add(self.offset.get(stage).copied().unwrap_or(0));
        let stages: Vec<u32> = (0..self.pp)
            .zip(0usize..)
            .flat_map(|(stage, index)| (0..count(index)).map(move |_| stage))
            .take(usize::try_from(layers).unwrap_or(usize::MAX).saturating_add(1))
            .collect();
        if u32::try_from(stages.len()) == Ok(layers) {
            return Ok(stages);
        }
        Err(LlamaError::Offset { layers, stages: self.pp, offset: self.offset.clone() })
    }

    /// The layout of a weight. MindFormers drops mesh axes of one rank, but keeps the last if
    /// none is left.
    fn layout(&self, weight: &Parameter) -> Result<Layout, LlamaError> {
        let mut sizes: Vec<u64> = [self.dp, self.mp].into_iter().filter(|&size| size != 1).collect();
        if sizes.is_empty() {
            sizes.push(1);
        }
        let tensor_axis = if self.mp == 1 { Vec::new() } else { vec![sizes.len() - 1] };
        let dims: Vec<Vec<usize>> = match weight.cut {
            Cut::None => vec![Vec::new(); weight.dims.len()],
            // A vocabulary that does not divide is kept whole.
            Cut::Rows | Cut::Vocabulary if !divides(self.mp, weight.dims.first()) => vec![vec![], vec![]],
            Cut::Rows | Cut::Vocabulary => vec![tensor_axis, vec![]],
            Cut::Columns => vec![vec![], tensor_axis],
        };
        let layout = Layout::new(Mesh::unnamed(&sizes)?, &dims, SplitRule::Exact)?;
        let Some(shard) = self.optimizer.filter(|_| matches!(weight.cut, Cut::Rows | Cut::Columns)) else {
            return Ok(layout);
        };
        // MindSpore leaves a weight unsplit where the ranks or the rows do not divide.
        let split = layout.clone().with_optimizer(shard).ok();
        let fits = |split: &Layout| split.cuts().first().is_some_and(|&n| divides(n, weight.dims.first()));
        Ok(split.filter(fits).unwrap_or(layout))
    }
}

fn divides(parts: u64, len: Option<&u64>) -> bool {
    parts > 0 && len.is_some_and(|len| len.is_multiple_of(parts))
}

/// The names under which a checkpoint holds a weight: itself and, if trained with Adam, its states.
#[must_use]
pub fn states(name: &str, adam: bool) -> Vec<String> {
    let states: &[&str] = if adam { &["", "adam_m.", "adam_v."] } else { &[""] };
    states.iter().map(|state| format!("{state}{name}")).collect()
}

/// The strategy that MindFormers' run of this model and configuration writes. The vocabulary is
/// cut over `mp`, as `vocab_emb_dp: False` asks and any pipeline forces.
///
/// # Errors
/// If the layers do not fill the stages, or `mp` does not divide heads, hidden or feed-forward size.
pub fn strategy(model: &Model, parallel: &Parallel) -> Result<Strategy, LlamaError> {
    let mp = parallel.mp;
    let sizes = [
        ("heads", model.heads),
        ("key and value heads", model.kv_heads),
        ("hidden size", model.hidden),
        ("feed-forward size", model.ffn),
    ];
    for (what, size) in sizes {
        if !divides(mp, Some(&size)) {
            return Err(LlamaError::Indivisible { what, size, mp });
        }
    }
    let stage_of = parallel.stages(model.layers)?;
    let last = parallel.pp.saturating_sub(1);
    let gradients = parallel.adam && parallel.pp > 1;
    let mut builder = StrategyBuilder::default();
    for weight in model.parameters() {
        let stage = match weight.place {
            Place::Embedding => 0,
            Place::Layer(layer) => stage_of.get(layer as usize).copied().unwrap_or(last),
            Place::Head => last,
        };
        let layout = parallel.layout(&weight)?;
        let mut names = states(&weight.name, parallel.adam);
        if gradients {
            names.push(format!("accu_grads.{}", weight.name));
        }
        for name in names {
            builder.add(&name, stage, layout.clone(), None)?;
        }
    }
    Ok(builder.build()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuts(strategy: &Strategy, name: &str) -> (u32, Vec<u64>) {
        let [placement] = strategy.placements(name) else { panic!("{name} is in one stage") };
        (placement.stage, strategy.layout(placement.layout).unwrap().cuts())
    }

    #[test]
    fn the_offset_gives_its_stage_more_layers() {
        let model = Model { layers: 5, ..LLAMA_7B };
        let parallel = Parallel { offset: vec![0, 1], ..Parallel::new(1, 1, 2) };
        assert_eq!(parallel.stages(model.layers).unwrap(), [0, 0, 1, 1, 1]);
        assert!(matches!(Parallel::new(1, 1, 2).stages(5), Err(LlamaError::Offset { .. })));
    }

    #[test]
    fn a_group_too_large_for_the_rows_leaves_the_weight_unsplit() {
        let parallel = Parallel { optimizer: Some(OptShard::All), ..Parallel::new(64, 8, 1) };
        let model = Model { layers: 1, kv_heads: 8, ..LLAMA_70B };
        let strategy = strategy(&model, &parallel).unwrap();
        // 8 kv heads of 128 rows: 1,024 rows are cut into 8, then into 64.
        assert_eq!(cuts(&strategy, "model.layers.0.attention.wk.weight"), (0, vec![512, 1]));
        let odd = Model { ffn: 8 * 100, ..model };
        let strategy = super::strategy(&odd, &parallel).unwrap();
        assert_eq!(cuts(&strategy, "model.layers.0.feed_forward.w1.weight"), (0, vec![8, 1]));
        assert_eq!(cuts(&strategy, "model.layers.0.attention_norm.weight"), (0, vec![1]));
    }

    #[test]
    fn heads_that_do_not_divide_are_refused() {
        assert!(strategy(&LLAMA_7B, &Parallel::new(1, 3, 1)).is_err());
    }

    #[test]
    fn parameters_of_the_7b_model_add_up_to_its_size() {
        let elements = |weight: &Parameter| weight.dims.iter().product::<u64>();
        assert_eq!(LLAMA_7B.parameters().iter().map(elements).sum::<u64>(), 6_738_415_616);
        assert_eq!(LLAMA_405B.parameters().iter().map(elements).sum::<u64>(), 405_853_388_800);
    }
}

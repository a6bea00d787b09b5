//! Random models, laid out by MindFormers' rules as its document and its strategy files tell them: what
//! is called certain is so.

use proptest::prelude::*;
use proptest::strategy::Strategy as Strategy_;
use shardlens::geometry::DType;
use shardlens::infer::Certainty;
use shardlens::layout::{Layout, Mesh, OptShard, SplitRule, Strategy, StrategyBuilder};
use shardlens::parallel::llama::{self, LLAMA_7B, LLAMA_70B, LLAMA_405B, Parallel};

use crate::truth::{Outcome, Tensor, outcome, sliced};

/// A Llama and the run that trains it.
#[derive(Clone, Debug)]
struct Run {
    dp: u64,
    cp: u64,
    mp: u64,
    pp: u32,
    /// Heads of queries per head of keys; heads of keys, and of how many elements.
    shared: u64,
    kv_heads: u64,
    head: u64,
    inner: u64,
    vocabulary: u64,
    vocab_emb_dp: bool,
    optimizer: Option<OptShard>,
    /// Elements from which the optimizer cuts.
    threshold: u64,
    optimizer_cuts_embedding: bool,
    /// Norms are cut by the optimizer as in later releases.
    optimizer_cuts_norms: bool,
    concat: bool,
    bias: bool,
    adam: bool,
}

fn runs() -> impl Strategy_<Value = Run> {
    let sizes =
        (1u64..=3, prop::sample::select(vec![1u64, 1, 2]), prop::sample::select(vec![1u64, 2, 4]), 1u32..=2);
    let model = (
        prop::sample::select(vec![1u64, 2, 4]),
        1u64..=2,
        prop::sample::select(vec![2u64, 4, 8]),
        1u64..=6,
        1u64..=96,
    );
    let optimizer = prop::sample::select(vec![
        None,
        Some(OptShard::All),
        Some(OptShard::Size(2)),
        Some(OptShard::Size(3)),
    ]);
    let flags = prop::array::uniform6(any::<bool>());
    (sizes, model, optimizer, 0u64..3000, flags).prop_map(
        |((dp, cp, mp, pp), (shared, kv, head, inner, vocabulary), optimizer, threshold, flags)| {
            let [vocab_emb_dp, optimizer_cuts_embedding, optimizer_cuts_norms, concat, bias, adam] = flags;
            Run {
                dp: if dp == 3 { 4 } else { dp },
                cp,
                mp,
                pp,
                shared,
                kv_heads: kv * mp,
                head,
                inner: inner * mp * 4,
                vocabulary: vocabulary * 2,
                vocab_emb_dp: vocab_emb_dp && pp == 1,
                optimizer,
                threshold,
                optimizer_cuts_embedding,
                optimizer_cuts_norms,
                concat,
                bias,
                adam,
            }
        },
    )
}

impl Run {
    const LAYERS: u32 = 2;

    fn hidden(&self) -> u64 {
        self.kv_heads * self.shared * self.head
    }

    fn replicas(&self) -> u64 {
        self.dp * self.cp
    }

    /// A layout whose dimension, if one, is cut over so many neighbours.
    fn layout(&self, dims: &[u64], cut: Option<usize>, parts: u64, optimizer: bool) -> Layout {
        let mesh = Mesh::unnamed(&[self.replicas() * self.mp / parts, parts]).unwrap();
        let axes: Vec<Vec<usize>> =
            (0..dims.len()).map(|dim| if cut == Some(dim) && parts > 1 { vec![1] } else { vec![] }).collect();
        let layout = Layout::new(mesh, &axes, SplitRule::Exact).unwrap();
        let elements: u64 = dims.iter().product();
        let Some(shard) = self.optimizer.filter(|_| optimizer && elements >= self.threshold) else {
            return layout;
        };
        let group = layout.replicas();
        let size = if let OptShard::Size(size) = shard { size } else { group };
        let rows = layout.cuts()[0] * size;
        let fits = group > 1 && group.is_multiple_of(size) && dims[0].is_multiple_of(rows);
        if fits { layout.clone().with_optimizer(shard).unwrap_or(layout) } else { layout }
    }

    /// Name, stage, whole lengths and layout of every parameter.
    fn parameters(&self) -> Vec<(String, u32, Vec<u64>, Layout)> {
        let (h, kv, f, v) = (self.hidden(), self.kv_heads * self.head, self.inner, self.vocabulary);
        let last = self.pp - 1;
        let mut all = Vec::new();
        let mut add =
            |name: String, stage: u32, dims: &[u64], cut: Option<usize>, parts: u64, optimizer: bool| {
                all.push((name, stage, dims.to_vec(), self.layout(dims, cut, parts, optimizer)));
            };
        let over = self.mp * self.cp;
        let parts = if self.vocab_emb_dp || !v.is_multiple_of(over) { 1 } else { over };
        let name = "model.tok_embeddings.embedding_weight".to_owned();
        add(name, 0, &[v, h], Some(0), parts, self.optimizer_cuts_embedding);
        for layer in 0..Self::LAYERS {
            let stage = layer * self.pp / Self::LAYERS;
            let mut weight = |part: &str, dims: &[u64], cut: Option<usize>, optimizer: bool| {
                add(format!("model.layers.{layer}.{part}"), stage, dims, cut, self.mp, optimizer);
            };
            for norm in ["attention_norm", "ffn_norm"] {
                weight(&format!("{norm}.weight"), &[h], None, self.optimizer_cuts_norms);
            }
            let attention: &[(&str, u64)] = match self.concat {
                true => &[("w_qkv", h + 2 * kv)],
                false => &[("wq", h), ("wk", kv), ("wv", kv)],
            };
            for &(part, rows) in attention {
                weight(&format!("attention.{part}.weight"), &[rows, h], Some(0), true);
                if self.bias {
                    weight(&format!("attention.{part}.bias"), &[rows], Some(0), false);
                }
            }
            weight("attention.wo.weight", &[h, h], Some(1), true);
            weight("feed_forward.w2.weight", &[h, f], Some(1), true);
            let inner: &[(&str, u64)] = match self.concat {
                true => &[("w_gate_hidden", 2 * f)],
                false => &[("w1", f), ("w3", f)],
            };
            for &(part, rows) in inner {
                weight(&format!("feed_forward.{part}.weight"), &[rows, h], Some(0), true);
            }
        }
        add("model.norm_out.weight".to_owned(), last, &[h], None, 1, self.optimizer_cuts_norms);
        let parts = if self.vocab_emb_dp || !v.is_multiple_of(self.mp) { 1 } else { self.mp };
        add("lm_head.weight".to_owned(), last, &[v, h], Some(0), parts, true);
        all
    }

    /// The strategy and the whole tensors.
    fn strategy(&self) -> (Strategy, Vec<Tensor>) {
        let (mut builder, mut wholes) = (StrategyBuilder::default(), Vec::new());
        for (name, stage, dims, layout) in self.parameters() {
            let states: &[&str] = if self.adam { &["", "adam_m.", "adam_v."] } else { &[""] };
            for state in states {
                let name = format!("{state}{name}");
                let dtype = if state.is_empty() { DType::BF16 } else { DType::F32 };
                builder.add(&name, stage, layout.clone(), None).unwrap();
                wholes.push((name, dtype, dims.clone()));
            }
        }
        (builder.build().unwrap(), wholes)
    }
}

/// A tensor of a pile without a family: whole lengths, sizes of the mesh, and per dimension its axes.
type Piece = (Vec<u64>, Vec<usize>);

/// Any tensors, cut anyhow over a mesh.
fn piles() -> impl Strategy_<Value = (Vec<u64>, Vec<Piece>)> {
    let mesh = prop::collection::vec(1u64..=3, 1..=3);
    let piece = (prop::collection::vec(1u64..=4, 1..=3), prop::collection::vec(0usize..=3, 3));
    (mesh, prop::collection::vec(piece, 1..6))
}

/// The published models, as the library lays them out: their vocabularies are known.
#[test]
fn published_models_are_found_whatever_the_run() {
    for (model, mp) in [(LLAMA_7B, 4), (LLAMA_70B, 8), (LLAMA_405B, 8)] {
        for (dp, pp) in [(1, 1), (4, 1), (1, 2), (2, 2)] {
            for optimizer in [None, Some(OptShard::All)] {
                let run = Parallel { optimizer, adam: true, ..Parallel::new(dp, mp, pp) };
                let strategy = llama::strategy(&model, &run).unwrap();
                let parameters = model.parameters();
                let wholes = parameters.iter().flat_map(|weight| {
                    let names = llama::states(&weight.name, run.adam).into_iter();
                    names.map(|name| (name, DType::F32, weight.dims.clone()))
                });
                let wholes: Vec<Tensor> = wholes.collect();
                let found = outcome(&sliced(&strategy, &wholes), &strategy);
                let is_found = matches!(found, Outcome::Same(Certainty::Certain | Certainty::Likely));
                assert!(is_found, "{model:?} {run:?}: {found:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn what_is_certain_of_a_llama_is_so(run in runs()) {
        let (strategy, wholes) = run.strategy();
        if strategy.ranks() > 1 {
            // Nothing certain is wrong; `outcome` sees to that.
            let found = outcome(&sliced(&strategy, &wholes), &strategy);
            prop_assert!(!matches!(found, Outcome::Refused(_)), "{found:?}");
        }
    }

    #[test]
    fn what_is_certain_of_any_pile_is_so((mesh, pieces) in piles()) {
        let ranks: u64 = mesh.iter().product();
        let mut builder = StrategyBuilder::default();
        let mut wholes = Vec::new();
        for (index, (lengths, axes)) in pieces.into_iter().enumerate() {
            let mut used = Vec::new();
            let dims: Vec<Vec<usize>> = lengths.iter().zip(axes).map(|(_, axis)| {
                let free = axis < mesh.len() && !used.contains(&axis);
                if free { used.push(axis); }
                if free { vec![axis] } else { vec![] }
            }).collect();
            let layout = Layout::new(Mesh::unnamed(&mesh).unwrap(), &dims, SplitRule::Exact).unwrap();
            let whole = lengths.iter().zip(layout.cuts()).map(|(len, cuts)| len * cuts).collect();
            let name = format!("net.{index}.weight");
            builder.add(&name, 0, layout, None).unwrap();
            wholes.push((name, DType::F32, whole));
        }
        let strategy = builder.build().unwrap();
        let found = outcome(&sliced(&strategy, &wholes), &strategy);
        prop_assert!(ranks == 1 || found != Outcome::Same(Certainty::Certain), "{found:?}");
    }
}

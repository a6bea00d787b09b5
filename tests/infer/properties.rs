//! Random models, laid out by MindFormers' rules as its document and its strategy files tell them: what
//! is called certain is so.

use proptest::prelude::*;
use proptest::strategy::Strategy as Strategy_;
use shardlens::geometry::DType;
use shardlens::infer::{Certainty, infer, inferred};
use shardlens::layout::{Layout, Mesh, OptShard, SplitRule, Strategy, StrategyBuilder};
use shardlens::parallel::llama::{self, LLAMA_7B, LLAMA_70B, LLAMA_405B, Parallel};

use crate::truth::{Outcome, Tensor, left_out, outcome, sliced};

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
    /// Lengths of a token's vector, where they do not follow from the heads.
    hidden: Option<u64>,
    /// Whether every rank holds all keys and values.
    keys_are_whole: bool,
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
                hidden: None,
                keys_are_whole: false,
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

    fn query(&self) -> u64 {
        self.kv_heads * self.shared * self.head
    }

    fn hidden(&self) -> u64 {
        self.hidden.unwrap_or_else(|| self.query())
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
        let q = self.query();
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
                true => &[("w_qkv", q + 2 * kv)],
                false => &[("wq", q), ("wk", kv), ("wv", kv)],
            };
            for &(part, rows) in attention {
                let cut = if self.keys_are_whole && ["wk", "wv"].contains(&part) { None } else { Some(0) };
                weight(&format!("attention.{part}.weight"), &[rows, h], cut, true);
                if self.bias {
                    weight(&format!("attention.{part}.bias"), &[rows], cut, false);
                }
            }
            weight("attention.wo.weight", &[h, q], Some(1), true);
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

/// Llamas whose heads have a length of their own, and with keys and values that are whole on every rank or cut.
fn odd_runs() -> impl Strategy_<Value = Run> {
    let mp = prop::sample::select(vec![1u64, 2, 4, 8]);
    let hidden = prop::sample::select(vec![8u64, 16, 24, 32, 64]);
    (runs(), mp, hidden, any::<bool>(), 1u64..=6).prop_map(|(run, mp, hidden, keys_are_whole, inner)| {
        let keys_are_whole = keys_are_whole && !run.concat;
        Run {
            mp,
            hidden: Some(hidden),
            // As many heads of queries as ranks, or more.
            shared: if keys_are_whole { run.shared * mp } else { run.shared },
            kv_heads: if keys_are_whole { run.kv_heads / run.mp } else { run.kv_heads / run.mp * mp },
            keys_are_whole,
            inner: inner * mp * 4,
            ..run
        }
    })
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

/// A Llama of hidden size 64 with 8 heads of 8, on two ranks.
fn plain() -> Run {
    Run {
        dp: 1,
        cp: 1,
        mp: 2,
        pp: 1,
        shared: 1,
        kv_heads: 8,
        head: 8,
        hidden: Some(64),
        keys_are_whole: false,
        inner: 192,
        vocabulary: 512,
        vocab_emb_dp: false,
        optimizer: None,
        threshold: 0,
        optimizer_cuts_embedding: false,
        optimizer_cuts_norms: false,
        concat: false,
        bias: false,
        adam: false,
    }
}

/// Checks that what a tensor really is stands beside what was inferred, as a warning that shapes are assumed.
fn is_told(run: &Run, tensor: &str, truth: &str) {
    let (strategy, wholes) = run.strategy();
    let saved = sliced(&strategy, &wholes);
    assert!(matches!(outcome(&saved, &strategy), Outcome::Differs(Certainty::Likely | Certainty::Guess, _)));
    let found = infer(&saved).unwrap();
    let group = found.group(tensor, 0).unwrap();
    assert!(group.is_assumed && group.certainty == Certainty::Likely, "{group:?}");
    for text in [&group.reason.en, &group.reason.zh] {
        assert!(text.contains(truth) && text.contains("head_dim"), "{text}");
    }
    let told = inferred(&found);
    let told = told.iter().find(|finding| finding.kind.code == "SL0905").unwrap();
    assert!(told.subject.tensors.iter().any(|name| &**name == tensor), "{told:?}");
}

#[test]
fn queries_wider_than_the_hidden_size_were_certainly_halved() {
    let query = "model.layers.0.attention.wq.weight";
    let optimizer = Some(OptShard::Size(2));
    // On two ranks of 64, which would be whole with as many heads as the hidden size has room for.
    let wide = Run { kv_heads: 16, ..plain() };
    for run in [wide.clone(), Run { dp: 2, ..wide.clone() }] {
        is_told(&run, query, "[128, 64] / 2");
    }
    is_told(&Run { dp: 2, mp: 4, optimizer, ..wide }, query, "[128, 64] / 4×2");
    // Two ranks of 16, or four.
    is_told(&Run { dp: 2, kv_heads: 4, ..plain() }, query, "[32, 64] / 2");
}

/// The vocabulary speaks for two ranks that share 32000 tokens, the width of queries for copies.
#[test]
fn a_published_vocabulary_against_the_width_of_queries_makes_a_guess() {
    let (strategy, wholes) = Run { kv_heads: 16, vocabulary: 32_000, ..plain() }.strategy();
    let found = outcome(&sliced(&strategy, &wholes), &strategy);
    assert!(matches!(found, Outcome::Differs(Certainty::Guess, _)), "{found:?}");
}

#[test]
fn keys_that_every_rank_holds_whole_were_certainly_four_times_as_many() {
    let run = Run { mp: 4, shared: 4, kv_heads: 2, keys_are_whole: true, ..plain() };
    is_told(&run, "model.layers.0.attention.wk.weight", "[16, 64] / 1");
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
    fn what_is_certain_of_a_llama_with_heads_of_their_own_length_is_so(run in odd_runs()) {
        let (strategy, wholes) = run.strategy();
        if strategy.ranks() > 1 {
            // Nothing certain is wrong; `outcome` sees to that.
            outcome(&sliced(&strategy, &wholes), &strategy);
            outcome(&left_out(&strategy, &wholes), &strategy);
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

//! Random models with experts, latent attention and LoRA, laid out as MindFormers' sources lay them out, and
//! saved with all copies or without: what is called certain is so.

use proptest::prelude::*;
use proptest::strategy::Strategy as Strategy_;
use shardlens::geometry::DType;
use shardlens::infer::{Certainty, infer};
use shardlens::layout::{Layout, Mesh, OptShard, SplitRule, Strategy, StrategyBuilder};

use crate::truth::{Outcome, Tensor, left_out, outcome, sliced};

/// A family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Llama,
    Mixtral,
    DeepSeek,
    Mcore,
    /// With latent attention, its first two linears in one or apart.
    Latent {
        is_concat: bool,
    },
}

/// A model and the run that trains it.
#[derive(Clone, Debug)]
struct Run {
    family: Family,
    dp: u64,
    mp: u64,
    pp: u32,
    ep: u64,
    heads: u64,
    head: u64,
    /// How much wider all queries are than the hidden size.
    wide: u64,
    inner: u64,
    experts: u64,
    vocabulary: u64,
    optimizer: Option<OptShard>,
    /// Elements from which the optimizer cuts.
    threshold: u64,
    /// MindFormers 1.6, which cuts what later releases do not.
    is_early: bool,
    use_seq_parallel: bool,
    /// `expert_model_parallel: 1`.
    experts_are_whole: bool,
    has_bias: bool,
    has_shared: bool,
    vocab_emb_dp: bool,
    /// Beside each linear of attention, which is frozen.
    lora: Option<u64>,
    is_left_out: bool,
}

fn runs() -> impl Strategy_<Value = Run> {
    let families = [
        Family::Llama,
        Family::Mixtral,
        Family::DeepSeek,
        Family::Mcore,
        Family::Latent { is_concat: true },
        Family::Latent { is_concat: false },
    ];
    let sizes = (
        prop::sample::select(vec![1u64, 2, 4]),
        prop::sample::select(vec![1u64, 2, 4]),
        1u32..=2,
        prop::sample::select(vec![1u64, 2, 4, 8]),
    );
    let model = (
        1u64..=3,
        prop::sample::select(vec![2u64, 4, 8]),
        1u64..=4,
        prop::sample::select(vec![1u64, 2, 3]),
        1u64..=48,
    );
    let optimizer = prop::sample::select(vec![None, None, Some(OptShard::All), Some(OptShard::Size(2))]);
    let lora = prop::sample::select(vec![None, None, Some(2u64), Some(4)]);
    let flags = prop::array::uniform8(any::<bool>());
    (prop::sample::select(families.to_vec()), sizes, model, optimizer, 0u64..3000, flags, lora).prop_map(
        |(family, (dp, mp, pp, ep), model, optimizer, threshold, flags, lora)| {
            let (heads, head, inner, experts, vocabulary) = model;
            let [is_early, use_seq_parallel, experts_are_whole, has_bias, ..] = flags;
            let [.., has_shared, vocab_emb_dp, is_left_out, is_wide] = flags;
            // Before the parallel core, experts are over data parallelism alone.
            let of_ep = if matches!(family, Family::Mixtral) { dp } else { dp * mp };
            let ep = if of_ep % ep == 0 { ep } else { 1 };
            Run {
                family,
                dp,
                mp,
                pp,
                ep,
                heads: heads * mp,
                head,
                wide: if is_wide && !matches!(family, Family::Llama | Family::Mixtral) { 2 } else { 1 },
                inner: inner * mp * 2,
                experts: experts * ep,
                vocabulary: vocabulary * 4,
                optimizer,
                threshold,
                is_early,
                use_seq_parallel,
                experts_are_whole,
                has_bias,
                has_shared,
                vocab_emb_dp: vocab_emb_dp && pp == 1,
                lora,
                is_left_out,
            }
        },
    )
}

/// How a parameter is cut: dimensions over axes of a mesh of (rest, experts, tensor).
#[derive(Clone, Copy)]
struct Cut {
    experts: u64,
    tensor: u64,
    /// The dimension over tensor parallelism.
    along: Option<usize>,
}

/// Name, stage, whole lengths and layout.
type Parameter = (String, u32, Vec<u64>, Layout);

struct Building<'r> {
    run: &'r Run,
    all: Vec<Parameter>,
}

impl Building<'_> {
    fn add(&mut self, name: String, stage: u32, dims: &[u64], cut: Cut, optimizer: bool) {
        let ranks = self.run.dp * self.run.mp;
        let axes = [ranks / (cut.experts * cut.tensor), cut.experts, cut.tensor];
        let mut dims_of = vec![Vec::new(); dims.len()];
        if let Some(along) = cut.along.filter(|_| cut.tensor > 1) {
            dims_of[along].push(2);
        }
        if cut.experts > 1 {
            dims_of[0].insert(0, 1);
        }
        let layout = Layout::new(Mesh::unnamed(&axes).unwrap(), &dims_of, SplitRule::Exact).unwrap();
        let layout = self.with_optimizer(layout, dims, optimizer);
        self.all.push((name, stage, dims.to_vec(), layout));
    }

    fn with_optimizer(&self, layout: Layout, dims: &[u64], optimizer: bool) -> Layout {
        let elements: u64 = dims.iter().product();
        let wanted = self.run.optimizer.filter(|_| optimizer && elements >= self.run.threshold);
        let Some(shard) = wanted else { return layout };
        let group = layout.replicas();
        let size = if let OptShard::Size(size) = shard { size } else { group };
        let rows = layout.cuts()[0] * size;
        let fits = group > 1 && group.is_multiple_of(size) && dims[0].is_multiple_of(rows);
        if fits { layout.clone().with_optimizer(shard).unwrap_or(layout) } else { layout }
    }

    fn whole(&mut self, name: String, stage: u32, dims: &[u64], optimizer: bool) {
        let cut = Cut { experts: 1, tensor: self.run.mp, along: None };
        self.add(name, stage, dims, cut, optimizer);
    }

    fn linear(&mut self, name: String, stage: u32, dims: [u64; 2], along: Option<usize>) {
        let cut = Cut { experts: 1, tensor: self.run.mp, along };
        let Some(rank) = self.run.lora.filter(|_| name.contains("attention")) else {
            return self.add(name, stage, &dims, cut, true);
        };
        self.add(name.clone(), stage, &dims, cut, false);
        let linear = name.strip_suffix(".weight").unwrap();
        let [a, b] = match self.run.family {
            Family::Mcore | Family::Latent { .. } => ["lora_A.weight", "lora_B.weight"],
            _ => ["mindpet_delta_lora_a", "mindpet_delta_lora_b"],
        };
        let on = |dim: usize| along.filter(|&along| along == dim);
        self.add(format!("{linear}.{a}"), stage, &[rank, dims[1]], Cut { along: on(1), ..cut }, true);
        self.add(format!("{linear}.{b}"), stage, &[dims[0], rank], Cut { along: on(0), ..cut }, true);
    }
}

impl Run {
    const LAYERS: u32 = 2;

    fn hidden(&self) -> u64 {
        self.heads * self.head
    }

    fn parameters(&self) -> Vec<Parameter> {
        let mut building = Building { run: self, all: Vec::new() };
        for layer in 0..Self::LAYERS {
            let stage = layer * self.pp / Self::LAYERS;
            match self.family {
                Family::Llama | Family::Mixtral | Family::DeepSeek => {
                    self.old_layer(&mut building, layer, stage);
                }
                Family::Mcore | Family::Latent { .. } => {
                    self.layer(&mut building, &format!("decoder.layers.{layer}"), stage);
                }
            }
        }
        self.ends(&mut building);
        building.all
    }

    fn ends(&self, building: &mut Building<'_>) {
        let (h, v, last) = (self.hidden(), self.vocabulary, self.pp - 1);
        let is_old = matches!(self.family, Family::Llama | Family::Mixtral | Family::DeepSeek);
        let [embedding, norm, head] = match is_old {
            true => ["model.tok_embeddings.embedding_weight", "model.norm_out.weight", "lm_head.weight"],
            false => {
                ["embedding.word_embeddings.weight", "decoder.final_layernorm.weight", "output_layer.weight"]
            }
        };
        let is_cut = !self.vocab_emb_dp && v.is_multiple_of(self.mp);
        let cut = |is_cut: bool| Cut { experts: 1, tensor: self.mp, along: is_cut.then_some(0) };
        building.add(embedding.to_owned(), 0, &[v, h], cut(is_cut), !is_old);
        building.whole(norm.to_owned(), last, &[h], !is_old);
        let head_is_cut = if is_old { is_cut } else { v.is_multiple_of(self.mp) };
        building.add(head.to_owned(), last, &[v, h], cut(head_is_cut), true);
        if let (Family::Latent { .. }, 0) = (self.family, self.pp % 2) {
            let layer = "mtp.layers.0";
            for norm in ["enorm", "hnorm", "final_layernorm"] {
                building.whole(format!("{layer}.{norm}.weight"), last, &[h], true);
            }
            let along = self.is_early.then_some(0);
            let cut = Cut { experts: 1, tensor: self.mp, along };
            building.add(format!("{layer}.eh_proj.weight"), last, &[h, 2 * h], cut, true);
            self.layer(building, &format!("{layer}.transformer_layer"), last);
        }
    }

    /// A layer on the parallel core.
    fn layer(&self, building: &mut Building<'_>, layer: &str, stage: u32) {
        let (h, f, q) = (self.hidden(), self.inner, self.hidden() * self.wide);
        for norm in ["input_layernorm", "pre_mlp_layernorm"] {
            building.whole(format!("{layer}.{norm}.weight"), stage, &[h], true);
        }
        let attention = |part: &str| format!("{layer}.self_attention.{part}.weight");
        let (query_rank, key_rank, rope) = (self.head * 3, self.head * 2, 2);
        match self.family {
            Family::Latent { is_concat } => {
                let up = match is_concat {
                    true => ["linear_qb", "linear_kvb"],
                    false => ["linear_q_up_proj", "linear_kv_up_proj"],
                };
                let of_query = [self.heads * (self.head + rope), query_rank];
                building.linear(attention(up[0]), stage, of_query, Some(0));
                building.linear(attention(up[1]), stage, [2 * q, key_rank], Some(0));
                if is_concat {
                    let down = [query_rank + key_rank + rope, h];
                    building.linear(attention("linear_qkv"), stage, down, None);
                } else {
                    building.linear(attention("linear_q_down_proj"), stage, [query_rank, h], None);
                    building.linear(attention("linear_kv_down_proj"), stage, [key_rank + rope, h], None);
                }
            }
            _ => building.linear(attention("linear_qkv"), stage, [3 * q, h], Some(0)),
        }
        building.linear(attention("linear_proj"), stage, [h, q], Some(1));
        let router = format!("{layer}.mlp.router");
        building.whole(format!("{router}.weight"), stage, &[self.experts, h], true);
        if self.has_bias {
            building.whole(format!("{router}.expert_bias"), stage, &[self.experts], false);
        }
        let experts = Cut { experts: self.ep, tensor: 1, along: None };
        let weight = |at: u32| format!("{layer}.mlp.experts.weight{at}");
        building.add(weight(1), stage, &[self.experts * h, 2 * f], experts, true);
        building.add(weight(2), stage, &[self.experts * f, h], experts, true);
        if self.has_shared {
            let cut = |dim: usize| Cut { experts: 1, tensor: self.mp, along: self.is_early.then_some(dim) };
            let shared = |at: u32| format!("{layer}.mlp.shared_experts.linear_fc{at}.weight");
            building.add(shared(1), stage, &[4 * f, h], cut(0), true);
            building.add(shared(2), stage, &[h, 2 * f], cut(1), true);
        }
    }

    /// A layer before the parallel core.
    fn old_layer(&self, building: &mut Building<'_>, number: u32, stage: u32) {
        let (h, f, q) = (self.hidden(), self.inner, self.hidden() * self.wide);
        let layer = format!("model.layers.{number}");
        for norm in ["attention_norm", "ffn_norm"] {
            building.whole(format!("{layer}.{norm}.weight"), stage, &[h], false);
        }
        let attention = |part: &str| format!("{layer}.attention.{part}.weight");
        let (query_rank, key_rank, rope) = (self.head * 3, self.head * 2, 2);
        if self.family == Family::DeepSeek {
            for (part, dims, along) in [
                ("q2l_proj", [query_rank, h], None),
                ("kv2l_k_pe", [rope, h], None),
                ("kv2l_latent_kv", [key_rank, h], None),
                ("l2q_nope_proj", [q, query_rank], Some(0)),
                ("l2q_pe_proj", [self.heads * rope, query_rank], Some(0)),
                ("lkv2kv_k_nope", [q, key_rank], Some(0)),
                ("lkv2kv_v", [q, key_rank], Some(0)),
            ] {
                building.linear(attention(part), stage, dims, along);
            }
            building.whole(attention("lq_norm"), stage, &[query_rank], false);
            building.whole(attention("lkv_norm"), stage, &[key_rank], false);
        } else {
            for part in ["wq", "wk", "wv"] {
                building.linear(attention(part), stage, [q, h], Some(0));
            }
        }
        building.linear(attention("wo"), stage, [h, q], Some(1));
        match self.family {
            Family::Mixtral => self.mixtral(building, &layer, stage),
            // The first layers of DeepSeek have no experts.
            Family::DeepSeek if number > 0 => self.grouped(building, &layer, stage),
            _ => {
                let inner = |at: u32| format!("{layer}.feed_forward.w{at}.weight");
                building.linear(inner(1), stage, [f, h], Some(0));
                building.linear(inner(3), stage, [f, h], Some(0));
                building.linear(inner(2), stage, [h, f], Some(1));
            }
        }
    }

    fn mixtral(&self, building: &mut Building<'_>, layer: &str, stage: u32) {
        let (h, f, e) = (self.hidden(), self.inner, self.experts);
        building.whole(format!("{layer}.feed_forward.router.dense.weight"), stage, &[e, h], true);
        let tensor = if self.experts_are_whole { 1 } else { self.mp };
        let cut = |along: usize| Cut { experts: self.ep, tensor, along: Some(along) };
        let weight = |at: u32| format!("{layer}.feed_forward.ffn.w{at}.weight");
        building.add(weight(1), stage, &[e, f, h], cut(1), true);
        building.add(weight(3), stage, &[e, f, h], cut(1), true);
        building.add(weight(2), stage, &[e, h, f], cut(2), true);
    }

    fn grouped(&self, building: &mut Building<'_>, layer: &str, stage: u32) {
        let (h, f, e) = (self.hidden(), self.inner, self.experts);
        let routed = format!("{layer}.feed_forward.routed_experts");
        building.whole(format!("{routed}.router_dense.weight"), stage, &[e, h], true);
        if self.has_bias {
            building.whole(format!("{routed}.topk_bias"), stage, &[e], false);
        }
        let experts = Cut { experts: self.ep, tensor: 1, along: None };
        building.add(format!("{routed}.ffn.w1"), stage, &[e, h, 2 * f], experts, true);
        building.add(format!("{routed}.ffn.w2"), stage, &[e, f, h], experts, true);
        if self.has_shared {
            let cut = |dim: usize| Cut {
                experts: 1,
                tensor: self.mp,
                along: (!self.use_seq_parallel).then_some(dim),
            };
            let shared = |at: u32| format!("{layer}.feed_forward.shared_experts.w{at}.weight");
            building.add(shared(1), stage, &[f, h], cut(0), true);
            building.add(shared(3), stage, &[f, h], cut(0), true);
            building.add(shared(2), stage, &[h, f], cut(1), true);
        }
    }

    fn strategy(&self) -> (Strategy, Vec<Tensor>) {
        let (mut builder, mut wholes) = (StrategyBuilder::default(), Vec::new());
        for (name, stage, dims, layout) in self.parameters() {
            builder.add(&name, stage, layout, None).unwrap();
            wholes.push((name, DType::BF16, dims));
        }
        (builder.build().unwrap(), wholes)
    }
}

/// A model of the size of DeepSeek V3, on 64 ranks.
fn large() -> Run {
    Run {
        family: Family::Latent { is_concat: true },
        dp: 8,
        mp: 4,
        pp: 2,
        ep: 16,
        heads: 56,
        head: 128,
        wide: 2,
        inner: 2048,
        experts: 256,
        vocabulary: 129_280,
        optimizer: None,
        threshold: 0,
        is_early: false,
        use_seq_parallel: true,
        experts_are_whole: false,
        has_bias: true,
        has_shared: true,
        vocab_emb_dp: false,
        lora: None,
        is_left_out: false,
    }
}

#[test]
fn a_large_model_with_experts_is_found_by_its_vocabulary() {
    for (optimizer, is_left_out) in [(None, false), (Some(OptShard::Size(2)), false), (None, true)] {
        let run = Run { optimizer, is_left_out, ..large() };
        let (strategy, wholes) = run.strategy();
        let saved = if is_left_out { left_out(&strategy, &wholes) } else { sliced(&strategy, &wholes) };
        let found = infer(&saved).unwrap();
        assert_eq!(
            (found.model_parallel, found.expert_parallel, found.data_parallel()),
            (Some(4), Some(16), 8)
        );
        assert_eq!(outcome(&saved, &strategy), Outcome::Same(Certainty::Likely), "{run:?}");
    }
}

/// Every length follows from another, if queries are as wide as the hidden size.
#[test]
fn what_lora_alone_saves_is_found() {
    let run = Run { family: Family::Llama, wide: 1, lora: Some(8), ..large() };
    let (strategy, mut wholes) = run.strategy();
    wholes.retain(|(name, ..)| name.contains("lora"));
    assert_eq!(outcome(&sliced(&strategy, &wholes), &strategy), Outcome::Same(Certainty::Likely));
}

/// Of two layers, dealt out to 16 ranks, each comes to lie in one half.
#[test]
fn ranks_that_hold_a_layer_by_accident_are_no_stage() {
    let run = Run {
        family: Family::Mcore,
        dp: 4,
        pp: 1,
        ep: 1,
        heads: 4,
        head: 2,
        wide: 1,
        inner: 8,
        experts: 1,
        vocabulary: 32,
        has_bias: false,
        vocab_emb_dp: true,
        is_left_out: true,
        ..large()
    };
    let (strategy, wholes) = run.strategy();
    let found = infer(&left_out(&strategy, &wholes)).unwrap();
    assert_eq!((found.strategy.stages(), found.data_parallel(), found.model_parallel), (1, 4, Some(4)));
    assert_eq!(outcome(&left_out(&strategy, &wholes), &strategy), Outcome::Same(Certainty::Likely));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_certain_of_experts_latent_attention_and_lora_is_so(run in runs()) {
        let (strategy, wholes) = run.strategy();
        if strategy.ranks() > 1 {
            let saved = if run.is_left_out { left_out(&strategy, &wholes) } else { sliced(&strategy, &wholes) };
            // Nothing certain is wrong; `outcome` sees to that.
            let found = outcome(&saved, &strategy);
            let is_known = !matches!(&found, Outcome::Refused(why) if why != "WidthUnknown");
            prop_assert!(is_known, "{found:?}");
        }
    }
}

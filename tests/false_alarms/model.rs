//! A random model and how two jobs cut it.

use std::collections::BTreeSet;

use shardlens::format::WeightFormat;
use shardlens::geometry::DType;

use crate::choices::Choices;
use crate::rule::Rule;

/// A job that holds the model in slices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) stages: u32,
    pub(crate) devices: u64,
}

impl Job {
    fn random(choices: &mut Choices) -> Option<Self> {
        if choices.one_in(5) {
            return None;
        }
        let devices = choices.pick(&[2, 4, 8, 1, 6, 3, 16, 12]);
        Some(Self { stages: choices.pick(&[1, 2, 4]), devices })
    }

    pub(crate) fn ranks(self) -> u64 {
        u64::from(self.stages) * self.devices
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Tensor {
    pub(crate) name: String,
    pub(crate) dtype: DType,
    pub(crate) dims: Vec<u64>,
    /// Stages of the source that hold it, with the rule of each; empty outside the strategies.
    pub(crate) source: Vec<(u32, Rule)>,
    /// The same of the target.
    pub(crate) target: Vec<(u32, Rule)>,
    /// Whether the weights hold it: gradient accumulators are in strategies only.
    pub(crate) is_saved: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) format: WeightFormat,
    pub(crate) source: Option<Job>,
    pub(crate) target: Option<Job>,
    pub(crate) tensors: Vec<Tensor>,
    /// Every slice is stored once.
    pub(crate) is_deduplicated: bool,
    has_states: bool,
    is_tied: bool,
}

const LAYER: [(&str, usize); 9] = [
    ("attention.wq.weight", 2),
    ("attention.wk.weight", 2),
    ("attention.wv.weight", 2),
    ("attention.wo.weight", 2),
    ("feed_forward.w1.weight", 2),
    ("feed_forward.w2.weight", 2),
    ("feed_forward.w3.weight", 2),
    ("attention_norm.weight", 1),
    ("ffn_norm.weight", 1),
];
const EMBEDDING: &str = "model.tok_embeddings.embedding_weight";

impl Model {
    pub(crate) fn random(choices: &mut Choices) -> Self {
        let format = choices.pick(&[WeightFormat::Ckpt, WeightFormat::Safetensors]);
        let (source, target) = (Job::random(choices), Job::random(choices));
        let dtype = choices.pick(&[DType::F16, DType::BF16, DType::F32]);
        // A stage without a layer would be none.
        let layers = 4 + choices.below(2);
        let mut names: Vec<(String, usize, usize)> = vec![(EMBEDDING.to_owned(), 2, 0)];
        for layer in 0..layers {
            names.extend(
                LAYER.iter().map(|(name, rank)| (format!("model.layers.{layer}.{name}"), *rank, layer)),
            );
        }
        names.push(("model.norm_out.weight".to_owned(), 1, layers - 1));
        names.push(("lm_head.weight".to_owned(), 2, layers - 1));
        let is_tied = choices.one_in(4);
        let stage = |job: Option<Job>, layer: usize| {
            job.map(|job| u32::try_from(layer).unwrap() * job.stages / u32::try_from(layers).unwrap())
        };
        let mut tensors = Vec::new();
        for (name, rank, layer) in names {
            let mut places = |job: Option<Job>| -> Vec<(u32, Rule)> {
                let Some(job) = job else { return Vec::new() };
                let mut stages: BTreeSet<u32> = stage(Some(job), layer).into_iter().collect();
                if is_tied && name == EMBEDDING {
                    stages.insert(job.stages - 1);
                }
                stages.into_iter().map(|stage| (stage, Rule::random(choices, rank, job.devices))).collect()
            };
            let (source, target) = (places(source), places(target));
            let mut tensor = Tensor { name, dtype, dims: vec![1; rank], source, target, is_saved: true };
            tensor.dims = tensor.lengths(choices);
            tensors.push(tensor);
        }
        let has_states = choices.one_in(3);
        if has_states {
            let state = |family: &str, tensor: &Tensor| Tensor {
                name: format!("{family}.{}", tensor.name),
                dtype: DType::F32,
                ..tensor.clone()
            };
            let states: Vec<Tensor> = ["adam_m", "adam_v"]
                .iter()
                .flat_map(|family| tensors.iter().map(|t| state(family, t)))
                .collect();
            tensors.extend(states);
        }
        if choices.one_in(3) {
            let grads: Vec<Tensor> = tensors[..3]
                .iter()
                .map(|t| Tensor { name: format!("accu_grads.{}", t.name), is_saved: false, ..t.clone() })
                .collect();
            tensors.extend(grads);
        }
        for (name, dtype) in
            [("global_step", DType::I32), ("epoch_num", DType::I64), ("learning_rate", DType::F32)]
        {
            if choices.one_in(2) {
                let (source, target) = (Vec::new(), Vec::new());
                tensors.push(Tensor {
                    name: name.to_owned(),
                    dtype,
                    dims: vec![],
                    source,
                    target,
                    is_saved: true,
                });
            }
        }
        let is_deduplicated = source.is_some() && choices.one_in(4);
        Self { format, source, target, tensors, is_deduplicated, has_states, is_tied }
    }

    /// What a thousand of them must not leave out.
    pub(crate) fn traits(&self) -> Vec<&'static str> {
        let rules = || {
            self.tensors
                .iter()
                .flat_map(|tensor| tensor.source.iter().chain(&tensor.target))
                .map(|(_, rule)| rule)
        };
        let is_nested = rules().any(|rule| rule.tensor_map.iter().any(|axes| axes.len() > 1));
        let divides = match (self.source, self.target) {
            (Some(from), Some(to)) => from.devices % to.devices == 0 || to.devices % from.devices == 0,
            _ => true,
        };
        let traits = [
            ("ckpt", self.format == WeightFormat::Ckpt),
            ("safetensors", self.format == WeightFormat::Safetensors),
            ("complete source", self.source.is_none()),
            ("sliced source", self.source.is_some()),
            ("complete target", self.target.is_none()),
            ("sliced target", self.target.is_some()),
            ("source pipeline", self.source.is_some_and(|job| job.stages > 1)),
            ("target pipeline", self.target.is_some_and(|job| job.stages > 1)),
            ("optimizer split", rules().any(|rule| rule.optimizer != 0)),
            ("nested", is_nested),
            ("states", self.has_states),
            ("tied", self.is_tied),
            ("copies left out", self.is_deduplicated),
            ("counts that do not divide", !divides),
        ];
        traits.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
    }
}

impl Tensor {
    /// Lengths that every rule divides.
    fn lengths(&self, choices: &mut Choices) -> Vec<u64> {
        let rules = self.source.iter().chain(&self.target);
        let mut dims = rules.fold(self.dims.clone(), |dims, (_, rule)| {
            dims.iter().zip(rule.cuts()).map(|(&len, cuts)| lcm(len, cuts)).collect()
        });
        dims.iter_mut().for_each(|len| *len *= 1 + choices.below(8) as u64);
        dims
    }
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

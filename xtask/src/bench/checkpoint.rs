//! A complete fp16 checkpoint of Llama's shape as MindSpore writes it, and two strategies to cut it by.

use super::protobuf::{bytes, bytes_header, number, numbers};
use anyhow::Result;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

const VOCABULARY: u64 = 8000;
const HIDDEN: u64 = 2048;
const FEED_FORWARD: u64 = 2048;

/// What the bench works on.
pub(crate) struct Files {
    pub(crate) folder: PathBuf,
    /// `full/`: the complete checkpoint.
    pub(crate) full: PathBuf,
    /// Merged strategy of 8 ranks: 4-way tensor parallel in 2 stages.
    pub(crate) mp4_pp2: PathBuf,
    /// Merged strategy of 4 ranks: 2-way tensor parallel in 2 stages.
    pub(crate) mp2_pp2: PathBuf,
    /// Of the complete checkpoint.
    pub(crate) bytes: u64,
}

/// Along which dimension tensor parallelism cuts.
#[derive(Clone, Copy)]
enum Cut {
    Rows,
    Columns,
    None,
}

struct Tensor {
    name: String,
    shape: Vec<u64>,
    cut: Cut,
    /// Position in the network, of `layers` + 2.
    depth: u64,
}

/// Makes the files, unless they are there.
pub(crate) fn make(folder: &Path, layers: u64) -> Result<Files> {
    let folder = folder.join(format!("llama-{layers}"));
    let tensors = tensors(layers);
    let files = Files {
        full: folder.join("full"),
        mp4_pp2: folder.join("mp4_pp2.ckpt"),
        mp2_pp2: folder.join("mp2_pp2.ckpt"),
        bytes: tensors.iter().map(|tensor| record_head(tensor).len() as u64 + tensor.bytes()).sum(),
        folder,
    };
    let checkpoint = files.full.join("rank_0/full.ckpt");
    if fs::metadata(&checkpoint).is_ok_and(|found| found.len() == files.bytes) {
        return Ok(files);
    }
    eprintln!("making {} ({} bytes)", checkpoint.display(), files.bytes);
    fs::create_dir_all(files.full.join("rank_0"))?;
    fs::write(&files.mp4_pp2, strategy(&tensors, layers, 4, 2))?;
    fs::write(&files.mp2_pp2, strategy(&tensors, layers, 2, 2))?;
    write_checkpoint(&checkpoint, &tensors)?;
    Ok(files)
}

fn tensors(layers: u64) -> Vec<Tensor> {
    let mut tensors = Vec::new();
    let mut add = |name: String, shape: &[u64], cut, depth| {
        tensors.push(Tensor { name, shape: shape.to_vec(), cut, depth });
    };
    add("model.tok_embeddings.embedding_weight".to_owned(), &[VOCABULARY, HIDDEN], Cut::Rows, 0);
    for layer in 0..layers {
        let name = |part: &str| format!("model.layers.{layer}.{part}.weight");
        let depth = layer + 1;
        add(name("attention_norm"), &[HIDDEN], Cut::None, depth);
        add(name("ffn_norm"), &[HIDDEN], Cut::None, depth);
        for part in ["attention.wq", "attention.wk", "attention.wv"] {
            add(name(part), &[HIDDEN, HIDDEN], Cut::Rows, depth);
        }
        add(name("attention.wo"), &[HIDDEN, HIDDEN], Cut::Columns, depth);
        add(name("feed_forward.w1"), &[FEED_FORWARD, HIDDEN], Cut::Rows, depth);
        add(name("feed_forward.w2"), &[HIDDEN, FEED_FORWARD], Cut::Columns, depth);
        add(name("feed_forward.w3"), &[FEED_FORWARD, HIDDEN], Cut::Rows, depth);
    }
    add("model.norm_out.weight".to_owned(), &[HIDDEN], Cut::None, layers + 1);
    add("lm_head.weight".to_owned(), &[VOCABULARY, HIDDEN], Cut::Rows, layers + 1);
    tensors
}

impl Tensor {
    fn elements(&self) -> u64 {
        self.shape.iter().product()
    }

    fn bytes(&self) -> u64 {
        2 * self.elements()
    }

    /// The embedding is in the first stage, the head in the last, the layers between are shared out evenly.
    fn stage(&self, layers: u64, stages: u64) -> u64 {
        (self.depth.saturating_sub(1) * stages / layers).min(stages - 1)
    }
}

/// A record up to the tensor's bytes: field 1 of the file with tag and, inside, dims, type and content.
fn record_head(tensor: &Tensor) -> Vec<u8> {
    let dims: Vec<_> = tensor.shape.iter().map(|length| length.cast_signed()).collect();
    let mut content = numbers(1, &dims);
    content.extend(bytes(2, b"Float16"));
    content.extend(bytes_header(3, tensor.bytes()));
    let content_length = content.len() as u64 + tensor.bytes();
    let mut value = bytes(1, tensor.name.as_bytes());
    value.extend(bytes_header(2, content_length));
    let mut head = bytes_header(1, value.len() as u64 + content_length);
    head.extend(value);
    head.extend(content);
    head
}

fn write_checkpoint(path: &Path, tensors: &[Tensor]) -> Result<()> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    for (seed, tensor) in (0_u32..).zip(tensors) {
        file.write_all(&record_head(tensor))?;
        for element in 0..tensor.elements() as u32 {
            file.write_all(&half(seed, element).to_le_bytes())?;
        }
    }
    Ok(file.into_inner()?.sync_all()?)
}

/// Finite positive halves that differ from their neighbours.
fn half(seed: u32, element: u32) -> u16 {
    let mixed = element.wrapping_mul(2_654_435_761).wrapping_add(seed.wrapping_mul(40_503)) >> 17;
    mixed as u16 & 0x3bff
}

/// A merged strategy file of `ways`-way tensor parallelism in `stages` stages.
fn strategy(tensors: &[Tensor], layers: u64, ways: i64, stages: u64) -> Vec<u8> {
    let mut operators = Vec::new();
    let mut layouts = Vec::new();
    for stage in 0..stages {
        let parallel = [number(1, stage.cast_signed()), bytes(2, &numbers(1, &[1, ways]))].concat();
        operators.extend(bytes(2, &[bytes(1, b"MatMul"), bytes(2, &parallel)].concat()));
        for tensor in tensors.iter().filter(|tensor| tensor.stage(layers, stages) == stage) {
            let name = format!("{stage}-{}", tensor.name);
            let item = [bytes(1, name.as_bytes()), bytes(2, &layout(tensor.cut, ways))].concat();
            layouts.extend(bytes(3, &item));
        }
    }
    let current_stage = number(1, 1);
    [current_stage, operators, layouts].concat()
}

/// dev_matrix, tensor_map, param_split_shape, indices_offset, field, opt_weight_shard_step and its size.
fn layout(cut: Cut, ways: i64) -> Vec<u8> {
    let map: &[i64] = match cut {
        Cut::Rows => &[0, -1],
        Cut::Columns => &[-1, 0],
        Cut::None => &[-1],
    };
    [
        bytes(1, &numbers(1, &[ways])),
        bytes(2, &numbers(1, map)),
        bytes(3, b""),
        bytes(4, b""),
        number(5, 0),
        number(6, 0),
        number(7, 0),
    ]
    .concat()
}

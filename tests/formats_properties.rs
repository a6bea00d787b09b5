//! Properties of the format readers and writers: what is written is read again, and no bytes make
//! a reader panic, read outside its file, or take memory beyond its limits.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use shardlens::format::mindspore::strategy::{self, Encoding, Operator, RawLayout, StrategyFile};
use shardlens::format::mindspore::{ckpt, group};
use shardlens::format::{
    Detected, Entry, FaultKind, Header, NewEntry, WeightFormat, detect, index, layout_file, safetensors,
};
use shardlens::geometry::{DType, Shape};
use shardlens::layout::{Layout, Mesh, OptShard, SplitRule, StrategyBuilder};
use shardlens::source::{Bytes, Metered, ReadAt, read_vec};

const DTYPES: [DType; 15] = [
    DType::Bool,
    DType::I8,
    DType::U8,
    DType::I16,
    DType::U16,
    DType::I32,
    DType::U32,
    DType::I64,
    DType::U64,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
    DType::Int4,
    DType::Str,
];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-z]{1,8}(\\.[a-z0-9_]{1,6}){0,4}", 1 => "[^\\x00]{1,20}"]
}

/// Tensors as a file may have them: scalars, tensors without elements, and some over 512 MiB.
fn tensors() -> impl Strategy<Value = BTreeMap<String, (DType, Shape)>> {
    let dim = prop_oneof![8 => 1u64..9, 1 => Just(0), 1 => 1u64 << 20..1 << 24];
    let tensor = (select(DTYPES.to_vec()), vec(dim, 0..5)).prop_map(|(dtype, dims)| {
        let dims = if dtype == DType::Str { vec![dims.iter().sum::<u64>().clamp(1, 40)] } else { dims };
        let shape =
            Shape::new(dims).ok().filter(|shape| shape.bytes(dtype).is_some_and(|bytes| bytes < 1 << 40));
        (dtype, shape.unwrap_or(Shape::new(vec![3]).unwrap()))
    });
    btree_map(name(), tensor, 1..12)
}

fn round_trip(format: WeightFormat, tensors: &BTreeMap<String, (DType, Shape)>) {
    let new = |(name, (dtype, shape)): (&'_ String, &(DType, Shape))| (name.clone(), *dtype, shape.clone());
    let held = tensors.iter().map(new).filter(|(name, dtype, shape)| match format {
        WeightFormat::Ckpt => shape.dims() != [0],
        WeightFormat::Safetensors => *dtype != DType::Str && name != "format",
    });
    let held: Vec<(String, DType, Shape)> = held.collect();
    let entries: Vec<NewEntry<'_>> = held
        .iter()
        .map(|(name, dtype, shape)| NewEntry { name, dtype: *dtype, shape: shape.clone() })
        .collect();
    if entries.is_empty() {
        return;
    }
    let layout = layout_file(format, &entries).unwrap();
    let file = layout.sparse();
    assert_eq!(file.len(), layout.size);
    let Detected::Weights(header) = detect("x", &file) else { panic!("{:?}", detect("x", &file)) };
    assert_eq!((header.format, &header.faults), (format, &Vec::new()));
    let mut read: Vec<Entry> = header.entries;
    read.sort_by(|a, b| a.name.cmp(&b.name));
    let pieces = layout.pieces.into_iter();
    let written = entries.into_iter().zip(pieces).map(|(entry, pieces)| Entry {
        name: entry.name.to_owned(),
        dtype: entry.dtype,
        shape: entry.shape,
        pieces,
    });
    assert_eq!(read, written.collect::<Vec<_>>());
}

fn raw_layout() -> impl Strategy<Value = RawLayout> {
    let entry = prop_oneof![3 => vec(-1i64..4, 1..2), 1 => vec(0i64..4, 2..4)];
    let numbers = (-1i32..9, -1i32..5, 0i32..2);
    let rare = prop_oneof![9 => Just(Vec::new()), 1 => vec(any::<i64>(), 1..3)];
    (vec(1u64..9, 0..4), vec(entry, 0..4), numbers, rare).prop_map(
        |(mesh, map, (step, size, field), uneven)| RawLayout {
            name: String::new(),
            offset: 0,
            dev_matrix: Some(mesh),
            tensor_map: Some(map),
            param_split_shape: uneven.clone(),
            indices_offset: uneven,
            field,
            opt_shard_step: step,
            opt_shard_size: size,
            tensor_shape: None,
        },
    )
}

fn strategy_file() -> impl Strategy<Value = StrategyFile> {
    let layouts = btree_map(name(), raw_layout(), 1..8);
    let operators = btree_map(name(), 0u32..9, 1..4);
    (layouts, operators, any::<u32>()).prop_map(|(layouts, operators, current_stage)| StrategyFile {
        encoding: Encoding::Protobuf,
        current_stage,
        operators: operators.into_iter().map(|(name, stage)| Operator { name, stage }).collect(),
        layouts: layouts.into_iter().map(|(name, layout)| RawLayout { name, ..layout }).collect(),
        faults: Vec::new(),
    })
}

/// The file without what its place in the bytes decides.
fn placeless(mut file: StrategyFile) -> StrategyFile {
    file.layouts.iter_mut().for_each(|layout| layout.offset = 0);
    file
}

/// A layout over a mesh of up to four axes.
fn layout() -> impl Strategy<Value = Layout> {
    let mesh = vec(select(vec![1u64, 2, 2, 3, 4]), 0..5);
    (mesh, vec(0usize..5, 0..5), 1usize..4, 0u64..9).prop_map(|(mesh, cuts, dims, optimizer)| {
        let mut axes_per_dim = vec![Vec::new(); dims];
        let mut free: Vec<usize> = (0..mesh.len()).collect();
        for (at, cut) in cuts.into_iter().enumerate() {
            if !free.is_empty() {
                axes_per_dim[(at + cut) % dims].push(free.remove(cut % free.len()));
            }
        }
        let layout = Layout::new(Mesh::unnamed(&mesh).unwrap(), &axes_per_dim, SplitRule::Exact).unwrap();
        let shard = if optimizer == 1 { OptShard::All } else { OptShard::Size(optimizer) };
        if optimizer > 0 { layout.clone().with_optimizer(shard).unwrap_or(layout) } else { layout }
    })
}

/// A valid file of each kind that has a reader.
fn valid_files() -> Vec<Vec<u8>> {
    let new = |name, dtype, dims: &[u64]| NewEntry { name, dtype, shape: Shape::new(dims.to_vec()).unwrap() };
    let entries =
        [new("a.weight", DType::F32, &[3, 2]), new("b", DType::F16, &[4]), new("step", DType::I64, &[])];
    let mut files = Vec::new();
    for format in [WeightFormat::Ckpt, WeightFormat::Safetensors] {
        let layout = layout_file(format, &entries).unwrap();
        files.push(read_vec(&layout.sparse(), 0, layout.size).unwrap());
    }
    let raw = |name: &str, map: &[&[i64]], step, size| RawLayout {
        name: name.to_owned(),
        offset: 0,
        dev_matrix: Some(vec![2, 4]),
        tensor_map: Some(map.iter().map(|entry| entry.to_vec()).collect()),
        param_split_shape: Vec::new(),
        indices_offset: Vec::new(),
        field: 0,
        opt_shard_step: step,
        opt_shard_size: size,
        tensor_shape: Some(vec![8; map.len()]),
    };
    let strategy = StrategyFile {
        encoding: Encoding::Protobuf,
        current_stage: 2,
        operators: vec![Operator { name: "MatMul-op1".to_owned(), stage: 0 }],
        layouts: vec![raw("w", &[&[0], &[-1]], 4, -1), raw("n", &[&[1, 0]], 0, 0), raw("s", &[], 0, 0)],
        faults: Vec::new(),
    };
    files.push(strategy::write_protobuf(&strategy));
    files.push(strategy::write_json(&strategy));
    files.push(b"\x0a\x09\x0a\x01g\x12\x04\x08\x00\x08\x04\x12\x02\x08\x00".to_vec());
    let map = [("w".to_owned(), "part0.safetensors".to_owned())].into_iter().collect();
    files.push(index::write_param_name_map(&map, 8));
    files
}

/// One change of a file.
#[derive(Clone, Debug)]
enum Change {
    Set(Index, u8),
    Flip(Index, u8),
    Cut(Index),
    Insert(Index, Vec<u8>),
    /// Puts a part of the file elsewhere.
    Copy(Index, Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    // Lengths that overflow, do not end, or reach far.
    let numbers =
        vec![vec![0xff; 10], vec![0x80; 11], vec![0xff, 0xff, 0xff, 0xff, 0x0f], vec![0x80, 0x80, 0x04]];
    prop_oneof![
        (index(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        (index(), 0u8..8).prop_map(|(at, bit)| Change::Flip(at, bit)),
        index().prop_map(Change::Cut),
        (index(), select(numbers)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        (index(), vec(any::<u8>(), 1..5)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        (index(), index(), index()).prop_map(|(from, to, at)| Change::Copy(from, to, at)),
    ]
}

fn changed(mut file: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let len = file.len();
        let at = |index: &Index| index.index(len + 1);
        match change {
            Change::Set(index, byte) => file.get_mut(at(index)).into_iter().for_each(|old| *old = *byte),
            Change::Flip(index, bit) => file.get_mut(at(index)).into_iter().for_each(|old| *old ^= 1 << bit),
            Change::Cut(index) => file.truncate(at(index)),
            Change::Insert(index, bytes) => {
                let at = at(index);
                file.splice(at..at, bytes.iter().copied());
            }
            Change::Copy(from, to, index) => {
                let (from, to) = (at(from).min(at(to)), at(from).max(at(to)));
                let (part, at) = (file[from..to].to_vec(), at(index));
                file.splice(at..at, part);
            }
        }
    }
    file
}

/// What holds for every header, whatever the bytes were.
fn check_header(header: &Header, source: &dyn ReadAt) {
    let mut names = BTreeSet::new();
    for entry in &header.entries {
        assert!(names.insert(&entry.name), "{} twice", entry.name);
        let len: u64 = entry.pieces.iter().map(|piece| piece.len).sum();
        assert_eq!(Some(len), entry.shape.bytes(entry.dtype), "{}", entry.name);
        assert!(entry.pieces.iter().all(|piece| piece.offset + piece.len <= source.len()));
        assert!(header.faults.iter().all(|fault| fault.tensor.as_ref() != Some(&entry.name)));
    }
    assert!(header.faults.is_sorted_by_key(|fault| fault.offset));
    assert_eq!(header.fingerprint(source.len()).len(), 32);
}

/// Reads bytes as everything.
fn read_all(bytes: &[u8]) {
    for path in ["x.ckpt", "ckpt_strategy_rank_0.ckpt", "x.safetensors", "x.json"] {
        let source = Metered::new(Bytes(bytes));
        match detect(path, &source) {
            Detected::Weights(header) => check_header(&header, &source),
            Detected::Strategy(file) => {
                let layouts = file.layouts.iter().filter_map(|raw| raw.to_layout().ok());
                layouts.for_each(|layout| assert!(layout.shards() <= layout.mesh().ranks()));
            }
            _ => {}
        }
        assert!(source.bytes_read() <= 3 * source.len() + 16384, "{} read", source.bytes_read());
    }
    let source = Bytes(bytes);
    for header in [ckpt::read(&source), safetensors::read(&source)].iter().flatten() {
        check_header(header, &source);
    }
    let fault = strategy::read(&source).err();
    assert!(!matches!(fault.map(|fault| fault.kind), Some(FaultKind::Read { .. })));
    let (_, _, _) = (group::read(&source), index::read(&source), ckpt::verify_crc(&source));
}

/// The largest address space that the process has had, in bytes; none off Linux.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmPeak:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib << 10)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn weights_written_are_read_again(tensors in tensors()) {
        round_trip(WeightFormat::Ckpt, &tensors);
        round_trip(WeightFormat::Safetensors, &tensors);
    }

    #[test]
    fn a_strategy_written_as_protobuf_is_read_again(file in strategy_file()) {
        let read = strategy::read(&Bytes(strategy::write_protobuf(&file))).unwrap();
        prop_assert_eq!(placeless(read), file);
    }

    #[test]
    fn a_strategy_written_as_json_is_read_again_flattened(mut file in strategy_file()) {
        let read = strategy::read(&Bytes(strategy::write_json(&file))).unwrap();
        file.encoding = Encoding::Json;
        for layout in &mut file.layouts {
            let flat = layout.tensor_map.take().unwrap().concat();
            layout.tensor_map = Some(flat.into_iter().map(|axis| vec![axis]).collect());
        }
        prop_assert_eq!(placeless(read), file);
    }

    #[test]
    fn a_layout_written_slices_as_before(layout in layout()) {
        let mut builder = StrategyBuilder::default();
        builder.add("w", 0, layout.clone(), None).unwrap();
        let strategy = builder.build().unwrap();
        for stage in [None, Some(0)] {
            let file = strategy::from_strategy(&strategy, stage).unwrap();
            let read = strategy::read(&Bytes(strategy::write_protobuf(&file))).unwrap();
            prop_assert_eq!(&read.layouts[0].name, if stage.is_some() { "w" } else { "0-w" });
            let read = read.layouts[0].to_layout().unwrap();
            prop_assert_eq!(read.cuts(), layout.cuts());
            for rank in 0..layout.mesh().ranks() {
                prop_assert_eq!(read.position(rank), layout.position(rank));
            }
        }
    }

    #[test]
    fn arbitrary_bytes_do_no_harm(bytes in vec(any::<u8>(), 0..600)) {
        read_all(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn damaged_files_do_no_harm(which in 0usize..6, changes in vec(change(), 1..6)) {
        let before = peak_memory();
        read_all(&changed(valid_files()[which].clone(), &changes));
        // No file of a few hundred bytes makes a reader ask for a gibibyte.
        if let (Some(before), Some(after)) = (before, peak_memory()) {
            prop_assert!(after < before + (1 << 30), "{} bytes", after - before);
        }
    }
}

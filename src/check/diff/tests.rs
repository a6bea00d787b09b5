use super::*;
use crate::catalog::{Checkpoint, CheckpointFile, Table};
use crate::format::{Entry, WeightFormat};
use crate::geometry::Shape;
use crate::layout::{Layout, Mesh, SplitRule, Strategy, StrategyBuilder};

fn weights<'a>(tensors: impl IntoIterator<Item = (&'a str, &'a [u64])>) -> Checkpoint {
    let entry = |(name, dims): (&str, &[u64])| Entry {
        name: name.to_owned(),
        dtype: DType::F32,
        shape: Shape::new(dims.to_vec()).unwrap(),
        pieces: Vec::new(),
    };
    let entries = tensors.into_iter().map(entry).collect();
    let table = Table { entries, metadata: std::collections::BTreeMap::new() };
    let (path, fingerprint) = ("a.ckpt".to_owned(), String::new());
    let file = CheckpointFile { path, size: 0, rank: 0, table: 0, fingerprint };
    Checkpoint { format: WeightFormat::Ckpt, tables: vec![table], files: vec![file] }
}

/// The weights of both sides live as long as what differs between them.
struct Sides([Checkpoint; 2]);

impl Sides {
    fn of<'a>(first: &[(&'a str, &'a [u64])], second: &[(&'a str, &'a [u64])]) -> Self {
        Self([first, second].map(|tensors| weights(tensors.iter().copied())))
    }

    fn diff(&self) -> Diff<'_> {
        let [first, second] =
            self.0.each_ref().map(|checkpoint| Known { strategy: None, checkpoint: Some(checkpoint) });
        diff(&first, &second).unwrap()
    }
}

fn pairs<'a>(diff: &Diff<'a>) -> Vec<(&'a str, &'a str)> {
    diff.renamed.iter().map(|pair| (pair.from, pair.to)).collect()
}

#[test]
fn the_same_is_no_difference() {
    let sides = Sides::of(&[("w", &[4, 2]), ("v", &[3])], &[("v", &[3]), ("w", &[4, 2])]);
    let diff = sides.diff();
    assert!(diff.is_empty());
    assert_eq!(diff.same, ["v", "w"]);
}

#[test]
fn a_shape_that_differs_is_no_rename() {
    let sides = Sides::of(&[("a.w", &[4, 2]), ("v", &[3])], &[("b.w", &[2, 4]), ("v", &[5])]);
    let diff = sides.diff();
    assert_eq!((diff.added, diff.removed), (vec!["b.w"], vec!["a.w"]));
    assert_eq!(diff.reshaped, [Changed { name: "v", from: vec![3], to: vec![5] }]);
}

#[test]
fn a_name_is_paired_with_the_nearest_of_its_shape_and_layer() {
    let square: &[u64] = &[4, 4];
    let sides = Sides::of(
        &[("model.layers.0.attention.wq.weight", square), ("model.layers.1.attention.wq.weight", square)],
        &[
            ("model.layers.1.attention.wq.kernel", square),
            ("model.layers.0.attention.wo.kernel", square),
            ("model.layers.0.attention.wq.kernel", square),
        ],
    );
    let diff = sides.diff();
    assert_eq!(
        pairs(&diff),
        [
            ("model.layers.1.attention.wq.weight", "model.layers.1.attention.wq.kernel"),
            ("model.layers.0.attention.wq.weight", "model.layers.0.attention.wq.kernel"),
        ]
    );
    assert_eq!(diff.added, ["model.layers.0.attention.wo.kernel"]);
    assert_eq!((diff.renamed[0].shared, diff.renamed[0].of), (5, 6));
}

#[test]
fn more_in_front_of_a_name_is_a_rename_both_ways() {
    let sides = Sides::of(&[("w", &[4]), ("network.v", &[3])], &[("network.w", &[4]), ("v", &[3])]);
    assert_eq!(pairs(&sides.diff()), [("w", "network.w"), ("network.v", "v")]);
}

#[test]
fn half_a_million_names_in_one_group_take_no_time() {
    let names: Vec<[String; 2]> = (0..250_000u32).map(|at| [format!("x{at}a"), format!("y{at}b")]).collect();
    let side = |which: usize| weights(names.iter().map(move |pair| (pair[which].as_str(), &[8u64][..])));
    let (first, second) = (side(0), side(1));
    let known = |checkpoint| Known { strategy: None, checkpoint: Some(checkpoint) };
    let diff = diff(&known(&first), &known(&second)).unwrap();
    assert_eq!((diff.added.len(), diff.removed.len(), diff.not_paired), (250_000, 250_000, 500_000));
}

/// The other extreme: groups as large as are compared, with nothing in common.
#[test]
fn no_number_of_groups_takes_more_than_a_bounded_number_of_comparisons() {
    let names: Vec<[String; 2]> =
        (0..250_000u32).map(|at| ["x", "y"].map(|of| format!("{}.{of}{at}.a{of}{at}", at / 64))).collect();
    let side = |which: usize| weights(names.iter().map(move |pair| (pair[which].as_str(), &[8u64][..])));
    let (first, second) = (side(0), side(1));
    let known = |checkpoint| Known { strategy: None, checkpoint: Some(checkpoint) };
    let diff = diff(&known(&first), &known(&second)).unwrap();
    let compared = (1 << 22) / (64 * 64) * 64;
    assert_eq!(diff.not_paired, 2 * (250_000 - compared));
}

fn strategy(mesh: &[u64], axes: &[Vec<usize>]) -> Strategy {
    let layout = Layout::new(Mesh::unnamed(mesh).unwrap(), axes, SplitRule::Exact).unwrap();
    let mut builder = StrategyBuilder::default();
    builder.add("w", 0, layout, None).unwrap();
    builder.build().unwrap()
}

#[test]
fn a_cut_is_the_same_however_its_mesh_is_written() {
    let flat = strategy(&[2, 4], &[vec![1], vec![]]);
    let recut = |second: &Strategy| {
        let [first, second] =
            [&flat, second].map(|strategy| Known { strategy: Some(strategy), checkpoint: None });
        diff(&first, &second).unwrap().recut.len()
    };
    assert_eq!(recut(&strategy(&[2, 1, 4], &[vec![2], vec![1]])), 0);
    assert_eq!(recut(&strategy(&[2, 2, 2], &[vec![1, 2], vec![]])), 0);
    // The same parts, dealt to the ranks in another order.
    assert_eq!(recut(&strategy(&[2, 2, 2], &[vec![2, 1], vec![]])), 1);
    assert_eq!(recut(&strategy(&[2, 4], &[vec![], vec![1]])), 1);
}

#[test]
fn a_complete_checkpoint_is_cut_otherwise_than_what_is_cut() {
    let whole = weights([("w", &[8u64, 4][..])]);
    let complete = Known { strategy: None, checkpoint: Some(&whole) };
    let cut = strategy(&[2, 4], &[vec![1], vec![]]);
    let uncut = strategy(&[2, 4], &[vec![], vec![]]);
    // Of a nested map, which has more dimensions than the tensor: nothing is seen of them.
    let nested = strategy(&[2, 4], &[vec![], vec![], vec![]]);
    let of = |strategy| Known { strategy: Some(strategy), checkpoint: None };
    assert_eq!(diff(&complete, &of(&cut)).unwrap().recut.len(), 1);
    assert_eq!(diff(&of(&cut), &complete).unwrap().recut.len(), 1);
    assert!(diff(&complete, &of(&uncut)).unwrap().is_empty());
    assert!(diff(&complete, &of(&nested)).unwrap().is_empty());
    assert_eq!(unlike_whole(&of(&cut)), ["w"]);
    assert!(unlike_whole(&of(&nested)).is_empty() && unlike_whole(&complete).is_empty());
}

#[test]
fn weights_that_no_strategy_lists_are_not_added_by_the_other_sides() {
    let first = weights([("w", &[8u64, 4][..]), ("v", &[3][..]), ("step", &[][..])]);
    let of = |strategy, checkpoint| Known { strategy: Some(strategy), checkpoint };
    let cut = strategy(&[1], &[vec![], vec![]]);
    let mut builder = StrategyBuilder::default();
    for name in ["w", "v"] {
        let layout = Layout::new(Mesh::unnamed(&[1]).unwrap(), &[vec![], vec![]], SplitRule::Exact).unwrap();
        builder.add(name, 0, layout, None).unwrap();
    }
    let other = builder.build().unwrap();
    let (first, second) = (of(&cut, Some(&first)), of(&other, None));
    let found = diff(&first, &second).unwrap();
    assert_eq!((found.added, found.removed, found.same), (vec![], vec![], vec!["w", "v"]));
    let back = diff(&second, &first).unwrap();
    assert!(back.added.is_empty() && back.removed.is_empty(), "{back:?}");
}

#[test]
fn a_rename_is_found_where_one_side_knows_no_shapes() {
    let first = weights([("old.w", &[8u64, 4][..])]);
    let of = |strategy, checkpoint| Known { strategy: Some(strategy), checkpoint };
    let names = |name: &str| {
        let mut builder = StrategyBuilder::default();
        let layout = Layout::new(Mesh::unnamed(&[2]).unwrap(), &[vec![0], vec![]], SplitRule::Exact).unwrap();
        builder.add(name, 0, layout, None).unwrap();
        builder.build().unwrap()
    };
    let (old, new) = (names("old.w"), names("network.old.w"));
    let [first, second] = [of(&old, Some(&first)), of(&new, None)];
    assert_eq!(pairs(&diff(&first, &second).unwrap()), [("old.w", "network.old.w")]);
}

#[test]
fn slices_are_not_compared_with_wholes() {
    let whole = weights([("w", &[4u64][..])]);
    let mut slices = whole.clone();
    slices.files.push(CheckpointFile { rank: 1, ..slices.files[0].clone() });
    let known = |checkpoint| Known { strategy: None, checkpoint: Some(checkpoint) };
    assert_eq!(diff(&known(&whole), &known(&slices)), Err(SlicesAgainstWholes));
    assert!(diff(&known(&slices), &known(&slices)).unwrap().is_empty());
}

#[test]
fn a_strategy_and_its_own_slices_differ_in_nothing_and_what_was_not_compared_is_told() {
    let mut slices = weights([("w", &[4u64, 4][..])]);
    slices.files.push(CheckpointFile { rank: 1, ..slices.files[0].clone() });
    let cut = strategy(&[2], &[vec![0], vec![]]);
    let of_slices = Known { strategy: None, checkpoint: Some(&slices) };
    let alone = Known { strategy: Some(&cut), checkpoint: None };
    let found = diff(&alone, &of_slices).unwrap();
    assert!(found.is_empty());
    let why: Vec<_> = found.unknown.iter().map(|unknown| (unknown.aspect, unknown.why)).collect();
    assert_eq!(
        why,
        [
            (Aspect::Shapes, [Some(Why::NoWeights), Some(Why::NoStrategy)]),
            (Aspect::Cuts, [None, Some(Why::NoStrategy)]),
            (Aspect::Types, [Some(Why::NoWeights), None]),
        ]
    );
}

#[test]
fn slices_with_one_of_two_strategies_are_compared_as_slices_and_not_called_whole() {
    let of_ranks = |ranks: u64, dims: &[u64]| {
        let mut slices = weights([("w", dims)]);
        let file = slices.files[0].clone();
        slices.files.extend((1..ranks).map(|rank| CheckpointFile { rank, ..file.clone() }));
        slices
    };
    let cut = strategy(&[2], &[vec![0], vec![]]);
    let (two, other, one) = (of_ranks(2, &[4, 4]), of_ranks(2, &[2, 4]), of_ranks(1, &[4, 4]));
    let known = Known { strategy: Some(&cut), checkpoint: Some(&two) };
    let found = |checkpoint| diff(&known, &Known { strategy: None, checkpoint: Some(checkpoint) }).unwrap();
    assert!(found(&two).is_empty() && found(&two).lengths == Lengths::Slices);
    assert_eq!(found(&other).reshaped, [Changed { name: "w", from: vec![4, 4], to: vec![2, 4] }]);
    // The file of one rank, with the very slices: not a complete checkpoint of half the lengths.
    let alone = found(&one);
    assert!(alone.is_empty() && alone.lengths == Lengths::Slices, "{alone:?}");
    // What is whole is cut otherwise, and its lengths prove it; elsewhere that is taken for granted.
    let whole = found(&of_ranks(1, &[8, 4])).recut.len();
    let complete = of_ranks(1, &[8, 4]);
    let [proven, assumed] = [Some(&two), None].map(|checkpoint| {
        let side = Known { strategy: Some(&cut), checkpoint };
        diff(&side, &Known { strategy: None, checkpoint: Some(&complete) }).unwrap().taken_for_whole
    });
    assert_eq!((whole, proven, assumed), (1, None, Some(Side::Target)));
}

#[test]
fn slices_of_other_lengths_are_not_the_same() {
    let of = |dims: &[u64]| {
        let mut slices = weights([("w", dims)]);
        slices.files.push(CheckpointFile { rank: 1, ..slices.files[0].clone() });
        slices
    };
    let sides = [of(&[4, 4]), of(&[2, 4])];
    let [first, second] = sides.each_ref().map(|weights| Known { strategy: None, checkpoint: Some(weights) });
    assert_eq!(diff(&first, &second).unwrap().reshaped.len(), 1);
}

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

fn of<'a>(first: &[(&'a str, &'a [u64])], second: &[(&'a str, &'a [u64])]) -> Diff {
    let (first, second) = (weights(first.iter().copied()), weights(second.iter().copied()));
    let known = |checkpoint| Known { strategy: None, checkpoint: Some(checkpoint) };
    diff(&known(&first), &known(&second)).unwrap()
}

fn pairs(diff: &Diff) -> Vec<(&str, &str)> {
    diff.renamed.iter().map(|pair| (pair.from.as_str(), pair.to.as_str())).collect()
}

#[test]
fn the_same_is_no_difference() {
    let diff = of(&[("w", &[4, 2]), ("v", &[3])], &[("v", &[3]), ("w", &[4, 2])]);
    assert!(diff.is_empty());
    assert_eq!(diff.same, 2);
}

#[test]
fn a_shape_that_differs_is_no_rename() {
    let diff = of(&[("a.w", &[4, 2]), ("v", &[3])], &[("b.w", &[2, 4]), ("v", &[5])]);
    assert_eq!(
        (diff.added.as_slice(), diff.removed.as_slice()),
        (&["b.w".to_owned()][..], &["a.w".to_owned()][..])
    );
    assert_eq!(diff.reshaped, [Changed { name: "v".to_owned(), from: vec![3], to: vec![5] }]);
}

#[test]
fn a_name_is_paired_with_the_nearest_of_its_shape_and_layer() {
    let square: &[u64] = &[4, 4];
    let diff = of(
        &[("model.layers.0.attention.wq.weight", square), ("model.layers.1.attention.wq.weight", square)],
        &[
            ("model.layers.1.attention.wq.kernel", square),
            ("model.layers.0.attention.wo.kernel", square),
            ("model.layers.0.attention.wq.kernel", square),
        ],
    );
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
    let diff = of(&[("w", &[4]), ("network.v", &[3])], &[("network.w", &[4]), ("v", &[3])]);
    assert_eq!(pairs(&diff), [("w", "network.w"), ("network.v", "v")]);
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

fn strategy(mesh: &[u64], axes: &[Vec<usize>]) -> Strategy {
    let layout = Layout::new(Mesh::unnamed(mesh).unwrap(), axes, SplitRule::Exact).unwrap();
    let mut builder = StrategyBuilder::default();
    builder.add("w", 0, layout, None).unwrap();
    builder.build().unwrap()
}

#[test]
fn a_cut_is_the_same_however_its_mesh_is_written() {
    let cut_by = |first: &Strategy, second: &Strategy| {
        let known = |strategy| Known { strategy: Some(strategy), checkpoint: None };
        diff(&known(first), &known(second)).unwrap()
    };
    let flat = strategy(&[2, 4], &[vec![1], vec![]]);
    assert!(cut_by(&flat, &strategy(&[2, 1, 4], &[vec![2], vec![1]])).is_empty());
    assert!(cut_by(&flat, &strategy(&[2, 2, 2], &[vec![1, 2], vec![]])).is_empty());
    // The same parts, dealt to the ranks in another order.
    assert_eq!(cut_by(&flat, &strategy(&[2, 2, 2], &[vec![2, 1], vec![]])).recut.len(), 1);
    assert_eq!(cut_by(&flat, &strategy(&[2, 4], &[vec![], vec![1]])).recut.len(), 1);
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

use super::*;
use crate::format::FaultKind;
use crate::layout::{AxisPart, LayoutError};
use crate::source::Bytes;

/// `{dev_matrix [2, 4], tensor_map [0, -1], step, size}` of the parameter `w`.
fn layout(opt_shard_step: i32, opt_shard_size: i32) -> RawLayout {
    RawLayout {
        name: "w".to_owned(),
        offset: 0,
        dev_matrix: Some(vec![2, 4]),
        tensor_map: Some(vec![vec![0], vec![-1]]),
        param_split_shape: Vec::new(),
        indices_offset: Vec::new(),
        field: 0,
        opt_shard_step,
        opt_shard_size,
        tensor_shape: None,
    }
}

fn file(layouts: Vec<RawLayout>) -> StrategyFile {
    let operators = vec![Operator { name: "MatMul-op0".to_owned(), stage: 0 }];
    StrategyFile { encoding: Encoding::Protobuf, current_stage: 2, operators, layouts, faults: Vec::new() }
}

#[test]
fn an_axis_counts_from_the_right() {
    let layout = layout(0, 0).to_layout().unwrap();
    assert_eq!(layout.partition(), [vec![AxisPart { axis: 1, parts: 4 }], vec![]]);
}

#[test]
fn an_empty_device_matrix_is_one_rank() {
    let raw = RawLayout { dev_matrix: Some(Vec::new()), tensor_map: Some(vec![vec![-1]]), ..layout(0, 0) };
    assert_eq!(raw.to_layout().unwrap().mesh().ranks(), 1);
}

#[test]
fn a_layout_without_a_device_matrix_or_a_map_is_refused() {
    let raw = RawLayout { dev_matrix: None, ..layout(0, 0) };
    assert_eq!(raw.to_layout(), Err(LayoutFault::NoDevMatrix));
    let raw = RawLayout { tensor_map: None, ..layout(0, 0) };
    assert_eq!(raw.to_layout(), Err(LayoutFault::NoTensorMap));
}

#[test]
fn an_axis_that_the_device_matrix_lacks_is_refused() {
    for axis in [2, 7, -2, i64::MIN] {
        let raw = RawLayout { tensor_map: Some(vec![vec![0], vec![axis]]), ..layout(0, 0) };
        assert_eq!(raw.to_layout(), Err(LayoutFault::NoSuchAxis { dim: 1, axis, axes: 2 }));
    }
}

#[test]
fn an_optimizer_size_with_a_step_of_zero_is_refused() {
    assert_eq!(layout(0, -1).to_layout(), Err(LayoutFault::Optimizer { size: -1, step: 0 }));
    assert_eq!(layout(-4, 2).to_layout(), Err(LayoutFault::Optimizer { size: 2, step: -4 }));
    assert_eq!(layout(4, -2).to_layout(), Err(LayoutFault::Optimizer { size: -2, step: 4 }));
}

#[test]
fn an_optimizer_split_without_a_free_axis_is_refused() {
    let raw = RawLayout { dev_matrix: Some(vec![4]), ..layout(1, -1) };
    assert_eq!(raw.to_layout(), Err(LayoutFault::Layout(LayoutError::OptimizerHasNoAxis)));
}

#[test]
fn slices_that_are_not_even_boxes_are_refused_by_name() {
    let raw = RawLayout { param_split_shape: vec![3, 7], ..layout(0, 0) };
    assert_eq!(raw.to_layout(), Err(LayoutFault::Uneven(vec![3, 7])));
    let raw = RawLayout { indices_offset: vec![1], ..layout(0, 0) };
    assert_eq!(raw.to_layout(), Err(LayoutFault::Gathered(vec![1])));
    let raw = RawLayout { field: 8, ..layout(0, 0) };
    assert_eq!(raw.to_layout(), Err(LayoutFault::Fields(8)));
}

#[test]
fn a_layout_twice_counts_once_but_two_different_ones_are_a_fault() {
    let read = |layouts| read(&Bytes(write_protobuf(&file(layouts)))).unwrap();
    let same = read(vec![layout(0, 0), layout(0, 0)]);
    assert_eq!((same.layouts.len(), same.faults.len()), (1, 0));
    let different = read(vec![layout(0, 0), layout(4, -1)]);
    assert_eq!(different.layouts.len(), 1);
    assert_eq!(different.faults[0].kind, FaultKind::Duplicate);
    assert_eq!(different.faults[0].tensor.as_deref(), Some("w"));
}

#[test]
fn one_bad_layout_does_not_lose_the_others() {
    let mut bytes = write_protobuf(&file(vec![layout(0, 0)]));
    let bad = bytes.len() as u64;
    bytes.extend([0x1a, 7, 0x0a, 1, b'v', 0x12, 2, 0x08, 1]); // dev_matrix sent as a number
    let mut other = write_protobuf(&StrategyFile { operators: Vec::new(), ..file(vec![layout(4, -1)]) });
    let name = other.iter().position(|&byte| byte == b'w').unwrap();
    other[name] = b'u';
    bytes.extend(other);
    let read = read(&Bytes(bytes)).unwrap();
    let names: Vec<&str> = read.layouts.iter().map(|layout| layout.name.as_str()).collect();
    assert_eq!(names, ["w", "u"]);
    let [fault] = read.faults.as_slice() else { panic!("{:?}", read.faults) };
    assert_eq!((fault.offset, fault.tensor.as_deref()), (bad, Some("v")));
    assert_eq!(fault.field, "ParallelStrategyMap.parallel_layout_item[1].parallel_layouts.dev_matrix");
}

#[test]
fn a_bad_layout_in_json_does_not_lose_the_others() {
    let text = r#"{"current_stage":2,"parallel_layout_item":{"bad":{"dev_matrix":"2"},"w":{"dev_matrix":[2,4],
        "field":0,"opt_weight_shard_size":0,"opt_weight_shard_step":0,"tensor_map":[0,-1],"tensor_shape":[64,32]}}}"#;
    let read = read(&Bytes(text)).unwrap();
    assert_eq!(read.layouts[0].tensor_shape, Some(vec![64, 32]));
    assert_eq!(read.faults[0].tensor.as_deref(), Some("bad"));
    assert_eq!(read.faults[0].field, "parallel_layout_item[0]");
    let offset = usize::try_from(read.faults[0].offset).unwrap();
    assert!(text[..offset].ends_with("\"2"), "{}", &text[..offset]);
}

#[test]
fn a_nested_map_of_one_dimension_keeps_its_marker() {
    let raw = RawLayout { tensor_map: Some(vec![vec![1, 0]]), ..layout(0, 0) };
    let bytes = write_protobuf(&file(vec![raw.clone()]));
    assert!(bytes.windows(8).any(|bytes| bytes == [0x12, 4, 0x08, 1, 0x08, 0, 0x12, 0]));
    assert_eq!(read(&Bytes(bytes)).unwrap().layouts[0].tensor_map, raw.tensor_map);
}

#[test]
fn a_nested_map_is_flattened_in_json_with_its_shape() {
    let tensor_map = Some(vec![vec![-1], vec![1, 0]]);
    let raw = RawLayout { tensor_map, tensor_shape: Some(vec![32, 64]), ..layout(0, 0) };
    let read = read(&Bytes(write_json(&file(vec![raw])))).unwrap();
    assert_eq!(read.layouts[0].tensor_map, Some(vec![vec![-1], vec![1], vec![0]]));
    assert_eq!(read.layouts[0].tensor_shape, Some(vec![32, 2, 32]));
}

#[test]
fn too_many_dimensions_are_refused() {
    let raw = RawLayout { tensor_map: Some(vec![vec![-1]; 65]), ..layout(0, 0) };
    let file = file(vec![raw]);
    assert!(matches!(
        read(&Bytes(write_protobuf(&file))).unwrap().faults[0].kind,
        FaultKind::OverLimit { .. }
    ));
}

#[test]
fn a_file_over_the_limit_is_refused_unread() {
    let mut sparse = crate::source::Sparse::default();
    sparse.skip(MAX_STRATEGY_FILE + 1);
    assert!(matches!(read(&sparse).unwrap_err().kind, FaultKind::OverLimit { .. }));
}

#[test]
fn faults_of_a_hostile_file_are_counted() {
    let mut bytes = vec![0x08, 2];
    bytes.extend([0x1a, 0].repeat(5000));
    let fault = read(&Bytes(bytes)).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::Malformed(_)), "{fault}");
}

#[test]
fn a_list_that_is_there_twice_in_json_is_a_fault() {
    let text = r#"{"parallel_layout_item":{"w":{"dev_matrix":[2],"field":0,"opt_weight_shard_size":0,
        "opt_weight_shard_step":0,"tensor_map":[0]}},"current_stage":-1,"parallel_layout_item":{}}"#;
    let read = read(&Bytes(text)).unwrap();
    assert_eq!((read.layouts.len(), read.faults.len()), (1, 1));
}

#[test]
fn a_hundred_thousand_brackets_are_refused() {
    for text in ["[".repeat(100_000), format!("{{\"parallel_layout_item\":{}", "[".repeat(100_000))] {
        assert!(matches!(read(&Bytes(text)).unwrap_err().kind, FaultKind::Malformed(_)));
    }
}

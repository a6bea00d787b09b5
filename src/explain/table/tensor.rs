//! `mindspore/parallel/_tensor.py`, and what the redistribution below it raises

use super::texts;

texts! { MindSpore
    "_construct_from_to_tensor_layout" [
        "For param '{tensor}', the tensor map dimensions must match the tensor shape dimensions. Should be: - len(tensor_map) == len(tensor_shape) But got: from_full_tensor_shape = {shape} from_dev_matrix = {mesh} from_tensor_map = {map} to_full_tensor_shape",
        "The tensor map dimensions should be equal to tensor shape dimensions, please check strategy file.",
    ] => MAP_RANK;
    "_construct_from_to_tensor_layout" [
        "Cannot transform device_num from {from#} to {to#}",
    ] => DEVICE_COUNTS;
    "_construct_tensor_layout_for_opt_shard" [
        "^The device_matrix {mesh} and tensor_map {map} cannot sharding opt_shard",
        "dev_matrix value {size#} at dim {dim#} cannot be divided by needed opt sharding size {wanted#}",
        "Remained opt_shard_size {size#} cannot be divided by current sharding size {wanted#}, the repeat dim is {dim#} with dev_matrix value {found#}",
    ] => OPTIMIZER_CUT;
    "_construct_tensor_layout_for_opt_shard" [
        "The optimizer sharding step {step#} is not equal to the model parallel sharding size {wanted#}",
    ] => OPTIMIZER_STEP;
    "_generate_transform_operator_stack" [
        "The transform operators of rank id {target#} is required.",
    ] => INTERNAL;
    "_apply_tensor_transform_operators" [
        "^The checkpoint file of rank {rank#} is missing.",
    ] => SLICE_MISSING, FILE_NOT_PASSED;
    "_apply_tensor_transform_operators" [
        "The operator in the same level should be equal in the transform tensor operator list, but the find {operator} and {other} in level {step#}",
        "The operator should be a list.",
        "The operator should contains 2 item.",
        "The operator[1] should be list.",
        "The data should be a numpy.ndarray.",
        "The data_list should be a list.",
        "The length of data_list {found#} should be equal to concat_group size {wanted#}",
        "The slice operator information is wrong.",
        "np_tensor should be ndarray!",
        "The layout should be tuple! layout is {value}",
        "The length of layout must be larger than 6! layout is {value}",
    ] => INTERNAL;
    "_chunk_tensor_by_strategy" [
        "np_tensor can not be split by strategy!",
        "The length of np_tensor does not match the length of strategy!",
    ] => INDIVISIBLE, MAP_RANK;
    "_load_tensor_by_layout" ["The load tensor only support uniform split now"] => UNEVEN;
    "TensorRedistribution" [
        "Infer tensor redistribution failed.",
        "is not a valid redistrbution op.",
        "from shape size must be equal to to shape size!",
    ] => INDIVISIBLE, OPTIMIZER_CUT;
    "TensorRedistribution" ["reshape to_origin_ device arrangement = ["] => AXIS_BEYOND;
    "DeviceMatrix" ["{value} is not in the current stage!"] => PEER_LIMIT;
}

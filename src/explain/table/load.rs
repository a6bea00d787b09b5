//! `mindspore/train/serialization.py` and what it calls

use super::texts;

texts! { MindSpore
    "load_param_into_net" [
        "For 'load_param_into_net', {tensor} in the argument 'net' should have the same shape as {} in the argument 'parameter_dict'. But got its shape {wanted} in the argument 'net' and shape {found} in the argument 'parameter_dict'.",
        "For 'load_param_into_net', {tensor} in the argument 'parameter_dict' is Tensor, ",
        "For 'load_param_into_net', {tensor} in the argument 'parameter_dict' is scalar, ",
    ] => SHAPE_DIFFERS;
    "load_param_into_net" [
        "For 'load_param_into_net', {tensor} in the argument 'net' should have the same type as {} in the argument 'parameter_dict'. but got its type {wanted} in the argument 'net' and type {found} in the argument 'parameter_dict'.",
    ] => TYPE_DIFFERS;
    "load_param_into_net" [
        "Failed to combine the net and the parameters for param {tensor}",
    ] => SHAPE_DIFFERS, TYPE_DIFFERS;
    "load_param_into_net" [
        "^For 'load_param_into_net', {found#} parameters in the 'net' are not loaded, because they are not in the",
    ] => NOT_LOADED;
    "load_param_into_net" [
        "When loading a parameter dict that has removed redundancy, the network should be compiled.",
        "When loading a checkpoint that has removed redundancy, the network should be compiled.",
    ] => REDUNDANCY_UNCOMPILED;
    "load_checkpoint" [
        "Failed to read the checkpoint file {file}. The file may be corrupted, and the content cannot be parsed.",
    ] => DAMAGED;
    "load_checkpoint" [
        "Failed to read the checkpoint file {file}. The file may be encrypted or tempered with",
        "For 'load_checkpoint', failed to decrypt the checkpoint file.",
    ] => ENCRYPTED;
    "load_checkpoint" [
        "Failed to read the checkpoint file {file}. May not have permission to read it, please check the correct of the file.",
    ] => CHANGED, NO_PERMISSION;
    "load_checkpoint" [
        "For 'load_checkpoint', the crc check has failed. Please check whether the ckpt file is damaged.",
        "For 'load_checkpoint', the crc check is failed, please check whether the ckpt file is damaged.",
        "When loading a checkpoint from AITurbo, if CRC check is enabled, the length of the value must be 2, but got {found#}",
        "When loading a checkpoint from AITurbo, the value of the string has not passed the CRC check and has been corrupted.",
        "When loading a checkpoint from AITurbo, the value of the parameter has not passed the CRC check and has been corrupted.",
    ] => CHANGED;
    "load_checkpoint" [
        "{reason}For 'load_checkpoint', failed to load the checkpoint file {file}",
    ] => UNREADABLE_ENTRY;
    "load_checkpoint" [
        "The loaded parameter dict is empty after filter or specify, please check whether 'filter_prefix' or 'specify_prefix' are set correctly.",
    ] => EMPTY_FILE, FILTERED;
    "load_checkpoint" [
        "For 'load_checkpoint', not enough memory to load checkpoint protobuf content: {file}. The ckpt format",
        "For 'load_checkpoint', the checkpoint protobuf content size {size#} bytes exceeds current available memory {found#} bytes: {file}. The ckpt format",
    ] => MEMORY;
    "load_checkpoint" [
        "For 'load_checkpoint', the checkpoint file: {file} does not exist, please check whether the 'ckpt_file_name' is correct.",
    ] => PATH_ABSENT;
    "load_checkpoint" [
        "For 'load_checkpoint', when format is 'safetensors', the parameter '{argument}' must be set to default value '{wanted}', but got '{found}'",
        "For 'load_checkpoint', the checkpoint file should end with '.ckpt' or '.safetensors'",
        "ckpt don't support BytesIO as input type, please change to safetensors.",
        "For 'load_checkpoint', the argument 'ckpt_file_name' must be string, but got {found}",
        "For 'load_checkpoint', the checkpoint file format must same with 'format', but got file_name:'{file}', format:'{format}'",
        "For 'load_checkpoint', the type of 'specify_prefix' or 'filter_prefix' must be string, list[string] or tuple[string], but got {found}",
        "For 'load_checkpoint', the argument 'specify_prefix' or 'filter_prefix' can't be empty when",
        "For 'load_checkpoint', when 'specify_prefix' or 'filter_prefix' is list or tuple, the element in it must be string, but got {found} at index {index#}",
        "For 'load_checkpoint', the value of 'specify_prefix' or 'filter_prefix' can't include ''.",
    ] => ARGUMENT;
    "save_checkpoint" [
        "For 'save_checkpoint', the format must be 'safetensors' or 'ckpt', but got {format}",
        "For 'save_checkpoint', the parameter 'save_obj' must be nn.Cell, list or dict, but got {found}",
        "For 'save_checkpoint', the parameter {file} for checkpoint file name is invalid,'ckpt_file_name' must be string, but got {found}",
        "For 'save_checkpoint', when format is 'safetensors', the parameter '{argument}' must be set to default value '{wanted}', but got '{found}'",
        "For save_checkpoint, when save_obj is a list of dict items, the name in dict should be string, but got {found}",
        "For save_checkpoint, when save_obj is a list of dict items, the data in dict should be parameter, but got {found}",
        "For save_checkpoint, save_obj should be a list of dict items, and the dict should have key values 'name' and 'value', but got {found}",
        "For save_checkpoint, when save_obj is made up by list of Parameter,the param should be parameter, but got {found}",
        "For save_checkpoint, when save_obj is made up by dict, the key should be str andvalue should be Parameter, but got the type of key is {found}",
        "For 'save_checkpoint', the argument 'append_dict' must be dict, but got {found}",
        "For 'save_checkpoint', the type of dict 'append_info' must be key: string, value: int, float, bool or Generator, but got key: {found}",
    ] => ARGUMENT;
    "save_checkpoint" [
        "For 'save_checkpoint', the parameter `ckpt_file_name`: {folder} is a directory, it must be a file name.",
    ] => PATH_ABSENT;
    "save_checkpoint" [
        "Pipeline Parallel don't support Integrated save checkpoint now.",
        "For 'save_checkpoint' and in automatic model parallel scene, when set 'integrated_save' to True",
    ] => INTEGRATED;
    "ckpt_to_safetensors" ["For 'ckpt_to_safetensors', no directories starting with 'rank' found in {folder}"] => NO_CHECKPOINT;
    "safetensors_to_ckpt" ["For 'safetensors_to_ckpt', no directories starting with 'rank' found in {folder}"] => NO_CHECKPOINT;
    "ckpt_to_safetensors" [
        "For '_gather_all_tasks', error args 'format': {format}",
        "{function}, the input path must be a valid path or file, but got {file}",
        "{function}, the save_path must be a directory, but got '{folder}'",
        "{function}, the type of 'name_map' must be a directory, but got",
        "{function}, the input file must be a {format} file, but got {file}",
        "{function}, the input file does not match the regular expression.",
    ] => ARGUMENT;
    "_check_path_safe" ["{argument} contains '{value}' is not safe, please use a safe one."] => PATH_UNSAFE;
    "_check_path_writable" ["{folder} Path does not exist.$"] => PATH_ABSENT;
    "_check_path_writable" ["Don't have the write permission on the directory {folder}"] => NO_PERMISSION;
    "get_parameter_redundancy" [
        "For get_parameter_redundancy, the format of the parallel communication domain for the optimizer is incorrect.",
    ] => OPTIMIZER_CUT;
}

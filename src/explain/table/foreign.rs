//! What Python and its libraries say where MindSpore does not catch it

use super::texts;

texts! { Python
    "list" ["^list index out of range$"] => WEIGHTS_AS_STRATEGY, AXIS_BEYOND, SCALAR_LAYOUT;
    "int" ["^invalid literal for int() with base 10: {value}"] => OTHER_MODEL, DASH_IN_NAME;
    "numpy" ["^cannot reshape array of size {size#} into shape {shape}"] => OPTIMIZER_CUT;
    "numpy" ["^can only specify one unknown dimension$"] => SAFETENSORS_DAMAGED;
    "numpy" ["^data type 'bfloat16' not understood$"] => BF16_NUMPY;
    "mmap" ["^cannot mmap an empty file$"] => EMPTY_FILE;
    "safetensors" ["^'data_offsets'$"] => SAFETENSORS_DAMAGED;
    "json" [
        "^Expecting {wanted}: line {index#} column",
        "^maximum recursion depth exceeded while decoding a JSON {value} from a unicode string",
    ] => STRATEGY_UNREADABLE;
    "protobuf" [
        "^Value out of range: {value}",
        "{reason}, but expected one of: {wanted}",
        "Error parsing message with type '{value}'",
        "Error parsing message$",
    ] => STRATEGY_UNREADABLE;
    "transform_checkpoints" ["^'str' object has no attribute 'data'$"] => TEXT_ENTRY;
    "unified_safetensors" ["^max() arg is an empty sequence$"] => DEDUPLICATED;
}

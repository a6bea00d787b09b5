//! What the values of texts are called.

use crate::check::Lang;

/// Name, English, Chinese.
const LABELS: &[(&str, &str, &str)] = &[
    ("argument", "argument", "参数"),
    ("devices", "devices", "设备数"),
    ("dim", "dimension", "维度"),
    ("file", "file", "文件"),
    ("folder", "folder", "目录"),
    ("format", "format", "格式"),
    ("found", "got", "实际值"),
    ("from", "from", "源"),
    ("function", "function", "函数"),
    ("index", "at", "位置"),
    ("iteration", "iteration", "迭代"),
    ("map", "tensor map", "tensor_map"),
    ("mesh", "device matrix", "device_matrix"),
    ("needed", "needed rank", "所需 rank"),
    ("operator", "operator", "算子"),
    ("other", "the other", "另一个"),
    ("rank", "rank", "rank"),
    ("ranks", "ranks", "rank 数"),
    ("reason", "reason", "原因"),
    ("shape", "shape", "形状"),
    ("size", "size", "大小"),
    ("step", "step", "步长"),
    ("suffix", "suffix", "后缀"),
    ("target", "target rank", "目标 rank"),
    ("tensor", "tensor", "张量"),
    ("to", "to", "目标"),
    ("value", "value", "值"),
    ("wanted", "expected", "应为"),
];

/// What a value is called; empty if no text has it.
#[must_use]
pub fn label(name: &str, lang: Lang) -> &'static str {
    let (_, en, zh) = LABELS.iter().find(|(known, ..)| *known == name).unwrap_or(&("", "", ""));
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

//! Single files: cut off, of another kind, unreadable.

use super::kinds;

kinds! {
    /// A file that cannot be read as what it is.
    UNREADABLE = "SL0101" Error {
        en: [
            "{file} cannot be read",
            "{fault}",
            "MindSpore fails on this file, or fills what is missing with zeros in silence.",
            "Copy the file again from where it was written, or save the checkpoint again.",
        ],
        zh: [
            "无法读取 {file}",
            "{fault}",
            "MindSpore 读取该文件会失败，或者不加提示地用零补齐缺失部分。",
            "请从写出位置重新拷贝该文件，或重新保存权重。",
        ],
    }
}

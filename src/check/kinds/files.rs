//! Single files: cut off, of another kind, unreadable.

use super::kinds;

kinds! {
    /// The storage failed.
    UNREADABLE = "SL0101" Error {
        en: [
            "{file} cannot be read",
            "Reading at byte {offset} failed: {reason}.",
            "Nothing is known about what it holds.",
            "Check the permissions and the disk or network share that it is on, then open it again.",
        ],
        zh: [
            "无法读取 {file}",
            "在字节 {offset} 处读取失败：{reason}。",
            "无法得知该文件的内容。",
            "请检查文件权限以及所在的磁盘或网络存储，然后重新打开。",
        ],
    }
    /// A file without bytes.
    EMPTY = "SL0102" Error {
        en: [
            "{file} is empty",
            "The file has 0 bytes.",
            "MindSpore stops with “The loaded parameter dict is empty” or “cannot mmap an empty file”.",
            "The job that wrote it was interrupted: copy the file again or use an earlier checkpoint.",
        ],
        zh: [
            "{file} 是空文件",
            "文件大小为 0 字节。",
            "MindSpore 会报错 “The loaded parameter dict is empty” 或 “cannot mmap an empty file”。",
            "写出该文件的任务可能被中断：请重新拷贝，或改用更早的权重。",
        ],
    }
    /// A record claims bytes beyond the end of the file.
    TRUNCATED = "SL0103" Error {
        en: [
            "{file} is cut off",
            "At byte {offset} ({place}) {wanted} {wanted|byte|bytes} should follow, but only {left} do.",
            "MindSpore stops with “The file may be corrupted, and the content cannot be parsed.”",
            "Copy the file again from where it was written and compare the sizes, or use an earlier checkpoint.",
        ],
        zh: [
            "{file} 不完整",
            "字节 {offset} 处（{place}）之后应有 {wanted} 字节，实际只有 {left} 字节。",
            "MindSpore 会报错 “The file may be corrupted, and the content cannot be parsed.”",
            "请从写出位置重新拷贝并核对文件大小，或改用更早的权重。",
        ],
    }
    /// The bytes are not what the format says.
    MALFORMED = "SL0104" Error {
        en: [
            "{file} is damaged or of another kind",
            "At byte {offset} ({place}): {reason}.",
            "MindSpore fails on such a file, or takes wrong values from it in silence.",
            "Check that this is the file you mean; if so, copy it again from where it was written.",
        ],
        zh: [
            "{file} 已损坏，或不是所需类型的文件",
            "字节 {offset} 处（{place}）：{reason}。",
            "MindSpore 读取这样的文件会失败，或者不加提示地得到错误的值。",
            "请确认选对了文件；若无误，请从写出位置重新拷贝。",
        ],
    }
    /// The file is encrypted.
    ENCRYPTED = "SL0105" Error {
        en: [
            "{file} is encrypted",
            "It begins with MindSpore's mark of {cipher}.",
            "Names, shapes and contents cannot be read without the key.",
            "Load it in MindSpore with dec_key and save it again without enc_key.",
        ],
        zh: [
            "{file} 已加密",
            "文件以 MindSpore 的 {cipher} 加密标记开头。",
            "没有密钥就无法读取名称、形状和内容。",
            "请在 MindSpore 中用 dec_key 加载，再不带 enc_key 重新保存。",
        ],
    }
    /// An element type that is not known.
    UNKNOWN_DTYPE = "SL0106" Error {
        en: [
            "{tensor} has the unknown element type {dtype}",
            "{file} gives the tensor the type “{dtype}” (byte {offset}).",
            "Without its element size the tensor can be neither cut nor copied; MindSpore 2.10 fails on it too.",
            "Convert the tensor to a type that MindSpore has, or leave it out.",
        ],
        zh: [
            "{tensor} 的元素类型 {dtype} 未知",
            "{file} 中该张量的类型为“{dtype}”（字节 {offset}）。",
            "不知道元素大小，既不能切分也不能拷贝该张量；MindSpore 2.10 也会失败。",
            "请把该张量转换为 MindSpore 支持的类型，或去掉它。",
        ],
    }
    /// Content whose length is not shape × element size.
    LENGTH_MISMATCH = "SL0107" Error {
        en: [
            "{tensor} has the wrong length",
            "{file} holds {found} {found|byte|bytes} for it, its shape asks for {expected} (byte {offset}).",
            "MindSpore fills missing bytes with zeros and drops surplus ones, in silence.",
            "Save the checkpoint again, or use an earlier one: the values of this tensor are not complete.",
        ],
        zh: [
            "{tensor} 的数据长度不对",
            "{file} 中它有 {found} 字节，而按形状应为 {expected} 字节（字节 {offset}）。",
            "MindSpore 会不加提示地用零补齐缺失部分，或丢弃多余部分。",
            "请重新保存权重或改用更早的权重：该张量的值不完整。",
        ],
    }
    /// The same tensor or layout twice.
    DUPLICATE = "SL0108" Error {
        en: [
            "{tensor} is in {file} twice",
            "It comes again at byte {offset}, with something else in between or with another layout.",
            "MindSpore takes the last one in silence.",
            "Find out which one is right and write the file again with that one only.",
        ],
        zh: [
            "{tensor} 在 {file} 中出现了两次",
            "它在字节 {offset} 处再次出现，中间隔着其他内容，或者切分方式不同。",
            "MindSpore 会不加提示地采用最后一个。",
            "请确认哪一个正确，并只保留它重新写出文件。",
        ],
    }
    /// A kind of record that is recognised but cannot be converted.
    UNSUPPORTED = "SL0109" Error {
        en: [
            "{tensor} cannot be converted",
            "In {file}: {what} (byte {offset}).",
            "It has no equal in the format that is to be written.",
            "Leave the tensor out, or choose a format that can hold it.",
        ],
        zh: [
            "无法转换 {tensor}",
            "{file} 中：{what}（字节 {offset}）。",
            "要写出的格式中没有与之对应的表示。",
            "请去掉该张量，或选择能容纳它的格式。",
        ],
    }
    /// A checksum does not match.
    CHECKSUM = "SL0110" Error {
        en: [
            "{file} has changed since it was written",
            "The checksum of its content is {found}, the file says {expected}.",
            "MindSpore notices only with crc_check=True, and otherwise loads the changed values.",
            "Copy the file again from where it was written, or use an earlier checkpoint.",
        ],
        zh: [
            "{file} 在写出之后内容发生了变化",
            "内容的校验和为 {found}，文件记录的是 {expected}。",
            "MindSpore 只有在 crc_check=True 时才会发现，否则会加载已变化的值。",
            "请从写出位置重新拷贝，或改用更早的权重。",
        ],
    }
    /// A declared size beyond a limit.
    OVER_LIMIT = "SL0111" Error {
        en: [
            "{file} is beyond what a file of its kind can hold",
            "At byte {offset}: {what} is {value}, the limit is {limit}, because: {reason}.",
            "Reading on could take all memory or time.",
            "Check that this is the file you mean; if it is right, tell us, so that the limit can be raised.",
        ],
        zh: [
            "{file} 超出了此类文件的合理范围",
            "字节 {offset} 处：{what}为 {value}，上限为 {limit}，理由：{reason}。",
            "继续读取可能耗尽内存或时间。",
            "请确认选对了文件；若文件无误，请告知我们以便提高上限。",
        ],
    }
    /// Files with a checksum of their content, of which only headers are read.
    CHECKSUM_NOT_CHECKED = "SL0112" Info {
        en: [
            "Checksums are present, but not checked here",
            "Files with a checksum of their content: {files}, such as {file}. Only headers are read, so changed values would go unnoticed.",
            "MindSpore checks them only with crc_check=True.",
            "`shardlens inspect --crc` checks them; `shardlens transform --verify` does before it converts.",
        ],
        zh: [
            "文件带有校验和，此处未核对",
            "带有内容校验和的文件：{files} 个，例如 {file}。这里只读文件头，数值若有改动不会被发现。",
            "MindSpore 只有在 crc_check=True 时才会核对。",
            "`shardlens inspect --crc` 可核对；`shardlens transform --verify` 会在转换前核对。",
        ],
    }
}

//! Folders: missing ranks, gaps, several steps, mixed formats.

use super::kinds;

kinds! {
    /// Several rank folders, but no strategy that says how they are cut.
    NO_SOURCE_STRATEGY = "SL0201" Error {
        en: [
            "{ranks} rank folders, but no source strategy",
            "The checkpoint has rank folders 0 to {last} and nothing says how its tensors are cut.",
            "Equal slices cannot be told from copies, so no whole tensor can be put together.",
            "Give the strategy files that the training job wrote (ckpt_strategy_rank_*.ckpt).",
        ],
        zh: [
            "有 {ranks} 个 rank 目录，但没有源切分策略",
            "权重包含 rank_0 到 rank_{last} 目录，但没有文件说明张量如何切分。",
            "无法区分相同的切片与副本，因此无法拼出完整张量。",
            "请提供训练任务写出的策略文件（ckpt_strategy_rank_*.ckpt）。",
        ],
    }

    /// An entry that the system does not let us open.
    ENTRY_UNREADABLE = "SL0202" Warning {
        en: [
            "{file} cannot be opened",
            "The system says: {reason}.",
            "What is in it does not take part.",
            "If it belongs to the checkpoint, give it to the user who runs this, then open the folder again.",
        ],
        zh: [
            "无法打开 {file}",
            "系统提示：{reason}。",
            "其内容不参与处理。",
            "如果它属于该权重，请为当前用户开放权限后重新打开目录。",
        ],
    }
    /// A link into a folder that it is in.
    LINK_LOOP = "SL0203" Warning {
        en: [
            "{file} leads back to a folder that it is in",
            "{file} is a link to one of its own parent folders.",
            "It is not followed; every file is still found once on the direct way.",
            "Nothing needs to be done; remove the link if it is not wanted.",
        ],
        zh: [
            "{file} 指回了它所在的目录",
            "{file} 是指向自身上级目录的链接。",
            "不会沿该链接继续查找；所有文件仍可由直接路径找到。",
            "无需处理；如不需要该链接可将其删除。",
        ],
    }
    /// A file name that is not UTF-8.
    NAME_NOT_UTF8 = "SL0204" Warning {
        en: [
            "The name of {file} is not UTF-8",
            "The name holds bytes that are no text; they are shown as �.",
            "The entry does not take part: a plan could not name it.",
            "Rename it if it belongs to the checkpoint.",
        ],
        zh: [
            "{file} 的名称不是 UTF-8",
            "名称中含有无法解码的字节，以 � 显示。",
            "该条目不参与处理：搬运计划无法写出它的名称。",
            "如果它属于该权重，请重命名。",
        ],
    }
    /// A pipe, socket or device.
    NOT_A_FILE = "SL0205" Warning {
        en: [
            "{file} is neither a file nor a folder",
            "{file} is a pipe, a socket or a device.",
            "It is not opened.",
            "Nothing needs to be done.",
        ],
        zh: [
            "{file} 既不是文件也不是目录",
            "{file} 是管道、套接字或设备。",
            "不会打开它。",
            "无需处理。",
        ],
    }
    /// More entries than any checkpoint has.
    TOO_MANY_FILES = "SL0206" Error {
        en: [
            "More than {limit} files",
            "The folder holds more than {limit} entries, or links that lead into each other.",
            "The rest was not looked at, so the checkpoint may be incomplete.",
            "Open the folder that directly holds the rank folders.",
        ],
        zh: [
            "文件超过 {limit} 个",
            "该目录下的条目超过 {limit} 个，或其中的链接相互嵌套。",
            "其余条目未查看，因此权重可能不完整。",
            "请直接打开包含 rank 目录的那一级目录。",
        ],
    }
}

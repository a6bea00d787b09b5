//! Calls that cannot work, and texts that say little.

use super::causes;
use crate::check::kinds::{folders, resume, strategy};

causes! {
    ARGUMENT [] {
        "An argument has another type or value than the function takes; nothing was read yet.",
        "Correct the call.";
        "某个参数的类型或取值不符合函数要求，此时尚未读取任何文件。",
        "请修正调用参数。";
    }
    PATH_ABSENT [
        folders::LINK_BROKEN, folders::LINK_TO_ITSELF, resume::CHOSEN_MISSING, resume::CHOSEN_NO_FILE, resume::NEWEST_STOPS
    ] {
        "There is no such file or folder on this machine, or it is a file where a folder is expected.",
        "Check the path on the node that said so: relative paths begin where the job was started, and every node needs its copy or a shared disk.";
        "本机没有该文件或目录，或在需要目录的位置给了文件。",
        "请在报错的节点上检查路径：相对路径以启动目录为准，每个节点都需要自己的副本或共享盘。";
    }
    PATH_UNSAFE [] {
        "The path or prefix contains something that MindSpore refuses: “..”, “//”, “~”, or nothing at all.",
        "Write the path out.";
        "路径或前缀含有 MindSpore 拒绝的内容：“..”、“//”、“~”，或为空。",
        "请写出完整路径。";
    }
    OUTPUT_FORMAT [] {
        "MindSpore does not write safetensors from a .ckpt checkpoint.",
        "`shardlens transform --format safetensors` does, with the same arguments; or convert the files first with ckpt_to_safetensors.";
        "MindSpore 不能从 .ckpt 权重转换出 safetensors。",
        "用同样的参数运行 `shardlens transform --format safetensors` 即可；或先用 ckpt_to_safetensors 转换格式。";
    }
    INTERNAL [
        strategy::BAD_LAYOUT, strategy::RANKS_DIFFER, strategy::DEVICE_COUNTS_DIFFER,
        strategy::TWO_FILES_OF_STAGE, strategy::MERGED_AMONG_OTHERS
    ] {
        "A check inside MindSpore's conversion failed. Layouts that contradict each other lead here, such as strategies of two jobs.",
        "`shardlens plan` with the same arguments checks all layouts and says which one does not fit.";
        "MindSpore 转换内部的检查失败。常见于切分信息互相矛盾，例如混用两个任务的策略。",
        "用同样的参数运行 `shardlens plan`，它会检查所有切分信息并指出不符之处。";
    }
    ELSEWHERE [] {
        "This only says that another rank or an earlier step failed. The reason is in that rank's log.",
        "Look for the earliest error over the logs of all ranks and paste that.";
        "这只说明其他 rank 或之前的步骤失败了，真正的原因在那个 rank 的日志里。",
        "请在所有 rank 的日志中找到时间最早的报错，再粘贴过来。";
    }
}

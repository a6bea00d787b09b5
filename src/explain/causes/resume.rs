//! Why training does not resume.

use super::causes;
use crate::check::kinds::{advice, checkpoint, files, folders, resume};

causes! {
    NO_COMPLETE_STEP [
        resume::STOPS, resume::NOTHING_WORKS, resume::META_BEHIND, folders::RANK_IN_NAME,
        folders::RANK_NAMED_TWICE
    ] {
        "No step is held by every rank among those that meta.json allows: a rank has no files, its meta.json is older than its files, or names a prefix that no file has.",
        "Compare the file names of all ranks; set resume_training to the name of a step that all have, or mend meta.json of the ranks that lag. `shardlens resume DIR` finds that name.";
        "在 meta.json 允许的范围内，没有任何一步是所有 rank 都有的：某个 rank 没有文件，其 meta.json 比文件旧，或其中的前缀没有对应文件。",
        "请对照各 rank 的文件名；把 resume_training 设为所有 rank 都有的文件名，或修正落后 rank 的 meta.json。`shardlens resume DIR` 会给出该文件名。";
    }
    RANK_FOLDER_ABSENT [
        resume::STOPS, resume::RANKS_MISSING, resume::EXTRA_FOLDERS, resume::OTHER_WORLD,
        resume::RANK_NO_FOLDER, folders::NOT_A_RANK
    ] {
        "MindFormers counts the entries whose name begins with rank_ and expects exactly rank_0 to the last. A gap breaks that, and so does a copy such as rank_1_bak.",
        "Restore the missing folder; move copies elsewhere.";
        "MindFormers 统计以 rank_ 开头的条目数，并要求恰好是 rank_0 到最后一个。缺号会出错，rank_1_bak 之类的备份也会。",
        "请补齐缺少的目录，并把备份移到别处。";
    }
    NAME_GRAMMAR [resume::STOPS, resume::DASH, folders::NAMED_OTHERWISE] {
        "A file's name does not follow PREFIX_rank_N-EPOCH_STEP.ckpt, by which rank, epoch and step are read. In versions up to 1.3 a “-” in the prefix breaks it, too.",
        "Rename the files, the same way in all ranks, also in meta.json.";
        "文件名不符合 PREFIX_rank_N-EPOCH_STEP.ckpt，无法读出 rank、epoch 和 step。1.3 及以前的版本中，前缀含 “-” 也会出错。",
        "请在所有 rank 中统一改名，并同步修改 meta.json。";
    }
    LAST_DIFFER [
        resume::STOPS, resume::STEPS_DIFFER, resume::TIME_STAMPS, resume::META_IGNORED,
        folders::STEPS_DIFFER
    ] {
        "No rank has a usable meta.json, so the newest file of each counts, and these are of different steps.",
        "Remove what is newer than the last step that all ranks have, or set resume_training to the name of that step.";
        "没有可用的 meta.json，因此取各 rank 最新的文件，而它们属于不同步数。",
        "请删除比共同最后一步更新的文件，或把 resume_training 设为那一步的文件名。";
    }
    EMPTY_RANK [resume::STOPS, resume::RANKS_MISSING, folders::RANKS_MISSING, folders::NAMED_OTHERWISE] {
        "A rank folder has no checkpoint.",
        "Copy the files of that rank, or take the folder away if the job had fewer ranks.";
        "某个 rank 目录中没有权重文件。",
        "请拷贝该 rank 的文件；若任务原本没有这个 rank，请移走该目录。";
    }
    SAFETENSORS_UNMARKED [resume::STOPS] {
        "A fault of MindFormers 1.5 to 2.1: without meta.json it looks for .ckpt files even if load_ckpt_format is safetensors.",
        "Put a meta.json into every rank folder ({\"last_epoch\": E, \"last_step\": S, \"last_ckpt_file\": \"NAME\"}), or set resume_training to a file's name.";
        "MindFormers 1.5 至 2.1 的缺陷：没有 meta.json 时，即使 load_ckpt_format 为 safetensors 也去找 .ckpt 文件。",
        "请在每个 rank 目录放一个 meta.json（{\"last_epoch\": E, \"last_step\": S, \"last_ckpt_file\": \"NAME\"}），或把 resume_training 设为文件名。";
    }
    OTHER_FORMAT [] {
        "load_ckpt_format names another format than the files have.",
        "Set load_ckpt_format as the files end.";
        "load_ckpt_format 与文件的实际格式不同。",
        "请按文件后缀设置 load_ckpt_format。";
    }
    FLAG_OVERRULED [checkpoint::REDUNDANCY_REMOVED] {
        "The files say whether they were saved without redundancy, and overrule the configuration.",
        "Nothing; set remove_redundancy as the files say to be rid of the warning.";
        "文件自身记录了是否去冗余，以文件为准。",
        "无需处理；把 remove_redundancy 改成与文件一致即可消除告警。";
    }
    FLAG_WRONG [checkpoint::REDUNDANCY_MARKED, checkpoint::REDUNDANCY_UNMARKED] {
        "The flag in the files is wrong, and MindFormers goes by it all the same: copies that it says are left out are there, or the other way round.",
        "Correct remove_redundancy in the files' metadata, or save again.";
        "文件中的标志本身有误，而 MindFormers 仍以它为准：标志说已去除的副本其实都在，或者相反。",
        "请改正文件元数据中的 remove_redundancy，或重新保存。";
    }
    FLAG_UNKNOWN [checkpoint::REDUNDANCY_REMOVED] {
        "The file does not say whether it was saved without redundancy; the configuration decides.",
        "Set remove_redundancy as it was when saving: a tensor that only some of its replicas hold was saved without redundancy.";
        "文件没有记录是否去冗余，以配置为准。",
        "请按保存时的设置填写 remove_redundancy：若某张量只有部分副本 rank 持有，说明是去冗余保存。";
    }
    PREFIX_WITH_RANK [] {
        "The prefix of saved files must not contain “rank”: MindFormers finds the rank by that word.",
        "Choose another prefix.";
        "保存文件的前缀不能含有 “rank”：MindFormers 靠它识别 rank。",
        "请更换前缀。";
    }
    NOTHING_TO_LOAD [resume::NOT_RESUMED, folders::NO_WEIGHTS] {
        "resume_training or auto_trans_ckpt is on, and load_checkpoint is not set or holds no weights. From 1.6 on an empty folder only switches resuming off, with a warning.",
        "Set load_checkpoint to the folder checkpoint of the run that saved, or switch both off.";
        "开启了 resume_training 或 auto_trans_ckpt，但 load_checkpoint 未设置或其中没有权重。1.6 起目录为空时只会给出警告并关闭续训。",
        "请把 load_checkpoint 设为保存权重的任务的 checkpoint 目录，或关闭这两项。";
    }
    NOTHING_LEFT [resume::FINISHED] {
        "The checkpoint is the last of a finished run: no step is left to train, and the dataset gives nothing.",
        "Raise epochs, or resume from an earlier step.";
        "该权重是已结束任务的最后一步：没有剩余步数可训练，数据集不再产出数据。",
        "请增大 epochs，或从更早的步数恢复。";
    }
    DATASET [] {
        "The dataset itself failed; its reason is further down in the message.",
        "Read the part that follows “Dataset Pipeline Error Message”.";
        "数据集本身出错，原因在该消息的后半部分。",
        "请看 “Dataset Pipeline Error Message” 之后的内容。";
    }
    STRATEGY_BESIDE [folders::NO_SOURCE_STRATEGY, resume::TFT_NO_STRATEGY, resume::TFT_NO_FILE] {
        "Fault-tolerant resuming (MS_ENABLE_TFT) takes the strategies of the run that saved, one of each rank, and loads the file that was written last of all, or that of a rank with the same slices. A strategy is missing, or no such rank has the file.",
        "Set src_strategy_path_or_dir to output/strategy of the run that saved. `shardlens resume DIR --tft STRATEGY_DIR` tells what each rank loads.";
        "容错恢复（MS_ENABLE_TFT）使用保存任务每个 rank 的策略文件，加载全部文件中最后写入的那一个，或切片相同的 rank 的同名文件。此处缺少策略文件，或这些 rank 都没有该文件。",
        "请将 src_strategy_path_or_dir 设为保存任务的 output/strategy。`shardlens resume DIR --tft STRATEGY_DIR` 会列出各 rank 加载的文件。";
    }
    NONE_HEALTHY [resume::STOPS] {
        "use_checkpoint_health_monitor is on, and health_ckpts.json in output_dir lists no healthy checkpoint, or is not there: it is looked for in the output_dir of the job that resumes.",
        "Copy health_ckpts.json of the run that saved into output_dir, or switch use_checkpoint_health_monitor off.";
        "开启了 use_checkpoint_health_monitor，但 output_dir 下的 health_ckpts.json 没有健康的权重，或该文件不存在：它会在续训任务的 output_dir 中查找。",
        "请把保存任务的 health_ckpts.json 拷贝到 output_dir，或关闭 use_checkpoint_health_monitor。";
    }
    ITERATION [files::MALFORMED] {
        "latest_checkpointed_iteration.txt is missing, is no number, or names an iteration whose folder is not there.",
        "Write the number of an iteration_NNNNNNNN folder into it, or give that folder.";
        "latest_checkpointed_iteration.txt 不存在、不是数字，或对应的目录不存在。",
        "请在其中写入某个 iteration_NNNNNNNN 目录的编号，或直接给出该目录。";
    }
    METADATA [
        files::MALFORMED, folders::INDEX_FILE_MISSING, folders::PART_MISSING, folders::TENSOR_IN_TWO_FILES
    ] {
        "metadata.json and the files beside it do not fit each other: a file that it names is missing, or a slice has another shape.",
        "Copy the iteration's folder again, whole, from all nodes.";
        "metadata.json 与旁边的文件不一致：所列文件缺失，或切片形状不同。",
        "请从所有节点重新完整拷贝该迭代目录。";
    }
    NO_COUNTERS [advice::NO_COUNTERS] {
        "common.json, which holds epoch, step and loss scale, is not there: the folder is of Hugging Face, or was saved without it.",
        "Load the weights without resuming (no_load_optim: True).";
        "缺少记录 epoch、step 和 loss scale 的 common.json：目录来自 Hugging Face，或保存时没有写出。",
        "请只加载权重而不续训（no_load_optim: True）。";
    }
}

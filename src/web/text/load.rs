//! What to write for a run that loads what is open.

use super::texts;

texts! {
    LOAD: "Load it in MindFormers", "在 MindFormers 中加载";
    LOAD_SAYS:
        "What to write into the run’s YAML so that it loads the source, or what to do first. What the files tell is filled in.",
        "任务的 YAML 中该写什么才能加载源权重，或需要先做什么。文件中能读出的内容已经填好。";
    LOAD_RUN: "The run", "任务";
    LOAD_TRAIN: "trains", "训练";
    LOAD_RESUME: "resumes training", "续训";
    LOAD_PREDICT: "predicts", "推理";
    LOAD_RANKS: "Ranks", "rank 数";
    LOAD_LAYOUT: "Cut as the run that saved", "与保存时切分相同";
    LOAD_SAME: "yes", "是";
    LOAD_OTHER: "no", "否";
    LOAD_DEVICES: "Devices of a machine", "单机设备数";
    LOAD_MACHINES: "Machines", "机器";
    LOAD_ONE: "one", "单机";
    LOAD_SHARED: "several, with a shared disk", "多机，有共享盘";
    LOAD_OWN: "several, without a shared disk", "多机，无共享盘";
    LOAD_MODELARTS: "ModelArts", "ModelArts";
    LOAD_SHARED_HINT:
        "MindFormers takes a disk for shared if it is mounted as nfs, nfs4, dpc or sshfs, or is named in SHARED_PATHS.",
        "只有挂载类型为 nfs、nfs4、dpc 或 sshfs，或列在 SHARED_PATHS 中的路径，MindFormers 才认为是共享盘。";
    LOAD_PATH: "Checkpoint’s path there", "任务机器上的权重路径";
    LOAD_STRATEGY: "Strategy’s path there", "任务机器上的策略路径";
    LOAD_OUTPUT: "output_dir", "output_dir";
    LOAD_SIZES: "parallel_config, to be checked", "parallel_config（用于核对）";
    LOAD_CASE: "In MindFormers’ document: {case}", "见 MindFormers 文档：{case}";
    LOAD_OBSTACLES:
        "MindFormers cannot convert when this run is started, so convert first:",
        "该任务启动时 MindFormers 无法自动转换，需要先离线转换：";
    LOAD_YAML: "Write into the run’s YAML, and start it", "写入任务的 YAML 并启动";
    LOAD_COPY: "Copy lines", "复制这些行";
    LOAD_COMMAND: "The same as a command, where the files are", "在文件所在机器上用命令得到同样的结果";
    LOAD_OTHER_WORLD: "What to do then", "查看做法";
}

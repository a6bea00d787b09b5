//! Devices: stage × mesh, and a rank's contents.

use super::texts;

texts! {
    DEVICES_SAYS:
        "Each cell is a rank; the colour is how many bytes it holds.",
        "每格是一个 rank，颜色表示它持有的字节数。";
    NO_BYTES:
        "Bytes per rank are not known: open the weights.",
        "每个 rank 的字节数未知：请打开权重。";
    BALANCE: "{least} to {most}", "{least} 至 {most}";
    RANK_TITLE: "Rank {n}", "rank {n}";
    RANK_STAGE: "Stage {stage}, rank {rank} in it", "阶段 {stage}，阶段内 rank {rank}";
    RANK_COORDINATES: "Mesh position", "网格坐标";
    RANK_HOLDS: "Holds", "持有";
    RANK_CONTENTS: "Contents", "内容";
    RANK_READS: "Reads", "读取";
    RANK_SENDS: "Is read", "被读取";
    SCALE: "bytes per rank", "每个 rank 的字节数";
    GRID_LABEL: "{side}: bytes per rank", "{side}：每个 rank 的字节数";
    RANK_TABLE: "Ranks as a table", "rank 列表";
}

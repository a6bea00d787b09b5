//! The Findings view, and the answers about texts of error.

use super::texts;

texts! {
    FINDINGS_ALL: "All {n}", "全部 {n}";
    FINDINGS_OF: "{word} {n}", "{word} {n}";
    FINDINGS_SHOW_ALL: "All findings ({n})", "查看全部 {n} 条诊断";
    FINDINGS_SHOWN: "Severity", "严重程度";
    FINDINGS_ONLY: "Only {code}", "仅 {code}";
    FINDINGS_OTHER: "There is no finding {code} of this severity here. What it means: shardlens explain {code}", "这里没有该严重程度的诊断 {code}。其含义见：shardlens explain {code}";
    FINDINGS_NOTHING: "No findings.", "没有诊断。";
    FINDINGS_HERE: "{n} {n|finding|findings}", "{n} 条诊断";
    COPY_ALL: "All as Markdown", "全部复制为 Markdown";
    COPY_ONE: "As Markdown", "复制为 Markdown";
    PASTE_TITLE: "Paste an error text", "粘贴报错文本";
    PASTE_FIRST: "Did something fail? Paste the error", "遇到报错？粘贴报错文本";
    PASTE_HINT:
        "A message, a traceback or a whole log of MindSpore or MindFormers. It stays on this page.",
        "MindSpore 或 MindFormers 的一条报错、一段 traceback 或整份日志。内容不会离开本页。";
    TOLD_OPEN:
        "Open the files on either side above: Findings then says which cause it is, and where.",
        "在上方打开文件后，“诊断”中会指出是哪一种原因、在什么位置。";
    TOLD_RANK: "{side}, rank {rank}", "{side} rank {rank}";
    TOLD_LINE: "line {n}", "第 {n} 行";
    TOLD_LINES: "lines {n}–{last}", "第 {n}–{last} 行";
    TOLD_MORE: "Values that are not listed here: {n}.", "未在此列出的取值：{n} 个。";
    TOLD_TIMES: "{n} times", "共 {n} 次";
    TOLD_RANKS: "{ranks[]|rank|ranks} {ranks}", "rank {ranks}";
    TOLD_CAUSE: "Cause", "原因";
    TOLD_CAUSES: "Possible cause {at} of {n}", "可能的原因 {at} / {n}";
    TOLD_HERE: "Found here", "在已打开的文件中发现";
    TOLD_CODES: "Would be told as", "对应的诊断";
    TOLD_NOTHING:
        "None of the known texts of MindSpore and MindFormers is in this. Look for the earliest error over the logs of all ranks; other ranks often report only that one has failed.",
        "其中没有已知的 MindSpore 或 MindFormers 报错。请在所有 rank 的日志中找到最早的报错；其他 rank 往往只报告有 rank 失败。";
    TOLD_LAST: "The last error in it: {text}", "其中最后一个错误：{text}";
    TOLD_CUT: "Only the end of the text was read.", "只读取了文本的末尾部分。";
}

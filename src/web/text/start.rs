//! The first screen.

use super::texts;

texts! {
    WHAT_THIS_IS:
        "See which device holds which slice of every tensor, find what does not fit, and plan the reshard.",
        "看清每个张量的每一片在哪个设备上，找出对不上的地方，并规划权重的重切分。";
    SOURCE_SAYS: "where the weights are now", "权重现在的切分";
    TARGET_SAYS: "how the next job needs them", "下一个任务需要的切分";
    DROP_FILES: "Drop files or folders here", "把文件或文件夹拖到这里";
    TAKES: "Takes", "可接受";
    CLOSED: "What was open is closed.", "之前打开的内容已关闭。";
    UNDO: "Undo", "撤销";
    REPLACED: "{side}: replaced {name}", "{side}：已替换 {name}";
    COMBINE: "Add to it instead", "改为与它合并";
    OPEN_EXAMPLE: "Open the example", "打开示例";
    EXAMPLE_SAYS:
        "Llama 7B, trained as dp2·mp1·pp4 on 8 devices, to be served as dp1·mp2·pp2 on 4",
        "Llama 7B：8 卡 dp2·mp1·pp4 训练，转为 4 卡 dp1·mp2·pp2";
    PRIVACY:
        "Nothing leaves this page. Files are read on this machine, headers only. Names and sizes of what you opened stay in this browser until you clear them.",
        "任何内容都不会离开本页：文件只在本机读取，且只读文件头。最近打开的名称和大小只留在此浏览器中，可随时清除。";
    LINK_WAITS:
        "This link shows {what}. Open the files that it is about.",
        "此链接要显示{what}：请打开相应的文件。";
    LINK_LACKS:
        "This link names {name}, which these files do not hold.",
        "此链接指向 {name}，但这些文件中没有这个张量。";
    RECENT: "Opened recently", "最近打开";
    RECENT_SAYS: "by name only: choose the folder again", "只记名称，需要重新选择文件夹";
    RECENT_CLEAR: "Clear the list", "清除列表";
    RECENT_AGAIN: "Choose {name} again", "重新选择 {name}";
    WHOLE_CASE:
        "A folder with both sides (src…/dst… or source…/target…) can be dropped on either.",
        "包含两侧的文件夹（src…/dst… 或 source…/target…）拖到任一侧即可。";
    TARGET_EMPTY_MEANS: "Leave it empty for complete, uncut weights.", "留空表示转为完整（未切分）的权重。";
}

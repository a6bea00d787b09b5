//! The list of tensors.

use super::texts;

texts! {
    SEARCH: "Search names", "搜索名称";
    SEARCH_HINT:
        "Words that a name contains, all of them. * and ? stand for any characters in whole parts: layers.*.w? — between slashes, a regular expression: /layers\\.[0-3]\\./",
        "名称须包含所输入的每个词。* 和 ? 为通配符，按完整的名称段匹配：layers.*.w?；写在两个斜杠之间的是正则表达式：/layers\\.[0-3]\\./";
    SEARCH_COUNT: "{shown} of {all}", "{shown} / {all}";
    SEARCHING: "Searching…", "正在搜索…";
    SEARCH_INVALID: "Not a pattern: {reason}", "表达式无效：{reason}";
    SEARCH_STOPPED:
        "This pattern takes too long on these names and was stopped: make it simpler.",
        "此表达式匹配耗时过长，已中止：请换一个更简单的写法。";
    ARRANGING: "Arranging names: {percent} %", "正在整理名称：{percent}%";
    ORDER: "Order", "排序";
    ORDER_NAME: "By name", "按名称";
    ORDER_FILE: "As in the files", "按文件中的顺序";
    ORDER_SIZE: "Largest first", "从大到小";
    ARRANGEMENT: "Arrangement", "排列方式";
    AS_TREE: "Tree", "树形";
    AS_LIST: "List", "列表";
    COLUMNS: "Columns", "列";
    EXPORT_CSV: "CSV", "CSV";
    EXPORT_CSV_HINT:
        "Download the tensors that are shown as a table (CSV)",
        "将当前显示的张量下载为表格（CSV）";
    FILTERS: "Filters", "筛选";
    FILTER_CLEAR: "Clear", "清除";
    FILTER_FINDINGS: "With findings", "有诊断";
    FILTER_SHARDED: "Sharded", "有切分";
    FILTER_REPLICATED: "Replicated", "仅副本";
    FILTER_WHOLE: "Whole", "完整";
    FILTER_SHARDED_HINT: "cut into slices on either side", "至少一侧被切成多片";
    FILTER_REPLICATED_HINT: "not cut, but held by several ranks", "未切分，由多个 rank 各持一份";
    FILTER_WHOLE_HINT: "neither cut nor laid out over several ranks", "既未切分，也未分布到多个 rank";
    FILTER_STAGE: "Stage", "阶段";
    FILTER_STAGE_ANY: "any stage", "任意阶段";
    FILTER_STAGE_OF: "{side} stage {n} ({count})", "{side}阶段 {n}（{count}）";
    FILTER_RANK: "Rank", "rank";
    FILTER_RANK_ANY: "any rank", "任意 rank";
    FILTER_RANK_OF: "{side} rank", "{side} rank";
    FILTER_RANK_NUMBER: "Number of the rank, 0 to {last}", "rank 编号，0 到 {last}";
    FILTER_RANK_NONE: "No rank {n}, nothing is filtered by it. {says}.", "没有 rank {n}，未按它筛选。{says}。";
    COLUMN_NAME: "Name", "名称";
    COLUMN_DTYPE: "Type", "类型";
    COLUMN_SHAPE: "Whole shape", "完整形状";
    COLUMN_PARAMETERS: "Parameters", "参数量";
    COLUMN_SOURCE: "Source slice", "源切片";
    COLUMN_TARGET: "Target slice", "目标切片";
    COLUMN_SOURCE_STAGES: "Source stage", "源阶段";
    COLUMN_TARGET_STAGES: "Target stage", "目标阶段";
    COLUMN_REPLICAS: "Replicas", "副本数";
    COLUMN_REPLICAS_HINT: "ranks that hold each slice, source → target", "持有每个切片的 rank 数：源 → 目标";
    COLUMN_DIFFERS: "Differs", "不同";
    COLUMN_FINDINGS: "Findings", "诊断";
    ADDED: "Added", "新增";
    ADDED_HINT: "on the target side only", "仅目标侧有";
    REMOVED: "Removed", "移除";
    REMOVED_HINT: "on the source side only", "仅源侧有";
    RENAMED: "Renamed", "改名";
    RENAMED_HINT: "under another name on the other side; both names are listed", "在对侧用另一个名称；两个名称都列出";
    RESHAPED: "Other shape", "形状不同";
    RESHAPED_HINT: "of another whole shape", "完整形状不同";
    RECUT: "Cut otherwise", "切分不同";
    RECUT_HINT: "cut into other slices, dealt to the ranks otherwise, or in other stages", "切片、分给各 rank 的方式或所在阶段不同";
    RETYPED: "Other type", "类型不同";
    RETYPED_HINT: "of another element type", "元素类型不同";
    UNCHANGED: "Same", "相同";
    UNCHANGED_HINT: "nothing else differs, as far as both sides are known", "就两侧已知的内容而言，其余相同";
    NOT_COMPARED: "not compared", "未比较";
    CALLED_IN_SOURCE: "called {name} in the source", "在源侧名为 {name}";
    CALLED_IN_TARGET: "called {name} in the target", "在目标侧名为 {name}";
    DIFFERENCES_JOIN: "; ", "；";
    DIFFERENCE_SAYS: "{kind}: {says}", "{kind}：{says}";
    COMPARED_TITLE: "Compared", "比较";
    OTHER_NAME_PARTS: "{shared} of {of} parts of the names are alike", "名称的 {of} 段中有 {shared} 段相同";
    NAME_IN_SOURCE: "Name in the source:", "在源侧的名称：";
    NAME_IN_TARGET: "Name in the target:", "在目标侧的名称：";
    MIXED: "mixed", "混合";
    AT_LEAST: "at least ", "至少 ";
    AT_LEAST_HINT: "of {n} more the size is not known", "另有 {n} 个大小未知";
    TIMES: "×{n}", "×{n}";
    TIMES_HINT: "{n} modules that are alike but for their numbers and stages", "{n} 个模块除编号和阶段外完全相同";
    TIMES_MIXED_HINT: "{n} numbered modules in groups that are alike", "{n} 个带编号的模块，相同的归为一组";
    TENSORS_IN: "{n} {n|tensor|tensors}", "{n} 个张量";
    TOTAL_SHOWN: "Shown", "显示";
    TOTAL_ALL: "All", "全部";
    TOTAL_PARAMETERS: "{n} {n|parameter|parameters}", "{n} 参数";
    SHAPES_UNKNOWN:
        "Strategies do not state shapes: open the weights to see shapes and bytes.",
        "策略文件不含张量形状：打开权重后即可看到形状和大小。";
    HELD_WHOLE: "whole", "完整";
    HELD_ABSENT: "absent", "无";
    REPLICAS: "×{n}", "×{n}";
    REPLICAS_HINT: "{n} {n|rank holds|ranks hold} each slice", "每个切片由 {n} 个 rank 持有";
    STAGE_SHORT: "s{n}", "s{n}";
    NO_MATCH: "No tensor fits the search and the filters.", "没有符合搜索与筛选条件的张量。";
    SHOW_ALL: "Show all tensors", "显示全部张量";
    TENSOR_KEYS:
        "Arrow keys move, open and close; * opens all neighbours; Enter shows the picture; Ctrl+C copies the name.",
        "方向键移动、展开和收起；* 展开所有同级；Enter 查看切片图；Ctrl+C 复制名称。";
}

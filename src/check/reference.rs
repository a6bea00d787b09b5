//! The kinds of finding without a finding: for whoever asks what a code means.

use std::fmt::Write;

use super::{Kind, Lang, Record, Subject};

impl Kind {
    /// The texts without values: `{file}` reads ‹file›, and words that follow a number are many.
    #[must_use]
    pub fn described(&self, lang: Lang) -> Record {
        let text = self.text(lang);
        Record {
            code: self.code.to_owned(),
            severity: self.severity,
            subject: Subject::default(),
            title: unfilled(text.title),
            evidence: unfilled(text.evidence),
            consequence: unfilled(text.consequence),
            remedy: unfilled(text.remedy),
            args: [].into(),
            args_zh: [].into(),
        }
    }
}

fn unfilled(template: &str) -> String {
    let mut pieces = template.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once('}').unwrap_or((piece, ""));
        match name.split('|').nth(2) {
            Some(many) => text.push_str(many),
            None => text.extend(["‹", &name.replace('_', " "), "›"]),
        }
        text.push_str(rest);
    }
    text
}

/// All kinds as a page of Markdown.
#[must_use]
pub fn reference(lang: Lang) -> String {
    let words = match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    };
    let mut page = words.head.to_owned();
    let mut parts = String::new();
    for kind in Kind::all() {
        let Record { code, severity, title, evidence, consequence, remedy, .. } = kind.described(lang);
        let (severity, anchor, title) = (severity.label(lang), code.to_lowercase(), plain(&title));
        let _ = writeln!(page, "| [{code}](#{anchor}) | {severity} | {title} |");
        let _ = write!(parts, "\n## {code}\n\n**{title}** · {severity}\n\n");
        for (label, text) in [(words.seen, evidence), (words.means, consequence), (words.remedy, remedy)] {
            let _ = writeln!(parts, "* {label}{}", plain(&text));
        }
    }
    page + &parts
}

/// The words around the kinds.
struct Words {
    head: &'static str,
    seen: &'static str,
    means: &'static str,
    remedy: &'static str,
}

const EN: Words = Words {
    head: "<!-- Made from the table in src/check/kinds by `UPDATE_EXPECT=1 cargo test --lib reference`. -->\n
# Findings\n
Everything that shardlens tells about files, strategies and conversions, by code. A code is never given a new meaning.
‹name› stands for a value. `shardlens explain CODE` says the same in the terminal. [中文](findings.zh.md)\n
| code | | |\n|---|---|---|\n",
    seen: "Seen: ",
    means: "Means: ",
    remedy: "Do: ",
};

const ZH: Words = Words {
    head: "<!-- 由 `UPDATE_EXPECT=1 cargo test --lib reference` 根据 src/check/kinds 中的表生成。 -->\n
# 诊断一览\n
shardlens 对文件、策略和转换给出的全部诊断，按编号排列。编号的含义不会改变。‹name› 表示具体的值。
`shardlens explain CODE --lang zh` 在终端给出同样的说明。[English](findings.md)\n
| 编号 | | |\n|---|---|---|\n",
    seen: "现象：",
    means: "影响：",
    remedy: "处理：",
};

/// A text in which nothing is markup but code.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (index, part) in text.split('`').enumerate() {
        let is_code = index % 2 == 1;
        if index > 0 {
            escaped.push('`');
        }
        for c in part.chars() {
            if !is_code && matches!(c, '*' | '_' | '<' | '>' | '[' | ']' | '|' | '\\') {
                escaped.push('\\');
            }
            escaped.push(c);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_values_can_be_read() {
        assert_eq!(unfilled("{a_b} {a|file does|files do} not {c}"), "‹a b› files do not ‹c›");
        for record in Kind::all().flat_map(|kind| [Lang::En, Lang::Zh].map(|lang| kind.described(lang))) {
            let texts = [&record.title, &record.evidence, &record.consequence, &record.remedy];
            assert!(texts.iter().all(|text| !text.contains(['{', '}', '|'])), "{record:?}");
        }
    }

    #[test]
    fn markup_is_escaped_except_in_code() {
        assert_eq!(plain("a_b `c_d` <e>"), "a\\_b `c_d` \\<e\\>");
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn the_committed_reference_is_that_of_the_table() {
        for (lang, name) in [(Lang::En, "findings.md"), (Lang::Zh, "findings.zh.md")] {
            let path = format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"));
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                std::fs::write(&path, reference(lang)).unwrap();
            }
            let committed = std::fs::read_to_string(&path).unwrap();
            assert!(
                committed == reference(lang),
                "docs/{name} is not what the table gives: run `UPDATE_EXPECT=1 cargo test --lib reference`"
            );
        }
    }
}

//! Findings as Markdown that can be pasted into an issue. Names come from files and may be
//! anything: they stand in code only, where no markup, no mention and no link works.

use std::fmt::Write;

use super::{Lang, Record};
use crate::phrase::shortened;

/// Findings, in their language, one after the other: severity and code, then the texts as a block of code.
#[must_use]
pub fn markdown<'a>(findings: impl IntoIterator<Item = &'a Record>, lang: Lang) -> String {
    let mut part = String::new();
    for record in findings {
        let lines = [&record.title, &record.evidence, &record.consequence, &record.remedy];
        let lines: Vec<String> = lines
            .into_iter()
            .filter(|line| !line.is_empty())
            .map(|line| printable(&shortened(line)))
            .collect();
        let severity = record.severity.label(lang);
        let _ = writeln!(part, "{severity} {}\n\n{}", code(&record.code), fenced(&lines.join("\n")));
    }
    part
}

/// A text on one line, without characters that have no shape of their own: controls, and marks
/// that turn the direction of writing.
fn printable(text: &str) -> String {
    let shaped = |c: char| match c {
        c if c.is_control() => ' ',
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
            '\u{fffd}'
        }
        c => c,
    };
    text.chars().map(shaped).collect()
}

/// A name as code in a line or a table. A longer run of backticks around it keeps its own inside; a
/// bar would end the cell.
#[must_use]
pub fn code(name: &str) -> String {
    let name = printable(&shortened(name)).replace('|', "\\|");
    let fence = "`".repeat(longest_run(&name) + 1);
    format!("{fence} {name} {fence}")
}

/// Lines as a block of code.
#[must_use]
pub fn fenced(lines: &str) -> String {
    let fence = "`".repeat(longest_run(lines).max(2) + 1);
    format!("{fence}text\n{lines}\n{fence}\n")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Finding;
    use crate::check::kinds::files;

    #[test]
    fn hostile_names_stay_code() {
        assert_eq!(code("a`b``c"), "``` a`b``c ```");
        assert_eq!(code("x|y\n| <img> @all"), "` x\\|y \\| <img> @all `");
        assert_eq!(fenced("```\n@all"), "````text\n```\n@all\n````\n");
        assert_eq!(printable("a\u{202e}b\u{7}c"), "a\u{fffd}b c");
    }

    #[test]
    fn a_finding_has_its_severity_its_code_and_its_texts() {
        let record = |lang| Finding::new(&files::EMPTY).arg("file", "a\n# b").render(lang);
        let text = markdown([&record(Lang::En)], Lang::En);
        assert!(text.starts_with("Error ` SL0102 `\n\n```text\na # b is empty\n"), "{text}");
        assert!(
            markdown([&record(Lang::Zh)], Lang::Zh).starts_with("错误 ` SL0102 `\n\n```text\na # b 是空文件")
        );
    }
}

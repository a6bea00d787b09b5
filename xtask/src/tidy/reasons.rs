//! `#[allow(…)]` and `#[expect(…)]`: each says why, by `reason = "…"` or by a comment beside or above it.

use super::repository::File;

pub(crate) fn exceptions(files: &[File]) -> Vec<String> {
    files.iter().filter(|file| file.extension() == "rs").flat_map(check).collect()
}

fn check(file: &File) -> Vec<String> {
    let lines: Vec<_> = file.lines().map(|(_, line)| line.trim()).collect();
    let is_explained = |at: usize| {
        let end = lines[at..]
            .iter()
            .position(|line| line.contains(']'))
            .map_or(lines.len(), |after| at + after + 1);
        let inside = lines[at..end].iter().any(|line| line.contains("reason =") || line.contains("//"));
        inside || at.checked_sub(1).is_some_and(|above| lines[above].starts_with("//"))
    };
    (0..lines.len())
        .filter(|&at| is_exception(lines[at]) && !is_explained(at))
        .map(|at| format!("{}:{}: {}", file.path, at + 1, lines[at]))
        .collect()
}

fn is_exception(line: &str) -> bool {
    let attribute = line.strip_prefix("#![").or_else(|| line.strip_prefix("#["));
    attribute.is_some_and(|rest| rest.starts_with("allow(") || rest.starts_with("expect("))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_without_a_reason_is_found() {
        let text = "fn a() {}\n\n#[allow(dead_code)]\nfn b() {}\n";
        assert_eq!(exceptions(&[File::new("src/a.rs", text)]), ["src/a.rs:3: #[allow(dead_code)]"]);
    }

    #[test]
    fn a_reason_may_stand_above_beside_or_inside() {
        let above = "// why\n#[allow(dead_code)]";
        let beside = "#![allow(dead_code)] // why";
        let inside = "#[expect(\n    dead_code,\n    reason = \"why\"\n)]";
        for text in [above, beside, inside] {
            assert!(exceptions(&[File::new("src/a.rs", text)]).is_empty(), "{text}");
        }
    }
}

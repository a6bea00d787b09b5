//! Cargo.toml: every dependency and every lint states its reason in a comment, on its line or right above.

use super::repository::File;
use toml_edit::{DocumentMut, Item, Key, Table};

pub(crate) fn reasons(files: &[File]) -> Vec<String> {
    files.iter().filter(|file| file.name() == "Cargo.toml").flat_map(check).collect()
}

fn check(file: &File) -> Vec<String> {
    match file.text().unwrap_or_default().parse::<DocumentMut>() {
        Ok(document) => {
            let mut found = Vec::new();
            visit(document.as_table(), "", &mut found);
            found.into_iter().map(|path| format!("{}: {path} has no reason", file.path)).collect()
        }
        Err(error) => vec![format!("{}: {error}", file.path)],
    }
}

/// Collects the dotted paths of entries without a reason, in the tables that must state them.
fn visit(table: &Table, path: &str, found: &mut Vec<String>) {
    for (name, item) in table {
        let here = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let explained = table.key(name).is_some_and(|key| has_reason(key, item));
        match item.as_table() {
            // `[dependencies.NAME]`: a table of its own for one entry.
            Some(_) if must_explain(path) => {
                if !explained {
                    found.push(here);
                }
            }
            Some(inner) => visit(inner, &here, found),
            None => {
                if must_explain(path) && !explained {
                    found.push(here);
                }
            }
        }
    }
}

/// `dependencies`, `dev-dependencies`, `target.….dependencies`, `lints.clippy`, `workspace.lints.rust`, …
fn must_explain(path: &str) -> bool {
    let is_lints = path.rsplit('.').nth(1) == Some("lints");
    path.ends_with("dependencies") || is_lints
}

fn has_reason(key: &Key, item: &Item) -> bool {
    let above = match item {
        Item::Table(table) => table.decor().prefix(),
        _ => key.leaf_decor().prefix(),
    };
    let beside = match item {
        Item::Table(table) => table.decor().suffix(),
        _ => item.as_value().and_then(|value| value.decor().suffix()),
    };
    let last_line_above = above.and_then(|raw| raw.as_str()).and_then(|text| text.lines().next_back());
    let beside = beside.and_then(|raw| raw.as_str());
    last_line_above.into_iter().chain(beside).any(|text| text.trim_start().starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        reasons(&[File::new("Cargo.toml", text)])
    }

    #[test]
    fn a_dependency_without_a_reason_is_named() {
        let text = "[dependencies]\na = \"1\" # because\n# because\nb = \"1\"\nc = { version = \"1\" }\n";
        assert_eq!(complaints(text), ["Cargo.toml: dependencies.c has no reason"]);
    }

    #[test]
    fn a_comment_before_a_gap_speaks_of_something_else() {
        assert_eq!(complaints("[dependencies]\n# all of these\n\na = \"1\"\n").len(), 1);
    }

    #[test]
    fn a_dependency_with_a_table_of_its_own_states_it_at_the_header() {
        let text = "[target.'cfg(unix)'.dependencies.a] # because\nversion = \"1\"\n";
        assert!(complaints(text).is_empty());
        assert_eq!(complaints(&text.replace("# because", "")).len(), 1);
    }

    #[test]
    fn lints_count_too_but_nothing_else_does() {
        let text = "[lints.clippy]\npanic = \"deny\"\n[profile.release]\nlto = true\n[features]\na = []\n";
        assert_eq!(complaints(text), ["Cargo.toml: lints.clippy.panic has no reason"]);
    }
}

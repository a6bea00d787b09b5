//! Words that must not be committed. This file's own tables are the one exception.

use super::repository::File;

const THIS_FILE: &str = "xtask/src/tidy/words.rs";

/// Marks of unfinished work.
const UNFINISHED: [&str; 9] =
    ["TODO", "FIXME", "XXX", "HACK", "todo!", "unimplemented!", "for now", "placeholder", "dummy"];

/// The HTML attribute and the CSS selectors are words of the web, not of unfinished work.
const FINISHED: [&str; 3] = ["placeholder=", "::placeholder", ":placeholder-shown"];

/// Paths that exist on one machine only; in two parts each, so that not even this table names them.
const HOST_PATHS: [&str; 5] = [
    concat!("/", "work/"),
    concat!("/", "root/"),
    concat!("/", "home/"),
    concat!("/", "Users/"),
    concat!("../", "shared"),
];

/// Whoever builds this decides where packages come from. In two parts, as above.
const REGISTRIES: [&str; 9] = [
    concat!("crates", ".io"),
    concat!("static", ".rust-lang.org"),
    concat!("npmjs", "."),
    concat!("pypi", "."),
    concat!("pythonhosted", "."),
    concat!("docker", ".io"),
    concat!("ghcr", ".io"),
    concat!("deb", ".debian.org"),
    concat!("proxy", ".golang.org"),
];

/// Sources and page files outside tests.
pub(crate) fn unfinished(files: &[File]) -> Vec<String> {
    let is_checked =
        |file: &&File| matches!(file.extension(), "rs" | "html" | "css" | "js") && !file.is_test();
    let mut complaints = Vec::new();
    for file in files.iter().filter(is_checked).filter(not_this_one) {
        // Unit tests end a file and may speak of anything.
        let lines = file.lines().take_while(|(_, line)| line.trim() != "#[cfg(test)]");
        for (number, line) in lines {
            let rest = FINISHED.iter().fold(line.to_owned(), |rest, word| rest.replace(word, ""));
            for word in UNFINISHED.iter().filter(|word| has_word(&rest, word)) {
                complaints.push(format!("{}:{number}: {word:?}", file.path));
            }
        }
    }
    complaints
}

pub(crate) fn host_paths(files: &[File]) -> Vec<String> {
    containing(files, &HOST_PATHS)
}

/// Cargo.lock names the source of every package by design of cargo.
pub(crate) fn registries(files: &[File]) -> Vec<String> {
    let is_checked = |file: &&File| file.name() != "Cargo.lock";
    files
        .iter()
        .filter(is_checked)
        .flat_map(|file| containing(std::slice::from_ref(file), &REGISTRIES))
        .collect()
}

fn containing(files: &[File], words: &[&str]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files.iter().filter(not_this_one) {
        for (number, line) in file.lines() {
            for word in words.iter().filter(|word| line.contains(**word)) {
                complaints.push(format!("{}:{number}: {word:?}", file.path));
            }
        }
    }
    complaints
}

fn not_this_one(file: &&File) -> bool {
    file.path != THIS_FILE
}

/// Whether `line` contains `word` with no letter, digit or `_` beside it.
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_work_is_found_in_code_but_not_in_tests() {
        let text = "// fine\n// TODO later\n#[cfg(test)]\nmod tests { // TODO\n}\n";
        let files = [File::new("src/a.rs", text), File::new("tests/b.rs", "// dummy")];
        assert_eq!(unfinished(&files), ["src/a.rs:2: \"TODO\""]);
    }

    #[test]
    fn the_attribute_of_an_input_is_no_unfinished_work() {
        let files =
            [File::new("src/a.rs", "<input placeholder={text} />"), File::new("a.css", "::placeholder {}")];
        assert!(unfinished(&files).is_empty());
        assert_eq!(unfinished(&[File::new("src/a.rs", "let x = 3; // a placeholder")]).len(), 1);
    }

    #[test]
    fn a_word_inside_another_is_fine() {
        assert!(!has_word("XXXL and forXXX", "XXX"));
        assert!(has_word("(XXX)", "XXX"));
    }

    #[test]
    fn the_lock_file_may_name_its_registry() {
        let line = concat!("source = \"registry+https://github.com/rust-lang/crates", ".io-index\"");
        assert!(registries(&[File::new("Cargo.lock", line)]).is_empty());
        assert_eq!(registries(&[File::new("README.md", line)]).len(), 1);
    }
}

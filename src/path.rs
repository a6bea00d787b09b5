//! Paths as piles, indexes and plans name files: relative, with `/`, no matter on which system.

/// The folder of a path; empty for a file at the root.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last component of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// How many folders below the root a folder is.
pub(crate) fn depth(folder: &str) -> usize {
    folder.split('/').filter(|part| !part.is_empty()).count()
}

/// `folder/name`, or `name` at the root.
pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// A folder as a reader knows it.
pub(crate) const fn shown(folder: &str) -> &str {
    if folder.is_empty() { "." } else { folder }
}

/// Whether a path that a file states stays inside the folder it is relative to, on every system:
/// no `..`, no drive letter, no back-slash. Other colons are plain characters.
pub(crate) fn is_inside(path: &str) -> bool {
    let has_drive = path.split_at_checked(1).is_some_and(|(_, rest)| rest.starts_with(':'));
    !has_drive && !path.contains(['\\', '\0']) && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_leads_out_is_not_inside() {
        assert!(is_inside("rank_0/a..b.ckpt") && is_inside("step:10.ckpt"));
        for path in ["", "/a", "../a", "a/../b", "./a", "a//b", "c:a", "a\\b", "a\0"] {
            assert!(!is_inside(path), "{path:?}");
        }
    }

    #[test]
    fn a_file_at_the_root_has_no_folder() {
        assert_eq!((folder("a"), file_name("a"), depth(folder("a"))), ("", "a", 0));
        assert_eq!((folder("x/y/a"), file_name("x/y/a"), depth(folder("x/y/a"))), ("x/y", "a", 2));
        assert_eq!((join("", "a"), join("x", "a"), shown("")), ("a".to_owned(), "x/a".to_owned(), "."));
    }
}

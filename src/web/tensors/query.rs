//! What was typed into the search field, as patterns of regular expressions.

/// Patterns that a name must match, all of them, regardless of case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    patterns: Vec<String>,
}

impl Query {
    /// Words that a name contains; a word with `*` or `?` covers whole parts of it; between two
    /// slashes a regular expression.
    #[must_use]
    pub fn new(typed: &str) -> Self {
        let typed = typed.trim();
        let inner = typed.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
        let patterns = match inner.filter(|inner| !inner.is_empty()) {
            Some(inner) => vec![inner.to_owned()],
            None => typed.split_whitespace().map(word).collect(),
        };
        Self { patterns }
    }

    /// The patterns; none for a search of everything.
    #[must_use]
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }
}

fn word(word: &str) -> String {
    let glob = word.contains(['*', '?']);
    let mut pattern = String::new();
    if glob {
        pattern.push_str(r"(?<![^.])");
    }
    for c in word.chars() {
        match c {
            '*' => pattern.push_str(".*"),
            '?' => pattern.push('.'),
            '.' | '+' | '^' | '$' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '\\' | '/' => {
                pattern.push('\\');
                pattern.push(c);
            }
            _ => pattern.push(c),
        }
    }
    if glob {
        pattern.push_str(r"(?![^.])");
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(typed: &str) -> Vec<String> {
        Query::new(typed).patterns
    }

    #[test]
    fn words_are_taken_literally() {
        assert_eq!(patterns("  wq  a.b[0] "), ["wq", r"a\.b\[0\]"]);
        assert!(patterns(" ").is_empty());
    }

    #[test]
    fn a_glob_covers_whole_parts() {
        assert_eq!(patterns("layers.*.w?"), [r"(?<![^.])layers\..*\.w.(?![^.])"]);
    }

    #[test]
    fn slashes_on_both_ends_make_an_expression() {
        assert_eq!(patterns(r"/layers\.[0-3]\./"), [r"layers\.[0-3]\."]);
        assert_eq!(patterns("/kernel"), [r"\/kernel"]);
        assert_eq!(patterns("//"), [r"\/\/"]);
    }
}

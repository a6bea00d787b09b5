//! The README's pictures.

use super::repository::File;

const PICTURE_BYTES: usize = 200 * 1024;

pub(crate) fn in_readme(files: &[File]) -> Vec<String> {
    files.iter().filter(|file| file.name() == "README.md").flat_map(|readme| check(readme, files)).collect()
}

fn check(readme: &File, files: &[File]) -> Vec<String> {
    let folder = readme.path.strip_suffix("README.md").unwrap_or_default();
    let mut complaints = Vec::new();
    for target in readme.text().map(picture_targets).unwrap_or_default() {
        let path = format!("{folder}{target}");
        match files.iter().find(|file| file.path == path) {
            None => complaints.push(format!("{}: the picture {path} does not exist", readme.path)),
            Some(file) if file.bytes.len() > PICTURE_BYTES => {
                complaints.push(format!("{path}: {} bytes, at most {PICTURE_BYTES}", file.bytes.len()));
            }
            Some(_) => {}
        }
    }
    complaints
}

/// Targets of `![text](target)` and of `src="target"` and `srcset="target"`.
fn picture_targets(text: &str) -> Vec<&str> {
    let markdown =
        text.split("![").skip(1).filter_map(|rest| rest.split_once("](")?.1.split([')', ' ']).next());
    let html = ["src=\"", "srcset=\""]
        .into_iter()
        .flat_map(|mark| text.split(mark).skip(1).filter_map(|rest| rest.split('"').next()));
    markdown.chain(html).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_or_large_picture_is_named() {
        let readme =
            File::new("README.md", "![a](docs/a.png) <img src=\"docs/b.png\" alt=\"b\"> ![c](docs/c.png)");
        let large = File::new("docs/b.png", &"x".repeat(PICTURE_BYTES + 1));
        let complaints = in_readme(&[readme, large, File::new("docs/c.png", "")]);
        assert_eq!(complaints.len(), 2);
        assert!(complaints[0].contains("docs/a.png does not exist"));
        assert!(complaints[1].starts_with("docs/b.png"));
    }
}

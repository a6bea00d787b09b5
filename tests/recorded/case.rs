//! The recorded cases: what MindSpore was asked, and what came of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// One tensor of a file, as recorded. Text entries have no shape of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tensor {
    /// MindSpore's name of the type.
    pub(crate) dtype: String,
    pub(crate) shape: Vec<u64>,
    pub(crate) bytes: u64,
    /// First 16 hex digits of the SHA-256 of the content.
    pub(crate) digest: String,
}

/// Tensor name → tensor.
pub(crate) type Tensors = BTreeMap<String, Tensor>;

/// Path below the target folder → what the file holds.
pub(crate) type Files = BTreeMap<String, Tensors>;

/// A case folder.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) dir: PathBuf,
    pub(crate) operation: String,
    pub(crate) args: Value,
    pub(crate) value: Value,
    /// What MindSpore wrote; none if it refused.
    pub(crate) written: Option<Files>,
    /// What the layouts ask of each rank, where that is another thing.
    pub(crate) reference: Option<BTreeMap<u64, Tensors>>,
}

impl Case {
    /// A path argument; none if it is null or absent.
    pub(crate) fn path(&self, argument: &str) -> Option<PathBuf> {
        self.args[argument].as_str().map(|path| self.dir.join(path))
    }

    /// A text argument.
    pub(crate) fn text(&self, argument: &str) -> Option<&str> {
        self.args[argument].as_str()
    }

    /// The source folder below the case's; it may hold `.` for files beside `case.json`.
    pub(crate) fn source(&self) -> PathBuf {
        self.path("src").unwrap_or_else(|| self.dir.join("src"))
    }
}

/// Every case, by name.
pub(crate) fn all() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut dirs: Vec<PathBuf> = Vec::new();
    for folder in [root.clone(), root.join("hostile")] {
        dirs.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    dirs.retain(|dir| dir.join("case.json").exists());
    dirs.sort();
    dirs.into_iter().map(|dir| read(&root, dir)).collect()
}

fn read(root: &Path, dir: PathBuf) -> Case {
    let mut case = json(&dir.join("case.json")).unwrap();
    let files = |list: Value| -> Files {
        let files = list.as_array().unwrap().iter().filter(|file| file["tensors"].is_array());
        files
            .map(|file| {
                let path = file["file"].as_str().unwrap();
                (path.strip_prefix("expected/").unwrap_or(path).to_owned(), tensors(&file["tensors"]))
            })
            .collect()
    };
    let ranks = |list: Value| -> BTreeMap<u64, Tensors> {
        let ranks = list.as_array().unwrap().iter();
        ranks.map(|rank| (rank["rank"].as_u64().unwrap(), tensors(&rank["tensors"]))).collect()
    };
    let refused = case["result"] == "error";
    let written = json(&dir.join("expected.json")).map(files);
    Case {
        name: dir.strip_prefix(root).unwrap().to_str().unwrap().to_owned(),
        operation: case["operation"].as_str().unwrap().to_owned(),
        args: case["args"].take(),
        value: case["value"].take(),
        written: if refused { None } else { Some(written.unwrap_or_default()) },
        reference: json(&dir.join("reference.json")).map(ranks),
        dir,
    }
}

fn json(path: &Path) -> Option<Value> {
    let text = fs::read_to_string(path).ok()?;
    Some(serde_json::from_str(&text).unwrap())
}

/// `[name, dtype, shape, bytes, digest]` each.
fn tensors(list: &Value) -> Tensors {
    let tensor = |row: &Value| {
        let text = |at: usize| row[at].as_str().unwrap().to_owned();
        let dtype = text(1);
        let shape = if dtype == "str" { Value::Array(Vec::new()) } else { row[2].clone() };
        let shape = shape.as_array().unwrap().iter().map(|len| len.as_u64().unwrap()).collect();
        (text(0), Tensor { dtype, shape, bytes: row[3].as_u64().unwrap(), digest: text(4) })
    };
    list.as_array().unwrap().iter().map(tensor).collect()
}

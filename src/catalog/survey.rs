//! What each file of a pile is, by its content.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;
use indexmap::IndexSet;
use xxhash_rust::xxh3::xxh3_128;

use super::names::has_weight_ending;
use super::{PileFile, Table};
use crate::format::index::Index;
use crate::format::mindspore::strategy::{MAX_STRATEGY_FILE, StrategyFile};
use crate::format::{Detected, Fault, FaultKind, FileKind, HEAD, Header, WeightFormat, detect};
use crate::order::sort_by;
use crate::path::file_name;
use crate::phrase::{Phrase, phrase};
use crate::source::{Bytes, Headed, Metered, ReadAt, ReadError, read_vec};

/// What a file is.
#[derive(Clone, Debug)]
pub enum Content {
    /// How tensors are cut. Files of equal bytes share one value.
    Strategy(Arc<StrategyFile>),
    /// Communication groups.
    Group,
    /// Tensors.
    Weights(Weights),
    /// Which file holds which tensor.
    Index(Arc<Index>),
    /// JSON of another kind.
    OtherJson,
    /// Text of another kind.
    Text,
    /// Bytes of another kind.
    Unknown,
    /// A file that should be one of these, by content or name, and cannot be read as it.
    Broken {
        /// What it would be; none if only the name promises something.
        looked_like: Option<FileKind>,
        /// Why it is not.
        fault: Fault,
    },
}

/// The header of a weight file, its table shared with files that have an equal one.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The container format.
    pub format: WeightFormat,
    /// The tensors: see [`Survey::table`].
    pub table: usize,
    /// Hash of header and size.
    pub fingerprint: String,
    /// The checksum that the file claims.
    pub crc: Option<u32>,
    /// What is wrong in the file.
    pub faults: Vec<Fault>,
}

/// A file that was looked at.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// Path relative to what was opened, with `/`.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// How many of them were read.
    pub bytes_read: u64,
    /// What it is.
    pub content: Content,
}

/// What was read of one file, before it is compared with the others.
#[derive(Debug)]
pub struct Look {
    path: String,
    size: u64,
    bytes_read: u64,
    seen: Seen,
}

#[derive(Debug)]
enum Seen {
    /// The bytes of what is probably a strategy, and their hash.
    Bytes(u128, Vec<u8>),
    Detected(Detected),
    Unreadable(ReadError),
}

impl Look {
    /// How many bytes of the file were read.
    #[must_use]
    pub const fn bytes_read(&self) -> u64 {
        self.bytes_read
    }
}

/// A pile of files, each known for what it is.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    files: Vec<Surveyed>,
    by_path: HashMap<String, usize>,
    tables: IndexSet<Table, FixedState>,
    strategies: HashMap<u128, Arc<StrategyFile>>,
}

/// Reads what is needed of every file to say what it is.
#[must_use]
pub fn survey(files: Vec<PileFile>) -> Survey {
    let mut survey = Survey::default();
    files.into_iter().for_each(|file| survey.add(look(file)));
    survey.sort();
    survey
}

/// Reads what is needed of one file. The file is closed when this returns.
#[must_use]
pub fn look(file: PileFile) -> Look {
    let metered = Metered::new(&file.source);
    let seen = match Headed::new(&metered, HEAD) {
        Ok(source) => match bytes_of_strategy(&source) {
            Ok(None) => Seen::Detected(detect(&file.path, &source)),
            Ok(Some(bytes)) => Seen::Bytes(xxh3_128(&bytes), bytes),
            Err(error) => Seen::Unreadable(error),
        },
        Err(error) => Seen::Unreadable(error),
    };
    Look { size: metered.len(), bytes_read: metered.bytes_read(), seen, path: file.path }
}

/// All bytes of a file that begins as a strategy does. A job of 4,096 ranks leaves as many
/// strategy files, of which all but one per stage are equal: they are told apart by a hash of
/// their bytes, which is far quicker than parsing them.
fn bytes_of_strategy(source: &dyn ReadAt) -> Result<Option<Vec<u8>>, ReadError> {
    let head = read_vec(source, 0, source.len().min(32))?;
    let is_protobuf = matches!(head.first(), Some(0x08 | 0x12 | 0x1a)) && head.get(8) != Some(&b'{');
    let is_json = head.trim_ascii_start().starts_with(b"{\"current_stage\"");
    match (is_protobuf || is_json) && source.len() <= MAX_STRATEGY_FILE {
        true => read_vec(source, 0, source.len()).map(Some),
        false => Ok(None),
    }
}

impl Survey {
    /// Adds a file. Of two files of one path the later counts. Files may be added in any order;
    /// [`Survey::sort`] puts them into the one that results depend on.
    pub fn add(&mut self, look: Look) {
        let Look { path, size, bytes_read, seen } = look;
        let content = match seen {
            Seen::Bytes(hash, bytes) => self.strategy(&path, hash, &bytes),
            Seen::Detected(detected) => self.content(&path, size, detected),
            Seen::Unreadable(error) => Content::Broken { looked_like: None, fault: error.into() },
        };
        let file = Surveyed { path: path.clone(), size, bytes_read, content };
        match self.by_path.get(&path).and_then(|&at| self.files.get_mut(at)) {
            Some(known) => *known = file,
            None => {
                self.by_path.insert(path, self.files.len());
                self.files.push(file);
            }
        }
    }

    /// Puts the files into the order of their paths.
    pub fn sort(&mut self) {
        sort_by(&mut self.files, |a, b| a.path.cmp(&b.path));
        let paths = self.files.iter().enumerate();
        self.by_path = paths.map(|(at, file)| (file.path.clone(), at)).collect();
    }

    /// Keeps these files only. Tables of others stay until the survey goes.
    pub fn retain(&mut self, keep: impl FnMut(&Surveyed) -> bool) {
        self.files.retain(keep);
        self.sort();
    }

    fn strategy(&mut self, path: &str, hash: u128, bytes: &[u8]) -> Content {
        if let Some(known) = self.strategies.get(&hash) {
            return Content::Strategy(Arc::clone(known));
        }
        let content = self.content(path, bytes.len() as u64, detect(path, &Bytes(bytes)));
        if let Content::Strategy(file) = &content {
            self.strategies.insert(hash, Arc::clone(file));
        }
        content
    }

    fn content(&mut self, path: &str, size: u64, detected: Detected) -> Content {
        let other = |what: Phrase, content: Content| match has_weight_ending(file_name(path)) {
            true => {
                let fault = Fault::at(0, "", FaultKind::Malformed(what));
                Content::Broken { looked_like: None, fault }
            }
            false => content,
        };
        match detected {
            Detected::Strategy(file) => Content::Strategy(Arc::new(file)),
            Detected::Group(_) => Content::Group,
            Detected::Weights(header) => Content::Weights(self.weights(header, size)),
            Detected::Index(index) => Content::Index(Arc::new(index)),
            Detected::OtherJson => other(
                phrase!("its content is JSON of another kind", "内容是其他用途的 JSON"),
                Content::OtherJson,
            ),
            Detected::Text => other(phrase!("its content is text", "内容是文本"), Content::Text),
            Detected::Empty => {
                Content::Broken { looked_like: None, fault: Fault::at(0, "", FaultKind::Empty) }
            }
            Detected::Broken { looked_like, fault } => Content::Broken { looked_like, fault },
            Detected::Unknown => {
                other(phrase!("its content is of no known kind", "内容不属于任何已知类型"), Content::Unknown)
            }
        }
    }

    fn weights(&mut self, header: Header, size: u64) -> Weights {
        let fingerprint = header.fingerprint(size);
        let Header { format, entries, mut metadata, crc, faults } = header;
        // The checksum is of this file's content alone; all else may be equal in other files.
        if crc.is_some() {
            metadata.remove("crc_num");
        }
        let (table, _) = self.tables.insert_full(Table { entries, metadata });
        Weights { format, table, fingerprint, crc, faults }
    }

    /// The files; by path after [`Survey::sort`].
    #[must_use]
    pub fn files(&self) -> &[Surveyed] {
        &self.files
    }

    /// The file at a path.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&Surveyed> {
        self.by_path.get(path).and_then(|&at| self.files.get(at))
    }

    /// The tensors of a weight file.
    #[must_use]
    pub fn table(&self, index: usize) -> Option<&Table> {
        self.tables.get_index(index)
    }

    /// Bytes read of all files.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.files.iter().fold(0, |sum, file| sum.saturating_add(file.bytes_read))
    }

    /// Bytes of all files.
    #[must_use]
    pub fn bytes_total(&self) -> u64 {
        self.files.iter().fold(0, |sum, file| sum.saturating_add(file.size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{NewEntry, layout_file};
    use crate::geometry::{DType, Shape};

    /// One operator of stage 0, one tensor cut by two ranks.
    const STRATEGY: &[u8] = b"\x08\x02\x12\x08\x0a\x02op\x12\x02\x08\x00\x1a\x1b\x0a\x01w\x12\x16\x0a\x02\x08\x02\x12\x04\x08\x00\x08\x01\x1a\x00\"\x00(\x000\x008\x00";

    fn file(path: &str, bytes: &[u8]) -> PileFile {
        PileFile { path: path.to_owned(), source: Box::new(Bytes(bytes.to_vec())) }
    }

    fn weights(path: &str, rows: u64) -> PileFile {
        let shape = Shape::new(vec![rows, 1 << 20]).unwrap();
        let entry = NewEntry { name: "w", dtype: DType::F32, shape };
        let source = layout_file(WeightFormat::Ckpt, &[entry]).unwrap().sparse();
        PileFile { path: path.to_owned(), source: Box::new(source) }
    }

    fn strategy<'a>(survey: &'a Survey, path: &str) -> &'a Arc<StrategyFile> {
        match &survey.file(path).unwrap().content {
            Content::Strategy(strategy) => strategy,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn strategies_of_equal_bytes_are_parsed_once() {
        let json = br#"{"current_stage":2,"parallel_layout_item":{},"parallel_strategy_item":{}}"#;
        let files = vec![file("b", STRATEGY), file("a", STRATEGY), file("c", json), file("d", json)];
        let survey = survey(files);
        assert!(Arc::ptr_eq(strategy(&survey, "a"), strategy(&survey, "b")));
        assert!(Arc::ptr_eq(strategy(&survey, "c"), strategy(&survey, "d")));
        assert!(!Arc::ptr_eq(strategy(&survey, "a"), strategy(&survey, "c")));
    }

    #[test]
    fn weights_are_not_read_beyond_their_header() {
        let survey = survey(vec![weights("a.ckpt", 256)]);
        assert_eq!(survey.bytes_total(), survey.files()[0].size);
        assert!(survey.bytes_total() > 1 << 30 && survey.bytes_read() < 4096, "{}", survey.bytes_read());
    }

    #[test]
    fn a_file_that_is_dropped_again_replaces_the_first() {
        let survey = survey(vec![file("a", b"text"), file("a", STRATEGY)]);
        assert_eq!(survey.files().len(), 1);
        assert!(matches!(survey.files()[0].content, Content::Strategy(_)));
    }

    #[test]
    fn text_with_the_name_of_weights_is_a_broken_weight_file() {
        let pointer = b"version https://git-lfs.github.com/spec/v1\n";
        let survey = survey(vec![file("m.safetensors", pointer), file("m.md", pointer)]);
        assert!(matches!(survey.files()[0].content, Content::Text));
        assert!(matches!(survey.files()[1].content, Content::Broken { .. }));
    }

    #[test]
    fn a_checksum_does_not_keep_tables_apart() {
        let header = |crc: &str| {
            let json = format!(
                r#"{{"__metadata__":{{"crc_num":"{crc}"}},"w":{{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}}}"#
            );
            [&(json.len() as u64).to_le_bytes(), json.as_bytes(), b"\x00"].concat()
        };
        let files = vec![file("a.safetensors", &header("1")), file("b.safetensors", &header("2"))];
        let survey = survey(files);
        let table = |at: usize| match &survey.files()[at].content {
            Content::Weights(weights) => (weights.table, weights.crc),
            other => panic!("{other:?}"),
        };
        assert_eq!((table(0), table(1)), ((0, Some(1)), (0, Some(2))));
    }
}

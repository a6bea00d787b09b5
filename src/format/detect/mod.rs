//! What a file is, by its content. The name only decides where the content does not.

mod json;
mod protobuf;

use super::index::{self, Index};
use super::mindspore::ckpt;
use super::mindspore::group::{self, GroupFile};
use super::mindspore::strategy::{self, StrategyFile};
use super::{Fault, FaultKind, Header, MAX_HEADER, safetensors};
use crate::source::{ReadAt, read_vec};

/// How much of a file is looked at before a reader is chosen, in bytes.
pub(crate) const HEAD: u64 = 512;

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detected {
    /// How parameters are cut.
    Strategy(StrategyFile),
    /// Communication groups of a rank.
    Group(GroupFile),
    /// Tensors.
    Weights(Header),
    /// Which file holds which tensor.
    Index(Index),
    /// JSON of another kind, unread.
    OtherJson,
    /// Text of another kind, unread.
    Text,
    /// No bytes.
    Empty,
    /// Bytes of another kind, unread.
    Unknown,
    /// A file of a known kind that cannot be read.
    Broken {
        /// What it would be; none if not even its beginning can be read.
        looked_like: Option<FileKind>,
        /// Why it is not.
        fault: Fault,
    },
}

/// The kinds of files that have a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// How parameters are cut.
    Strategy,
    /// Communication groups of a rank.
    Group,
    /// Tensors, as MindSpore's `.ckpt`.
    Ckpt,
    /// Tensors, as safetensors.
    Safetensors,
    /// Which file holds which tensor.
    Index,
}

/// Reads the file at `path` as what it is.
#[must_use]
pub fn detect(path: &str, source: &dyn ReadAt) -> Detected {
    if source.is_empty() {
        return Detected::Empty;
    }
    let head = match read_vec(source, 0, source.len().min(HEAD)) {
        Ok(head) => head,
        Err(error) => return Detected::Broken { looked_like: None, fault: error.into() },
    };
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase();
    if is_safetensors(&head) {
        return read(FileKind::Safetensors, source);
    }
    if ckpt::encryption(&head).is_some() {
        return read(FileKind::Ckpt, source);
    }
    if let Some(text) = text(&head, source.len()) {
        return match json::kind(text, &name) {
            json::Guess::Kind(FileKind::Index) => match read(FileKind::Index, source) {
                // `metadata` begins other files too.
                Detected::Broken { fault: Fault { kind: FaultKind::Malformed(_), .. }, .. }
                    if !json::is_named_index(&name) =>
                {
                    Detected::OtherJson
                }
                detected => detected,
            },
            json::Guess::Kind(kind) => read(kind, source),
            json::Guess::OtherJson => Detected::OtherJson,
            json::Guess::NoJson => Detected::Text,
        };
    }
    match protobuf::kind(source).or_else(|| by_name(&name)) {
        Some(kind) => read(kind, source),
        None => Detected::Unknown,
    }
}

fn read(kind: FileKind, source: &dyn ReadAt) -> Detected {
    let result = match kind {
        FileKind::Strategy => strategy::read(source).map(Detected::Strategy),
        FileKind::Group => group::read(source).map(Detected::Group),
        FileKind::Ckpt => ckpt::read(source).map(Detected::Weights),
        FileKind::Safetensors => safetensors::read(source).map(Detected::Weights),
        FileKind::Index => index::read(source).map(Detected::Index),
    };
    result.unwrap_or_else(|fault| Detected::Broken { looked_like: Some(kind), fault })
}

/// A header length that is allowed, then an object. The length of a file of text reads as far more.
fn is_safetensors(head: &[u8]) -> bool {
    match head.split_first_chunk::<8>() {
        Some((len, [b'{', ..])) => u64::from_le_bytes(*len) <= MAX_HEADER,
        _ => false,
    }
}

/// The head of a text file: UTF-8 without control characters.
fn text(head: &[u8], len: u64) -> Option<&str> {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The last character of the head may be cut.
        Err(error) if error.error_len().is_none() && len > HEAD => {
            std::str::from_utf8(head.get(..error.valid_up_to())?).ok()?
        }
        Err(_) => return None,
    };
    let is_text = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r');
    text.chars().all(is_text).then_some(text)
}

/// The kind that a file's name promises.
fn by_name(name: &str) -> Option<FileKind> {
    let (stem, ending) = name.rsplit_once('.')?;
    match ending {
        "ckpt" if stem.contains("strategy") => Some(FileKind::Strategy),
        "ckpt" => Some(FileKind::Ckpt),
        "safetensors" => Some(FileKind::Safetensors),
        "pb" if stem.contains("group") => Some(FileKind::Group),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

//! Names that are there, but are no files and folders that can be read. MindFormers lists names and asks for
//! their times before it opens any: it chooses them, or stops at them, with the errors of Python.

use serde::{Deserialize, Serialize};

use super::message::errno;
use crate::phrase::{Phrase, phrase};

/// What there is in place of a file, of a rank's folder or of a `meta.json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Instead {
    /// A file, where a folder should be.
    File,
    /// A folder, where a file should be.
    Folder,
    /// A pipe: who opens it waits until someone writes into it.
    Pipe,
    /// A socket.
    Socket,
    /// A device.
    Device,
    /// A link to what is not there.
    Nowhere,
    /// A link that leads back to itself.
    Loop,
    /// What is behind a folder that this user may not enter: in it, or where a link leads.
    Unreachable,
    /// A file or folder that this user may not read.
    Closed,
    /// What the system cannot look up for another reason: the number that it gives for the error, where that is
    /// as Linux has it.
    Failing(Option<i32>),
    /// A file whose name is not UTF-8.
    NotText,
}

impl Instead {
    /// Whether Python's `os.path.exists` says that it is there.
    pub(super) const fn exists(self) -> bool {
        !matches!(self, Self::Nowhere | Self::Loop | Self::Unreachable | Self::Failing(_))
    }

    /// What `os.path.getmtime` raises.
    pub(super) fn time_error(self, path: &str) -> Option<String> {
        match self {
            Self::Nowhere => Some(errno(2, path)),
            Self::Loop => Some(errno(40, path)),
            Self::Unreachable => Some(errno(13, path)),
            Self::Failing(Some(code)) => Some(errno(code, path)),
            Self::Failing(None) => Some(format!("…: '{path}'")),
            _ => None,
        }
    }

    /// What `os.listdir` raises where it is in place of a folder.
    pub(super) fn list_error(self, path: &str) -> Option<String> {
        match self {
            Self::Folder | Self::NotText => None,
            Self::File | Self::Pipe | Self::Socket | Self::Device => Some(errno(20, path)),
            Self::Closed => Some(errno(13, path)),
            _ => self.time_error(path),
        }
    }

    /// What `open` raises where it is in place of a file that `os.path.exists` found.
    pub(super) fn open_error(self, path: &str) -> Option<String> {
        match self {
            Self::Folder => Some(errno(21, path)),
            Self::Socket => Some(errno(6, path)),
            Self::Closed => Some(errno(13, path)),
            _ => None,
        }
    }

    /// What it is, in a sentence.
    pub(super) fn it_is(self) -> Phrase {
        let Phrase { en, zh } = self.is();
        Phrase { en: format!("it is {en}"), zh: format!("它是{zh}") }
    }

    /// What it is, after “is”.
    pub(super) fn is(self) -> Phrase {
        match self {
            Self::File => phrase!("a file", "文件"),
            Self::Folder => phrase!("a folder", "目录"),
            Self::Pipe => phrase!("a pipe", "管道"),
            Self::Socket => phrase!("a socket", "套接字"),
            Self::Device => phrase!("a device", "设备"),
            Self::Nowhere => phrase!("a link to what is not there", "指向不存在目标的链接"),
            Self::Loop => phrase!("a link that leads back to itself", "指回自身的链接"),
            Self::Unreachable => {
                phrase!(
                    "behind a folder that this user may not enter",
                    "须经过当前用户无权进入的目录才能到达的条目"
                )
            }
            Self::Closed => phrase!("closed to this user", "当前用户无权读取的条目"),
            Self::Failing(_) => phrase!("something that the system cannot look up", "系统无法查看的条目"),
            Self::NotText => phrase!("a file whose name is not UTF-8", "名称不是 UTF-8 的文件"),
        }
    }
}

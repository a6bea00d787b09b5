//! A merged strategy as a file.

use std::path::Path;

use super::console::Stop;
use super::document;
use crate::format::mindspore::strategy::{StrategyFile, from_strategy, read, write_json, write_protobuf};
use crate::layout::Strategy;
use crate::source::FileSource;

/// Writes a strategy of all stages to a path, in the encoding that its name asks for.
pub(super) struct StrategyWriter<'a> {
    path: &'a Path,
    encode: fn(&StrategyFile) -> Vec<u8>,
}

impl<'a> StrategyWriter<'a> {
    /// The writer for a path. Refuses one that is no strategy's, before anything is read.
    pub(super) fn of(path: &'a Path) -> Result<Self, Stop> {
        let encode = match path.extension().and_then(|ending| ending.to_str()) {
            Some("ckpt") => write_protobuf,
            Some("json") => write_json,
            _ => {
                let name = path.display();
                return Err(Stop::Failed(format!("{name}: the name must end in .ckpt (protobuf) or .json")));
            }
        };
        document::check_replaceable(path, "strategy", is_strategy)?;
        Ok(Self { path, encode })
    }

    /// Writes it whole or not at all.
    pub(super) fn write(&self, strategy: &Strategy) -> Result<(), Stop> {
        document::write(self.path, &self.bytes(strategy)?)
    }

    /// Writes it in the place of nothing but itself: what is there may be what the run that trained has written.
    pub(super) fn write_new(&self, strategy: &Strategy) -> Result<(), Stop> {
        let (path, bytes) = (self.path, self.bytes(strategy)?);
        if path.exists() && std::fs::read(path).ok().as_ref() != Some(&bytes) {
            let name = path.display();
            return Err(Stop::Refused(format!(
                "{name} is another strategy: give another name, or remove it"
            )));
        }
        document::write(path, &bytes)
    }

    fn bytes(&self, strategy: &Strategy) -> Result<Vec<u8>, Stop> {
        let file = from_strategy(strategy, None).map_err(|error| Stop::Refused(error.to_string()))?;
        Ok((self.encode)(&file))
    }
}

fn is_strategy(path: &Path) -> bool {
    FileSource::new(path).is_ok_and(|source| read(&source).is_ok())
}

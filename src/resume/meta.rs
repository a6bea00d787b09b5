//! `meta.json`: what a rank says it saved last.

use serde_json::Value;

use super::names::{basename, conforms};
use super::{Version, message};
use crate::format::WeightFormat;
use crate::phrase::{Phrase, phrase};

/// A `meta.json` that counts. Epoch and step are as Python takes integers: `true` is 1, and may be negative.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Meta {
    pub epoch: Integer,
    pub step: Integer,
    /// The name of the file, or a path to it.
    pub file: String,
}

/// A Python integer: its value, and how it is written into a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Integer {
    pub value: i128,
    pub text: String,
}

/// Why a `meta.json` does not count.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Refused {
    /// It is passed over, for this reason.
    Ignored(Phrase),
    /// It stops the selection with this error.
    Stops(String),
}

/// Reads a `meta.json` as `get_minimum_epoch_step_and_ckpt` and `check_meta_info` do.
pub(super) fn read(bytes: &[u8], format: WeightFormat) -> Result<Meta, Refused> {
    let ignored = |words| Err(Refused::Ignored(words));
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return ignored(match bytes.is_empty() {
            true => phrase!("it is empty", "文件为空"),
            false => phrase!("it is not JSON", "不是合法的 JSON"),
        });
    };
    let Value::Object(members) = &value else {
        return match kind(&value) {
            Some(kind) => Err(Refused::Stops(message::no_member(kind))),
            None => ignored(phrase!("nothing is in it", "其中没有内容")),
        };
    };
    if members.is_empty() {
        return ignored(phrase!("nothing is in it", "其中没有内容"));
    }
    let number = |name: &str| members.get(name).and_then(integer);
    let (Some(epoch), Some(step)) = (number("last_epoch"), number("last_step")) else {
        return ignored(phrase!(
            "last_epoch and last_step are not both integers",
            "last_epoch 与 last_step 不都是整数"
        ));
    };
    let Some(Value::String(file)) = members.get("last_ckpt_file") else {
        return ignored(phrase!("last_ckpt_file is not text", "last_ckpt_file 不是字符串"));
    };
    if !conforms(basename(file), format) {
        let ending = format.extension();
        return ignored(phrase!(
            "its last_ckpt_file {file} is not named {{prefix}}-{{epoch}}_{{step}}.{ending}",
            "其 last_ckpt_file {file} 不符合 {{prefix}}-{{epoch}}_{{step}}.{ending} 的命名",
            file,
            ending
        ));
    }
    Ok(Meta { epoch, step, file: file.clone() })
}

/// Python's name for the type of a value that is no dict and counts as true.
pub(super) fn kind(value: &Value) -> Option<&'static str> {
    match value {
        Value::Bool(true) => Some("bool"),
        Value::String(text) if !text.is_empty() => Some("str"),
        Value::Array(items) if !items.is_empty() => Some("list"),
        Value::Number(number) if number.as_f64() != Some(0.0) => {
            Some(if number.is_f64() { "float" } else { "int" })
        }
        _ => None,
    }
}

fn integer(value: &Value) -> Option<Integer> {
    match value {
        Value::Bool(true) => Some(Integer { value: 1, text: "True".to_owned() }),
        Value::Bool(false) => Some(Integer { value: 0, text: "False".to_owned() }),
        Value::Number(number) => {
            let value = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))?;
            Some(Integer { value, text: value.to_string() })
        }
        _ => None,
    }
}

impl Meta {
    /// The prefix of the file's name, which goes on to select files. 1.3 ends it at the first `-`.
    pub(super) fn prefix(&self, version: Version) -> &str {
        let at = match version {
            version if version.is_before_1_5() => self.file.find('-'),
            _ => self.file.rfind('-'),
        };
        at.and_then(|at| self.file.get(..at)).unwrap_or(&self.file)
    }
}

//! The health monitor's record (`checkpoint_health_monitor`, from 1.6 on): rank 0 appends to
//! `health_ckpts.json` whether each checkpoint was healthy. With `use_checkpoint_health_monitor` a job
//! stops unless one was. Unhealthy ones are meant to be passed over; up to 2.1 they are not, as the list that they are
//! compared with is made only if there are none.

use std::collections::HashSet;

use serde_json::Value;

use super::meta::kind;
use super::{Monitor, message};

/// The names that are recorded as healthy, and as not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    healthy: HashSet<String>,
    unhealthy: HashSet<String>,
}

impl Record {
    /// The record; the error if it cannot be read, or if nothing in it is healthy.
    pub(super) fn of(monitor: &Monitor) -> Result<Self, String> {
        let Some(bytes) = &monitor.record else { return Err(message::NONE_HEALTHY.to_owned()) };
        let value: Value = serde_json::from_slice(bytes).map_err(|_| message::no_json(bytes))?;
        let mut record = Self::default();
        let mut any = false;
        for item in items(&value)? {
            let Value::Object(members) = item else {
                let kind = any_kind(item);
                return Err(message::no_member(kind));
            };
            let name = members.get("ckpt_name").and_then(Value::as_str).map(str::to_owned);
            let is_healthy = match members.get("is_health") {
                Some(Value::Number(number)) => number.as_f64() == Some(0.0),
                Some(Value::Bool(is_one)) => !is_one,
                _ => false,
            };
            any |= is_healthy;
            let names = if is_healthy { &mut record.healthy } else { &mut record.unhealthy };
            names.extend(name);
        }
        if any { Ok(record) } else { Err(message::NONE_HEALTHY.to_owned()) }
    }

    /// Whether the last that was recorded of a name is that it is unhealthy.
    pub(super) fn is_unhealthy(&self, name: &str) -> bool {
        self.unhealthy.contains(name) && !self.healthy.contains(name)
    }
}

/// What Python iterates over; the error if it cannot.
fn items(value: &Value) -> Result<&[Value], String> {
    match value {
        Value::Array(items) => Ok(items),
        // The keys of a dict, and the letters of a text.
        Value::Object(members) if !members.is_empty() => Err(message::no_member("str")),
        Value::String(text) if !text.is_empty() => Err(message::no_member("str")),
        value => match kind(value) {
            Some(kind) => Err(format!("'{kind}' object is not iterable")),
            None => Ok(&[]),
        },
    }
}

/// Python's name for the type of a value that is no dict.
fn any_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "NoneType",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float",
        Value::Number(_) => "int",
        Value::String(_) => "str",
        Value::Array(_) => "list",
        Value::Object(_) => "dict",
    }
}

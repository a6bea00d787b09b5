//! A plan from its JSON, which may come from anywhere.

use serde::Deserialize;

use super::{FORMAT, Plan, PlanError, VERSION};

/// What every version of a plan begins with.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

impl Plan {
    /// Reads a plan, and first whether it is one that this program understands. What it says is
    /// not checked: see [`verify`](super::verify).
    ///
    /// # Errors
    /// If the JSON is none, is of something else or of another version, or misses a part.
    pub fn from_json(json: &[u8]) -> Result<Self, PlanError> {
        let head: Head =
            serde_json::from_slice(json).map_err(|error| PlanError::NoPlan(error.to_string()))?;
        check_head(&head.format, head.version)?;
        serde_json::from_slice(json).map_err(|error| PlanError::Damaged(error.to_string()))
    }
}

/// That format and version are those that this program writes.
pub(super) fn check_head(format: &str, version: u64) -> Result<(), PlanError> {
    if format != FORMAT {
        return Err(PlanError::OtherFormat(format.to_owned()));
    }
    if version != u64::from(VERSION) {
        return Err(PlanError::OtherVersion(version));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(json: &str) -> PlanError {
        Plan::from_json(json.as_bytes()).unwrap_err()
    }

    #[test]
    fn what_is_no_plan_is_told_from_a_plan_that_is_not_understood() {
        assert!(matches!(refused("{}"), PlanError::NoPlan(_)));
        assert!(matches!(refused("text"), PlanError::NoPlan(_)));
        assert_eq!(refused(r#"{"format":"x","version":1}"#), PlanError::OtherFormat("x".to_owned()));
        // What a later version has besides is not looked at.
        let later = format!(r#"{{"format":"{FORMAT}","version":18446744073709551615,"tables":0}}"#);
        assert_eq!(refused(&later), PlanError::OtherVersion(u64::MAX));
        let cut_short = format!(r#"{{"format":"{FORMAT}","version":{VERSION}}}"#);
        assert!(matches!(refused(&cut_short), PlanError::Damaged(_)));
    }
}

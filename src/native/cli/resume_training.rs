//! What `--resume-training` takes.

/// What `resume_training` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ResumeTraining {
    /// A step is chosen.
    True,
    /// A file's name.
    Name(String),
}

impl ResumeTraining {
    /// The name, if it is one.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::True => None,
            Self::Name(name) => Some(name),
        }
    }
}

/// Takes for a boolean what both a YAML file (`PyYAML`) and `run_mindformer.py` (`str2bool_or_str`) take for one,
/// and nothing that is one to only one of them.
pub(super) fn resume_training(text: &str) -> Result<ResumeTraining, String> {
    let lower = text.to_ascii_lowercase();
    let is_one_case = text == lower || text == text.to_ascii_uppercase() || {
        let first = text.get(..1).unwrap_or_default();
        first == first.to_ascii_uppercase() && text.get(1..) == lower.get(1..)
    };
    match lower.as_str() {
        "true" if is_one_case => Ok(ResumeTraining::True),
        "false" if is_one_case => Err(
            "then MindFormers resumes nothing: it begins at step 0 with the weights of load_checkpoint. Give True or a file's name"
                .to_owned(),
        ),
        "yes" | "no" | "on" | "off" if !is_one_case => Ok(ResumeTraining::Name(text.to_owned())),
        "true" | "false" | "yes" | "no" | "on" | "off" => Err(
            "to YAML or to run_mindformer.py, but not to both, this is a boolean. Give True or a file's name".to_owned(),
        ),
        "" | "null" | "~" => Err("this is no name to YAML. Give True or a file's name".to_owned()),
        _ => Ok(ResumeTraining::Name(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `PyYAML` 6 and the `str2bool_or_str` of MindFormers 1.6 to 2.1 take them.
    #[test]
    fn booleans_of_python_and_yaml_were_looked_up_as_files() {
        for text in ["True", "true", "TRUE"] {
            assert_eq!(resume_training(text), Ok(ResumeTraining::True), "{text}");
        }
        for text in ["False", "false", "FALSE"] {
            assert!(resume_training(text).unwrap_err().contains("resumes nothing"), "{text}");
        }
        for text in ["tRuE", "fAlse", "yes", "Yes", "NO", "on", "Off"] {
            assert!(resume_training(text).unwrap_err().contains("not to both"), "{text}");
        }
        for text in ["y", "n", "1", "llama_rank_0-3_2", "yEs", "True.ckpt", "truest"] {
            assert_eq!(resume_training(text), Ok(ResumeTraining::Name(text.to_owned())), "{text}");
        }
    }
}

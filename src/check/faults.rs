//! Faults of files as findings.

use super::Finding;
use super::kinds::files;
use crate::format::{Fault, FaultKind};

/// The finding of a fault in `file`, which is named relative to what was opened.
#[must_use]
pub fn finding(fault: &Fault, file: &str) -> Finding {
    let tensor = fault.tensor.as_deref().unwrap_or("-");
    let parts: Vec<&str> = [fault.field.as_str()]
        .into_iter()
        .chain(fault.tensor.as_deref())
        .filter(|part| !part.is_empty())
        .collect();
    let place = if parts.is_empty() { file.to_owned() } else { parts.join(", ") };
    let new = |kind| {
        let finding = Finding::new(kind).file(file).offset(fault.offset);
        let finding = fault.tensor.iter().fold(finding, Finding::tensor);
        finding.arg("file", file).arg("offset", fault.offset)
    };
    match &fault.kind {
        FaultKind::Read { reason, .. } => new(&files::UNREADABLE).arg("reason", reason.clone()),
        FaultKind::Empty => new(&files::EMPTY),
        FaultKind::Truncated { wanted, left } => {
            new(&files::TRUNCATED).arg("place", place).arg("wanted", wanted).arg("left", left)
        }
        FaultKind::Malformed(reason) => {
            new(&files::MALFORMED).arg("place", place).arg("reason", reason.clone())
        }
        kind @ FaultKind::NotUtf8 => new(&files::MALFORMED).arg("place", place).arg("reason", kind.phrase()),
        FaultKind::Encrypted(cipher) => new(&files::ENCRYPTED).arg("cipher", *cipher),
        FaultKind::UnknownDType(name) => new(&files::UNKNOWN_DTYPE).arg("tensor", tensor).arg("dtype", name),
        FaultKind::LengthMismatch { found, expected } => {
            new(&files::LENGTH_MISMATCH).arg("tensor", tensor).arg("found", found).arg("expected", expected)
        }
        FaultKind::Duplicate => new(&files::DUPLICATE).arg("tensor", tensor),
        FaultKind::Unsupported(what) => {
            new(&files::UNSUPPORTED).arg("tensor", tensor).arg("what", what.clone())
        }
        FaultKind::Checksum { found, expected } => new(&files::CHECKSUM)
            .arg("found", format_args!("{found:08x}"))
            .arg("expected", format_args!("{expected:08x}")),
        FaultKind::OverLimit { what, value, limit } => new(&files::OVER_LIMIT)
            .arg("what", what.what())
            .arg("value", value)
            .arg("limit", limit)
            .arg("reason", what.reason()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Lang;
    use crate::format::Limit;
    use crate::phrase::phrase;

    #[test]
    fn a_fault_of_no_field_names_the_file_rather_than_dashes() {
        let evidence = |fault: Fault| finding(&fault, "x.ckpt").render(Lang::En).evidence;
        let text =
            |field| Fault::at(0, field, FaultKind::Malformed(phrase!("its content is text", "内容是文本")));
        assert_eq!(evidence(text("")), "At byte 0 (x.ckpt): its content is text.");
        assert_eq!(evidence(text("value[0]").of("w")), "At byte 0 (value[0], w): its content is text.");
    }

    #[test]
    fn every_fault_fills_every_name_of_its_texts() {
        let (found, expected) = (1, 2);
        let words = phrase!("m", "文");
        let limit = FaultKind::OverLimit { what: Limit::Items, value: 3, limit: 2 };
        let kinds = [
            FaultKind::Empty,
            FaultKind::Truncated { wanted: 2, left: 1 },
            FaultKind::Malformed(words.clone()),
            FaultKind::NotUtf8,
            limit,
            FaultKind::UnknownDType("Float8".to_owned()),
            FaultKind::LengthMismatch { found: 1, expected: 2 },
            FaultKind::Duplicate,
            FaultKind::Unsupported(words.clone()),
            FaultKind::Encrypted("AES-GCM"),
            FaultKind::Checksum { found, expected },
            FaultKind::Read { kind: std::io::ErrorKind::Other, reason: words },
        ];
        for kind in kinds {
            let finding = finding(&Fault::at(7, "a.b", kind).of("w"), "x.ckpt");
            assert_eq!((finding.subject.offset, finding.subject.tensor.as_deref()), (Some(7), Some("w")));
            for lang in [Lang::En, Lang::Zh] {
                let record = finding.render(lang);
                let texts = [record.title, record.evidence, record.consequence, record.remedy];
                assert!(!texts.concat().contains(['{', '}']), "{texts:?}");
            }
        }
    }
}

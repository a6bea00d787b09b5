//! A text of error and the opened files: which of its causes they show, and where that is which it names.

use super::Workbench;
use crate::web::answer::{Answer, Inquiry, answer};
use crate::web::pointed::{Open, place};
use crate::web::snapshot::FindingFacts;

/// What codes of findings about resuming begin with, and those about a run that loads.
const RESUMING: [&str; 2] = ["SL060", "SL061"];
const LOADING: [&str; 1] = ["SL065"];

impl Workbench {
    /// Answers about a text.
    #[must_use]
    pub fn explain(&self, inquiry: &Inquiry) -> Answer {
        let mut answer = answer(&inquiry.text);
        let open = Open { tensors: &self.tensors, sides: self.sides.each_ref().map(Option::as_ref) };
        for value in answer.told.iter_mut().flat_map(|told| &mut told.values) {
            value.place = place(open, value);
        }
        // Other findings are in the snapshot; these depend on job and run, and are looked for when a text is about them.
        let mut found: Vec<FindingFacts> = Vec::new();
        if concerns(&answer, &RESUMING) {
            found.extend(self.resume(&inquiry.resume).about.into_iter().flat_map(|about| about.findings));
        }
        if concerns(&answer, &LOADING) {
            found.extend(self.advise(&inquiry.load).about.into_iter().flat_map(|about| about.findings));
        }
        found.retain(|finding| concerns(&answer, &[finding.code.as_str()]));
        answer.found = found;
        answer
    }
}

/// Whether findings whose codes begin so show a cause.
fn concerns(answer: &Answer, beginnings: &[&str]) -> bool {
    let causes = answer.told.iter().flat_map(|told| &told.causes);
    let mut codes = causes.flat_map(|why| &why.codes);
    codes.any(|code| beginnings.iter().any(|beginning| code.starts_with(beginning)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{PileFile, look};
    use crate::check::Side;
    use crate::format::{NewEntry, WeightFormat, layout_file};
    use crate::geometry::{DType, Shape};

    /// Two ranks whose steps differ and that have no `meta.json`.
    fn torn() -> Workbench {
        let mut bench = Workbench::default();
        let entry = |name| NewEntry { name, dtype: DType::F32, shape: Shape::new(vec![1]).unwrap() };
        let entries = ["w", "adam_m.w", "epoch_num", "step_num"].map(entry);
        for (rank, step) in [(0, "3_2"), (1, "6_2")] {
            let file = layout_file(WeightFormat::Ckpt, &entries).unwrap().sparse();
            let path = format!("checkpoint/rank_{rank}/m_rank_{rank}-{step}.ckpt");
            bench.note(Side::Source, &path, 1, &file);
            bench.add(Side::Source, look(PileFile { path, source: Box::new(file) }));
        }
        bench.work();
        bench
    }

    fn found(bench: &Workbench, text: &str) -> Vec<String> {
        let answer = bench.explain(&Inquiry { text: text.to_owned(), ..Inquiry::default() });
        answer.found.into_iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn a_text_about_resuming_or_loading_is_shown_by_what_is_found_then() {
        let bench = torn();
        let none = "ValueError: No checkpoint could be resumed.";
        assert!(found(&bench, none).contains(&"SL0603".to_owned()), "{:?}", found(&bench, none));
        let sliced = "ValueError: `src_strategy` should not be None when `src_checkpoint` is sliced.";
        // As many ranks in the layout that they were saved in need no strategy; others do.
        assert_eq!(found(&bench, sliced), [""; 0]);
        let load = crate::web::advice::Question { world_size: Some(4), ..Default::default() };
        let inquiry = Inquiry { text: sliced.to_owned(), load, ..Inquiry::default() };
        let codes: Vec<_> = bench.explain(&inquiry).found.into_iter().map(|finding| finding.code).collect();
        assert_eq!(codes, ["SL0651"]);
        assert_eq!(found(&bench, "Cannot transform device_num from 6 to 4"), [""; 0]);
        assert_eq!(found(&Workbench::default(), none), [""; 0]);
    }
}

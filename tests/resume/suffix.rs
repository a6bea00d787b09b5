//! Which files are put together where a named step of safetensors is converted as the job starts: 15 folders on
//! which the code of MindFormers 1.6.0, 1.7.0 and 2.1.0 and of MindSpore 2.10.0 was run
//! (`tests/cases/resume/record_suffix.py`).

use serde::Deserialize;
use shardlens::check::Lang;
use shardlens::format::WeightFormat;
use shardlens::resume::Version::{V1_3, V1_5, V1_7, V1_8};
use shardlens::resume::{Folder, Job, Listing, Unified, WeightFile, report, unified};

#[derive(Deserialize)]
struct Case {
    name: String,
    resume_training: String,
    ranks: Vec<Vec<String>>,
    outcomes: Vec<(String, String)>,
}

impl Case {
    fn listing(&self) -> Listing {
        let folder = |(names, rank): (&Vec<String>, u64)| Folder {
            name: format!("rank_{rank}"),
            files: names.iter().map(|name| WeightFile::whole(name, 1)).collect(),
            ..Folder::default()
        };
        Listing::new("{root}", self.ranks.iter().zip(0..).map(folder).collect())
    }
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../cases/resume/suffix.json")).unwrap()
}

#[test]
fn a_named_step_of_safetensors_was_said_to_be_converted_without_a_look_at_what_mindformers_takes() {
    let mut asked = 0;
    for case in cases() {
        let listing = case.listing();
        for (version, recorded) in &case.outcomes {
            let version = match version.as_str() {
                "1.5" => V1_5,
                "1.7" => V1_7,
                "1.8" => V1_8,
                other => panic!("{other}"),
            };
            let job = Job::new(version, 4, WeightFormat::Safetensors);
            let name = format!("{}.safetensors", case.resume_training.trim_end_matches(".safetensors"));
            let ours = match unified(&listing, &job, &name).unwrap() {
                Unified::Files(files) => {
                    let names: Vec<&str> = files.iter().map(|(_, name)| name.as_str()).collect();
                    format!("files {}", names.join(" | "))
                }
                Unified::Stops(error) => format!("error {error}"),
            };
            assert_eq!(ours, *recorded, "{} ({version})", case.name);
            asked += 1;
        }
    }
    assert_eq!(asked, 45);
    // Before 1.5 there is no such conversion.
    let job = Job::new(V1_3, 4, WeightFormat::Safetensors);
    assert_eq!(unified(&cases()[0].listing(), &job, "llama_rank_0-3_2.safetensors"), None);
}

#[test]
fn one_finding_said_to_convert_at_the_start_where_another_warned_of_it() {
    let told = |case: &str, version| -> Vec<String> {
        let case = cases().into_iter().find(|other| other.name == case).unwrap();
        let mut job = Job::new(version, 4, WeightFormat::Safetensors);
        job.resume_training = Some(case.resume_training.clone());
        let found = report(&case.listing(), &job).findings;
        let found = found.iter().filter(|finding| ["SL0608", "SL0631"].contains(&finding.kind.code));
        found.map(|finding| finding.render(Lang::En).remedy).collect()
    };
    let remedies = told("a step of two", V1_5);
    assert_eq!(remedies.len(), 2);
    assert!(remedies.iter().all(|remedy| remedy.contains("auto_trans_ckpt: False")), "{remedies:?}");
    let remedies = told("a step of two", V1_7);
    assert_eq!(remedies.len(), 1);
    assert!(remedies[0].starts_with("Set auto_trans_ckpt: True"), "{remedies:?}");
}

#[test]
fn what_a_conversion_would_take_is_told_where_the_job_has_other_ranks() {
    let told = |case: &str, version, world_size| -> Vec<&'static str> {
        let case = cases().into_iter().find(|other| other.name == case).unwrap();
        let mut job = Job::new(version, world_size, WeightFormat::Safetensors);
        job.resume_training = Some(case.resume_training.clone());
        let found = report(&case.listing(), &job).findings;
        let codes = found.iter().map(|finding| finding.kind.code);
        codes.filter(|code| ["SL0631", "SL0632"].contains(code)).collect()
    };
    assert_eq!(told("a step of two", V1_5, 4), ["SL0631"]);
    assert_eq!(told("a step of two", V1_7, 4), [""; 0]);
    // As many ranks need no conversion.
    assert_eq!(told("a step of two", V1_5, 2), [""; 0]);
    assert_eq!(told("a longer prefix with the step", V1_7, 4), ["SL0632"]);
    assert_eq!(told("a prefix with a dot", V1_8, 4), ["SL0631"]);
}

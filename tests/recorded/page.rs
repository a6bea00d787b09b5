//! Of every recorded conversion the page tells what the command tells, and plans alike.

use std::path::Path;

use shardlens::catalog::{PileFile, look};
use shardlens::check::Side;
use shardlens::conversion::{Piles, examine};
use shardlens::native::walk;
use shardlens::web::workbench::Workbench;

use crate::alarms::piles;
use crate::case;
use crate::request::request;

fn add(bench: &mut Workbench, side: Side, folder: &str, path: &Path) {
    for file in walk(path).unwrap().files {
        let path = format!("{folder}/{}", file.path);
        bench.add(side, look(PileFile { path, source: file.source }));
    }
}

#[test]
fn the_page_tells_what_the_command_tells() {
    let (mut alike, mut complaints) = (0, Vec::new());
    for case in case::all() {
        let scratch = tempfile::tempdir().unwrap();
        let Some(request) = request(&case, scratch.path()) else { continue };
        let mut bench = Workbench::default();
        add(&mut bench, Side::Source, "weights", &request.source);
        for (side, path) in
            [(Side::Source, &request.source_strategy), (Side::Target, &request.target_strategy)]
        {
            path.iter().for_each(|path| add(&mut bench, side, "strategy", path));
        }
        let shown = bench.work();
        let [source, from, to] = piles(&request);
        let examined = examine(
            &Piles {
                source: source.as_ref(),
                source_strategy: from.as_ref(),
                target_strategy: to.as_ref(),
                target: None,
            },
            "checkpoint_",
            None,
        );
        let mut by_page: Vec<&str> = shown.findings.iter().map(|found| found.code.as_str()).collect();
        let mut by_command: Vec<&str> = examined.findings.iter().map(|found| found.kind.code).collect();
        by_page.sort_unstable();
        by_command.sort_unstable();
        let is_planned = (shown.plan.is_some(), examined.plan.is_some());
        let is_alike = by_page == by_command && is_planned.0 == is_planned.1;
        if !is_alike {
            complaints.push(format!(
                "{}: page {by_page:?}, command {by_command:?}, planned {is_planned:?}",
                case.name
            ));
        }
        alike += usize::from(is_alike);
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    assert!(alike > 90, "{alike} cases");
}

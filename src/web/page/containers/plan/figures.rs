//! What the plan costs: bytes, files, memory, time, and what MindSpore would read instead.

use yew::prelude::*;

use crate::check::Lang;
use crate::plan::{PeerLoads, Totals};
use crate::web::page::components::{NumberField, byte_count, figure, number, number_field};
use crate::web::page::session::{Session, use_choice, use_look};
use crate::web::page::utils::Same;
use crate::web::report::{Disk, duration};
use crate::web::snapshot::Snapshot;
use crate::web::text::{self, Text};
use crate::web::units;

#[derive(PartialEq, Properties)]
pub(super) struct FigureProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
}

/// The figures, with the time for a disk that the visitor describes.
#[component]
pub(super) fn Figures(props: &FigureProps) -> Html {
    let lang = use_look().lang;
    let (read, choose_read) = use_choice(&props.session, "plan.read");
    let (write, choose_write) = use_choice(&props.session, "plan.write");
    let Some(plan) = &props.snapshot.plan else { return Html::default() };
    let totals = plan.totals;
    let speed = |id, label: &Text, typed: &str, assumed: u64, choose: &Callback<String>| {
        number_field(NumberField {
            assumed: assumed.to_string(),
            unit: Some("MiB/s"),
            described_by: Some("plan-time"),
            ..NumberField::new(id, label.of(lang), typed, choose)
        })
    };
    html! {
        <>
            <dl class="figures">
                { figure(byte_count(totals.bytes_read), &text::BYTES_TO_READ, None, lang) }
                { figure(byte_count(totals.bytes_written), &text::BYTES_TO_WRITE, None, lang) }
                { figure(number(totals.source_files), &text::SOURCE_FILES, None, lang) }
                { figure(number(totals.target_files), &text::TARGET_FILES, None, lang) }
                { figure(number(totals.files_opened), &text::FILE_OPENS, None, lang) }
                { figure(byte_count(totals.peak_memory_bytes), &text::PEAK_MEMORY, Some(text::PEAK_MEMORY_HINT.of(lang).to_owned()), lang) }
                { peer(plan.peer, &totals, lang) }
            </dl>
            <div class="plan-time">
                { speed("plan-read", &text::SPEED_READ, &read, Disk::DEFAULT.read, &choose_read) }
                { speed("plan-write", &text::SPEED_WRITE, &write, Disk::DEFAULT.write, &choose_write) }
                <p id="plan-time" role="status">{ time(Disk::typed(&read, &write), &totals, lang) }</p>
            </div>
        </>
    }
}

/// What MindSpore would load, or why it cannot do the same.
fn peer(peer: PeerLoads, totals: &Totals, lang: Lang) -> Html {
    match peer {
        PeerLoads::Loads { bytes, files, largest } => {
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("files", &units::grouped(files)), ("largest", &units::bytes_text(largest))];
            let hint = text::PEER_HINT.with(lang, &values);
            let says = text::peer_reads(bytes, totals.bytes_read, lang);
            html! { <div id="plan-peer" data-bytes={bytes.to_string()} title={hint}><dd>{ byte_count(bytes) }</dd><dt>{ says }</dt></div> }
        }
        PeerLoads::DeviceCounts { source, target } => {
            let why = text::PEER_DEVICES.with(lang, &[("source", &source), ("target", &target)]);
            figure(html! { "–" }, &text::PEER_CANNOT, Some(why), lang)
        }
        PeerLoads::SingleRankStages => {
            figure(html! { "–" }, &text::PEER_CANNOT, Some(text::PEER_SINGLE.of(lang).to_owned()), lang)
        }
        PeerLoads::Unknown => Html::default(),
    }
}

/// The time, and how it comes about; or what keeps it from being known.
fn time(disk: Option<Disk>, totals: &Totals, lang: Lang) -> String {
    let Some(disk) = disk else { return text::SPEED_INVALID.of(lang).to_owned() };
    let values: [(&str, &dyn std::fmt::Display); 5] = [
        ("time", &duration(disk.milliseconds(totals), lang)),
        ("read", &units::bytes_text(totals.bytes_read)),
        ("reading", &disk.read),
        ("written", &units::bytes_text(totals.bytes_written)),
        ("writing", &disk.write),
    ];
    text::TIME_SAYS.with(lang, &values)
}

//! The page: see both sides of a conversion, plan it, export the plan.
//!
//! * [`snapshot`] is what the worker tells the page: plain data, made by library code;
//! * [`text`] has every word of the page in both languages;
//! * [`workbench`] turns opened files into snapshots, plans and answers, free of the browser;
//! * [`view`], [`theme`], [`selection`] and [`choices`] are what was chosen, [`address`] keeps them;
//! * [`command`] is the table of commands and keys, [`fuzzy`] finds what is typed, [`glossary`] explains;
//! * [`verdict`] says in a sentence what is the matter, [`recent`] what was opened lately;
//! * [`findings`] is what the Findings view shows, [`answer`] what the worker says of a pasted text;
//! * [`inference`] is what the worker answers about a strategy that is inferred;
//! * [`pointed`] is where in the opened files that is what such a text names;
//! * [`resume`] is what the Resume view asks, and what the worker answers, [`advice`] the same of a run's YAML;
//! * [`tensors`] is the tree of the Tensors view, with search, filters and exports;
//! * [`report`] turns the plan into commands, tables and a report;
//! * [`slices`] is the arithmetic of the Slices view and the figure that it exports;
//! * [`ramp`], [`raster`], [`viewport`], [`ranks`], [`measure`], [`chart`], [`elide`] and [`sides`] are
//!   the page's other arithmetic;
//! * `worker` holds the opened files, reads headers and plans, off the main thread;
//! * `page` is what one sees: `session` (state and actions), `model` (one verb per file),
//!   `components` (small parts), `containers` (bars, panel, views), `utils` (browser glue).
//!
//! Page and worker are two wasm binaries of one build and speak `protocol`. No component reads a file and no
//! view computes a plan: views get a snapshot, a selection and the look (language, theme).
//!
//! # Hooks for end-to-end tests
//!
//! | hook | what |
//! |---|---|
//! | `html[data-state]` | `starting`, `ready`, `busy`, `silent` or `failed` |
//! | `html[data-memory]` | bytes of wasm memory of the page and of the worker |
//! | `#open-example` | button that loads the example |
//! | `#source-files` `#source-folder` `#target-files` `#target-folder` | file inputs (hidden) |
//! | `#drop-source` `#drop-target` | drop targets of the first screen |
//! | `#nav-overview` `#nav-tensors` `#nav-slices` `#nav-devices` `#nav-plan` `#nav-findings` `#nav-resume` | views |
//! | `#cancel` `#cancelled` | stops what is being opened; says that it was |
//! | `#bytes-read` | text; `data-read` and `data-total` in bytes |
//! | `#chip-source` `#chip-target` | what is loaded; opens `#menu-source`, `#menu-target` |
//! | `#label-source` `#label-target` `[data-command]` | in those menus: a name of one's own, commands |
//! | `#undo` `#redo` `#restart` `#palette` `#lang` `#theme` `#help-toggle` | buttons of the top bar |
//! | `#palette-input` `#palette-list` `#help` | the open palette, the open help |
//! | `#verdict` | what is the matter; `data-verdict` is `good`, `info`, `warning` or `error` |
//! | `#recent` `#recent-clear` `#link-waits` `#closed` | first screen: what was opened lately, what a link asks for, what was closed |
//! | `#link-lacks` `[data-testid=replaced]` `[data-testid=combine]` | above a view: a link's tensor that is not there, what a folder replaced, adds it instead |
//! | `[data-testid=nothing-to-show]` | a view that says what is the matter in its place |
//! | `[data-testid=finding]` | a finding; `data-code`, `data-severity` |
//! | `[data-testid=finding-tensor]` `[data-testid=finding-rank]` | what a finding is about, to be selected |
//! | `[data-testid=finding-folder]` | of several checkpoints one to be used |
//! | `[data-testid=finding-file]` | a file that a finding is about, which leads to its rank, or to the files of its side |
//! | `#files-source` `#ignored-source` `#overview-file` | Overview: files that count, those that do not, the one that is looked for |
//! | `#findings-all` `[data-testid=finding-group]` `#findings-code-clear` `#findings-copy` | the way to all findings, those of one code, all codes again, the report |
//! | `[data-testid=infer]` `[data-testid=inferred]` | infers a side's strategy; what came of it: `data-side`, and `data-certainty` unless refused |
//! | `[data-testid=infer-use]` `[data-testid=infer-download]` | uses the inferred strategy as its side's, gives its file |
//! | `#start-paste` `#explain-text` `[data-testid=told]` `[data-testid=told-cause]` `[data-testid=told-finding]` `[data-testid=told-place]` | a pasted text, what is known of it, findings that show a cause, where that is which it names |
//! | `#load` `#load-says` `#load-case` `#load-obstacles` `[data-testid=load-step]` `[data-testid=load-line]` `#load-command` | what to write for a run that loads the source: scenario, case of the document, why not by itself, steps, lines, the command that tells the same |
//! | `#resume-view[data-step]` `#resume-says` | the Resume view with the step that is resumed from; the decision in a sentence |
//! | `#resume-version` `#resume-by` | groups of buttons: versions of MindFormers, code or document |
//! | `#resume-matrix` `[data-testid=resume-cell]` | rank × step; `data-state`, `data-ranks`, `data-step` |
//! | `#resume-lines` `#resume-copy` `#resume-position` | the lines to write, and what the step's numbers mean |
//! | `#resume-folder` `#resume-path` `#resume-ranks` `#resume-disk` `#resume-steps` `#resume-sink` `#resume-old` `#resume-new` | what is assumed of the job |
//! | `#resume-empty` | says what to open |
//! | `[data-testid=picture]` | a side's picture; `data-side`, `data-regions`; its `svg` takes the keyboard |
//! | `[data-testid=region]` | a region of the picture, unless there are too many for shapes; `data-side`, `data-shard` |
//! | `[data-testid=share]` | what the traced region shares with the other side |
//! | `[data-testid=region-row]` | the same region in the table |
//! | `[data-testid=legend]` `#slices-colour` | what colours mean, and the choice of it |
//! | `[data-testid=step]` `#slices-down` `#slices-right` | steps through a dimension (`data-dim`), drawn dimensions |
//! | `#read-out` `#reads` `[data-testid=read]` | the region under the pointer; what the selected one reads |
//! | `#export-svg` `#export-png-2` `#export-png-4` | the figure |
//! | `[data-testid=tensor-row]` | a row of the tensor list; `data-name` |
//! | `[data-testid=tensor-group]` | a module, or repeated ones folded, in the tensor list; `data-name` |
//! | `#tensor-count` `#tensor-search-wrong` `#tensor-csv` `#tensor-order` `#tensor-columns` | what is shown, export, order, columns |
//! | `[data-facet]` `#tensor-stage` `#tensor-rank` `#tensor-rank-number` `#tensor-filters-clear` | filters |
//! | `#overview-compared` `#overview-kinds` `[data-compared]` | how the sides compare; kinds that lead to the tensors |
//! | `#details-compared` `#details-other` `[data-testid=tensor-other]` | what differs of a tensor; its name on the other side |
//! | `#slices-go` `#slices-row` `#slices-column` | fields that select the slice that holds an element |
//! | `#tensor-search` | search field |
//! | `#plan-download` `#plan-command` `#plan-copy` | export of the plan |
//! | `[data-testid=rank-row]` | per-rank row of the plan; `data-side`, `data-rank`, `data-last` (of more than 64 ranks, equal neighbours are one row) |
//! | `[data-testid=stage-row]` `[data-testid=device-row]` | a stage of the Overview, ranks of Devices |
//! | `#details` `#rank-tensors` | details panel; in it what shows a rank’s tensors in the list |
//! | `#outlined` | Devices: whose ranks are framed |
//! | `#ranks-source` `#ranks-target` `#plan-heat` | grids; `data-shown` are the rows and columns in sight, `data-flagged` counts the cells with findings |
//! | `.read-out[data-value]` | the value of the grid's cell that is read out |
//! | `.plan-heat[data-block]` | source × target ranks per cell of the heat map |
//! | `[data-testid=memory-row]` | the estimate of a stage's or the selected rank; `data-side`, `data-rank`, `data-total` |
//! | `#memory-optimizer` `#memory-gradient` `#memory-dealt` `#memory-states` | assumptions of the estimate |
//! | `#plan-csv` `#plan-markdown` `#transform-command` `#peer-command` | other exports of the plan |
//! | `#plan-read` `#plan-write` `#plan-time` `#plan-peer` | speeds of the disk, and the time; what MindSpore would read |
//! | `[data-testid=program]` | how the selected tensor is put together |
//!
//! `#lang=zh|en`, `#theme=dark|light`, `#view=NAME`, `#example` and more set the start; so do the same
//! parameters after `?`. `?stress` measures frames (`html[data-stress=done]`, then `data-work-p95` and others in microseconds).

pub mod address;
pub mod advice;
pub mod answer;
pub mod chart;
pub mod choices;
pub mod command;
pub mod elide;
pub mod findings;
pub mod fuzzy;
pub mod glossary;
pub mod inference;
pub mod measure;
pub mod pointed;
pub mod ramp;
pub mod ranks;
pub mod raster;
pub mod recent;
pub mod report;
pub mod resume;
pub mod selection;
pub mod sides;
pub mod slices;
pub mod snapshot;
pub mod tensors;
pub mod text;
pub mod theme;
pub mod verdict;
pub mod view;
pub mod viewport;
pub mod workbench;

mod number;
#[cfg(all(target_arch = "wasm32", feature = "web"))]
mod page;
#[cfg(all(target_arch = "wasm32", feature = "web"))]
mod protocol;
#[cfg(all(target_arch = "wasm32", feature = "web"))]
mod worker;

pub use crate::units;

#[cfg(all(target_arch = "wasm32", feature = "web"))]
pub use page::App;
#[cfg(all(target_arch = "wasm32", feature = "web"))]
pub use worker::{Blob, Traces, open_all};

/// Starts the page.
#[cfg(all(target_arch = "wasm32", feature = "web"))]
pub fn start_page() {
    page::start();
}

/// Starts the worker, inside its own thread.
#[cfg(all(target_arch = "wasm32", feature = "web"))]
pub fn start_worker() {
    worker::start();
}

//! Where the worker works: takes requests, answers them.

use std::collections::HashSet;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, UnwrapThrowExt};
use web_sys::File;

use super::blob::{MAX_TOGETHER, Traces, open_all};
use super::line::{Line, Stopped};
use crate::catalog::{PileFile, look};
use crate::check::Side;
use crate::example::llama_7b;
use crate::web::protocol::{Input, Output, Parcel, Phase, Progress};
use crate::web::workbench::Workbench;

/// How long the worker works until it tells how far it is and hears whether to stop, in
/// milliseconds: often enough to be seen moving.
const SLICE_MS: f64 = 50.0;

/// What lies on the worker's desk.
pub(super) struct Desk {
    line: Rc<Line>,
    bench: Workbench,
    progress: Progress,
    /// Whether what is being done may be stopped: opening files. All else is quick, and the page
    /// has gone on already.
    stoppable: bool,
}

impl Desk {
    /// A desk with nothing on it.
    pub(super) fn new(line: Rc<Line>) -> Self {
        Self { line, bench: Workbench::default(), progress: Progress::default(), stoppable: false }
    }

    /// Answers one request after the other, for as long as there is a page.
    pub(super) async fn work(mut self) {
        loop {
            let request = self.line.next().await;
            let answer = self.answer(request).await;
            self.line.post(&answer);
        }
    }

    async fn answer(&mut self, request: Parcel<Input>) -> Parcel<Output> {
        self.progress = Progress::default();
        match request.said {
            Input::Locate(tensor) => Parcel::of(Output::Located(self.bench.locate(tensor))),
            Input::Heat(window) => Parcel::of(Output::Heat(self.bench.heat(window))),
            Input::Pair(source, target) => Parcel::of(Output::Pair(self.bench.pair(source, target))),
            Input::PlanJson => Parcel::with(Output::PlanJson, self.plan_json()),
            Input::Explain(inquiry) => Parcel::of(Output::Explained(self.bench.explain(&inquiry))),
            Input::Infer(side) => Parcel::of(Output::Inferred(Box::new(self.bench.infer(side)))),
            Input::InferredFile(side) => self.inferred_file(side),
            Input::Resume(question) => Parcel::of(Output::Resumed(Box::new(self.bench.resume(&question)))),
            Input::Advise(question) => Parcel::of(Output::Advised(Box::new(self.bench.advise(&question)))),
            change => {
                // Whoever stops it wants back what was there.
                let before = self.bench.assigned();
                match self.change(change, &request.beside).await {
                    Ok(answer) => answer,
                    Err(Stopped) => {
                        self.bench.put_back(before);
                        Parcel::of(Output::Cancelled(self.progress))
                    }
                }
            }
        }
    }

    async fn change(&mut self, change: Input, files: &Array) -> Result<Parcel<Output>, Stopped> {
        self.stoppable = matches!(change, Input::Open(_));
        match change {
            Input::Open(names) => self.open(names, files).await?,
            Input::Example => self.open_example(),
            Input::Change(change) => self.bench.change(change),
            Input::Cancel
            | Input::Locate(_)
            | Input::Heat(_)
            | Input::Pair(..)
            | Input::PlanJson
            | Input::Explain(_)
            | Input::Infer(_)
            | Input::InferredFile(_)
            | Input::Resume(_)
            | Input::Advise(_) => {}
        }
        self.know().await
    }

    async fn open(&mut self, names: Vec<(Side, String)>, files: &Array) -> Result<(), Stopped> {
        self.bench.open();
        let mut opened = [Side::Source, Side::Target].map(|side| (side, HashSet::new()));
        for (side, path) in &names {
            if let Some((_, paths)) = opened.iter_mut().find(|(of, _)| of == side) {
                paths.insert(path.clone());
            }
        }
        self.progress.files = files.length();
        let traces = Rc::new(Traces::default());
        let mut files = names.into_iter().zip(files.iter().map(JsCast::unchecked_into::<File>)).peekable();
        while files.peek().is_some() {
            self.tell(Phase::Reading).await?;
            let mut since = js_sys::Date::now();
            let (names, together): (Vec<_>, Vec<_>) = files.by_ref().take(MAX_TOGETHER).unzip();
            let opened = open_all(together, &traces).await.expect_throw("workers have FileReaderSync");
            for ((side, path), file) in names.into_iter().zip(opened) {
                if js_sys::Date::now() - since >= SLICE_MS {
                    self.tell(Phase::Reading).await?;
                    since = js_sys::Date::now();
                }
                self.bench.note(side, &path, file.modified(), &file);
                let look = look(PileFile { path, source: Box::new(file) });
                self.progress.done += 1;
                self.progress.bytes = self.progress.bytes.saturating_add(look.bytes_read());
                self.bench.add(side, look);
            }
        }
        for (side, paths) in &opened {
            self.bench.settle(*side, paths);
        }
        Ok(())
    }

    fn open_example(&mut self) {
        let example = llama_7b().expect_throw("the example is always the same, and a test makes it");
        self.bench.open_example();
        for (side, files) in [(Side::Source, example.source), (Side::Target, example.target)] {
            for (path, file) in files {
                self.bench.add(side, look(PileFile { path, source: Box::new(file) }));
            }
        }
    }

    /// Makes of the piles what can be made.
    async fn know(&mut self) -> Result<Parcel<Output>, Stopped> {
        self.tell(Phase::Sorting).await?;
        let mut work = self.bench.sort();
        let tensors = work.tensors_to_plan();
        if tensors > 0 {
            self.tell(Phase::Planning(u32::try_from(tensors).unwrap_or(u32::MAX))).await?;
        }
        work.plan();
        self.tell(Phase::Packing).await?;
        let known = self.bench.know(work);
        let beside = known.tensors.columns().map(Uint8Array::from).map(JsValue::from);
        Ok(Parcel::with(Output::Snapshot(Box::new(known)), beside.into_iter().collect()))
    }

    /// Says what comes next, and lets the page say that it is not wanted.
    async fn tell(&mut self, phase: Phase) -> Result<(), Stopped> {
        self.progress.phase = phase;
        self.line.post(&Parcel::of(Output::Progress(self.progress)));
        match self.line.pause().await {
            Err(Stopped) if self.stoppable => Err(Stopped),
            _ => Ok(()),
        }
    }

    fn inferred_file(&self, side: Side) -> Parcel<Output> {
        let (name, bytes) = self.bench.inferred_file(side).unzip();
        let bytes = bytes.map(|bytes| JsValue::from(Uint8Array::from(bytes.as_slice())));
        Parcel::with(Output::InferredFile(name), bytes.into_iter().collect())
    }

    fn plan_json(&self) -> Array {
        self.bench
            .plan_json()
            .map(|json| JsValue::from(Uint8Array::from(json.as_slice())))
            .into_iter()
            .collect()
    }
}

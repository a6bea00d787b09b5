//! The worker's end: takes requests, answers them.

use std::rc::Rc;

use gloo_worker::{HandlerId, Worker, WorkerScope};
use wasm_bindgen::{JsCast, UnwrapThrowExt};

use super::blob::{Blob, Traces};
use crate::catalog::{BoxedSource, PileFile, look};
use crate::check::Side;
use crate::example::llama_7b;
use crate::web::protocol::{Input, Json, Opened, Output, Packed, Progress};
use crate::web::workbench::Workbench;

/// How often progress is told, in milliseconds: often enough to be seen moving.
const TELL_MS: f64 = 50.0;

/// What lies on the worker's desk.
#[derive(Default)]
pub(crate) struct Desk {
    bench: Workbench,
    /// Whether these are the example's files, which make room for any other.
    example: bool,
}

impl Worker for Desk {
    type Message = ();
    type Input = Input;
    type Output = Output;

    fn create(_: &WorkerScope<Self>) -> Self {
        Self::default()
    }

    fn update(&mut self, _: &WorkerScope<Self>, (): ()) {}

    fn received(&mut self, scope: &WorkerScope<Self>, input: Input, id: HandlerId) {
        let tell = |progress| scope.respond(id, Output::Progress(progress));
        let answer = match input {
            Input::Hello => Output::Ready,
            Input::Open(opened) => self.open(&opened, &tell),
            Input::Example => self.example(&tell),
            Input::Change(change) => {
                self.bench.change(change);
                self.work(&tell)
            }
            Input::Close => {
                *self = Self::default();
                self.work(&tell)
            }
            Input::Locate(tensor) => Output::Located(Packed::new(&self.bench.locate(tensor))),
            Input::PlanJson => Output::PlanJson(self.bench.plan_json().map(|json| Json::new(&json))),
        };
        scope.respond(id, answer);
    }
}

impl Desk {
    fn open(&mut self, opened: &Opened, tell: &dyn Fn(Progress)) -> Output {
        if std::mem::take(&mut self.example) {
            self.bench = Workbench::default();
        } else {
            self.bench.mark();
        }
        let of = opened.files.length();
        let mut told = 0.0;
        let traces = Rc::new(Traces::default());
        for (done, ((side, path), file)) in
            (0..).zip(opened.names.open().into_iter().zip(opened.files.iter()))
        {
            let now = js_sys::Date::now();
            if now - told >= TELL_MS {
                told = now;
                tell(Progress { done, files: of, tensors: 0 });
            }
            let blob =
                Blob::new(file.unchecked_into(), traces.clone()).expect_throw("workers have FileReaderSync");
            let source: BoxedSource = Box::new(blob);
            self.bench.add(side, look(PileFile { path, source }));
        }
        self.work(tell)
    }

    fn example(&mut self, tell: &dyn Fn(Progress)) -> Output {
        let example = llama_7b().expect_throw("the example is always the same, and a test makes it");
        self.bench = Workbench::default();
        self.example = true;
        for (side, files) in [(Side::Source, example.source), (Side::Target, example.target)] {
            for (path, file) in files {
                self.bench.add(side, look(PileFile { path, source: Box::new(file) }));
            }
        }
        self.work(tell)
    }

    fn work(&mut self, tell: &dyn Fn(Progress)) -> Output {
        let planning = |tensors| {
            let tensors = u32::try_from(tensors).unwrap_or(u32::MAX);
            tell(Progress { tensors, ..Progress::default() });
        };
        Output::Snapshot(Packed::new(self.bench.work(planning)))
    }
}

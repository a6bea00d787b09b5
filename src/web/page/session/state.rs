//! The whole state of the page and what can change it.

use std::rc::Rc;

use yew::prelude::*;

use super::Inferences;
use crate::check::{Lang, Side};
use crate::web::address::Address;
use crate::web::advice;
use crate::web::answer::{Answer, Pasted};
use crate::web::choices::Choices;
use crate::web::command::Now;
use crate::web::inference::Inference;
use crate::web::page::utils::Same;
use crate::web::protocol::Progress;
use crate::web::resume::Told;
use crate::web::selection::{Focus, Picked, Selection, Wanted};
use crate::web::snapshot::{Compared, Heat, Located, Pair, Snapshot};
use crate::web::theme::Theme;
use crate::web::view::View;

/// How the worker is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reader {
    /// It has not answered yet.
    #[default]
    Starting,
    /// It waits for work.
    Ready,
    /// It works.
    Busy(Progress),
    /// It works, but has said nothing for so many seconds.
    Silent(u32),
    /// It did not start.
    Failed,
}

impl Reader {
    /// The name for tests and styles.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Ready => "ready",
            Self::Busy(_) => "busy",
            Self::Silent(_) => "silent",
            Self::Failed => "failed",
        }
    }
}

/// The export of the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Export {
    /// Not asked for.
    #[default]
    Idle,
    /// The worker writes it.
    Making,
    /// Downloaded, with its size in bytes.
    Done(u64),
}

/// Everything that can change.
#[derive(Clone, PartialEq)]
pub(crate) struct State {
    /// Language.
    pub lang: Lang,
    /// Theme as chosen.
    pub theme: Theme,
    /// Whether the system is dark.
    pub system_dark: bool,
    /// Whether the page is being printed: paper is light.
    pub paper: bool,
    /// The view shown.
    pub view: View,
    /// The worker.
    pub reader: Reader,
    /// What is known of both piles; none before anything was opened.
    pub snapshot: Option<Same<Snapshot>>,
    /// Whether the piles are the example's.
    pub example: bool,
    /// The selection.
    pub selection: Selection,
    /// What the address asks for that no pile has shown yet.
    pub awaited: Option<Wanted>,
    /// What was chosen inside the views.
    pub choices: Rc<Choices>,
    /// The file that is looked for on the Overview.
    pub sought: Option<(Side, AttrValue)>,
    /// Where the selected tensor's content is, once looked up.
    pub located: Option<Same<Located>>,
    /// The part of the plan's heat map that was last asked for.
    pub heat: Option<Rc<Heat>>,
    /// What the selected target rank reads of one source rank, if that was asked for.
    pub pair: Option<Rc<Pair>>,
    /// The pasted text of error, and what causes it.
    pub pasted: Pasted,
    /// What was inferred of the sides, once that was asked.
    pub inferred: Inferences,
    /// Which step a job can resume from, once that was asked.
    pub resumed: Option<Same<Told>>,
    /// What is to be written for a run, once that was asked.
    pub advised: Option<Same<advice::Told>>,
    /// The export of the plan.
    pub export: Export,
    /// Whether an assignment of files to sides can be taken back, and one done again.
    pub history: (bool, bool),
    /// Whether the help is open.
    pub help: bool,
    /// Whether the palette is open.
    pub palette: bool,
    /// How many files of a drop were listed so far, while that goes on.
    pub listing: Option<usize>,
    /// Why the browser could not list a drop.
    pub drop_fault: Option<AttrValue>,
    /// Whether files were handed over of which nothing is known yet.
    pub opening: bool,
    /// What was stopped last, until something else is opened.
    pub cancelled: Option<Option<Progress>>,
}

impl State {
    /// Whether the theme that holds is dark.
    pub(crate) fn dark(&self) -> bool {
        !self.paper
            && match self.theme {
                Theme::System => self.system_dark,
                Theme::Dark => true,
                Theme::Light => false,
            }
    }

    /// What commands depend on.
    pub(crate) fn now(&self) -> Now {
        let (undo, redo) = self.history;
        Now { open: self.snapshot.is_some(), example: self.example, undo, redo }
    }
}

/// What can happen.
#[derive(Clone)]
pub(crate) enum Action {
    /// Another language.
    Speak(Lang),
    /// Another theme.
    Paint(Theme),
    /// The system turned dark or light.
    SystemDark(bool),
    /// The page goes to paper, or comes back from it.
    Paper(bool),
    /// Another view.
    Show(View),
    /// The address asks for something.
    Arrive(Box<Address>),
    /// The worker changed.
    Reader(Reader),
    /// The example is asked for.
    Example,
    /// Files are asked for.
    Opening,
    /// The worker knows more.
    Know(Same<Snapshot>),
    /// Everything is closed.
    Restart,
    /// A tensor is selected.
    Tensor(usize),
    /// A slice of the selected tensor is selected, or none.
    Region(Option<Picked>),
    /// A rank is selected.
    Rank(Side, u64),
    /// The list is to show what a rank holds, and nothing else.
    TensorsOf(Side, u64),
    /// The list is to show tensors of which this is the case between the sides, and nothing else.
    TensorsThat(Compared),
    /// A file is looked for.
    File(Side, AttrValue),
    /// A stage is selected.
    Stage(Side, u32),
    /// A view's choice: its key and the new value, empty to take it back.
    Choose(&'static str, String),
    /// The details panel is closed.
    Unfocus,
    /// The help is opened, or closed if it is open.
    Help,
    /// The palette is opened or closed.
    Palette(bool),
    /// What is open in front is closed.
    Close,
    /// The worker found a tensor's content.
    Located(Same<Located>),
    /// The worker drew a part of the heat map.
    Heat(Option<Rc<Heat>>),
    /// The worker listed what flows between two ranks.
    Pair(Option<Rc<Pair>>),
    /// A text of error is pasted, or taken away.
    Paste(String),
    /// The worker answered about it.
    Answered(Answer),
    /// The worker inferred how a side is cut, or why it cannot.
    Inferred(Same<Inference>),
    /// The worker said which step a job can resume from.
    Resumed(Same<Told>),
    /// The worker said what is to be written for a run.
    Advised(Same<advice::Told>),
    /// The export went on.
    Export(Export),
    /// A drop is being listed, or no longer.
    Listing(Option<usize>),
    /// A drop could not be listed, or could.
    DropFault(Option<AttrValue>),
    /// What was being done was stopped; how far it was, if it was being read.
    Cancelled(Option<Progress>),
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut state = (*self).clone();
        match action {
            Action::Speak(lang) => state.lang = lang,
            Action::Paint(theme) => state.theme = theme,
            Action::SystemDark(dark) => state.system_dark = dark,
            Action::Paper(paper) => state.paper = paper,
            Action::Show(view) => state.show(view),
            Action::Arrive(address) => state.arrive(*address),
            Action::Reader(reader) => state.reader = reader,
            Action::Example => {
                state.example = true;
                state.cancelled = None;
                if state.awaited.is_none() {
                    state.view = View::Slices;
                }
            }
            Action::Opening => {
                state.opening = true;
                state.drop_fault = None;
                state.cancelled = None;
            }
            Action::Know(snapshot) => state.know(snapshot),
            Action::Restart => {
                state = Self {
                    lang: state.lang,
                    theme: state.theme,
                    system_dark: state.system_dark,
                    reader: state.reader,
                    // Whoever takes it back is where he was.
                    view: state.view,
                    ..Self::default()
                }
            }
            Action::Tensor(tensor) => {
                state.awaited = None;
                if state.selection.tensor != Some(tensor) {
                    state.selection = Selection {
                        tensor: Some(tensor),
                        rank: state.selection.rank,
                        ..Selection::default()
                    };
                    state.located = None;
                }
                state.selection.ask(Focus::Tensor);
            }
            Action::Region(region) => {
                state.selection.region = region;
                state.selection.ask(Focus::Tensor);
            }
            Action::Rank(side, rank) => {
                state.pair = None;
                state.selection.rank = Some((side, rank));
                state.selection.ask(Focus::Rank);
            }
            Action::TensorsOf(side, rank) => {
                let side = if side == Side::Source { "source" } else { "target" };
                state.list("tensors.rank", format!("{side}:{rank}"));
            }
            Action::File(side, path) => {
                state.sought = Some((side, path));
                state.show(View::Overview);
            }
            Action::TensorsThat(kind) => state.list("tensors.only", kind.name().to_owned()),
            Action::Stage(side, stage) => {
                state.selection.stage = Some((side, stage));
                state.selection.ask(Focus::Stage);
            }
            Action::Choose(key, value) => Rc::make_mut(&mut state.choices).set(key, value),
            Action::Unfocus => state.selection.focus = Focus::Nothing,
            Action::Help => state.help = !state.help,
            Action::Palette(open) => state.palette = open,
            Action::Close => state.close(),
            Action::Located(located) => {
                if state.selection.tensor == Some(located.tensor) {
                    state.located = Some(located);
                }
            }
            Action::Heat(heat) => state.heat = heat,
            Action::Pair(pair) => state.pair = pair,
            Action::Paste(text) => state.pasted.paste(text),
            Action::Answered(answer) => state.pasted.answered(answer),
            Action::Inferred(inference) => match inference.side {
                Side::Source => state.inferred[0] = Some(inference),
                Side::Target => state.inferred[1] = Some(inference),
            },
            Action::Resumed(told) => state.resumed = Some(told),
            Action::Advised(told) => state.advised = Some(told),
            Action::Export(export) => state.export = export,
            Action::Listing(files) => state.listing = files,
            Action::DropFault(fault) => state.drop_fault = fault,
            Action::Cancelled(progress) => {
                // The worker has what it had before, and so does the page.
                state.reader = Reader::Ready;
                state.opening = false;
                state.cancelled = Some(progress);
            }
        }
        Rc::new(state)
    }
}

impl State {
    /// Shows a view, and in the panel what that view is about.
    fn show(&mut self, view: View) {
        self.view = view;
        self.selection.asked = false;
        self.sought = self.sought.take().filter(|_| view == View::Overview);
        match view {
            View::Tensors | View::Slices if self.selection.tensor.is_some() => {
                self.selection.focus = Focus::Tensor;
            }
            View::Overview if self.selection.stage.is_some() => self.selection.focus = Focus::Stage,
            View::Devices | View::Plan if self.selection.rank.is_some() => {
                self.selection.focus = Focus::Rank;
            }
            View::Overview
            | View::Tensors
            | View::Slices
            | View::Devices
            | View::Plan
            | View::Findings
            | View::Resume => {}
        }
    }

    /// Lists tensors by one filter alone.
    fn list(&mut self, filter: &'static str, value: String) {
        let choices = Rc::make_mut(&mut self.choices);
        for key in ["tensors.search", "tensors.only", "tensors.stage", "tensors.rank"] {
            choices.set(key, String::new());
        }
        choices.set(filter, value);
        self.show(View::Tensors);
    }

    fn close(&mut self) {
        if self.palette {
            self.palette = false;
        } else if self.help {
            self.help = false;
        } else {
            self.selection.focus = Focus::Nothing;
        }
    }

    fn know(&mut self, snapshot: Same<Snapshot>) {
        self.reader = Reader::Ready;
        self.history = (snapshot.undo, snapshot.redo);
        self.export = Export::Idle;
        self.located = None;
        self.heat = None;
        self.pair = None;
        self.inferred = Inferences::default();
        self.resumed = None;
        self.advised = None;
        self.pasted.outdate();
        let opened = std::mem::take(&mut self.opening);
        if opened && self.awaited.is_none() && (self.snapshot.is_none() || self.example) {
            // Whoever came with an error is told what the files show of it.
            self.view = if self.pasted.is_blank() { View::Overview } else { View::Findings };
        }
        self.example = snapshot.example;
        if snapshot.source.is_none() && snapshot.target.is_none() && snapshot.findings.is_empty() {
            self.snapshot = None;
            self.selection = Selection::default();
            return;
        }
        let known = self.snapshot.as_deref().map(|known| self.selection.wanted(known));
        let linked = self.awaited.take();
        let wanted = linked.clone().or(known).unwrap_or_default();
        self.selection = wanted.find(&snapshot);
        // Files of the other side may still bring what the link names.
        self.awaited = linked.filter(|linked| linked.lacks_tensor(&snapshot));
        self.snapshot = Some(snapshot);
        self.show(self.view);
    }

    /// Turns to what an address asks for, now or once a pile is there.
    fn arrive(&mut self, address: Address) {
        let waits = address.waits();
        let Address { view, lang, theme, wanted, choices, .. } = address;
        self.lang = lang.unwrap_or(self.lang);
        self.theme = theme.unwrap_or(self.theme);
        self.choices = Rc::new(choices);
        match &self.snapshot {
            Some(snapshot) => {
                self.selection = wanted.find(snapshot);
                self.located = None;
                self.awaited = Some(wanted).filter(|wanted| wanted.lacks_tensor(snapshot));
            }
            None => self.awaited = Some(wanted).filter(|_| waits),
        }
        self.show(view.unwrap_or(self.view));
    }

    /// The tensor that the address names and that no opened file holds.
    pub(crate) fn missing(&self) -> Option<&str> {
        self.snapshot.as_ref()?;
        self.awaited.as_ref()?.tensor.as_deref()
    }

    /// The address of what is shown.
    pub(crate) fn address(&self) -> Address {
        let wanted = match (&self.snapshot, &self.awaited) {
            // The tensor that it names stays named, whatever is shown instead.
            (Some(snapshot), Some(awaited)) => {
                Wanted { tensor: awaited.tensor.clone(), ..self.selection.wanted(snapshot) }
            }
            (Some(snapshot), None) => self.selection.wanted(snapshot),
            (None, Some(awaited)) => awaited.clone(),
            (None, None) => return Address::default(),
        };
        Address {
            view: Some(self.view),
            lang: Some(self.lang),
            theme: Some(self.theme),
            example: self.example,
            wanted,
            choices: (*self.choices).clone(),
        }
    }
}

impl Default for State {
    fn default() -> Self {
        Self {
            lang: Lang::En,
            theme: Theme::System,
            system_dark: false,
            paper: false,
            view: View::Overview,
            reader: Reader::Starting,
            snapshot: None,
            example: false,
            selection: Selection::default(),
            awaited: None,
            choices: Rc::default(),
            sought: None,
            located: None,
            heat: None,
            pair: None,
            pasted: Pasted::default(),
            inferred: Inferences::default(),
            resumed: None,
            advised: None,
            export: Export::Idle,
            history: (false, false),
            help: false,
            palette: false,
            listing: None,
            drop_fault: None,
            opening: false,
            cancelled: None,
        }
    }
}

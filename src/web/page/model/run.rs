//! Does what a command says.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::web::command::Command;
use crate::web::page::session::{Action, Session, View};
use crate::web::page::utils::dom;
use crate::web::protocol::Input;
use crate::web::sides;
use crate::web::workbench::Change;

/// A click that runs a command.
pub(crate) fn click(session: &Session, command: Command) -> Callback<MouseEvent> {
    let session = session.clone();
    Callback::from(move |_| run(&session, command))
}

/// Runs one command.
pub(crate) fn run(session: &Session, command: Command) {
    let change = |change| session.ask(Input::Change(change));
    match command {
        Command::Show(view) => session.act(Action::Show(view)),
        Command::Search => {
            session.act(Action::Show(View::Tensors));
            // Once the view is there.
            Timeout::new(0, || dom::focus("tensor-search")).forget();
        }
        Command::Load => {
            session.act(Action::Show(View::Plan));
            Timeout::new(0, || dom::focus("load")).forget();
        }
        Command::Palette => session.act(Action::Palette(true)),
        Command::Help => session.act(Action::Help),
        Command::Close => session.act(Action::Close),
        Command::OpenFolder(side) => dom::click(&format!("{}-folder", sides::name(side))),
        Command::OpenFiles(side) => dom::click(&format!("{}-files", sides::name(side))),
        Command::Example => session.open_example(),
        Command::Swap => change(Change::Swap),
        Command::Undo => change(Change::Undo),
        Command::Redo => change(Change::Redo),
        Command::Clear(side) => change(Change::Clear(side)),
        Command::Restart => {
            session.act(Action::Restart);
            change(Change::Empty);
        }
        Command::Speak(lang) => session.act(Action::Speak(lang)),
        Command::Paint(theme) => session.act(Action::Paint(theme)),
    }
}

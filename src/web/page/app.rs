//! The root: owns the state and the worker, lays out the frame.

use std::rc::Rc;

use yew::prelude::*;

use super::components::FileInputs;
use super::containers::{
    DetailsProps, Drops, RailProps, StatusProps, TopProps, centre, details, rail, status, top_bar,
};
use super::model::{restore, save_lang, save_theme};
use super::session::{Action, ChoicesContext, Link, Look, Session, State};
use super::utils::{dom, hooks::use_media};
use crate::web::protocol::Input;

/// The page.
#[component]
pub fn App() -> Html {
    let state = use_reducer_eq(|| {
        let start = restore();
        State { lang: start.lang, theme: start.theme, ..State::default() }
    });
    let link = use_memo((), |()| Rc::new(Link::idle()));
    let session = Session::new(state.dispatcher(), (*link).clone());
    use_media("(prefers-color-scheme: dark)", session.on(Action::SystemDark));
    use_start(&session);
    use_root_attributes(&state);
    use_lookup(&session, &state);
    let look = Look { lang: state.lang, dark: state.dark() };
    let lang = state.lang;
    let top = TopProps {
        session: session.clone(),
        theme: state.theme,
        example: state.example,
        snapshot: state.snapshot.clone(),
    };
    let shown = state.snapshot.is_some();
    html! {
        <ContextProvider<Look> context={look}>
        <ContextProvider<ChoicesContext> context={state.choices.clone()}>
            <div class={classes!("frame", shown.then_some("frame-open"))}>
                { top_bar(&top, lang) }
                if let Some(snapshot) = &state.snapshot {
                    { rail(&RailProps { session: session.clone(), view: state.view, snapshot: snapshot.clone() }, lang) }
                }
                <main id="main" key={state.view.name()}>
                    { status(&StatusProps { reader: state.reader, listing: state.listing, fault: state.drop_fault.clone() }, lang) }
                    { centre(&session, &state) }
                </main>
                if let Some(snapshot) = state.snapshot.clone() {
                    { details(&DetailsProps {
                        session: session.clone(),
                        snapshot,
                        selection: state.selection,
                        view: state.view,
                        located: state.located.clone(),
                    }, lang) }
                }
            </div>
            <FileInputs session={session.clone()} />
            <Drops {session} />
        </ContextProvider<ChoicesContext>>
        </ContextProvider<Look>>
    }
}

/// Spawns the worker once and opens what the address asks for.
#[hook]
fn use_start(session: &Session) {
    use_effect_with(session.clone(), |session| {
        session.connect();
        let start = restore();
        if start.example {
            session.act(Action::Example);
            session.ask(Input::Example);
        }
        if let Some(view) = start.view {
            session.act(Action::Show(view));
        }
    });
}

/// Language, theme and the worker's state on the root element: for styles, readers and tests.
#[hook]
fn use_root_attributes(state: &State) {
    use_effect_with(state.lang, |&lang| {
        dom::set_root("lang", dom::lang_tag(lang));
        save_lang(lang);
    });
    use_effect_with(state.theme, |&theme| save_theme(theme));
    use_effect_with(state.dark(), |&dark| dom::set_root("data-theme", if dark { "dark" } else { "light" }));
    use_effect_with(state.reader.name(), |name| dom::set_root("data-state", name));
}

/// Asks the worker where the selected tensor's content is.
#[hook]
fn use_lookup(session: &Session, state: &State) {
    let snapshot = state.snapshot.as_ref().map(Rc::as_ptr);
    let session = session.clone();
    use_effect_with((state.selection.tensor, snapshot), move |&(tensor, snapshot)| {
        if let (Some(tensor), true) = (tensor, snapshot.is_some()) {
            session.ask(Input::Locate(tensor));
        }
    });
}

//! The root: owns the state and the worker, lays out the frame.

use std::rc::Rc;

use yew::prelude::*;

use super::components::file_inputs;
use super::containers::{
    DetailsProps, Drops, HelpProps, Palette, RailProps, StatusProps, TopProps, centre, details, help, rail,
    replaced, status, top_bar, use_keyboard,
};
use super::model::{remember, restore, save_lang, save_theme};
use super::session::{Action, ChoicesContext, Inferences, Link, Look, Session, State, use_address};
use super::utils::{
    dom,
    hooks::{use_media, use_paper},
};
use crate::web::address::Address;
use crate::web::protocol::Input;
use crate::web::text;

/// The page.
#[component]
pub fn App() -> Html {
    let state = use_reducer_eq(|| {
        let (lang, theme) = restore();
        State { lang, theme, ..State::default() }
    });
    let link = use_memo((), |()| Rc::new(Link::idle()));
    let session = Session::new(state.dispatcher(), (*link).clone());
    use_media("(prefers-color-scheme: dark)", session.on(Action::SystemDark));
    use_paper(session.on(Action::Paper));
    use_start(&session);
    use_address(&session, &state);
    use_keyboard(&session, state.now());
    use_root_attributes(&state);
    use_lookup(&session, &state);
    use_memory(&state);
    let look = Look { lang: state.lang, dark: state.dark(), paper: state.paper };
    let lang = state.lang;
    let top = TopProps {
        session: session.clone(),
        theme: state.theme,
        now: state.now(),
        snapshot: state.snapshot.clone(),
    };
    let shown = state.snapshot.is_some();
    html! {
        <ContextProvider<Look> context={look}>
        <ContextProvider<ChoicesContext> context={state.choices.clone()}>
        <ContextProvider<Inferences> context={state.inferred.clone()}>
            <div class={classes!("frame", shown.then_some("frame-open"), state.help.then_some("frame-help"))}>
                { top_bar(&top, lang) }
                if let Some(snapshot) = &state.snapshot {
                    { rail(&RailProps { session: session.clone(), view: state.view, snapshot: snapshot.clone() }, lang) }
                }
                <main id="main" key={state.view.name()}>
                    { status(&StatusProps {
                        session: session.clone(),
                        reader: state.reader,
                        listing: state.listing,
                        opening: state.opening,
                        cancelled: state.cancelled,
                        fault: state.drop_fault.clone(),
                    }, lang) }
                    if let Some(snapshot) = &state.snapshot { { replaced(&session, snapshot, lang) } }
                    if let Some(name) = state.missing() {
                        <p class="notice" id="link-lacks" role="status">{ text::LINK_LACKS.with(lang, &[("name", &name)]) }</p>
                    }
                    { centre(&session, &state) }
                </main>
                if state.help {
                    { help(&HelpProps { session: session.clone(), snapshot: state.snapshot.clone() }, lang) }
                } else if let Some(snapshot) = state.snapshot.clone() {
                    { details(&DetailsProps {
                        session: session.clone(),
                        snapshot,
                        selection: state.selection,
                        view: state.view,
                        located: state.located.clone(),
                        pair: state.pair.clone(),
                    }, lang) }
                }
            </div>
            if state.palette {
                <Palette session={session.clone()} snapshot={state.snapshot.clone()} now={state.now()} />
            }
            { file_inputs(&session) }
            <Drops {session} />
        </ContextProvider<Inferences>>
        </ContextProvider<ChoicesContext>>
        </ContextProvider<Look>>
    }
}

/// Spawns the worker once and opens what the address asks for.
#[hook]
fn use_start(session: &Session) {
    use_effect_with(session.clone(), |session| {
        session.connect();
        let start = Address::parse(&dom::address());
        if start.example {
            session.open_example();
        }
        session.act(Action::Arrive(Box::new(start)));
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
    let session = session.clone();
    use_effect_with((state.selection.tensor, state.snapshot.clone()), move |(tensor, snapshot)| {
        if let (Some(tensor), Some(_)) = (tensor, snapshot) {
            session.ask(Input::Locate(*tensor));
        }
    });
}

/// Remembers by name what was opened, the example apart.
#[hook]
fn use_memory(state: &State) {
    let opened = state.snapshot.clone().filter(|_| !state.example);
    use_effect_with(opened, |opened| {
        if let Some(snapshot) = opened {
            remember(snapshot);
        }
    });
}

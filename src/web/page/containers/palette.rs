//! The palette: every command, every button with a name of the view that is shown, every tensor,
//! found by what one types.

use web_sys::HtmlElement;
use yew::prelude::*;

use crate::check::Lang;
use crate::web::command::{Command, Now};
use crate::web::fuzzy;
use crate::web::page::components::{keys, name_line, note};
use crate::web::page::model::run;
use crate::web::page::session::{Action, Session, View, use_look};
use crate::web::page::utils::{Same, dom};
use crate::web::snapshot::Snapshot;
use crate::web::text;

/// Tensors that are offered.
const TENSORS: usize = 20;

#[derive(PartialEq, Properties)]
pub(crate) struct PaletteProps {
    pub session: Session,
    pub snapshot: Option<Same<Snapshot>>,
    pub now: Now,
}

/// One offer.
#[derive(Clone, PartialEq)]
enum Offer {
    Command(Command),
    /// A button of the view: its id and what it says.
    Button(String, String),
    /// A tensor, by index.
    Tensor(usize),
}

/// The palette.
#[component]
pub(crate) fn Palette(props: &PaletteProps) -> Html {
    let lang = use_look().lang;
    let field = use_node_ref();
    let wanted = use_state_eq(String::new);
    let chosen = use_state_eq(|| 0usize);
    // What the view offers does not change while the palette is in front of it.
    let buttons = use_memo((), |()| dom::named_buttons("main"));
    let offers = use_memo((wanted.clone(), lang), |(wanted, lang)| offers(props, &buttons, wanted, *lang));
    use_focus(&field);
    let close = props.session.on(|()| Action::Palette(false));
    let oninput = {
        let (wanted, chosen) = (wanted.setter(), chosen.setter());
        Callback::from(move |event: InputEvent| {
            if let Some(typed) = dom::typed(&event) {
                wanted.set(typed);
                chosen.set(0);
            }
        })
    };
    let take = take(props);
    let onkeydown = {
        let (offers, chosen, close, take) = (offers.clone(), chosen.clone(), close.clone(), take.clone());
        Callback::from(move |event: KeyboardEvent| {
            // Enter may end a composition.
            if event.is_composing() {
                return;
            }
            let last = offers.len().saturating_sub(1);
            match event.key().as_str() {
                "ArrowDown" => chosen.set(if *chosen < last { *chosen + 1 } else { 0 }),
                "ArrowUp" => chosen.set(chosen.checked_sub(1).unwrap_or(last)),
                "Enter" => {
                    if let Some(offer) = offers.get(*chosen) {
                        take.emit(offer.clone());
                    }
                }
                "Escape" => close.emit(()),
                _ => return,
            }
            event.prevent_default();
        })
    };
    let row = |(index, offer): (usize, &Offer)| {
        let current = index == *chosen;
        // Before the field loses the focus, which closes the palette.
        let onmousedown = {
            let (take, offer) = (take.clone(), offer.clone());
            Callback::from(move |event: MouseEvent| {
                event.prevent_default();
                take.emit(offer.clone());
            })
        };
        html! {
            <li id={option_id(index)} key={index} role="option" aria-selected={current.to_string()} {onmousedown}
                class={current.then_some("selected")}>{ label(offer, props, lang) }</li>
        }
    };
    html! {
        <div class="palette-back">
            <div class="palette" role="dialog" aria-modal="true" aria-label={text::COMMANDS.of(lang)}>
                <input ref={field} id="palette-input" type="text" role="combobox" aria-expanded="true" aria-controls="palette-list"
                    aria-activedescendant={(!offers.is_empty()).then(|| option_id(*chosen))} aria-label={text::COMMANDS_HINT.of(lang)}
                    placeholder={text::COMMANDS_HINT.of(lang)} spellcheck="false" autocomplete="off" value={(*wanted).clone()}
                    {oninput} {onkeydown} onblur={close.reform(|_: FocusEvent| ())} />
                <ul id="palette-list" role="listbox" aria-label={text::COMMANDS.of(lang)}>
                    { for offers.iter().enumerate().map(row) }
                </ul>
                if offers.is_empty() {
                    { note(text::COMMANDS_NONE.with(lang, &[("text", &*wanted)])) }
                }
            </div>
        </div>
    }
}

fn option_id(index: usize) -> String {
    format!("palette-{index}")
}

/// The field has the focus while the palette is there; then it goes back to where it was.
#[hook]
fn use_focus(field: &NodeRef) {
    use_effect_with(field.clone(), |field| {
        let before = dom::focused();
        if let Some(field) = field.cast::<HtmlElement>() {
            // Only an element that is gone refuses.
            let _ = field.focus();
        }
        move || {
            if let Some(before) = before {
                let _ = before.focus();
            }
        }
    });
    let field = field.clone();
    // The chosen row stays in sight.
    use_effect(move || {
        if field.get().is_some() {
            dom::reveal("#palette-list .selected");
        }
    });
}

/// Everything that fits, commands first.
fn offers(props: &PaletteProps, buttons: &[(String, String)], wanted: &str, lang: Lang) -> Vec<Offer> {
    let works = |it: &Command| *it != Command::Palette && it.works(props.now);
    let commands: Vec<Command> = Command::ALL.into_iter().filter(works).collect();
    let found = fuzzy::best(wanted, commands.iter().map(|command| command.title().of(lang)), commands.len());
    let command = |index: usize| commands.get(index).copied().map(Offer::Command);
    let mut offers: Vec<Offer> = found.into_iter().filter_map(command).collect();
    // A button that does what a command does is offered once.
    let titles: Vec<&str> = commands.iter().map(|command| command.title().of(lang)).collect();
    let others: Vec<_> = buttons.iter().filter(|(_, says)| !titles.contains(&says.as_str())).collect();
    let found = fuzzy::best(wanted, others.iter().map(|(_, says)| says.as_str()), TENSORS);
    let button = |index: usize| others.get(index).map(|(id, says)| Offer::Button(id.clone(), says.clone()));
    offers.extend(found.into_iter().filter_map(button));
    if let Some(snapshot) = props.snapshot.as_ref().filter(|_| !wanted.trim().is_empty()) {
        let names = snapshot.tensors.names();
        offers.extend(fuzzy::best(wanted, names, TENSORS).into_iter().map(Offer::Tensor));
    }
    offers
}

fn label(offer: &Offer, props: &PaletteProps, lang: Lang) -> Html {
    match offer {
        Offer::Command(command) => html! {
            <><span>{ command.title().of(lang) }</span>{ for command.keys().map(keys) }</>
        },
        Offer::Button(_, says) => html! {
            <><span>{ says }</span><span class="quiet">{ text::ACTION.of(lang) }</span></>
        },
        Offer::Tensor(index) => {
            let name = props.snapshot.as_ref().and_then(|snapshot| Some(snapshot.tensors.get(*index)?.name));
            html! {
                <>{ for name.map(|name| name_line(&name)) }<span class="quiet">{ text::TENSOR.of(lang) }</span></>
            }
        }
    }
}

/// Closes the palette, then does what was chosen.
fn take(props: &PaletteProps) -> Callback<Offer> {
    let session = props.session.clone();
    Callback::from(move |offer| {
        session.act(Action::Palette(false));
        match offer {
            Offer::Command(command) => run(&session, command),
            Offer::Button(id, _) => dom::click(&id),
            Offer::Tensor(index) => {
                session.act(Action::Tensor(index));
                session.act(Action::Show(View::Slices));
            }
        }
    })
}

//! Copies a text and says so in place.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use super::{Glyph, icon};
use crate::web::page::model::copy_text;
use crate::web::page::session::use_look;
use crate::web::text::{self, Text};

/// How long the button says that it has copied.
const SAID_MS: u32 = 2_000;

#[derive(PartialEq, Properties)]
pub(crate) struct CopyProps {
    pub id: AttrValue,
    pub text: AttrValue,
    /// What the button says.
    #[prop_or(&text::COPY)]
    pub label: &'static Text,
}

/// Where the last click led.
#[derive(Clone, Copy, PartialEq)]
enum Said {
    Nothing,
    Copied,
    Refused,
}

/// A button that copies `text`. A refusal stays on the button.
#[component]
pub(crate) fn CopyButton(props: &CopyProps) -> Html {
    let lang = use_look().lang;
    let said = use_state_eq(|| Said::Nothing);
    let onclick = {
        let (text, set) = (props.text.clone(), said.setter());
        Callback::from(move |_: MouseEvent| {
            let set = set.clone();
            copy_text(&text, move |copied| {
                set.set(if copied { Said::Copied } else { Said::Refused });
                if copied {
                    Timeout::new(SAID_MS, move || set.set(Said::Nothing)).forget();
                }
            });
        })
    };
    let (glyph, label) = match *said {
        Said::Nothing => (Glyph::Copy, props.label),
        Said::Copied => (Glyph::Check, &text::COPIED),
        Said::Refused => (Glyph::Warning, &text::COPY_REFUSED),
    };
    html! {
        <button type="button" class="button" id={props.id.clone()} aria-live="polite" {onclick}>
            { icon(glyph) }{ label.of(lang) }
        </button>
    }
}

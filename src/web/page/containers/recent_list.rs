//! What was opened lately, as a reminder of what to choose again.

use yew::prelude::*;

use super::{side_id, side_title};
use crate::check::{Lang, Side};
use crate::web::page::components::{Glyph, icon};
use crate::web::page::model::{forget, recall};
use crate::web::page::session::use_look;
use crate::web::page::utils::dom;
use crate::web::recent::{Recent, Was};
use crate::web::{text, units};

/// The list; nothing if there is nothing to remember.
#[component]
pub(super) fn RecentList() -> Html {
    let lang = use_look().lang;
    let list = use_state_eq(recall);
    if list.is_empty() {
        return Html::default();
    }
    let clear = {
        let set = list.setter();
        Callback::from(move |_: MouseEvent| {
            forget();
            set.set(Vec::new());
        })
    };
    html! {
        <section class="recent" id="recent">
            <header>
                <h2>{ text::RECENT.of(lang) }</h2><span class="quiet">{ text::RECENT_SAYS.of(lang) }</span>
                <button type="button" id="recent-clear" class="button button-quiet" onclick={clear}>{ text::RECENT_CLEAR.of(lang) }</button>
            </header>
            <ul>{ for list.iter().map(|recent| entry(recent, lang)) }</ul>
        </section>
    }
}

fn entry(recent: &Recent, lang: Lang) -> Html {
    let sides = [(Side::Source, &recent.source), (Side::Target, &recent.target)];
    html! {
        <li>
            { for sides.into_iter().filter_map(|(side, was)| Some(again(side, was.as_ref()?, lang))) }
            <time class="num quiet">{ &recent.day }</time>
        </li>
    }
}

/// One side: a button that lets the visitor choose it again.
fn again(side: Side, was: &Was, lang: Lang) -> Html {
    let onclick = Callback::from(move |_: MouseEvent| dom::click(&format!("{}-folder", side_id(side))));
    let ranks = text::RANKS.with(lang, &[("n", &was.ranks)]);
    html! {
        <button type="button" class="chip" title={text::RECENT_AGAIN.with(lang, &[("name", &was.name)])} {onclick}>
            { icon(Glyph::Folder) }<b>{ side_title(side).of(lang) }</b><span class="name">{ &was.name }</span>
            <span>{ ranks }</span>
            if !was.kind.is_empty() { <span>{ &was.kind }</span> }
            if was.bytes > 0 { <span class="num">{ units::bytes_text(was.bytes) }</span> }
        </button>
    }
}

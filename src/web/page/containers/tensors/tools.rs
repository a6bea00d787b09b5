//! The bar above the list: search, arrangement, columns, export.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::Listed;
use super::choices::{ListChoices, ORDERS};
use super::columns::columns_menu;
use super::export::export;
use super::searching::Searching;
use crate::check::Lang;
use crate::web::page::components::{Glyph, Pick, icon, segmented};
use crate::web::page::utils::{Same, dom};
use crate::web::snapshot::Snapshot;
use crate::web::tensors::Order;
use crate::web::text;

pub(super) struct ToolsProps<'a> {
    pub snapshot: &'a Same<Snapshot>,
    pub choices: &'a ListChoices,
    pub searching: &'a Searching,
    pub listed: Option<&'a Listed>,
}

/// The bar.
pub(super) fn tools(props: &ToolsProps<'_>, lang: Lang) -> Html {
    let choices = props.choices;
    let arrangement = [&text::AS_TREE, &text::AS_LIST].map(|text| text.of(lang).to_owned());
    let set_flat = choices.set_flat.reform(|chosen| if chosen == 1 { "1".to_owned() } else { String::new() });
    let download = props.listed.cloned().map(|listed| {
        let (snapshot, order) = (props.snapshot.clone(), choices.order);
        Callback::from(move |_: MouseEvent| export(snapshot.clone(), listed.clone(), order))
    });
    html! {
        <div class="tools">
            { search(choices, lang) }
            { status(props, lang) }
            <span class="tools-end">
                { order(choices, lang) }
                { segmented(text::ARRANGEMENT.of(lang), &arrangement, usize::from(choices.flat), &set_flat) }
                { columns_menu(&choices.columns, &choices.set_columns, lang) }
                <button type="button" id="tensor-csv" class="button" title={text::EXPORT_CSV_HINT.of(lang)}
                    disabled={download.is_none()} onclick={download}>
                    { icon(Glyph::Download) }<span>{ text::EXPORT_CSV.of(lang) }</span>
                </button>
            </span>
        </div>
    }
}

fn search(choices: &ListChoices, lang: Lang) -> Html {
    let set = choices.search.1.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        if let Some(typed) = dom::typed(&event) {
            set.emit(typed);
        }
    });
    // The first Escape empties the field, which browsers do by themselves; the second leaves it.
    let leave = Callback::from(|event: KeyboardEvent| {
        let input = event.target_dyn_into::<HtmlInputElement>().filter(|input| input.value().is_empty());
        if let Some(input) = input.filter(|_| event.key() == "Escape") {
            // Only an element that is gone refuses.
            let _ = input.blur();
        }
    });
    html! {
        <label class="search" title={text::SEARCH_HINT.of(lang)}>
            { icon(Glyph::Search) }
            <input id="tensor-search" type="search" value={choices.search.0.clone()} {oninput} onkeydown={leave}
                placeholder={text::SEARCH.of(lang)} aria-label={text::SEARCH.of(lang)}
                aria-describedby="tensor-search-hint" spellcheck="false" autocomplete="off" />
            <span id="tensor-search-hint" class="visually-hidden">{ text::SEARCH_HINT.of(lang) }</span>
        </label>
    }
}

/// How many tensors are shown, or why a search shows none.
fn status(props: &ToolsProps<'_>, lang: Lang) -> Html {
    let wrong = match props.searching {
        Searching::Invalid(reason) => Some(text::SEARCH_INVALID.with(lang, &[("reason", reason)])),
        Searching::Stopped => Some(text::SEARCH_STOPPED.of(lang).to_owned()),
        Searching::Off | Searching::Running(_) | Searching::Found(_) => None,
    };
    let all = props.snapshot.tensors.len();
    let shown = props.listed.map_or(all, |(_, shown)| shown.len());
    html! {
        <>
            <span class="num quiet" id="tensor-count" role="status">
                if matches!(props.searching, Searching::Running(_)) {
                    { text::SEARCHING.of(lang) }
                } else {
                    { text::SEARCH_COUNT.with(lang, &[("shown", &grouped(shown)), ("all", &grouped(all))]) }
                }
            </span>
            if let Some(wrong) = wrong {
                <span class="search-wrong" id="tensor-search-wrong" role="alert">{ icon(Glyph::Warning) }{ wrong }</span>
            }
        </>
    }
}

fn grouped(count: usize) -> String {
    crate::web::units::grouped(count as u64)
}

fn order(choices: &ListChoices, lang: Lang) -> Html {
    let says = |order| match order {
        Order::Name => &text::ORDER_NAME,
        Order::File => &text::ORDER_FILE,
        Order::Size => &text::ORDER_SIZE,
    };
    let options: Vec<(AttrValue, AttrValue)> =
        ORDERS.into_iter().map(|(order, name)| (name.into(), says(order).of(lang).into())).collect();
    let value = ORDERS.into_iter().find(|(order, _)| *order == choices.order).map_or("", |(_, name)| name);
    html! {
        <Pick id="tensor-order" label={text::ORDER.of(lang)} {options} {value} onchoose={choices.set_order.clone()} />
    }
}

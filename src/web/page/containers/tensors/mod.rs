//! The list of tensors: a tree grid with search, filters and columns to choose.

mod arranging;
mod cells;
mod choices;
mod columns;
mod export;
mod facets;
mod grid;
mod kept;
mod row;
mod searching;
mod tools;
mod totals;

use yew::prelude::*;

use self::arranging::use_arranged;
use self::choices::{ListChoices, use_list_choices};
use self::facets::{FacetsProps, facets};
use self::grid::TensorGrid;
use self::searching::use_search;
use self::tools::{ToolsProps, tools};
use self::totals::totals;
use crate::check::Lang;
use crate::web::page::session::{Session, use_look};
use crate::web::page::utils::Same;
use crate::web::snapshot::Snapshot;
use crate::web::tensors::{Arranged, Shown};
use crate::web::text;

#[derive(PartialEq, Properties)]
pub(crate) struct TensorsProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub selected: Option<usize>,
}

/// The view.
#[component]
pub(crate) fn Tensors(props: &TensorsProps) -> Html {
    let lang = use_look().lang;
    let TensorsProps { session, snapshot, selected } = props;
    let choices = use_list_choices(session, snapshot);
    let arranging = use_arranged(snapshot);
    let searching = use_search(snapshot, &choices.search.0);
    let arranged = arranging.clone().ok();
    let found = searching.found().cloned();
    let shown = use_memo(
        (snapshot.clone(), arranged.clone(), found.clone(), choices.filters.clone()),
        |(snapshot, arranged, found, filters)| {
            arranged
                .as_ref()
                .map(|arranged| Shown::new(snapshot, arranged, found.as_deref(), filters))
                .map(Same::new)
        },
    );
    let listed = arranged.zip((*shown).clone());
    let body = match &listed {
        None => {
            let percent = arranging.err().unwrap_or(0).min(99);
            let says = text::ARRANGING.with(lang, &[("percent", &percent)]);
            html! { <div class="empty"><p role="status">{ says }</p></div> }
        }
        Some((_, shown)) if shown.is_empty() => nothing_fits(&choices, lang),
        Some((arranged, shown)) => html! {
            <TensorGrid session={session.clone()} snapshot={snapshot.clone()} arranged={arranged.clone()}
                shown={shown.clone()} {found} order={choices.order} set_order={choices.set_order.clone()} flat={choices.flat}
                columns={choices.columns.clone()} selected={*selected} />
        },
    };
    html! {
        <article class="view view-fill tensors">
            { tools(&ToolsProps { snapshot, choices: &choices, searching: &searching, listed: listed.as_ref() }, lang) }
            if let Some((arranged, shown)) = &listed {
                { facets(&FacetsProps { snapshot, arranged, shown, choices: &choices }, lang) }
            }
            { body }
            if let Some((arranged, shown)) = &listed {
                { totals(snapshot, arranged, shown, lang) }
            }
        </article>
    }
}

/// The arranged tensors, and which are shown.
type Listed = (Same<Arranged>, Same<Shown>);

/// A search or filters that leave nothing.
fn nothing_fits(choices: &ListChoices, lang: Lang) -> Html {
    let (search, clear) = (choices.search.1.clone(), choices.clear.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        search.emit(String::new());
        clear.emit(());
    });
    html! {
        <div class="empty">
            <p>{ text::NO_MATCH.of(lang) }</p>
            <button type="button" class="button" {onclick}>{ text::SHOW_ALL.of(lang) }</button>
        </div>
    }
}

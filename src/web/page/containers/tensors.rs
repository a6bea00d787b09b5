//! The list of tensors.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::check::{Lang, Side};
use crate::web::page::components::{Glyph, ScrollPanel, byte_count, icon, name_line, slice_shape};
use crate::web::page::session::{Action, Session, View, use_choice, use_look};
use crate::web::page::utils::hooks::use_media;
use crate::web::snapshot::{Held, Snapshot, TensorFacts};
use crate::web::text;

/// Height of a row in px, as the style sheet has it, and on narrow screens.
const ROW: u64 = 26;
const NARROW_ROW: u64 = 48;

#[derive(PartialEq, Properties)]
pub(crate) struct TensorsProps {
    pub session: Session,
    pub snapshot: Rc<Snapshot>,
    pub selected: Option<usize>,
}

/// The view.
#[component]
pub(crate) fn Tensors(props: &TensorsProps) -> Html {
    let lang = use_look().lang;
    let (wanted, search) = use_choice(&props.session, "tensors.search");
    let (differing, differ) = use_choice(&props.session, "tensors.differs");
    let differing = !differing.is_empty();
    let narrow = use_state_eq(|| false);
    use_media("(max-width: 760px)", {
        let set = narrow.setter();
        Callback::from(move |matches| set.set(matches))
    });
    let row_height = if *narrow { NARROW_ROW } else { ROW };
    let shown =
        use_memo((props.snapshot.clone(), wanted.clone(), differing), |(snapshot, wanted, differing)| {
            matching(snapshot, wanted, *differing)
        });
    let oninput = {
        let search = search.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                search.emit(input.value());
            }
        })
    };
    let clear = search.reform(|_: MouseEvent| String::new());
    let toggle = differ.reform(move |_: MouseEvent| if differing { String::new() } else { "1".to_owned() });
    let position = props.selected.and_then(|selected| shown.iter().position(|&index| index == selected));
    let count =
        text::SEARCH_COUNT.with(lang, &[("shown", &shown.len()), ("all", &props.snapshot.tensors.len())]);
    html! {
        <article class="view view-fill tensors">
            <div class="tools">
                <label class="search">
                    { icon(Glyph::Search) }
                    <input id="tensor-search" type="search" value={wanted.clone()} {oninput}
                        placeholder={text::SEARCH.of(lang)} aria-label={text::SEARCH.of(lang)} spellcheck="false" autocomplete="off" />
                </label>
                <button type="button" class="button" aria-pressed={differing.to_string()} onclick={toggle}>
                    { icon(Glyph::Differs) }{ text::ONLY_DIFFERS.of(lang) }
                </button>
                <span class="num quiet" id="tensor-count" role="status">{ count }</span>
            </div>
            if shown.is_empty() {
                <div class="empty">
                    if props.snapshot.tensors.is_empty() {
                        <p>{ text::NO_TENSORS.of(lang) }</p>
                    } else {
                        <p>{ text::NO_MATCH.with(lang, &[("text", &wanted)]) }</p>
                        <button type="button" class="button" onclick={clear}>{ text::CLEAR_SEARCH.of(lang) }</button>
                    }
                </div>
            } else {
                <ScrollPanel rows={shown.len()} {row_height} row={row(props, &shown, lang)} reveal={position}
                    class="tensor-list" head={head(lang)} label={text::VIEW_TENSORS.of(lang)}
                    active={position.and(props.selected).map(|index| AttrValue::from(row_id(index)))}
                    onkeydown={keys(props, &shown, position)} />
            }
        </article>
    }
}

/// Indices of the tensors whose names contain every word.
fn matching(snapshot: &Snapshot, wanted: &str, differing: bool) -> Vec<usize> {
    let wanted = wanted.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let fits = |tensor: &TensorFacts| {
        let name = tensor.name.to_lowercase();
        (!differing || tensor.differs) && words.iter().all(|word| name.contains(word))
    };
    (0..).zip(&snapshot.tensors).filter(|(_, tensor)| fits(tensor)).map(|(index, _)| index).collect()
}

fn row_id(index: usize) -> String {
    format!("tensor-{index}")
}

fn head(lang: Lang) -> Html {
    html! {
        <div class="tensor-row scroll-head" role="row">
            <span role="columnheader">{ text::COLUMN_NAME.of(lang) }</span>
            <span role="columnheader">{ text::COLUMN_DTYPE.of(lang) }</span>
            <span role="columnheader" class="number">{ text::COLUMN_SHAPE.of(lang) }</span>
            <span role="columnheader" class="number">{ text::COLUMN_BYTES.of(lang) }</span>
            <span role="columnheader">{ text::COLUMN_SOURCE.of(lang) }</span>
            <span role="columnheader"><span class="visually-hidden">{ text::COLUMN_DIFFERS.of(lang) }</span></span>
            <span role="columnheader">{ text::COLUMN_TARGET.of(lang) }</span>
        </div>
    }
}

fn row(props: &TensorsProps, shown: &Rc<Vec<usize>>, lang: Lang) -> Callback<usize, Html> {
    let (session, snapshot, shown, selected) =
        (props.session.clone(), props.snapshot.clone(), shown.clone(), props.selected);
    Callback::from(move |row: usize| {
        let index = shown.get(row).copied();
        let Some((index, tensor)) = index.and_then(|index| Some((index, snapshot.tensors.get(index)?)))
        else {
            return Html::default();
        };
        let select = session.on(move |_: MouseEvent| Action::Tensor(index));
        let open = session.on(|_: MouseEvent| Action::Show(View::Slices));
        let current = selected == Some(index);
        html! {
            <div key={index} id={row_id(index)} class={classes!("tensor-row", current.then_some("selected"))} role="row"
                aria-rowindex={(row + 1).to_string()} aria-selected={current.to_string()}
                data-testid="tensor-row" data-name={tensor.name.to_string()} onclick={select} ondblclick={open}>
                <span role="gridcell">{ name_line(&tensor.name) }</span>
                <span role="gridcell" class="dtype">{ tensor.dtype.map_or("–", |dtype| dtype.label()) }</span>
                <span role="gridcell" class="number num">{ tensor.shape.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string) }</span>
                <span role="gridcell" class="number">{ tensor.bytes().map_or_else(|| html! { "–" }, byte_count) }</span>
                <span role="gridcell">{ held(&tensor, Side::Source, &snapshot, lang) }</span>
                <span role="gridcell" class="differs">{ differs(&tensor, lang) }</span>
                <span role="gridcell">{ held(&tensor, Side::Target, &snapshot, lang) }</span>
            </div>
        }
    })
}

fn held(tensor: &TensorFacts, side: Side, snapshot: &Snapshot, lang: Lang) -> Html {
    let held = tensor.held(side);
    let stages = match held {
        Held::Laid(placed) => {
            placed.iter().map(|placed| placed.stage.to_string()).collect::<Vec<_>>().join(",")
        }
        _ => String::new(),
    };
    html! {
        <>
            if !stages.is_empty() {
                <span class="stage" title={text::STAGE_CHOICE.with(lang, &[("n", &stages)])}>
                    { text::STAGE_SHORT.with(lang, &[("n", &stages)]) }
                </span>
            }
            { slice_shape(tensor, held, snapshot.side(side), lang) }
        </>
    }
}

fn differs(tensor: &TensorFacts, lang: Lang) -> Html {
    if tensor.differs {
        html! { <span title={text::DIFFERS.of(lang)}>{ icon(Glyph::Differs) }<span class="visually-hidden">{ text::DIFFERS.of(lang) }</span></span> }
    } else {
        html! { <span class="visually-hidden">{ text::SAME.of(lang) }</span> }
    }
}

/// Arrow keys move the selection, Enter opens the picture.
fn keys(props: &TensorsProps, shown: &Rc<Vec<usize>>, position: Option<usize>) -> Callback<KeyboardEvent> {
    const PAGE: usize = 20;
    let (session, shown) = (props.session.clone(), shown.clone());
    Callback::from(move |event: KeyboardEvent| {
        let last = shown.len().saturating_sub(1);
        let at = position.unwrap_or(0);
        let wanted = match event.key().as_str() {
            "ArrowDown" => position.map_or(0, |at| at + 1),
            "ArrowUp" => at.saturating_sub(1),
            "PageDown" => at + PAGE,
            "PageUp" => at.saturating_sub(PAGE),
            "Home" => 0,
            "End" => last,
            "Enter" => {
                session.act(Action::Show(View::Slices));
                return;
            }
            _ => return,
        };
        event.prevent_default();
        if let Some(&index) = shown.get(wanted.min(last)) {
            session.act(Action::Tensor(index));
        }
    })
}

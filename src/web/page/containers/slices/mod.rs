//! The Slices view: the selected tensor as a picture, source beside target, to one scale.

mod chosen;
mod crosshair;
mod export;
mod go_to;
mod legend;
mod overlay;
mod pixels;
mod read_list;
mod read_out;
mod scene;
mod section;
mod side;
mod surface;
mod table;
mod title;
mod tools;

use std::rc::Rc;

use yew::prelude::*;

use super::{SIDES, nothing::nothing, verdict::verdict};
use crate::check::Lang;
use crate::web::page::session::{Action, Picked, Selection, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::page::utils::hooks::{use_size, use_window_height};
use crate::web::slices::{Colouring, Frame};
use crate::web::snapshot::{Located, Snapshot};
use crate::web::text;
use crate::web::verdict::Verdict;
use crate::web::view::View;

pub(super) use chosen::use_chosen;
use chosen::{Choose, Chosen};
use export::Export;
use go_to::GoTo;
pub(super) use legend::swatch;
use read_list::{ReadListProps, read_list};
use read_out::{ReadOutProps, read_out};
use scene::{Pair, Scene};
use side::{SideProps, side_picture};
use table::RegionTable;
use title::title;
use tools::tools;

pub(crate) struct SlicesProps {
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub selection: Selection,
    pub located: Option<Same<Located>>,
}

/// The view.
pub(crate) fn slices(props: &SlicesProps, lang: Lang) -> Html {
    if props.snapshot.tensors.is_empty() {
        return nothing(View::Slices, &props.session, &props.snapshot, lang);
    }
    let Some(index) = props.selection.tensor.filter(|&index| index < props.snapshot.tensors.len()) else {
        return html! { <article class="view empty"><p>{ text::SLICES_SELECT.of(lang) }</p></article> };
    };
    html! {
        // A key per tensor: what is hovered belongs to one tensor.
        <TensorSlices key={index} {index} session={props.session.clone()} snapshot={props.snapshot.clone()}
            region={props.selection.region} located={props.located.clone()} />
    }
}

#[derive(PartialEq, Properties)]
pub(super) struct TensorProps {
    pub index: usize,
    pub session: Session,
    pub snapshot: Same<Snapshot>,
    pub region: Option<Picked>,
    pub located: Option<Same<Located>>,
}

/// One tensor.
#[component]
fn TensorSlices(props: &TensorProps) -> Html {
    let look = use_look();
    let (chosen, choose) = use_chosen(&props.session);
    let hovered = use_state_eq(|| None::<Picked>);
    let room = use_node_ref();
    let (width, _) = use_size(room.clone());
    let key = (props.snapshot.clone(), props.index, chosen.stages);
    let pair = use_memo(key, |(snapshot, index, stages)| Pair::new(snapshot, *index, *stages));
    let window = use_window_height();
    let key = (pair.clone(), chosen.clone(), Frame::room(width, window), look);
    let scene =
        use_memo(key, |(pair, chosen, room, look)| Scene::new(pair.as_ref().as_ref(), chosen, *room, *look));
    let hands = Hands {
        choose,
        onhover: use_callback(hovered.setter(), |picked, hovered| hovered.set(picked)),
        onpick: use_callback(props.session.clone(), |picked, session| {
            session.act(Action::Region(Some(picked)));
        }),
    };
    let body = match scene.as_ref() {
        None => {
            let tensor = props.snapshot.tensors.get(props.index);
            let lacks = tensor.is_some_and(|tensor| props.snapshot.lacks(&tensor));
            let says = if lacks { &text::NOT_HELD } else { &text::SHAPE_UNKNOWN };
            html! {
                <>
                    <p class="notice">{ says.of(look.lang) }</p>
                    { verdict(&props.session, &props.snapshot, Verdict::of(&props.snapshot), look.lang) }
                </>
            }
        }
        Some(scene) => body(props, scene, *hovered, &hands),
    };
    html! {
        <article class="view slices">
            { title(props, look.lang) }
            <div ref={room} class="room">{ body }</div>
        </article>
    }
}

/// What the parts of the view act through; the same from drawing to drawing.
struct Hands {
    choose: Choose,
    onhover: Callback<Option<Picked>>,
    onpick: Callback<Picked>,
}

/// Everything below the title.
fn body(props: &TensorProps, scene: &Same<Scene>, hovered: Option<Picked>, hands: &Hands) -> Html {
    let look = scene.look;
    let Hands { choose, onhover, onpick } = hands;
    let picked = props.region.filter(|picked| scene.shows(*picked));
    let flow = hovered.or(picked).and_then(|active| scene.flow(active)).map(Rc::new);
    let located = &props.located;
    let scale = scene.frame.says(look.lang);
    let mut notes = vec![scale.as_str(), text::NUMBERS_ARE_RANKS.of(look.lang)];
    if scene.colouring == Colouring::Slice {
        notes.push(text::COLOURS_ARE_PLACES.of(look.lang));
    }
    let side = |side| SideProps {
        side,
        scene: scene.clone(),
        choose: choose.clone(),
        picked,
        flow: flow.clone(),
        onhover: onhover.clone(),
        onpick: onpick.clone(),
    };
    html! {
        <>
            { tools(scene, choose, html! { <GoTo scene={scene.clone()} {picked} onpick={onpick.clone()} /> }, look.lang) }
            <div class="pictures">{ for SIDES.into_iter().map(|of| side_picture(&side(of), look)) }</div>
            <p class="scale-note">{ text::sentences(&notes, look.lang) }</p>
            { read_out(&ReadOutProps { scene: scene.clone(), flow: flow.clone(), located: located.clone() }, look) }
            { read_list(&ReadListProps { scene: scene.clone(), picked, located: located.clone() }, look.lang) }
            <Export session={props.session.clone()} scene={scene.clone()} {picked} />
            { for SIDES.into_iter().map(|side| html! {
                <RegionTable {side} scene={scene.clone()} {picked} located={located.clone()}
                    onhover={onhover.clone()} onpick={onpick.clone()} />
            }) }
        </>
    }
}

//! What feeds what: everything else steps back, and the shares of the two sides are outlined.

use yew::prelude::*;

use super::Scene;
use super::surface::px;
use crate::check::Side;
use crate::web::slices::{Flow, Marks, Rect, SHARE, Tone};

/// The overlay of a traced slice on one side.
pub(super) fn overlay(scene: &Scene, side: Side, flow: &Flow) -> Html {
    let Some(source) = scene.drawn(Side::Source) else { return Html::default() };
    let look = (scene.colouring, scene.look.dark);
    let marks = Marks::new(flow, side, source, (&scene.frame, &scene.section), look);
    let share = |&(rect, tone): &(Rect, Tone)| {
        let rect = rect.inset(SHARE);
        html! {
            <rect class="share" data-testid="share" x={px(rect.x)} y={px(rect.y)} width={px(rect.width)}
                height={px(rect.height)} stroke={tone.edge.to_string()} />
        }
    };
    html! {
        <g class="overlay" aria-hidden="true">
            <path class="veil" fill-rule="evenodd" d={marks.veil(scene.frame.all())} />
            <path class="veil thin" fill-rule="evenodd" d={marks.thin_veil()} />
            { for marks.shares.iter().map(share) }
            if let Some(rect) = marks.active {
                <rect class="active-edge" x={px(rect.x)} y={px(rect.y)} width={px(rect.width)} height={px(rect.height)} />
            }
        </g>
    }
}

//! More regions than shapes can carry, painted into a canvas under the axes.

use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};
use yew::prelude::*;

use super::Scene;
use crate::check::Side;
use crate::web::number::Decimal;
use crate::web::page::utils::{Same, dom};
use crate::web::slices::{paint, tone};

#[derive(PartialEq, Properties)]
pub(super) struct PixelsProps {
    pub side: Side,
    pub scene: Same<Scene>,
}

/// The canvas. It says nothing to readers: the drawing over it and the table do.
#[component]
pub(super) fn Pixels(props: &PixelsProps) -> Html {
    let canvas = use_node_ref();
    use_effect_with((canvas.clone(), props.side, props.scene.clone()), |(canvas, side, scene)| {
        if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
            draw(&canvas, *side, scene);
        }
    });
    html! { <canvas ref={canvas} class="picture-pixels" aria-hidden="true" /> }
}

/// Paints the regions. A canvas without memory stays empty; the table says the same.
fn draw(canvas: &HtmlCanvasElement, side: Side, scene: &Scene) -> Option<()> {
    let (drawn, shown) = (scene.drawn(side)?, scene.shown(side)?);
    let all = scene.frame.all();
    let (width, height) = scene.frame.pixels(dom::pixel_ratio());
    let (wide, high) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    canvas.set_width(wide);
    canvas.set_height(high);
    for (property, length) in [("left", all.x), ("top", all.y), ("width", all.width), ("height", all.height)]
    {
        dom::set_style(canvas, property, &format!("{}px", Decimal(length)));
    }
    let colour = |shard| tone(drawn, scene.colouring, shard, scene.look.dark).fill;
    let pixels = paint(&shown.picture, (width, height), colour);
    let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
    let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&pixels), wide, high).ok()?;
    context.put_image_data(&image, 0.0, 0.0).ok()
}

//! Gives the visitor a drawing as a PNG.

use gloo_file::{Blob, ObjectUrl};
use js_sys::Promise;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use super::save_file::save_blob;
use crate::web::number::float;

/// Draws an SVG of `size` px at `scale` pixels per px and downloads it under a name; `done` hears
/// whether that worked.
pub(crate) fn save_png(
    name: String,
    svg: String,
    size: (u64, u64),
    scale: u32,
    done: impl FnOnce(bool) + 'static,
) {
    spawn_local(async move {
        let png = png(&svg, size, scale).await;
        if let Ok(png) = &png {
            save_blob(&name, png);
        }
        done(png.is_ok());
    });
}

async fn png(svg: &str, (width, height): (u64, u64), scale: u32) -> Result<Blob, JsValue> {
    let url = ObjectUrl::from(Blob::new_with_options(svg, Some("image/svg+xml")));
    let image = HtmlImageElement::new()?;
    image.set_src(&url);
    JsFuture::from(image.decode()).await?;
    let document = web_sys::window().and_then(|window| window.document()).ok_or(JsValue::NULL)?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
    let pixels = |length: u64| u32::try_from(length).unwrap_or(u32::MAX).saturating_mul(scale);
    canvas.set_width(pixels(width));
    canvas.set_height(pixels(height));
    let context = canvas.get_context("2d")?.ok_or(JsValue::NULL)?;
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let scale = f64::from(scale);
    let (wide, high) = (float(width) * scale, float(height) * scale);
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, wide, high)?;
    let made = Promise::new(&mut |resolve, reject| {
        if let Err(error) = canvas.to_blob(&resolve) {
            // Nobody hears a rejection that itself fails.
            let _ = reject.call1(&JsValue::NULL, &error);
        }
    });
    // A canvas that is too large gives no blob.
    Ok(JsFuture::from(made).await?.dyn_into::<web_sys::Blob>()?.into())
}

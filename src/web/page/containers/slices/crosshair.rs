//! Lines through the element under the pointer, and its row and column on the axes.

use yew::prelude::*;

use super::Scene;
use super::surface::px;
use crate::web::number::float;

/// Height of a label in px, and the width of a digit and of what is around all of them.
const HIGH: f64 = 16.0;
const DIGIT: f64 = 6.7;
const AROUND: f64 = 8.0;

/// The lines of the dimensions that are drawn.
pub(super) fn crosshair(scene: &Scene, (row, col): (u64, u64)) -> Html {
    let (frame, all) = (scene.frame, scene.frame.all());
    let x = f64::midpoint(frame.x(col), frame.x(col + 1));
    let y = f64::midpoint(frame.y(row), frame.y(row + 1));
    let (right, bottom) = (px(all.x + all.width), px(all.y + all.height));
    let down = scene.section.rows.map(|_| {
        let width = width(row);
        html! {
            <>
                <path d={format!("M{} {}H{right}", px(all.x), px(y))} />
                { label(row, all.x - 3.0 - width / 2.0, y) }
            </>
        }
    });
    let across = scene.section.cols.map(|_| {
        let half = width(col) / 2.0;
        html! {
            <>
                <path d={format!("M{} {}V{bottom}", px(x), px(all.y))} />
                { label(col, x.max(half), all.y - 3.0 - HIGH / 2.0) }
            </>
        }
    });
    html! { <g class="crosshair" aria-hidden="true">{ for down }{ for across }</g> }
}

fn width(value: u64) -> f64 {
    DIGIT * float(value.to_string().len() as u64) + AROUND
}

/// A number around a point.
fn label(value: u64, x: f64, y: f64) -> Html {
    let width = width(value);
    html! {
        <>
            <rect x={px(x - width / 2.0)} y={px(y - HIGH / 2.0)} width={px(width)} height={px(HIGH)} rx="2" />
            <text x={px(x)} y={px(y)}>{ value }</text>
        </>
    }
}

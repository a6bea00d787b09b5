//! The figure for a paper: SVG and PNG, on light or dark ground.

use yew::prelude::*;

use super::{Scene, use_chosen};
use crate::web::page::components::{Glyph, button, segmented};
use crate::web::page::model::{save_file, save_png};
use crate::web::page::session::{Picked, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::slices::{Figure, file_stem};
use crate::web::text;

/// Pixels of a PNG per px of the figure, and the ids of their buttons.
const SCALES: [(u32, &str); 2] = [(2, "export-png-2"), (4, "export-png-4")];

#[derive(PartialEq, Properties)]
pub(super) struct ExportProps {
    pub session: Session,
    pub scene: Same<Scene>,
    pub picked: Option<Picked>,
}

/// The buttons.
#[component]
pub(super) fn Export(props: &ExportProps) -> Html {
    let lang = use_look().lang;
    let (chosen, choose) = use_chosen(&props.session);
    let failed = use_state_eq(|| false);
    let grounds = [&text::GROUND_LIGHT, &text::GROUND_DARK].map(|ground| ground.of(lang).to_owned());
    let ground = choose.dark.reform(|index| index == 1);
    let draw = {
        let (scene, picked, dark) = (props.scene.clone(), props.picked, chosen.dark);
        move || draw(&scene, picked, dark)
    };
    let stem = file_stem(&props.scene.pair.tensor.name);
    let svg = {
        let (draw, stem) = (draw.clone(), stem.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some((svg, _)) = draw() {
                save_file(&format!("{stem}.svg"), "image/svg+xml", svg.as_bytes());
            }
        })
    };
    let png = |(scale, id): (u32, &'static str)| {
        let (draw, stem, failed) = (draw.clone(), stem.clone(), failed.setter());
        let onclick = Callback::from(move |_: MouseEvent| {
            let failed = failed.clone();
            if let Some((svg, size)) = draw() {
                save_png(format!("{stem}@{scale}x.png"), svg, size, scale, move |saved| failed.set(!saved));
            }
        });
        button(Some(id), Glyph::Download, text::EXPORT_PNG.with(lang, &[("n", &scale)]), onclick)
    };
    html! {
        <section class="export">
            <h2>{ text::EXPORT.of(lang) }</h2>
            { segmented(text::GROUND.of(lang), &grounds, usize::from(chosen.dark), &ground) }
            { button(Some("export-svg"), Glyph::Download, text::EXPORT_SVG.of(lang), svg) }
            { for SCALES.into_iter().map(png) }
            if *failed { <p class="notice">{ text::EXPORT_FAILED.of(lang) }</p> }
        </section>
    }
}

/// The figure of what is shown, with the selected slice traced.
fn draw(scene: &Scene, picked: Option<Picked>, dark: bool) -> Option<(String, (u64, u64))> {
    let flow = picked.and_then(|picked| scene.flow(picked));
    let figure = Figure {
        snapshot: &scene.pair.snapshot,
        name: &scene.pair.tensor.name,
        tensor: &scene.pair.tensor,
        on: &scene.pair.on,
        section: &scene.section,
        colouring: scene.colouring,
        flow: flow.as_ref(),
        dark,
        lang: scene.look.lang,
    };
    figure.svg()
}

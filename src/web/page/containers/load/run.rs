//! What the run is: what the files tell is filled in, and all of it can be said otherwise.

use yew::prelude::*;

use crate::advice::{Place, Purpose};
use crate::check::Lang;
use crate::resume::MAX_RANKS;
use crate::web::advice::{
    About, CP, DEVICES, DP, LAYOUT, MACHINES, MODELARTS, MP, OTHER, OUTPUT, OWN_DISKS, PATH, PP, PREDICT,
    RANKS, RESUME, RUN, SAME, STRATEGY, Told,
};
use crate::web::page::components::{NumberField, note, number_field, path_field, segmented, select};
use crate::web::page::session::{Action, ChoicesContext, Session, use_look};
use crate::web::page::utils::Same;
use crate::web::text::{self, Text};

#[derive(PartialEq, Properties)]
pub(super) struct WantedProps {
    pub session: Session,
    pub told: Same<Told>,
}

/// What the fields are made of.
struct Fields<'a> {
    session: &'a Session,
    choices: &'a ChoicesContext,
    lang: Lang,
}

impl Fields<'_> {
    fn chosen(&self, key: &'static str) -> &str {
        self.choices.get(key)
    }

    fn choose(&self, key: &'static str) -> Callback<String> {
        self.session.on(move |value| Action::Choose(key, value))
    }

    fn number(&self, id: &'static str, label: &'static str, key: &'static str, assumed: Option<u64>) -> Html {
        number_field(NumberField {
            assumed: assumed.map(|number| number.to_string()).unwrap_or_default(),
            largest: MAX_RANKS,
            ..NumberField::new(id, label, self.chosen(key), &self.choose(key))
        })
    }

    fn path(&self, id: &'static str, label: &Text, key: &'static str, assumed: &str) -> Html {
        path_field(id, label.of(self.lang), self.chosen(key), assumed.to_owned(), &self.choose(key))
    }

    fn select(
        &self,
        id: &'static str,
        label: &Text,
        key: &'static str,
        of: (&[(&'static str, &Text)], &str),
    ) -> Html {
        let (values, chosen) = of;
        select(id, label, values, chosen, &self.choose(key), self.lang)
    }
}

/// The fields.
#[component]
pub(super) fn Wanted(props: &WantedProps) -> Html {
    let lang = use_look().lang;
    let choices = use_context::<ChoicesContext>().unwrap_or_default();
    let fields = Fields { session: &props.session, choices: &choices, lang };
    let Some(about) = &props.told.about else { return Html::default() };
    let layout = if about.same_layout { SAME } else { OTHER };
    let layouts = [(SAME, &text::LOAD_SAME), (OTHER, &text::LOAD_OTHER)];
    html! {
        <div class="load-run">
            { purpose(&fields, about) }
            { fields.number("load-ranks", text::LOAD_RANKS.of(lang), RANKS, Some(about.world_size)) }
            if about.saved == Some(about.world_size) && !about.layout_is_known {
                { fields.select("load-layout", &text::LOAD_LAYOUT, LAYOUT, (&layouts, layout)) }
            }
            { fields.number("load-devices", text::LOAD_DEVICES.of(lang), DEVICES, Some(about.devices_per_node)) }
            { machines(&fields, about) }
            if about.place == Place::SharedDisk { { note(text::LOAD_SHARED_HINT.of(lang)) } }
            { fields.path("load-path", &text::LOAD_PATH, PATH, &about.path) }
            { for about.strategy.as_ref().map(|path| fields.path("load-strategy", &text::LOAD_STRATEGY, STRATEGY, path)) }
            { fields.path("load-output", &text::LOAD_OUTPUT, OUTPUT, &about.output_dir) }
            { sizes(&fields, about) }
        </div>
    }
}

fn purpose(fields: &Fields<'_>, about: &About) -> Html {
    let lang = fields.lang;
    const VALUES: [&str; 3] = ["", RESUME, PREDICT];
    let names =
        [&text::LOAD_TRAIN, &text::LOAD_RESUME, &text::LOAD_PREDICT].map(|name| name.of(lang).to_owned());
    let chosen = match about.purpose {
        Purpose::Train => 0,
        Purpose::Resume => 1,
        Purpose::Predict => 2,
    };
    let choose =
        fields.choose(RUN).reform(|at: usize| VALUES.get(at).copied().unwrap_or_default().to_owned());
    html! { <div id="load-purpose">{ segmented(text::LOAD_RUN.of(lang), &names, chosen, &choose) }</div> }
}

/// The machines: one has no more ranks than devices, and only several can share a disk.
fn machines(fields: &Fields<'_>, about: &About) -> Html {
    let modelarts = (MODELARTS, &text::LOAD_MODELARTS);
    let several = [("", &text::LOAD_SHARED), (OWN_DISKS, &text::LOAD_OWN), modelarts];
    let one = [("", &text::LOAD_ONE), modelarts];
    let values: &[(&'static str, &Text)] =
        if about.world_size > about.devices_per_node { &several } else { &one };
    let chosen = match about.place {
        Place::OneMachine | Place::SharedDisk => "",
        Place::OwnDisks => OWN_DISKS,
        Place::ModelArts => MODELARTS,
    };
    fields.select("load-machines", &text::LOAD_MACHINES, MACHINES, (values, chosen))
}

/// The parallel sizes, against which the number of ranks is checked.
fn sizes(fields: &Fields<'_>, about: &About) -> Html {
    let [dp, mp, cp, pp] = about.sizes;
    let all = [
        ("load-dp", "data_parallel", DP, dp),
        ("load-mp", "model_parallel", MP, mp),
        ("load-cp", "context_parallel", CP, cp),
        ("load-pp", "pipeline_stage", PP, pp),
    ];
    let open = all.iter().any(|&(_, _, key, _)| !fields.chosen(key).is_empty());
    html! {
        <details {open}>
            <summary class="quiet">{ text::LOAD_SIZES.of(fields.lang) }</summary>
            { for all.into_iter().map(|(id, label, key, assumed)| fields.number(id, label, key, assumed)) }
        </details>
    }
}

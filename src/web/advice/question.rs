//! What the page asks: what was chosen of the run.

use serde::{Deserialize, Serialize};

use crate::advice::{Place, Purpose};
use crate::resume::MAX_RANKS;
use crate::web::choices::Choices;

/// The choices: what the run is for, [`RESUME`] or [`PREDICT`] or else training;
pub const RUN: &str = "load.run";
/// its ranks;
pub const RANKS: &str = "load.ranks";
/// whether it is laid out as the run that saved, [`SAME`] or [`OTHER`];
pub const LAYOUT: &str = "load.layout";
/// what its machines share, if they are several: [`SHARED_DISK`], [`OWN_DISKS`] or [`MODELARTS`];
pub const MACHINES: &str = "load.machines";
/// the devices of one;
pub const DEVICES: &str = "load.devices";
/// where they have the checkpoint,
pub const PATH: &str = "load.path";
/// the strategy of the run that saved,
pub const STRATEGY: &str = "load.strategy";
/// and `output_dir`;
pub const OUTPUT: &str = "load.output";
/// `data_parallel`,
pub const DP: &str = "load.dp";
/// `model_parallel`,
pub const MP: &str = "load.mp";
/// `context_parallel`
pub const CP: &str = "load.cp";
/// and `pipeline_stage`.
pub const PP: &str = "load.pp";

/// The value of [`RUN`] for training that goes on.
pub const RESUME: &str = "resume";
/// The value of [`RUN`] for inference.
pub const PREDICT: &str = "predict";
/// The value of [`LAYOUT`] for the layout of the run that saved.
pub const SAME: &str = "same";
/// The value of [`LAYOUT`] for another.
pub const OTHER: &str = "other";
/// The value of [`MACHINES`] for a disk that all see.
pub const SHARED_DISK: &str = "shared";
/// The value of [`MACHINES`] for a disk in each.
pub const OWN_DISKS: &str = "own";
/// The value of [`MACHINES`] for ModelArts.
pub const MODELARTS: &str = "modelarts";

/// The question. What is not said is taken from what is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// What the run is for.
    pub purpose: Purpose,
    /// Its ranks.
    pub world_size: Option<u64>,
    /// Whether it is laid out as the run that saved.
    pub same_layout: Option<bool>,
    /// What its machines share.
    pub place: Option<Place>,
    /// Devices of a machine.
    pub devices_per_node: Option<u64>,
    /// Data, model and context parallel and pipeline stages.
    pub sizes: [Option<u64>; 4],
    /// Where its machines have the checkpoint.
    pub path: String,
    /// Where they have the strategy of the run that saved.
    pub strategy: String,
    /// `output_dir`.
    pub output_dir: String,
}

impl Question {
    /// The question that the choices ask. What is no number counts as not chosen.
    #[must_use]
    pub fn of(choices: &Choices) -> Self {
        let number = |key| {
            let number = choices.get(key).parse::<u64>().ok();
            number.filter(|number| (1..=MAX_RANKS).contains(number))
        };
        let path = |key| choices.get(key).trim().to_owned();
        Self {
            purpose: match choices.get(RUN) {
                RESUME => Purpose::Resume,
                PREDICT => Purpose::Predict,
                _ => Purpose::Train,
            },
            world_size: number(RANKS),
            same_layout: match choices.get(LAYOUT) {
                SAME => Some(true),
                OTHER => Some(false),
                _ => None,
            },
            place: match choices.get(MACHINES) {
                SHARED_DISK => Some(Place::SharedDisk),
                OWN_DISKS => Some(Place::OwnDisks),
                MODELARTS => Some(Place::ModelArts),
                _ => None,
            },
            devices_per_node: number(DEVICES),
            sizes: [DP, MP, CP, PP].map(number),
            path: path(PATH),
            strategy: path(STRATEGY),
            output_dir: path(OUTPUT),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_chosen_or_makes_no_sense_is_not_said() {
        assert_eq!(Question::of(&Choices::default()), Question::default());
        let mut choices = Choices::default();
        for (key, value) in [(RUN, "serve"), (RANKS, "0"), (DEVICES, "x"), (LAYOUT, "?"), (PP, "99999999999")]
        {
            choices.set(key, value.to_owned());
        }
        assert_eq!(Question::of(&choices), Question::default());
    }

    #[test]
    fn what_is_chosen_is_said() {
        let mut choices = Choices::default();
        for (key, value) in [(RUN, PREDICT), (RANKS, "16"), (MACHINES, OWN_DISKS), (LAYOUT, OTHER), (MP, "4")]
        {
            choices.set(key, value.to_owned());
        }
        choices.set(PATH, " /w/single/ ".to_owned());
        let said = Question {
            purpose: Purpose::Predict,
            world_size: Some(16),
            same_layout: Some(false),
            place: Some(Place::OwnDisks),
            sizes: [None, Some(4), None, None],
            path: "/w/single/".to_owned(),
            ..Question::default()
        };
        assert_eq!(Question::of(&choices), said);
    }
}

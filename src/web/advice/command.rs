//! The command that tells the same where the files are.

use crate::advice::{DEVICES_PER_NODE, Place, Purpose, Run};
use crate::units::shell_word;

/// `shardlens advise` for a checkpoint, the strategy of the run that saved it, and the run that loads it.
pub(super) fn command(path: &str, strategy: Option<&str>, run: &Run) -> String {
    let mut words = vec![format!("shardlens advise --src-ckpt {}", shell_word(path))];
    words.extend(strategy.map(|strategy| format!("--src-strategy {}", shell_word(strategy))));
    let purpose = match run.purpose {
        Purpose::Train => "train",
        Purpose::Resume => "resume",
        Purpose::Predict => "predict",
    };
    words.push(format!("--run {purpose} --world-size {}", run.world_size));
    if let Some(sizes) = run.parallel {
        let sizes = [("dp", sizes.dp), ("mp", sizes.mp), ("cp", sizes.cp), ("pp", sizes.pp)];
        words.extend(sizes.into_iter().map(|(name, size)| format!("--{name} {size}")));
    }
    if run.same_layout {
        words.push("--same-layout".to_owned());
    }
    if run.output_dir != super::told::OUTPUT_DIR {
        words.push(format!("--output-dir {}", shell_word(&run.output_dir)));
    }
    if run.devices_per_node != DEVICES_PER_NODE {
        words.push(format!("--devices-per-node {}", run.devices_per_node));
    }
    let place = match run.place {
        Place::OneMachine => None,
        Place::SharedDisk => Some("--shared-disk"),
        Place::OwnDisks => Some("--own-disks"),
        Place::ModelArts => Some("--modelarts"),
    };
    words.extend(place.map(str::to_owned));
    words.join(" ")
}

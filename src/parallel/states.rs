//! What beside the weights a training job keeps of each parameter, by the names of its tensors.

/// Words before the parameter's name, as the optimizers of MindSpore 2.10 give them (`clone(prefix=…)` in
/// `mindspore/nn/optim` and `mindspore/experimental/optim`). Left out are `ax_`, `linear`, `prev` and `stat`, which
/// also name parts of models.
const STATES: [&str; 18] = [
    "accum",
    "accum_update",
    "adam_m",
    "adam_v",
    "exp_avg",
    "exp_avg_sq",
    "exp_inf",
    "lamb_m",
    "lamb_v",
    "max_exp_avg_sq",
    "mean_grad",
    "mean_square",
    "moment",
    "moment1",
    "moment2",
    "moments",
    "step_size",
    "vhat",
];

/// Before the parameter's name: gradients that a pipeline accumulates. Strategies list them, checkpoints leave them
/// out.
const ACCUMULATED: &str = "accu_grads.";

/// The parameter of which a tensor is an optimizer's state; none if it is not one.
#[must_use]
pub fn state_of(name: &str) -> Option<&str> {
    let (before, parameter) = name.split_once('.')?;
    STATES.contains(&before).then_some(parameter)
}

/// The parameter of which a tensor accumulates gradients; none if it does not.
#[must_use]
pub fn accumulated_of(name: &str) -> Option<&str> {
    name.strip_prefix(ACCUMULATED)
}

/// The parameter that a tensor belongs to: a weight is its own.
#[must_use]
pub fn parameter(name: &str) -> &str {
    state_of(name).or_else(|| accumulated_of(name)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_of_every_optimizer_are_known_by_their_parameter() {
        for name in ["adam_m.a.w", "lamb_v.a.w", "moments.a.w", "moment1.a.w", "accum.a.w"] {
            assert_eq!((state_of(name), accumulated_of(name), parameter(name)), (Some("a.w"), None, "a.w"));
        }
        assert_eq!((state_of("accu_grads.w"), accumulated_of("accu_grads.w")), (None, Some("w")));
        for weight in ["a.moments.w", "moments", "linear.weight", "momentsa.w"] {
            assert_eq!((state_of(weight), parameter(weight)), (None, weight));
        }
    }
}

//! Which layer a parameter is of, by its name.

/// The name up to and including its first number: `model.layers.12` of `model.layers.12.attention.wq.weight`;
/// none if it has no number.
#[must_use]
pub fn layer(parameter: &str) -> Option<&str> {
    let mut end = 0;
    for part in parameter.split('.') {
        end += part.len();
        if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) {
            return parameter.get(..end);
        }
        end += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_all_up_to_its_number() {
        for (name, layer_of) in [
            ("model.layers.12.attention.wq.weight", Some("model.layers.12")),
            ("blocks.0.layernorm1.gamma", Some("blocks.0")),
            ("lm_head.weight", None),
            ("", None),
        ] {
            assert_eq!(layer(name), layer_of);
        }
    }
}

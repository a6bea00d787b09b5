//! What an address restores: the view, the selection by names, what was chosen inside the views,
//! language and theme. Never what is in a file, nor where a file is.
//!
//! One grammar for the part after `#` and for the parameters after `?`, as forms are encoded:
//! `view=slices&tensor=model.layers.0.attention.wq.weight&region=target.0.1&tensors.search=wq`.
//! A key with a dot is a choice of a view.

use std::fmt;

use super::choices::Choices;
use super::findings::CODE;
use super::selection::{Picked, Wanted};
use super::sides;
use super::theme::Theme;
use super::view::View;
use crate::check::{Lang, Side};

/// Bytes of an address that are read, and of a tensor's name in one: an address comes from anyone.
const MAX_ADDRESS: usize = 1 << 16;
const MAX_NAME: usize = 4096;

/// What an address asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// A view.
    pub view: Option<View>,
    /// A language.
    pub lang: Option<Lang>,
    /// A theme.
    pub theme: Option<Theme>,
    /// Whether the example is opened.
    pub example: bool,
    /// The selection.
    pub wanted: Wanted,
    /// What is chosen inside the views.
    pub choices: Choices,
}

impl Address {
    /// Reads an address; of a key that is there twice the later counts, what cannot be read is
    /// left out.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut address = Self::default();
        let head = text.as_bytes().get(..MAX_ADDRESS).unwrap_or(text.as_bytes());
        for (key, value) in form_urlencoded::parse(head) {
            address.take(&key, &value);
        }
        address
    }

    fn take(&mut self, key: &str, value: &str) {
        match key {
            "view" => self.view = View::of_name(value),
            "lang" => self.lang = lang(value),
            "theme" => self.theme = Theme::of_name(value),
            "example" => self.example = true,
            "tensor" => {
                let name = Some(value).filter(|name| !name.is_empty() && name.len() <= MAX_NAME);
                self.wanted.tensor = name.map(str::to_owned);
            }
            "region" => self.wanted.region = region(value),
            "rank" => self.wanted.rank = numbered(value),
            "stage" => self.wanted.stage = numbered(value),
            "code" => self.choices.set(CODE, value.to_owned()),
            _ if key.contains('.') => self.choices.set(key, value.to_owned()),
            _ => {}
        }
    }

    /// Whether it asks for something to be shown, so that a pile is waited for.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.view.is_some() || self.wanted != Wanted::default()
    }
}

fn lang(value: &str) -> Option<Lang> {
    match value.get(..2)? {
        "en" => Some(Lang::En),
        "zh" => Some(Lang::Zh),
        _ => None,
    }
}

/// `target.3`
fn numbered<T: std::str::FromStr>(value: &str) -> Option<(Side, T)> {
    let (name, number) = value.split_once('.')?;
    Some((sides::of_name(name)?, number.parse().ok()?))
}

/// `target.STAGE.SHARD`
fn region(value: &str) -> Option<Picked> {
    let (place, shard) = value.rsplit_once('.')?;
    let (side, stage) = numbered(place)?;
    Some(Picked { side, stage, shard: shard.parse().ok()? })
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pairs = form_urlencoded::Serializer::new(String::new());
        if self.example {
            pairs.append_key_only("example");
        }
        if let Some(view) = self.view {
            pairs.append_pair("view", view.name());
        }
        let Wanted { tensor, region, rank, stage } = &self.wanted;
        if let Some(name) = tensor.as_ref().filter(|name| name.len() <= MAX_NAME) {
            pairs.append_pair("tensor", name);
        }
        if let Some(Picked { side, stage, shard }) = region {
            pairs.append_pair("region", &format!("{}.{stage}.{shard}", sides::name(*side)));
        }
        if let Some((side, rank)) = rank {
            pairs.append_pair("rank", &format!("{}.{rank}", sides::name(*side)));
        }
        if let Some((side, stage)) = stage {
            pairs.append_pair("stage", &format!("{}.{stage}", sides::name(*side)));
        }
        for (key, value) in self.choices.iter().filter(|(key, _)| key.contains('.')) {
            pairs.append_pair(if key == CODE { "code" } else { key }, value);
        }
        if let Some(lang) = self.lang {
            pairs.append_pair("lang", if lang == Lang::Zh { "zh" } else { "en" });
        }
        if let Some(theme) = self.theme {
            pairs.append_pair("theme", theme.name());
        }
        f.write_str(&pairs.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_what_is_shown() {
        let text = "view=slices&tensor=model.layers.0.wq&region=target.0.1&rank=source.7&tensors.search=a+%26+b&lang=zh";
        let address = Address::parse(text);
        assert_eq!(address.view, Some(View::Slices));
        assert_eq!(address.wanted.tensor.as_deref(), Some("model.layers.0.wq"));
        assert_eq!(address.wanted.region, Some(Picked { side: Side::Target, stage: 0, shard: 1 }));
        assert_eq!(address.wanted.rank, Some((Side::Source, 7)));
        assert_eq!(address.choices.get("tensors.search"), "a & b");
        assert_eq!(address.lang, Some(Lang::Zh));
        assert_eq!(address.to_string(), text);
    }

    #[test]
    fn parameters_of_old_are_read() {
        let address = Address::parse("example&view=plan&lang=zh-CN&theme=dark");
        assert!(address.example);
        assert_eq!((address.view, address.lang), (Some(View::Plan), Some(Lang::Zh)));
        assert_eq!(address.theme, Some(Theme::Dark));
    }

    #[test]
    fn a_code_of_findings_is_named_shortly() {
        let text = "view=findings&code=SL0408";
        let address = Address::parse(text);
        assert_eq!((address.view, address.choices.get(CODE)), (Some(View::Findings), "SL0408"));
        assert_eq!(address.to_string(), text);
    }

    #[test]
    fn the_later_of_two_counts() {
        assert_eq!(Address::parse("view=plan&view=tensors").view, Some(View::Tensors));
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        for text in [
            "view=x",
            "rank=source",
            "rank=source.-1",
            "rank=both.1",
            "region=source.1",
            "a=b",
            "%ff=%",
            "&&=&",
        ] {
            assert_eq!(Address::parse(text), Address::default(), "{text}");
        }
    }

    #[test]
    fn a_hostile_address_costs_little() {
        let endless: String = (0..100_000).map(|key| format!("a.{key}=x&")).collect();
        assert!(Address::parse(&endless).choices.iter().count() <= 64);
        let long = Address::parse(&format!("tensor={}", "x".repeat(1 << 20)));
        assert_eq!(long.wanted.tensor, None);
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod properties {
        use super::*;
        use proptest::option::of;
        use proptest::prelude::*;

        fn sides() -> impl Strategy<Value = Side> {
            prop_oneof![Just(Side::Source), Just(Side::Target)]
        }

        fn picked() -> impl Strategy<Value = Picked> {
            (sides(), any::<u32>(), any::<u64>()).prop_map(|(side, stage, shard)| Picked {
                side,
                stage,
                shard,
            })
        }

        fn wanted() -> impl Strategy<Value = Wanted> {
            let parts =
                (of(".{1,40}"), of(picked()), of((sides(), any::<u64>())), of((sides(), any::<u32>())));
            parts.prop_map(|(tensor, region, rank, stage)| Wanted { tensor, region, rank, stage })
        }

        fn choices() -> impl Strategy<Value = Choices> {
            prop::collection::vec(("[a-z]{1,8}\\.[a-z]{1,8}", ".{0,40}"), 0..8).prop_map(|pairs| {
                let mut choices = Choices::default();
                pairs.into_iter().for_each(|(key, value)| choices.set(&key, value));
                choices
            })
        }

        proptest! {
            #[test]
            fn every_address_is_read_as_it_was_written(
                view in of(prop::sample::select(&View::ALL[..])),
                lang in of(prop_oneof![Just(Lang::En), Just(Lang::Zh)]),
                theme in of(prop_oneof![Just(Theme::System), Just(Theme::Dark), Just(Theme::Light)]),
                example: bool,
                wanted in wanted(),
                choices in choices(),
            ) {
                let address = Address { view, lang, theme, example, wanted, choices };
                prop_assert_eq!(Address::parse(&address.to_string()), address);
            }

            #[test]
            fn no_text_is_too_odd(text in ".*") {
                let address = Address::parse(&text);
                prop_assert_eq!(Address::parse(&address.to_string()), address);
            }
        }
    }
}

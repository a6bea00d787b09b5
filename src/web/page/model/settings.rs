//! Language and theme as the address, the last visit, or the browser ask for them.

use crate::check::Lang;
use crate::web::page::session::{Theme, View};
use crate::web::page::utils::dom;

const LANG_KEY: &str = "shardlens.lang";
const THEME_KEY: &str = "shardlens.theme";

/// How the page starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// Language.
    pub lang: Lang,
    /// Theme.
    pub theme: Theme,
    /// A view that the address asks for.
    pub view: Option<View>,
    /// Whether the address asks for the example.
    pub example: bool,
}

/// Reads the address first, then the settings of the last visit, then the browser's language.
pub(crate) fn restore() -> Start {
    let lang = dom::query("lang").or_else(|| dom::stored(LANG_KEY)).or_else(dom::browser_language);
    let theme = dom::query("theme").or_else(|| dom::stored(THEME_KEY));
    let view = dom::query("view");
    Start {
        lang: if lang.is_some_and(|lang| lang.starts_with("zh")) { Lang::Zh } else { Lang::En },
        theme: theme.as_deref().and_then(Theme::of_name).unwrap_or_default(),
        view: view.and_then(|name| View::ALL.into_iter().find(|view| view.name() == name)),
        example: dom::query("example").is_some(),
    }
}

/// Keeps the language for the next visit.
pub(crate) fn save_lang(lang: Lang) {
    dom::store(LANG_KEY, dom::lang_tag(lang));
}

/// Keeps the theme for the next visit.
pub(crate) fn save_theme(theme: Theme) {
    dom::store(THEME_KEY, theme.name());
}

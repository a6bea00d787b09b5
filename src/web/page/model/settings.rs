//! Language and theme as the last visit or the browser had them.

use crate::check::Lang;
use crate::web::page::session::Theme;
use crate::web::page::utils::dom;

const LANG_KEY: &str = "shardlens.lang";
const THEME_KEY: &str = "shardlens.theme";

/// The settings of the last visit, or else the browser's language and the system's theme.
pub(crate) fn restore() -> (Lang, Theme) {
    let lang = dom::stored(LANG_KEY).or_else(dom::browser_language);
    let theme = dom::stored(THEME_KEY).as_deref().and_then(Theme::of_name);
    let chinese = lang.is_some_and(|lang| lang.starts_with("zh"));
    (if chinese { Lang::Zh } else { Lang::En }, theme.unwrap_or_default())
}

/// Keeps the language for the next visit.
pub(crate) fn save_lang(lang: Lang) {
    dom::store(LANG_KEY, dom::lang_tag(lang));
}

/// Keeps the theme for the next visit.
pub(crate) fn save_theme(theme: Theme) {
    dom::store(THEME_KEY, theme.name());
}

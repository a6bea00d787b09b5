//! The document, the address and the settings kept in the browser.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, File, HtmlElement, Storage, Window};

use crate::check::Lang;

fn window() -> Option<Window> {
    web_sys::window()
}

fn document() -> Option<Document> {
    window()?.document()
}

/// Absolute addresses of this build's script and wasm, as `boot.js` was given them.
pub(crate) fn own_addresses() -> Option<(String, String)> {
    let boot = document()?.query_selector("script[data-js]").ok()??;
    let base = document()?.base_uri().ok()??;
    let absolute = |name: &str| {
        let url = web_sys::Url::new_with_base(&boot.get_attribute(name)?, &base).ok()?;
        Some(url.href())
    };
    Some((absolute("data-js")?, absolute("data-wasm")?))
}

/// Sets an attribute of the root element.
pub(crate) fn set_root(name: &str, value: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        // Only a malformed name fails.
        let _ = root.set_attribute(name, value);
    }
}

/// Sets a style property: a `style` attribute would break the Content Security Policy.
pub(crate) fn set_style(element: &Element, property: &str, value: &str) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        // An element that refuses a property stays as the style sheet has it.
        let _ = element.style().set_property(property, value);
    }
}

/// The value of a custom property of the style sheet, such as `--line`.
pub(crate) fn style_value(element: &Element, property: &str) -> String {
    let style = window().and_then(|window| window.get_computed_style(element).ok().flatten());
    style.and_then(|style| style.get_property_value(property).ok()).unwrap_or_default().trim().to_owned()
}

/// Clicks the element of an id: how a button opens a hidden file input.
pub(crate) fn click(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        element.click();
    }
}

/// The path of a file inside the chosen folder; none if it was chosen alone.
pub(crate) fn relative_path(file: &File) -> Option<String> {
    let path = js_sys::Reflect::get(file, &JsValue::from_str("webkitRelativePath")).ok()?;
    path.as_string().filter(|path| !path.is_empty())
}

/// A parameter of the address; an empty text if it has no value.
pub(crate) fn query(name: &str) -> Option<String> {
    let search = window()?.location().search().ok()?;
    let pairs =
        search.trim_start_matches('?').split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    pairs.filter(|(key, _)| *key == name).map(|(_, value)| value.to_owned()).next()
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// A setting of an earlier visit.
pub(crate) fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Keeps a setting. A browser that keeps none forgets it with the visit.
pub(crate) fn store(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, value);
    }
}

/// What the browser speaks.
pub(crate) fn browser_language() -> Option<String> {
    window()?.navigator().language()
}

/// The language tag of the document.
pub(crate) const fn lang_tag(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Zh => "zh-CN",
    }
}

/// Device pixels per CSS pixel.
pub(crate) fn pixel_ratio() -> f64 {
    window().map_or(1.0, |window| window.device_pixel_ratio()).clamp(1.0, 4.0)
}

/// Loads the page anew.
pub(crate) fn reload() {
    if let Some(window) = window() {
        // Only a page that is being left refuses.
        let _ = window.location().reload();
    }
}

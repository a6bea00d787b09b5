//! The document, the address and the settings kept in the browser.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    ClipboardEvent, Document, Element, Event, File, HtmlElement, HtmlInputElement, Storage, Window,
};

use crate::check::Lang;

fn window() -> Option<Window> {
    web_sys::window()
}

fn document() -> Option<Document> {
    window()?.document()
}

/// Absolute addresses of this build's script and wasm, as `boot.js` was given them.
pub(crate) fn worker_addresses() -> Option<(String, String)> {
    let boot = document()?.query_selector("script[data-worker-js]").ok()??;
    let base = document()?.base_uri().ok()??;
    let absolute = |name: &str| {
        let url = web_sys::Url::new_with_base(&boot.get_attribute(name)?, &base).ok()?;
        Some(url.href())
    };
    Some((absolute("data-worker-js")?, absolute("data-worker-wasm")?))
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

/// The values of custom properties of the style sheet, such as `--line`.
pub(crate) fn style_values<const N: usize>(element: &Element, properties: [&str; N]) -> [String; N] {
    let style = window().and_then(|window| window.get_computed_style(element).ok().flatten());
    let value = |property| style.as_ref()?.get_property_value(property).ok();
    properties.map(|property| value(property).unwrap_or_default().trim().to_owned())
}

/// The element of an id.
pub(crate) fn element(id: &str) -> Option<HtmlElement> {
    document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// What an input holds after an event.
pub(crate) fn typed(event: &Event) -> Option<String> {
    Some(event.target()?.dyn_into::<HtmlInputElement>().ok()?.value())
}

/// Clicks the element of an id: how a button opens a hidden file input.
pub(crate) fn click(id: &str) {
    if let Some(element) = element(id) {
        element.click();
    }
}

/// Closes an open popover.
pub(crate) fn hide_popover(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        // One that is closed already stays so.
        let _ = element.hide_popover();
    }
}

/// The element that has the focus.
pub(crate) fn focused() -> Option<HtmlElement> {
    document()?.active_element()?.dyn_into().ok()
}

/// Gives the element of an id the focus.
pub(crate) fn focus(id: &str) {
    if let Some(element) = element(id) {
        // Only an element that is gone refuses.
        let _ = element.focus();
    }
}

/// Whether anything matches; a selector that the browser does not know matches nothing.
pub(crate) fn has(selector: &str) -> bool {
    document().is_some_and(|document| document.query_selector(selector).is_ok_and(|found| found.is_some()))
}

/// Scrolls what matches into sight, as little as needed.
pub(crate) fn reveal(selector: &str) {
    let found = document().and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(element) = found {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Ids and words of the buttons with an id inside what matches.
pub(crate) fn named_buttons(within: &str) -> Vec<(String, String)> {
    let selector = format!("{within} button[id]:not(:disabled)");
    let found = document().and_then(|document| document.query_selector_all(&selector).ok());
    let nodes =
        found.into_iter().flat_map(|list| (0..list.length()).filter_map(move |index| list.get(index)));
    let elements = nodes.filter_map(|node| node.dyn_into::<Element>().ok());
    let named = elements.filter_map(|element| {
        let says = element.get_attribute("aria-label").or_else(|| element.text_content())?;
        Some((element.id(), says.trim().to_owned())).filter(|(_, says)| !says.is_empty())
    });
    named.collect()
}

/// Whether ⌘ is the key that others call Ctrl.
pub(crate) fn is_mac() -> bool {
    window().and_then(|window| window.navigator().platform().ok()).is_some_and(|name| name.starts_with("Mac"))
}

/// The path of a file inside the chosen folder; none if it was chosen alone.
pub(crate) fn relative_path(file: &File) -> Option<String> {
    let path = js_sys::Reflect::get(file, &JsValue::from_str("webkitRelativePath")).ok()?;
    path.as_string().filter(|path| !path.is_empty())
}

/// The parameters of the address, and what follows its `#`: the later counts.
pub(crate) fn address() -> String {
    let location = window().map(|window| window.location());
    let part = |read: fn(&web_sys::Location) -> Result<String, JsValue>| {
        location.as_ref().and_then(|location| read(location).ok()).unwrap_or_default()
    };
    let (search, hash) = (part(web_sys::Location::search), part(web_sys::Location::hash));
    format!("{}&{}", search.trim_start_matches('?'), hash.trim_start_matches('#'))
}

/// Writes what follows the `#` of the address, as a new entry of the history or over the last.
pub(crate) fn write_address(text: &str, anew: bool) {
    let Some((history, location)) = window().and_then(|it| Some((it.history().ok()?, it.location()))) else {
        return;
    };
    let bare = || Some(location.pathname().ok()? + &location.search().ok()?);
    let url = if text.is_empty() { bare() } else { Some(format!("#{text}")) };
    // A browser that is asked too often refuses; the next change is written again.
    let _ = if anew {
        history.push_state_with_url(&JsValue::NULL, "", url.as_deref())
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", url.as_deref())
    };
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

/// The text that an event pastes.
pub(crate) fn pasted(event: &Event) -> Option<String> {
    event.dyn_ref::<ClipboardEvent>()?.clipboard_data()?.get_data("text").ok()
}

/// Device pixels per CSS pixel.
pub(crate) fn pixel_ratio() -> f64 {
    window().map_or(1.0, |window| window.device_pixel_ratio()).clamp(1.0, 4.0)
}

/// Milliseconds since the page was opened, in fractions as fine as the browser tells.
pub(crate) fn milliseconds() -> f64 {
    window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// A new element at the end of the page.
pub(crate) fn append(tag: &str) -> Option<Element> {
    let element = document()?.create_element(tag).ok()?;
    document()?.body()?.append_child(&element).ok()?;
    Some(element)
}

/// Loads the page anew.
pub(crate) fn reload() {
    if let Some(window) = window() {
        // Only a page that is being left refuses.
        let _ = window.location().reload();
    }
}

//! The page in a real browser, without a worker: what a visitor sees when it cannot start.
#![cfg(all(target_arch = "wasm32", feature = "web"))]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use gloo_timers::callback::Timeout;
use js_sys::Promise;
use shardlens::web::{App, text};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, HtmlElement};

wasm_bindgen_test_configure!(run_in_browser);

/// Renders the page into an element of its own: the body is the test harness's.
async fn page() -> Element {
    let document = web_sys::window().unwrap().document().unwrap();
    let root = document.create_element("div").unwrap();
    document.body().unwrap().append_child(&root).unwrap();
    yew::Renderer::<App>::with_root(root.clone()).render();
    settle().await;
    root
}

/// Lets pending renders happen.
async fn settle() {
    let wait = Promise::new(&mut |done, _| {
        Timeout::new(50, move || drop(done.call0(&done))).forget();
    });
    JsFuture::from(wait).await.unwrap();
}

fn find(root: &Element, selector: &str) -> HtmlElement {
    root.query_selector(selector).unwrap().expect(selector).unchecked_into()
}

#[wasm_bindgen_test]
async fn a_worker_that_does_not_start_is_said_with_what_to_do() {
    let root = page().await;
    let trouble = find(&root, "[data-testid=worker-trouble]").inner_text();
    assert!(!trouble.is_empty());
    assert!(find(&root, "#open-example").has_attribute("disabled"));
}

#[wasm_bindgen_test]
async fn the_first_screen_has_a_place_for_each_side() {
    let root = page().await;
    for id in
        ["#drop-source", "#drop-target", "#source-files", "#source-folder", "#target-files", "#target-folder"]
    {
        find(&root, id);
    }
    assert!(find(&root, "#target-folder").has_attribute("webkitdirectory"));
}

#[wasm_bindgen_test]
async fn another_language_changes_every_word_at_once() {
    let root = page().await;
    let title = |root: &Element| find(root, ".start h1").inner_text();
    let texts = [
        text::WHAT_THIS_IS.of(shardlens::check::Lang::En),
        text::WHAT_THIS_IS.of(shardlens::check::Lang::Zh),
    ];
    let before = title(&root);
    find(&root, "#lang").click();
    settle().await;
    let after = title(&root);
    assert!(texts.contains(&before.as_str()) && texts.contains(&after.as_str()) && before != after);
}

//! What one sees.

mod app;
mod components;
mod containers;
mod model;
mod session;
mod stress;
mod utils;

pub use app::App;

/// Shows the page.
pub(super) fn start() {
    if utils::dom::address().split('&').any(|part| part == "stress") {
        stress::start();
    } else {
        yew::Renderer::<App>::new().render();
    }
}

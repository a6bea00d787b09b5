//! What one sees.

mod app;
mod components;
mod containers;
mod model;
mod session;
mod utils;

/// Shows the page.
pub(super) fn start() {
    yew::Renderer::<app::App>::new().render();
}

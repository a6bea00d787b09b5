//! What one sees.

mod app;
mod components;
mod containers;
mod model;
mod session;
mod utils;

pub use app::App;

/// Shows the page.
pub(super) fn start() {
    yew::Renderer::<App>::new().render();
}

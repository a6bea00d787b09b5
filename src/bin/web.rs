//! The page and its worker: one binary for both.

fn main() {
    #[cfg(target_arch = "wasm32")]
    shardlens::web::start();
}

//! The page's worker.

fn main() {
    #[cfg(target_arch = "wasm32")]
    shardlens::web::start_worker();
}

//! The page and its worker.
fn main() {}

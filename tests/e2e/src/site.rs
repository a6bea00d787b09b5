//! The site under test: a static server on loopback.

use anyhow::Result;
use axum::Router;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::time::Duration;
use tokio::runtime::Runtime;
use tower_http::services::ServeDir;

/// Serves a folder until it is stopped or dropped.
///
/// It sends no policy of its own, as any static host: what the page promises it must keep by itself.
pub struct Site {
    address: SocketAddr,
    server: Option<Runtime>,
}

impl Site {
    /// Serves `folder` on a free port.
    pub fn start(folder: &Path) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let router = Router::new().fallback_service(ServeDir::new(folder));
        // A runtime of its own, so that stopping also closes the connections that the browser keeps open.
        let server = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        server.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, router).await
        });
        Ok(Self { address, server: Some(server) })
    }

    /// The page's address.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// From here on every connection is refused, as on a machine that went offline.
    pub fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            // On a thread of its own: the caller's runtime must not block on the end of another.
            let end = std::thread::spawn(move || server.shutdown_timeout(Duration::from_secs(5)));
            let _ = end.join();
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}

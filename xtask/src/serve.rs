//! `serve`: builds the page and serves `dist/` on this machine only.

use crate::{page, paths, tools};
use anyhow::{Context, Result, ensure};
use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::TcpListener;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// Tried first when no port is asked for.
const USUAL_PORT: u16 = 8080;

/// The page's own policy again, as a header: it also binds scripts of workers that are fetched by address.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     worker-src 'self' blob:; connect-src 'self'; img-src 'self' blob: data:; style-src 'self'; \
     base-uri 'none'; form-action 'none'";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The port to listen on; 8080 or any free one when absent
    #[arg(long)]
    port: Option<u16>,
    /// Serve dist/ as it is
    #[arg(long)]
    no_build: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    if !options.no_build {
        tools::for_page()?;
        page::build()?;
    }
    ensure!(paths::page().join("index.html").is_file(), "there is no page in {}", paths::page().display());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(serve(options.port))
}

async fn serve(port: Option<u16>) -> Result<()> {
    let listener = listen(port).await?;
    println!("shardlens is at http://{}/ (Ctrl-C ends)", listener.local_addr()?);
    Ok(axum::serve(listener, router()).await?)
}

async fn listen(port: Option<u16>) -> Result<TcpListener> {
    let bind = |port| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    match port {
        Some(port) => bind(port).await.with_context(|| format!("cannot listen on port {port}")),
        None => match bind(USUAL_PORT).await {
            Ok(listener) => Ok(listener),
            Err(_) => bind(0).await.context("cannot listen on any port"),
        },
    }
}

fn router() -> Router {
    Router::new()
        .fallback_service(ServeDir::new(paths::page()))
        .layer(always(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
        .layer(always(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // A rebuilt page must not meet yesterday's parts.
        .layer(always(header::CACHE_CONTROL, "no-cache"))
}

fn always(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}

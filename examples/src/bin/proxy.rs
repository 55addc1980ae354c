//! Serves a site with a script in each page and the links pointing to the proxy.
//!
//! ```text
//! cargo run --manifest-path examples/Cargo.toml --bin proxy -- 127.0.0.1:8000 127.0.0.1:9000
//! ```

use std::{env, sync::Arc};

use anyhow::{Context, Result};
use sapwood_examples::proxy::Proxy;
use tokio::net::TcpListener;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let usage = "usage: proxy HOST:PORT_OF_THE_SITE HOST:PORT [SCRIPT_URL]";
    let site = arguments.next().context(usage)?;
    let address = arguments.next().context(usage)?;
    let script = arguments.next().unwrap_or_else(|| "/injected.js".to_owned());
    let listener = TcpListener::bind(&address).await.with_context(|| address.clone())?;
    match Arc::new(Proxy::new(&site, &script)?).serve(listener).await? {}
}

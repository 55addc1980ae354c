//! A reverse proxy that changes pages while they pass: it injects a script, and points the links of the site to itself.
//!
//! Pages are rewritten piece by piece, as they come from the site, so that a browser gets their beginning before the site has
//! sent their end. Everything else passes through.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use anyhow::{Context as _, Result};
use http_body_util::{BodyExt, Full, combinators::UnsyncBoxBody};
use hyper::{
    HeaderMap, Request, Response, StatusCode,
    body::{Body, Bytes, Frame, Incoming},
    client,
    header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderValue},
    server,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use sapwood::{
    encoding::{Encoding, SniffOptions, encoding_of_content_type},
    rewriting::{Content, NotStreamable, RewriteOptions, Rewriter, StreamSelector},
};
use tokio::net::{TcpListener, TcpStream};

/// The error of a body: of the site, or of a handler.
type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A site, and what is changed in its pages.
pub struct Proxy {
    /// The host and port of the site, such as `127.0.0.1:8000`.
    site: String,
    /// The URL of the site without a path, such as `http://127.0.0.1:8000`.
    origin: String,
    /// The URL of the script that is injected.
    script: String,
    head: StreamSelector,
    links: StreamSelector,
}

impl Proxy {
    /// Prepares the selectors, once for all pages.
    ///
    /// # Errors
    ///
    /// Never, since the selectors are constant.
    pub fn new(site: &str, script: &str) -> Result<Self, NotStreamable> {
        Ok(Self {
            site: site.to_owned(),
            origin: format!("http://{site}"),
            script: script.to_owned(),
            head: StreamSelector::try_from("head")?,
            links: StreamSelector::try_from("[href], [src], form[action]")?,
        })
    }

    /// A rewriter of one page; `http_charset` is the `charset` of its header.
    fn rewriter(
        self: &Arc<Self>,
        http_charset: Option<&'static Encoding>,
    ) -> Result<Rewriter<'static>, NotStreamable> {
        let sniffing = SniffOptions::default().http_charset(http_charset);
        let mut rewriter = Rewriter::new(&RewriteOptions::default().sniffing(sniffing));
        let proxy = Arc::clone(self);
        rewriter.on_element(&self.head, move |head| {
            head.append(Content::html(format!("<script src=\"{}\"></script>", proxy.script)));
            Ok(())
        })?;
        let proxy = Arc::clone(self);
        rewriter.on_element(&self.links, move |element| {
            for name in ["href", "src", "action"] {
                let path = element.attribute(name).and_then(|url| proxy.path(url));
                if let Some(path) = path {
                    element.set_attribute(name, &path)?;
                }
            }
            Ok(())
        })?;
        Ok(rewriter)
    }

    /// The path of a URL of the site.
    fn path(&self, url: &str) -> Option<String> {
        let rest = url.trim_ascii().strip_prefix(&self.origin)?;
        let is_path = rest.is_empty() || rest.starts_with(['/', '?', '#']);
        is_path.then(|| if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") })
    }

    /// Asks the site, and rewrites its answer if that is a page.
    async fn answer(
        self: Arc<Self>,
        mut request: Request<Incoming>,
    ) -> Result<Response<UnsyncBoxBody<Bytes, BoxError>>> {
        let headers = request.headers_mut();
        headers.insert(HOST, HeaderValue::from_str(&self.site)?);
        // A compressed page can't be rewritten.
        headers.remove(ACCEPT_ENCODING);
        let stream = TcpStream::connect(&self.site).await.context("cannot reach the site")?;
        let (mut sender, connection) = client::conn::http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        let (mut head, body) = sender.send_request(request).await?.into_parts();
        if !is_page(&head.headers) {
            return Ok(Response::from_parts(head, body.map_err(BoxError::from).boxed_unsync()));
        }
        // The length isn't known before the end.
        head.headers.remove(CONTENT_LENGTH);
        let content_type = head.headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
        let rewriter = self.rewriter(content_type.and_then(encoding_of_content_type))?;
        let body = Rewritten { body, rewriter: Some(rewriter) };
        Ok(Response::from_parts(head, body.boxed_unsync()))
    }

    /// Serves the site on `listener`.
    ///
    /// # Errors
    ///
    /// If no more connections can be accepted.
    pub async fn serve(self: Arc<Self>, listener: TcpListener) -> Result<Infallible> {
        loop {
            let (stream, _) = listener.accept().await?;
            let proxy = Arc::clone(&self);
            let service = service_fn(move |request| {
                let answer = Arc::clone(&proxy).answer(request);
                async {
                    Ok::<_, Infallible>(answer.await.unwrap_or_else(|error| {
                        let message = Full::new(Bytes::from(format!("{error:#}\n")));
                        let mut response =
                            Response::new(message.map_err(|never| match never {}).boxed_unsync());
                        *response.status_mut() = StatusCode::BAD_GATEWAY;
                        response
                    }))
                }
            });
            let connection =
                server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            tokio::spawn(connection);
        }
    }
}

/// Whether an answer is HTML that isn't compressed.
fn is_page(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    let essence = content_type.split(|byte| *byte == b';').next().unwrap_or_default();
    essence.trim_ascii().eq_ignore_ascii_case(b"text/html")
        && !headers.contains_key(CONTENT_ENCODING)
}

/// The body of a page, rewritten while it comes.
struct Rewritten {
    body: Incoming,
    /// `None` once the page has ended.
    rewriter: Option<Rewriter<'static>>,
}

impl Body for Rewritten {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        loop {
            let Some(rewriter) = &mut this.rewriter else { return Poll::Ready(None) };
            let mut output = Vec::new();
            let frame = ready!(Pin::new(&mut this.body).poll_frame(context));
            let is_end = frame.is_none();
            let result = match frame.map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => {
                    let fed = rewriter.feed(&data, |bytes| output.extend_from_slice(bytes));
                    fed.map_err(BoxError::from)
                }
                // Trailers are about the bytes of the site.
                Some(Ok(Err(_))) => Ok(()),
                Some(Err(error)) => Err(error.into()),
                None => {
                    let rewriter = this.rewriter.take().into_iter();
                    let mut ended =
                        rewriter.map(|it| it.finish(|bytes| output.extend_from_slice(bytes)));
                    ended.try_for_each(|it| it.map(drop)).map_err(BoxError::from)
                }
            };
            if let Err(error) = result {
                this.rewriter = None;
                return Poll::Ready(Some(Err(error)));
            }
            if !output.is_empty() {
                return Poll::Ready(Some(Ok(Frame::data(output.into()))));
            }
            if is_end {
                return Poll::Ready(None);
            }
        }
    }
}

//! The proxy, over loopback.

use std::{sync::Arc, time::Duration};

use sapwood_examples::proxy::Proxy;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    time::timeout,
};

/// Serves one answer, which is sent in two parts: the second when `go` says so. Returns its address.
async fn site(
    head: &'static str,
    parts: impl FnOnce(&str) -> [Vec<u8>; 2] + Send + 'static,
    go: oneshot::Receiver<()>,
) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let own = address.clone();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = [0; 4096];
        let length = stream.read(&mut request).await.unwrap();
        let request = String::from_utf8_lossy(&request[..length]).to_lowercase();
        assert!(request.contains(&format!("host: {own}")), "{request}");
        assert!(!request.contains("accept-encoding"), "{request}");
        stream.write_all(head.as_bytes()).await.unwrap();
        let [first, second] = parts(&own);
        let chunk =
            |bytes: &[u8]| [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
        stream.write_all(&chunk(&first)).await.unwrap();
        let _ = go.await;
        stream.write_all(&[&chunk(&second)[..], b"0\r\n\r\n"].concat()).await.unwrap();
    });
    address
}

/// Starts a proxy, asks it for a page, and returns what it sends before and after the second part of the site's answer.
async fn ask(
    head: &'static str,
    parts: impl FnOnce(&str) -> [Vec<u8>; 2] + Send + 'static,
) -> (Vec<u8>, Vec<u8>) {
    let (go, wait) = oneshot::channel();
    let site = site(head, parts, wait).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(Arc::new(Proxy::new(&site, "/x.js").unwrap()).serve(listener));
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request =
        "GET /page HTTP/1.1\r\nHost: proxy\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut early = Vec::new();
    let mut buffer = [0; 1 << 14];
    while let Ok(Ok(length @ 1..)) =
        timeout(Duration::from_millis(500), stream.read(&mut buffer)).await
    {
        early.extend_from_slice(&buffer[..length]);
    }
    go.send(()).unwrap();
    let mut late = Vec::new();
    stream.read_to_end(&mut late).await.unwrap();
    (early, late)
}

const HTML: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n";

#[tokio::test]
async fn injects_a_script_and_rewrites_links_while_the_page_comes() {
    let (early, late) = ask(HTML, |site| {
        let page = format!(
            "<!DOCTYPE html><title>T</title><p><a href='http://{site}/oak?a&amp;b'>Oak</a><a href=http://{site}.example/>no</a><im"
        );
        let rest = format!("g src='http://{site}/a.png'><form action=http://{site}></form>");
        [page.into_bytes(), rest.into_bytes()]
    })
    .await;
    let (early, late) = (String::from_utf8(early).unwrap(), String::from_utf8(late).unwrap());
    assert!(early.starts_with("HTTP/1.1 200 OK"), "{early}");
    assert!(early.contains("<title>T</title><script src=\"/x.js\"></script><p>"), "{early}");
    assert!(early.contains("<a href='/oak?a&amp;b'>Oak</a>"), "{early}");
    assert!(early.contains(".example/>no</a>"), "{early}");
    assert!(late.contains("<img src='/a.png'><form action=/></form>"), "{late}");
}

#[tokio::test]
async fn passes_other_answers_through() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n";
    let (early, late) = ask(head, |site| {
        [format!("<head><a href=http://{site}/>").into_bytes(), b"<head>".to_vec()]
    })
    .await;
    assert!(String::from_utf8(early).unwrap().contains("<head><a href=http://127.0.0.1:"));
    assert!(String::from_utf8(late).unwrap().contains("<head>"));
}

#[tokio::test]
async fn says_that_the_site_is_out_of_reach() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(Arc::new(Proxy::new("127.0.0.1:1", "/x.js").unwrap()).serve(listener));
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 502") && answer.contains("cannot reach the site"),
        "{answer}"
    );
}

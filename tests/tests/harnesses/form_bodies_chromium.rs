//! The requests that forms submit, compared with Chromium on generated forms.
//!
//! A server on the loopback interface shows one form after another, and each page submits its form. The answer to a submission
//! leads to the next page, so that the requests alternate.
//!
//! The forms avoid what Chromium does otherwise than the standard says. [`DEPARTURES`] lists these cases, and each of them is
//! checked, too.

use std::{
    fmt,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::ExitCode,
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use sapwood::{
    encoding::encoding_rs::{Encoding, SHIFT_JIS, UTF_8, WINDOWS_1252},
    extract::{Method, url::Url},
    parse,
};
use sapwood_tests::{
    chromium::{self, Browser},
    harness::{self, say},
    soup::Random,
};

/// Number of generated forms.
const FORMS: usize = 100;

/// The time that Chromium may take from one request to the next.
const PATIENCE: Duration = Duration::from_secs(60);

/// The word in place of the boundary of a body.
const BOUNDARY: &str = "BOUNDARY";

/// Forms in windows-1252 on which Chromium departs from the standard, the path and query that it requests, and the reason.
#[rustfmt::skip]
const DEPARTURES: &[(&str, &str, &str)] = &[
    ("<form action=/><datalist><input name=a></datalist></form>", "/?a=", "a control in a datalist isn't submitted"),
    ("<form action=/ accept-charset=x><input name=a value=é></form>", "/?a=%E9", "without a known encoding it is UTF-8"),
    ("<form action=/><input name=a dirname></form>", "/?a=&=ltr", "an empty dirname adds nothing"),
    ("<form action=/><input type=submit name=a id=submitter></form>", "/?a=Submit", "a button without a value has an empty one"),
    ("<form action=/><input type=submit name=a value=b dirname=c id=submitter></form>", "/?c=ltr&a=b", "the direction follows the value"),
    ("<form action=/ method=post enctype=text/plain><input name=a value='b&c'><button id=submitter name=d formmethod=get></button></form>", "/?a=b&cd=", "a query has one encoding"),
    ("<form action='/|'></form>", "/%7C?", "the path of a URL may hold a vertical line"),
];

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("form_bodies_chromium", |mut harness| {
        match chromium::find() {
            Some(browser) => {
                harness.add("requests_are_chromiums", || {
                    compare(browser).map_err(|error| format!("{error:#}"))
                });
                harness.add("departures", || {
                    departures(browser).map_err(|error| format!("{error:#}"))
                });
            }
            None => harness.absent("Chromium"),
        }
        Ok(harness.run(|| {}))
    })
}

fn compare(browser: &Path) -> Result<()> {
    let mut random = Random::new(0xb0d);
    let mut pages = Vec::new();
    while pages.len() < FORMS {
        let page = Page::generate(&mut random);
        // The method of the form, and not that of the submitter, decides how Chromium encodes text/plain: see the departures.
        if !(page.html.contains("text/plain") && page.html.contains(" formmethod=")) {
            pages.push(page);
        }
    }
    let mut wrong = Vec::new();
    for (page, [ours, theirs]) in pages.iter().zip(submit(browser, &pages)?) {
        if ours != theirs {
            let Page { html, encoding } = page;
            wrong.push(format!("{} {html}\nours   {ours}\ntheirs {theirs}", encoding.name()));
        }
    }
    say(&format!("form_bodies_chromium: {FORMS} forms, {} wrong", wrong.len()));
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

fn departures(browser: &Path) -> Result<()> {
    let page = |form: &str| {
        let submit = if form.contains("submitter") { CLICK } else { SUBMIT };
        Page { html: format!("{HEAD}{form}{}", script(submit)), encoding: WINDOWS_1252 }
    };
    let pages: Vec<Page> = DEPARTURES.iter().map(|(form, ..)| page(form)).collect();
    let requests = submit(browser, &pages)?;
    for ((form, expected, reason), [ours, theirs]) in DEPARTURES.iter().zip(requests) {
        ensure!(theirs.path == *expected, "{form}: Chromium requests {theirs}");
        ensure!(ours != theirs, "{form}: no difference ({reason})");
    }
    Ok(())
}

/// Returns our request and Chromium's for each page.
fn submit(browser: &Path, pages: &[Page]) -> Result<Vec<[Request; 2]>> {
    let server = Server::start()?;
    let address = |number: usize| server.address.join(&format!("page/{number}?x#y"));
    let _browser = Browser::open(browser, address(0)?.as_str())?;
    let mut requests = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let place = || format!("page {number}: {}", page.html);
        server.answer_page(page).with_context(place)?;
        let theirs = server.answer_submission(&address(number + 1)?).with_context(place)?;
        requests.push([ours(page, &address(number)?)?, theirs]);
    }
    Ok(requests)
}

/// A request, as far as the form decides on it.
#[derive(PartialEq, Eq)]
struct Request {
    method: String,
    /// The path with the query.
    path: String,
    content_type: Option<String>,
    body: Vec<u8>,
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, path, content_type, body } = self;
        write!(f, "{method} {path} {content_type:?} {}", body.escape_ascii())
    }
}

impl Request {
    /// Replaces the boundary of the body, which each browser chooses.
    fn without_boundary(mut self) -> Self {
        const PREFIX: &str = "multipart/form-data; boundary=";
        let Some(boundary) = self.content_type.as_ref().and_then(|it| it.strip_prefix(PREFIX))
        else {
            return self;
        };
        let mut body = Vec::new();
        let mut rest = &*self.body;
        while let Some(first) = rest.first() {
            if let Some(after) = rest.strip_prefix(boundary.as_bytes()) {
                body.extend_from_slice(BOUNDARY.as_bytes());
                rest = after;
            } else {
                body.push(*first);
                rest = &rest[1..];
            }
        }
        self.body = body;
        self.content_type = Some(format!("{PREFIX}{BOUNDARY}"));
        self
    }
}

fn ours(page: &Page, address: &Url) -> Result<Request> {
    // An encoding may have bytes of several characters for one of them.
    let (bytes, ..) = page.encoding.encode(&page.html);
    let document = parse(&page.encoding.decode(&bytes).0);
    let form = document.forms().into_iter().next().context("no form")?;
    let submitter = form.controls.iter().find(|it| it.element.element_id() == Some("submitter"));
    let submission = form.submission_in(page.encoding, submitter, Some(address))?;
    let query = submission.url.query().map(|query| format!("?{query}")).unwrap_or_default();
    let request = Request {
        method: if submission.method == Method::Get { "GET" } else { "POST" }.to_owned(),
        path: format!("{}{query}", submission.url.path()),
        content_type: submission.content_type,
        body: submission.body,
    };
    Ok(request.without_boundary())
}

/// A server that gets the requests of one page after another.
struct Server {
    address: Url,
    requests: Receiver<(Request, TcpStream)>,
}

impl Server {
    fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = Url::parse(&format!("http://{}/", listener.local_addr()?))?;
        let (sender, requests) = mpsc::channel();
        // The thread ends with the program. Each connection has a thread, because Chromium opens some in advance.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let sender = sender.clone();
                thread::spawn(move || read(stream, &sender));
            }
        });
        Ok(Self { address, requests })
    }

    fn answer_page(&self, page: &Page) -> Result<()> {
        let (request, mut stream) = self.requests.recv_timeout(PATIENCE)?;
        ensure!(request.path.starts_with("/page/"), "unexpected request: {request}");
        let (bytes, ..) = page.encoding.encode(&page.html);
        let encoding = page.encoding.name();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={encoding}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            bytes.len()
        );
        stream.write_all(&[head.as_bytes(), &bytes].concat())?;
        Ok(())
    }

    /// Returns the next request, and redirects it to `next`.
    fn answer_submission(&self, next: &Url) -> Result<Request> {
        let (request, mut stream) = self.requests.recv_timeout(PATIENCE)?;
        write!(
            stream,
            "HTTP/1.1 303 See Other\r\nLocation: {next}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )?;
        Ok(request.without_boundary())
    }
}

/// Reads a request and sends it on. A connection without a whole request is closed.
fn read(mut stream: TcpStream, requests: &Sender<(Request, TcpStream)>) {
    if let Some(request) = read_request(&mut stream) {
        // Nobody receives any more after the last form.
        let _ = requests.send((request, stream));
    }
}

fn read_request(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let length = stream.read(&mut buffer).ok().filter(|length| *length > 0)?;
        bytes.extend_from_slice(&buffer[..length]);
        let Some(end) = bytes.windows(4).position(|it| it == b"\r\n\r\n") else { continue };
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let header = |name: &str| {
            let headers = head.lines().filter_map(|line| line.split_once(": "));
            let mut values = headers.filter(|(its, _)| its.eq_ignore_ascii_case(name));
            values.next().map(|(_, value)| value.to_owned())
        };
        let body_length = header("Content-Length").map_or(Some(0), |it| it.parse().ok())?;
        let body = &bytes[end + 4..];
        if body.len() >= body_length {
            let mut line = head.lines().next()?.split(' ').map(str::to_owned);
            let (method, path) = (line.next()?, line.next()?);
            let content_type = header("Content-Type");
            return Some(Request { method, path, content_type, body: body.to_vec() });
        }
    }
}

/// The beginning of each page. Without the link, Chromium would request an icon.
const HEAD: &str = "<!doctype html><link rel=icon href=data:,>";

/// The script that presses the button with the id `submitter`.
const CLICK: &str = "document.getElementById('submitter').click()";

/// The script that submits the first form without a button. A control may be called `submit`.
const SUBMIT: &str = "HTMLFormElement.prototype.submit.call(document.querySelector('form'))";

/// Returns an element that runs a script after the page has loaded.
fn script(script: &str) -> String {
    format!("<script>onload = () => setTimeout(() => {script})</script>")
}

/// A page whose form is submitted when it has loaded.
struct Page {
    html: String,
    encoding: &'static Encoding,
}

impl Page {
    fn generate(random: &mut Random) -> Self {
        let encoding = pick(random, &[UTF_8, UTF_8, WINDOWS_1252, SHIFT_JIS]);
        let mut html = Html { text: HEAD.to_owned(), random };
        if html.once_in(4) {
            html.text.push_str("<base href=/base/>");
        }
        html.form();
        Self { html: html.text, encoding }
    }
}

fn pick<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len())]
}

/// Markup that is being generated.
struct Html<'r> {
    text: String,
    random: &'r mut Random,
}

impl Html<'_> {
    /// Returns `true` once in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.random.below(times) == 0
    }

    /// Appends an attribute with one of `values`, once in `times`.
    fn attribute(&mut self, name: &str, times: usize, values: &[&str]) {
        if self.once_in(times) {
            let value = pick(self.random, values);
            self.text.push_str(&format!(" {name}=\"{value}\""));
        }
    }

    /// Returns some text, escaped for an attribute.
    fn words(&mut self) -> String {
        #[rustfmt::skip]
        const PIECES: &[&str] = &[
            "a", "b", "c", "1", " ", "&quot;", "'", "&amp;", "=", "+", "%", "%22", "\\", ";", "~", "*", "/", "é", "ß", "樹", "😀", "&#10;",
            "&#13;", "&#13;&#10;", "&lt;", "\u{a0}", "¥", "&#x0;", "--", "ｱ",
        ];
        let length = 1 + self.random.below(4);
        (0..length).map(|_| pick(self.random, PIECES)).collect()
    }

    fn form(&mut self) {
        self.text.push_str("<form id=f novalidate");
        self.attributes_of_action("");
        self.attribute("accept-charset", 4, &["utf-8", "x  latin1", "shift_jis utf-8"]);
        self.attribute("dir", 5, &["rtl", "ltr"]);
        self.text.push('>');
        let is_clicked = !self.once_in(3);
        for _ in 0..self.random.below(8) {
            self.group();
        }
        if is_clicked {
            self.submitter();
        }
        for _ in 0..self.random.below(3) {
            self.group();
        }
        self.text.push_str("</form><input form=f name=outside value=o>");
        self.text.push_str(&script(if is_clicked { CLICK } else { SUBMIT }));
    }

    /// Appends the attributes that state where and how a form is submitted; those of buttons begin with `form`.
    fn attributes_of_action(&mut self, prefix: &str) {
        let times = if prefix.is_empty() { 1 } else { 4 };
        let method = &["get", "post", "POST", "Post", "x"];
        self.attribute(&format!("{prefix}method"), times, method);
        let actions = &["", "/f", "g?x=1#y", "?z", " /é?é樹=1 ", "../h", "/[]`{}"];
        self.attribute(&format!("{prefix}action"), times.max(2), actions);
        #[rustfmt::skip]
        let types = &["multipart/form-data", "Multipart/Form-Data", "text/plain", "application/x-www-form-urlencoded", "x"];
        self.attribute(&format!("{prefix}enctype"), times, types);
    }

    fn submitter(&mut self) {
        let start = pick(self.random, &["<input type=submit", "<input type=image", "<button"]);
        self.text.push_str(start);
        self.text.push_str(" id=submitter");
        if !self.once_in(4) {
            self.name();
        }
        let value = self.words();
        self.text.push_str(&format!(" value=\"{value}\""));
        // See the departures.
        if start != "<input type=submit" {
            self.attribute("dirname", 4, &["d"]);
        }
        self.attributes_of_action("form");
        self.text.push('>');
        if start == "<button" {
            self.text.push_str("B</button>");
        }
    }

    /// Appends a control, or one in an element that may disable it.
    fn group(&mut self) {
        #[rustfmt::skip]
        let (open, close) = pick(self.random, &[
            ("", ""), ("", ""), ("", ""), ("<fieldset>", "</fieldset>"), ("<fieldset disabled>", "</fieldset>"),
            ("<fieldset disabled><legend>", "</legend></fieldset>"), 
            ("<div dir=rtl>", "</div>"),
        ]);
        self.text.push_str(open);
        self.control();
        self.text.push_str(close);
    }

    fn name(&mut self) {
        let name = if self.once_in(2) { "n".to_owned() } else { self.words() };
        self.text.push_str(&format!(" name=\"{name}\""));
    }

    fn common(&mut self) {
        if !self.once_in(10) {
            self.name();
        }
        self.attribute("disabled", 10, &[""]);
        self.attribute("dirname", 5, &["d", "é.dir", "&quot;&#10;"]);
    }

    fn control(&mut self) {
        match self.random.below(10) {
            0 => {
                self.text.push_str("<textarea");
                self.common();
                let lines = pick(self.random, &["", "\n\n", "x\ny", "a&#13;b&#13;\n", "樹 é 😀"]);
                self.text.push_str(&format!(">{lines}</textarea>"));
            }
            1 => self.select(),
            2 => self.text.push_str("<input type=hidden name=_Charset_ value=x>"),
            3 => {
                self.text.push_str("<input type=file");
                self.common();
                self.text.push_str(" value=x>");
            }
            4 => self
                .text
                .push_str("<button name=other value=x>B</button><input type=reset name=r value=x>"),
            5 | 6 => {
                let kind = pick(self.random, &["checkbox", "radio"]);
                self.text.push_str(&format!("<input type={kind}"));
                self.common();
                if self.once_in(2) {
                    let value = self.words();
                    self.text.push_str(&format!(" value=\"{value}\""));
                }
                self.attribute("checked", 2, &[""]);
                self.text.push('>');
            }
            _ => {
                let kinds = &[
                    "text", "hidden", "search", "tel", "url", "email", "password", "number",
                    "date", "x",
                ];
                let kind = pick(self.random, kinds);
                self.text.push_str(&format!("<input type={kind}"));
                self.common();
                let value = self.words();
                self.text.push_str(&format!(" value=\"{value}\">"));
            }
        }
    }

    fn select(&mut self) {
        self.text.push_str("<select");
        self.common();
        self.attribute("multiple", 2, &[""]);
        self.attribute("size", 4, &["1", "3"]);
        self.text.push('>');
        for _ in 0..self.random.below(4) {
            let (open, close) = pick(
                self.random,
                &[("", ""), ("<optgroup>", "</optgroup>"), ("<optgroup disabled>", "</optgroup>")],
            );
            self.text.push_str(open);
            self.text.push_str("<option");
            self.attribute("value", 3, &["", "é&#10;", " v "]);
            self.attribute("selected", 2, &[""]);
            self.attribute("disabled", 5, &[""]);
            self.text.push_str(&format!("> x  é\n樹 </option>{close}"));
        }
        self.text.push_str("</select>");
    }
}

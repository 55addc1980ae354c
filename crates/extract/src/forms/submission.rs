//! The request that a form submits: the [form submission
//! algorithm](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm) of a page
//! without a person or a script.

use std::{error::Error, fmt};

#[cfg(feature = "encoding")]
use sapwood_encoding::Encoding;
use sapwood_names::{NameId, attr};
use sapwood_tree::Node;
use url::{ParseError, Url};

use super::{
    body::{multipart, plain_text, urlencoded},
    charset::Charset,
    form::{Control, Entry, EntryKind, Form, Method, enctype_of},
};
use crate::links::base_url_of;

/// The bytes that the repeated names of `select` elements may take: n selected options with a name of n bytes would take n².
const LONGEST_REPETITION: usize = 1 << 24;

/// The length of the longest URL. The crate `url` counts in 32 bits.
const LONGEST_URL: usize = 1 << 30;

/// The request that submits a form, for an HTTP client to send.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Submission {
    /// The method of the request: [`Method::Get`] or [`Method::Post`].
    pub method: Method,
    /// The URL; its query holds the entries if the method of the form is `get`.
    pub url: Url,
    /// The `Content-Type` of the body; `None` if the request has no body.
    pub content_type: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

/// Reason why a form isn't submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubmissionError {
    /// The method is `dialog`, which closes a dialog and sends nothing.
    Dialog,
    /// The action isn't a URL, or is a relative one in a document without a URL.
    Action(ParseError),
    /// The form repeats a long name for many options, or the URL would be longer than a gigabyte.
    TooLong,
}

impl fmt::Display for SubmissionError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dialog => f.write_str("the form closes a dialog and sends nothing"),
            Self::Action(error) => write!(f, "the action of the form is not a URL: {error}"),
            Self::TooLong => f.write_str("the entries of the form are too long"),
        }
    }
}

impl Error for SubmissionError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Action(error) => Some(error),
            Self::Dialog | Self::TooLong => None,
        }
    }
}

impl<'d, N: Node<'d>> Form<N> {
    /// The request that [submits the
    /// form](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm), with its
    /// [entry list](Self::entry_list).
    ///
    /// `submitter` is the button that was pressed, if one was; its `formaction`, `formmethod` and `formenctype` count.
    /// `document_url` is the address of the page, to which a form without an action is submitted; relative actions are resolved
    /// against the base URL of the document. `accept-charset` decides on the encoding, else it is UTF-8; without the feature
    /// `encoding` it is always UTF-8. The values aren't validated. The boundary of `multipart/form-data` is not in the
    /// content, and is the same for the same content.
    ///
    /// ```
    /// use sapwood::extract::{Method, url::Url};
    ///
    /// let page = Url::parse("https://example.com/trees")?;
    /// let document = sapwood::parse(
    ///     "<form action=/find><input name=q></form><form method=post><textarea name=note>Oak\n& elm</textarea>",
    /// );
    /// let mut forms = document.forms();
    /// forms[0].set("q", "oak & elm")?;
    /// let search = forms[0].submission(None, Some(&page))?;
    /// assert_eq!(search.url.as_str(), "https://example.com/find?q=oak+%26+elm");
    ///
    /// let note = forms[1].submission(forms[1].default_button(), Some(&page))?;
    /// assert_eq!((note.method, note.url), (Method::Post, page));
    /// assert_eq!(note.content_type.as_deref(), Some("application/x-www-form-urlencoded"));
    /// assert_eq!(note.body, b"note=Oak%0D%0A%26+elm");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SubmissionError::Dialog`] if the method is `dialog`, [`SubmissionError::Action`] if the action isn't a URL, and
    /// [`SubmissionError::TooLong`] if options repeat their names over more than 16 MiB.
    #[inline]
    pub fn submission(
        &self,
        submitter: Option<&Control<N>>,
        document_url: Option<&Url>,
    ) -> Result<Submission, SubmissionError> {
        self.submit(submitter, document_url, Charset::UTF_8)
    }

    /// [`submission`](Self::submission) in a document whose bytes were in `encoding`, which is that of the form unless
    /// `accept-charset` names another. UTF-8 replaces UTF-16.
    ///
    /// ```
    /// use sapwood::{ByteOptions, parse_bytes_with};
    ///
    /// let page = b"<meta charset=windows-1252><form action='https://example.com/'><input name=q value='caf\xe9'>";
    /// let parsed = parse_bytes_with(page, &ByteOptions::default());
    /// let form = &parsed.document.forms()[0];
    /// let submission = form.submission_in(parsed.encoding, None, None)?;
    /// assert_eq!(submission.url.as_str(), "https://example.com/?q=caf%E9");
    /// # Ok::<(), sapwood::extract::SubmissionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`submission`](Self::submission).
    #[cfg(feature = "encoding")]
    #[inline]
    pub fn submission_in(
        &self,
        encoding: &'static Encoding,
        submitter: Option<&Control<N>>,
        document_url: Option<&Url>,
    ) -> Result<Submission, SubmissionError> {
        self.submit(submitter, document_url, Charset::new(encoding))
    }

    /// Submits the form; `document`: the encoding of the document.
    fn submit(
        &self,
        submitter: Option<&Control<N>>,
        document_url: Option<&Url>,
        document: Charset,
    ) -> Result<Submission, SubmissionError> {
        let method = match self.stated(submitter, attr::FORMMETHOD) {
            Some(method) => Method::of(method),
            None => self.method(),
        };
        if method == Method::Dialog {
            return Err(SubmissionError::Dialog);
        }
        let enctype =
            self.stated(submitter, attr::FORMENCTYPE).map_or_else(|| self.enctype(), enctype_of);
        let url = self.action_url(submitter, document_url, document)?;
        let charset = document.pick(self.element.known_attribute(attr::ACCEPT_CHARSET));
        let entries = self.entries(submitter, charset.name());
        let repeated = entries.iter().filter(|entry| entry.kind == EntryKind::Repeated);
        if repeated.map(|entry| entry.name.len()).sum::<usize>() > LONGEST_REPETITION {
            return Err(SubmissionError::TooLong);
        }
        match (url.scheme(), method) {
            ("ftp" | "javascript", _) | ("data", Method::Post) => Ok(Submission::get(url)),
            ("mailto", Method::Post) => mail_as_body(url, &entries, enctype, charset),
            ("mailto", _) => with_query(url, &urlencoded(&entries, charset).replace('+', "%20")),
            (_, Method::Post) => Ok(Submission::post(url, &entries, enctype, charset)),
            _ => with_query(url, &urlencoded(&entries, charset)),
        }
    }

    /// The value of an attribute of the submitter that replaces one of the form.
    #[inline]
    fn stated(&self, submitter: Option<&Control<N>>, attribute: NameId) -> Option<&'d str> {
        let button = submitter.filter(|it| matches!(it.kind, "submit" | "image"))?;
        button.element.known_attribute(attribute)
    }

    /// The URL to which the form is submitted.
    fn action_url(
        &self,
        submitter: Option<&Control<N>>,
        document_url: Option<&Url>,
        document: Charset,
    ) -> Result<Url, SubmissionError> {
        let own = || self.element.known_attribute(attr::ACTION);
        let action = self.stated(submitter, attr::FORMACTION).or_else(own).unwrap_or_default();
        if action.is_empty() {
            // The URL of the document, and not its base URL.
            let without = SubmissionError::Action(ParseError::RelativeUrlWithoutBase);
            return document_url.cloned().ok_or(without);
        }
        let href = self.base.and_then(|base| base.known_attribute(attr::HREF));
        let base = base_url_of(href, document_url);
        Url::options()
            .base_url(base.as_ref())
            .encoding_override(Some(&|query| document.encode_query(query)))
            .parse(action)
            .map_err(SubmissionError::Action)
    }
}

impl Submission {
    #[inline]
    fn get(url: Url) -> Self {
        Self { method: Method::Get, url, content_type: None, body: Vec::new() }
    }

    /// [Submits as entity
    /// body](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#submit-body).
    #[inline]
    fn post(url: Url, entries: &[Entry<'_>], enctype: &str, charset: Charset) -> Self {
        let (content_type, body) = match enctype {
            "multipart/form-data" => {
                let (boundary, body) = multipart(entries, charset);
                (format!("multipart/form-data; boundary={boundary}"), body)
            }
            "text/plain" => {
                let text = plain_text(entries);
                (enctype.to_owned(), charset.encode(&text).into_owned())
            }
            _ => (enctype.to_owned(), urlencoded(entries, charset).into_bytes()),
        };
        Self { method: Method::Post, url, content_type: Some(content_type), body }
    }
}

/// [Mutates the action
/// URL](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#submit-mutate-action).
#[inline]
fn with_query(mut url: Url, query: &str) -> Result<Submission, SubmissionError> {
    if url.as_str().len().saturating_add(query.len()) > LONGEST_URL {
        return Err(SubmissionError::TooLong);
    }
    url.set_query(Some(query));
    Ok(Submission::get(url))
}

/// [Mails as
/// body](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#submit-mailto-body).
fn mail_as_body(
    url: Url,
    entries: &[Entry<'_>],
    enctype: &str,
    charset: Charset,
) -> Result<Submission, SubmissionError> {
    let body = match enctype {
        "text/plain" => percent_encoded(&plain_text(entries)),
        _ => urlencoded(entries, charset),
    };
    let query = match url.query().unwrap_or_default() {
        "" => format!("body={body}"),
        query => format!("{query}&body={body}"),
    };
    with_query(url, &query)
}

/// Percent-encodes a text by the [path percent-encode set](https://url.spec.whatwg.org/#path-percent-encode-set).
fn percent_encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if matches!(byte, b'!' | b'$'..=b';' | b'=' | b'@'..=b']' | b'_' | b'a'..=b'z' | b'|' | b'~')
        {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

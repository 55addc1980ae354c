//! Resolution of the URLs of links.
//!
//! The URL parser takes about as long for a link as parsing a hundred bytes of HTML. Most links are already in the form
//! in which the parser would write them: absolute, or a path, without dot segments and without characters to escape.
//! Such links are copied, after the scheme, host and path of the base where they have none. Whatever is unusual goes
//! to the parser; a test holds both equal.

use std::fmt::{self, Write};

use sapwood::extract::url::{Position, Url};

/// The base URL of a page.
pub(super) struct Base {
    url: Option<Url>,
    /// Whether links can be joined to the base without the parser.
    is_http: bool,
}

impl Base {
    pub(super) fn new(url: Option<Url>) -> Self {
        let is_http = url.as_ref().is_some_and(|url| matches!(url.scheme(), "http" | "https"));
        Self { url, is_http }
    }

    /// The length of the base URL, which a resolved link may repeat.
    pub(super) fn len(&self) -> usize {
        self.url.as_ref().map_or(0, |url| url.as_str().len())
    }

    /// Writes a link, resolved; one that can't be resolved is written as it is.
    pub(super) fn resolve(&self, link: &str, out: &mut impl Write) -> fmt::Result {
        if let Some(url) = self.url.as_ref().filter(|_| self.is_http)
            && let Some((base, is_usual)) = prefix(url, link)
            && is_usual
        {
            out.write_str(base)?;
            return out.write_str(link);
        }
        if is_absolute(link) {
            return out.write_str(link);
        }
        match Url::options().base_url(self.url.as_ref()).parse(link) {
            Ok(url) => out.write_str(url.as_str()),
            Err(_) => out.write_str(link.trim_ascii()),
        }
    }
}

/// The part of the base that precedes a relative link, and whether the link can be copied after it.
fn prefix<'u>(url: &'u Url, link: &str) -> Option<(&'u str, bool)> {
    let first = *link.as_bytes().first()?;
    Some(match first {
        b'/' if !link.starts_with("//") => {
            (&url[..Position::BeforePath], is_usual(link, Part::Path))
        }
        b'#' => (&url[..Position::AfterQuery], is_usual(&link[1..], Part::Fragment)),
        b'?' => (&url[..Position::AfterPath], is_usual(&link[1..], Part::Query)),
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {
            let end = link.find([':', '/', '?', '#']);
            // What a colon follows may be a scheme.
            if end.is_some_and(|end| link.as_bytes()[end] == b':') {
                return None;
            }
            let base = &url[..Position::AfterPath];
            let folder = base.rfind('/')? + 1;
            (&base[..folder], is_usual(link, Part::Path))
        }
        _ => return None,
    })
}

/// Whether the parser would write a link with a scheme and a host as it is.
fn is_absolute(link: &str) -> bool {
    let Some(rest) = link.strip_prefix("https://").or_else(|| link.strip_prefix("http://")) else {
        return false;
    };
    let Some(end) = rest.find('/') else { return false };
    let (host, path) = rest.split_at(end);
    let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.');
    // A host that ends in a number is an IPv4 address, and Punycode is validated.
    let last = host.rsplit('.').next().unwrap_or_default();
    host.bytes().all(is_plain)
        && last.starts_with(|it: char| it.is_ascii_lowercase())
        && !host.starts_with('.')
        && !host.contains("..")
        && !host.contains("xn--")
        && is_usual(path, Part::Path)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Path,
    Query,
    Fragment,
}

/// Whether the parser would write the rest of a URL, which begins in `part`, as it is.
fn is_usual(text: &str, mut part: Part) -> bool {
    let mut previous = 0;
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'~'
            | b'/'
            | b'='
            | b'&'
            | b'+'
            | b','
            | b';'
            | b'!'
            | b'$'
            | b'('
            | b')'
            | b'*'
            | b':'
            | b'@' => {}
            // Dot segments would be removed; they can be escaped, too.
            b'.' if part != Part::Path || !matches!(previous, b'/' | b'.' | 0) => {}
            b'%' => {}
            b'?' if part == Part::Path => part = Part::Query,
            b'?' => {}
            b'#' if part != Part::Fragment => part = Part::Fragment,
            b'\'' if part == Part::Fragment => {}
            _ => return false,
        }
        if part == Part::Path && previous == b'%' && byte == b'2' {
            return false;
        }
        previous = byte;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(base: &str, link: &str) -> (String, String) {
        let base = Url::parse(base).ok();
        let mut fast = String::new();
        Base::new(base.clone()).resolve(link, &mut fast).unwrap();
        let slow = Url::options().base_url(base.as_ref()).parse(link);
        (fast, slow.map_or_else(|_| link.trim_ascii().to_owned(), Into::into))
    }

    /// All short sequences of pieces that mean something in a URL.
    #[test]
    fn fast_paths_agree_with_the_parser() {
        let pieces = [
            "", "/", ".", "..", "a", "A", "%2e", "%2E", "%41", "?", "#", ":", "@", "b.c",
            "http://", "https://", "x.com", "1.2", "xn--a", "\\", " ", "'", "\"", "<", "|", "[",
            "é", "//", "-", "&=+", "\t", "mailto:", "%",
        ];
        let bases = [
            "https://example.com/",
            "http://u:p@example.com:8080/a/b/c?d=/e#f",
            "https://example.com/a/b/",
            "data:,x",
            "",
        ];
        for base in bases {
            for one in pieces {
                for two in pieces {
                    for three in pieces {
                        for four in ["", "/", "a", ".", ":80", "?q'", "#f'"] {
                            let link = format!("{one}{two}{three}{four}");
                            let (fast, slow) = both(base, &link);
                            assert_eq!(fast, slow, "{link:?} on {base:?}");
                        }
                    }
                }
            }
        }
    }
}

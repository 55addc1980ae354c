//! Links and images.

use std::{borrow::Cow, fmt::Write as _};

#[cfg(feature = "url")]
use sapwood_extract::{Base, base_url};
use sapwood_names::{attr, tag};
use sapwood_tree::Node;

use super::{
    convert::{Converter, End},
    inline::{Target, one_line},
    options::{ImageStyle, LinkStyle},
};

/// The length of a base URL that every link may repeat.
#[cfg(feature = "url")]
const SHORT_BASE: usize = 256;

impl<'d, N: Node<'d>> Converter<'_, 'd, N> {
    pub(super) fn link(&mut self, node: N) -> Option<End> {
        let [href, title] = node.known_attributes([attr::HREF, attr::TITLE]);
        let Some(href) = href else { return Some(End::Nothing) };
        let target = self.target(href, title);
        if is_script(&target.url)
            || self.options.links == LinkStyle::TextOnly
            || !self.inline.open_link(target, tag::A)
        {
            return Some(End::Nothing);
        }
        // An empty link is nothing to a reader, unless there is nothing else.
        let is_alone = node.previous_sibling().is_none() && node.next_sibling().is_none();
        if is_alone && node.first_child().is_none() {
            self.inline.begin_content();
        }
        Some(End::Inline)
    }

    pub(super) fn image(&mut self, node: N) -> Option<End> {
        let [alt, source, title] = node.known_attributes([attr::ALT, attr::SRC, attr::TITLE]);
        let alt = alt.unwrap_or_default();
        let source = source.filter(|src| !src.is_empty());
        let is_data = |url: &str| url.get(..5).is_some_and(|it| it.eq_ignore_ascii_case("data:"));
        // Pages that load images late have a placeholder in `src`.
        let lazy = || node.attr("data-src").filter(|url| !is_data(url));
        let source = match source {
            Some(url) if is_data(url) => lazy().or(Some(url)),
            None => lazy(),
            source => source,
        };
        match (self.options.images, source) {
            (ImageStyle::LeftOut, _) => {}
            (ImageStyle::AltText, _) => self.inline.text(alt),
            (ImageStyle::Link, Some(url)) if is_data(url) => {}
            (_, source) => {
                let target = self.target(source.unwrap_or_default(), title);
                if !target.url.is_empty() || !alt.trim_ascii().is_empty() {
                    self.inline.image(alt, target);
                }
            }
        }
        None
    }

    /// The target of a link or image: its URL without the white space around it, resolved if there is a base, and encoded
    /// as readers encode it.
    fn target(&mut self, url: &'d str, title: Option<&'d str>) -> Target<'d> {
        let title = title.map_or(Cow::Borrowed(""), self::title);
        if !self.has_base() && sapwood_scan::is_plain_url(url.as_bytes()) {
            let url = Cow::Borrowed(url);
            return Target { url, has_parenthesis: false, has_ampersand: false, title };
        }
        let url = url.trim_matches(|it: char| it <= ' ');
        // A page can declare a base of any length, which each of its links would repeat.
        #[cfg(feature = "url")]
        if let Some(base) = self.base.get().and_then(Option::as_ref)
            && let length = base.url().as_str().len()
            && (length <= SHORT_BASE || self.inline.may_repeat(length))
            && let Ok(url) = base.resolve(url)
        {
            let (url, [has_parenthesis, has_ampersand]) = match url {
                Cow::Borrowed(url) => encoded(url),
                Cow::Owned(url) => {
                    let (url, marks) = encoded(&url);
                    (Cow::Owned(url.into_owned()), marks)
                }
            };
            return Target { url, has_parenthesis, has_ampersand, title };
        }
        let (url, [has_parenthesis, has_ampersand]) = encoded(url);
        Target { url, has_parenthesis, has_ampersand, title }
    }
}

impl<'d, N: Node<'d>> Converter<'_, 'd, N> {
    /// Whether links are resolved: against the URL that a `base` element declares, or else the one of the options.
    fn has_base(&self) -> bool {
        #[cfg(feature = "url")]
        return self
            .base
            .get_or_init(|| base_url(self.root, self.options.base.as_ref()).map(Base::new))
            .is_some();
        #[cfg(not(feature = "url"))]
        false
    }
}

/// Whether following a link would run a script.
fn is_script(url: &str) -> bool {
    matches!(url.as_bytes().first(), Some(b'j' | b'J' | b'v' | b'V'))
        && ["javascript:", "vbscript:"]
            .iter()
            .any(|scheme| url.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme)))
}

/// A title, whose line ends are kept if its lines begin no blocks.
fn title(title: &str) -> Cow<'_, str> {
    if sapwood_scan::collapsed_run(title.as_bytes()) == title.len() && !title.starts_with(' ') {
        return Cow::Borrowed(title);
    }
    let mut lines = title.trim_matches('\n').split('\n');
    match lines.all(|line| line.starts_with(|first: char| first.is_alphabetic())) {
        true if title.contains('\n') && !title.contains('\r') => Cow::Borrowed(title),
        _ => Cow::Owned(one_line(title)),
    }
}

/// A byte of a URL that readers of Markdown encode.
const IS_ENCODED: u8 = 1;
/// A parenthesis.
const IS_PARENTHESIS: u8 = 2;
/// The byte that begins a character reference.
const IS_AMPERSAND: u8 = 8;
/// The byte that begins an encoded one, or is encoded itself.
const IS_PERCENT: u8 = 4;

/// The classes of the bytes of URLs.
const CLASSES: [u8; 256] = {
    let mut table = [IS_ENCODED; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            table[byte as usize] = 0;
        }
        byte += 1;
    }
    let mut marks = b"-_.+!*',#@?=;:/$~".as_slice();
    while let [mark, rest @ ..] = marks {
        table[*mark as usize] = 0;
        marks = rest;
    }
    table[b'%' as usize] = IS_PERCENT;
    table[b'&' as usize] = IS_AMPERSAND;
    table[b'(' as usize] = IS_PARENTHESIS;
    table[b')' as usize] = IS_PARENTHESIS;
    table
};

/// A URL with everything percent-encoded that readers of Markdown encode, and whether it has a parenthesis and `&`.
fn encoded(url: &str) -> (Cow<'_, str>, [bool; 2]) {
    let class = |byte: u8| CLASSES[usize::from(byte)];
    let classes = url.bytes().fold(0, |classes, byte| classes | class(byte));
    let has_marks = [IS_PARENTHESIS, IS_AMPERSAND].map(|mark| classes & mark != 0);
    let bytes = url.as_bytes();
    let is_encoding = |at: usize| {
        bytes.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let is_encoded = || (0..bytes.len()).all(|at| bytes[at] != b'%' || is_encoding(at));
    if classes & IS_ENCODED == 0 && (classes & IS_PERCENT == 0 || is_encoded()) {
        return (Cow::Borrowed(url), has_marks);
    }
    let mut out = String::with_capacity(url.len() + 16);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\t' | b'\n' | b'\r' => {}
            b'%' if is_encoding(at) => out.push('%'),
            _ if class(byte) & (IS_ENCODED | IS_PERCENT) == 0 => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    (Cow::Owned(out), has_marks)
}

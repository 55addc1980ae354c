//! [Refresh](https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh): the `content` of
//! a `meta http-equiv=refresh`, and the header of that name.

use alloc::borrow::Cow;

use crate::cursor::Cursor;

/// A declarative refresh.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refresh<'a> {
    /// In seconds.
    pub time: u64,
    /// The unresolved target URL; `None` for the document itself. Tabs, line breaks and surrounding whitespace are
    /// removed, as by a URL parser.
    pub url: Option<Cow<'a, str>>,
}

impl<'a> Refresh<'a> {
    /// The [shared declarative refresh
    /// steps](https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps); `None` if
    /// nothing is asked for, or the time is past 64 bits.
    #[must_use]
    #[inline]
    pub fn parse(input: &'a str) -> Option<Self> {
        let mut input = Cursor::new(input);
        input.skip_whitespace();
        let digits = input.digits();
        let time = match digits {
            "" if input.peek() == Some('.') => 0,
            digits => digits.parse().ok()?,
        };
        input.collect(|character| character.is_ascii_digit() || character == '.');
        let none = Some(Self { time, url: None });
        match input.peek() {
            None => return none,
            Some(';' | ',') => {}
            Some(character) if character.is_ascii_whitespace() => {}
            Some(_) => return None,
        }
        input.skip_whitespace();
        if input.take(';').or_else(|| input.take(',')).is_some() {
            input.skip_whitespace();
        }
        if input.is_at_end() {
            return none;
        }
        let mut url = after_url_equals(input.rest).unwrap_or(input.rest);
        let quote = url.chars().next().filter(|first| matches!(first, '"' | '\''));
        if let Some(quote) = quote {
            url = &url[1..];
            url = url.split_once(quote).map_or(url, |(inside, _)| inside);
        }
        Some(Self { time, url: Some(stripped(url)) })
    }

    /// Whether this is right for authors: [a valid non-negative integer, and perhaps `; URL=` and a URL that
    /// doesn't begin with a quote](https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh).
    #[must_use]
    #[inline]
    pub fn is_valid(value: &str) -> bool {
        let mut input = Cursor::new(value);
        if input.digits().is_empty() {
            return false;
        }
        if input.is_at_end() {
            return true;
        }
        let has_space = |input: &mut Cursor<'_>| {
            !input.collect(|character| character.is_ascii_whitespace()).is_empty()
        };
        input.take(';').is_some()
            && has_space(&mut input)
            && input.rest.split_at_checked(4).is_some_and(|(url, rest)| {
                url.eq_ignore_ascii_case("url=") && !rest.starts_with(['"', '\''])
            })
    }
}

/// Returns the text after `url`, `=` and whitespace, if all of them are present.
#[inline]
fn after_url_equals(text: &str) -> Option<&str> {
    let (url, rest) = text.split_at_checked(3)?;
    if !url.eq_ignore_ascii_case("url") {
        return None;
    }
    let mut input = Cursor::new(rest);
    input.skip_whitespace();
    input.take('=')?;
    input.skip_whitespace();
    Some(input.rest)
}

/// Removes the characters that a URL parser removes.
#[inline]
fn stripped(url: &str) -> Cow<'_, str> {
    let url = url.trim_matches(|character: char| character <= ' ');
    if url.contains(['\t', '\n', '\r']) {
        Cow::Owned(url.replace(['\t', '\n', '\r'], ""))
    } else {
        Cow::Borrowed(url)
    }
}

//! Resolving the URLs that most links have without the URL parser.
//!
//! Most links are absolute (`https://example.com/oak`) or begin with a slash, and are already written as the parser would
//! write them. Then the result is the value itself, or the value after the origin of the base. Whatever the parser would
//! change is left to it: other characters, dot segments, hosts that aren't plain lower-case domains.

use sapwood::extract::{
    Link,
    url::{Position, Url},
};

/// Resolves a link; `None` if its URL isn't valid, or is absolute and stays as it is.
pub(crate) fn resolve(link: &Link<'_>, base: &Url) -> Option<String> {
    let value = &*link.value;
    if is_verbatim_path(value) && matches!(base.scheme(), "http" | "https") {
        return Some([&base[..Position::BeforePath], value].concat());
    }
    if is_verbatim_url(value) {
        return None;
    }
    link.resolve(Some(base)).ok().map(String::from)
}

/// Whether the URL parser leaves an absolute path, with query and fragment, as it is.
fn is_verbatim_path(value: &str) -> bool {
    let bytes = value.as_bytes();
    let stays = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(
                byte,
                b'-' | b'_'
                    | b'.'
                    | b'~'
                    | b'!'
                    | b'$'
                    | b'&'
                    | b'('
                    | b')'
                    | b'*'
                    | b'+'
                    | b','
                    | b';'
                    | b'='
                    | b':'
                    | b'@'
                    | b'/'
                    | b'?'
                    | b'#'
            )
    };
    bytes.first() == Some(&b'/')
        && bytes.get(1) != Some(&b'/')
        && bytes.iter().all(|byte| stays(*byte))
        // A dot after a slash may begin a dot segment. A second `#` stays too, but such URLs are rare.
        && !bytes.windows(2).any(|two| two == b"/.")
}

/// Whether the URL parser leaves an absolute URL as it is.
fn is_verbatim_url(value: &str) -> bool {
    let after = value.strip_prefix("https://").or_else(|| value.strip_prefix("http://"));
    let Some((host, rest)) = after.and_then(|after| Some(after.split_at(after.find('/')?))) else {
        return false;
    };
    let stays = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_label =
        |label: &str| !label.is_empty() && label.bytes().all(stays) && !label.starts_with("xn--");
    // A host whose last label begins with a digit may be an address.
    let last = host.rsplit('.').next().unwrap_or_default();
    host.split('.').all(is_label)
        && last.starts_with(|first: char| first.is_ascii_lowercase())
        && is_verbatim_path(rest)
}

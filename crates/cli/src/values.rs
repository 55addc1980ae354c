//! Parsers of the values of options.

use std::path::Path;

use sapwood::{FragmentContext, Selector, encoding::Encoding, extract::url::Url, tag_id};

use crate::mistaken::not_input;

/// Compiles a selector; the error says where and what is wrong.
pub(crate) fn selector(text: &str) -> Result<Selector, String> {
    not_input(text)?.parse::<Selector>().map_err(|error| match error.undeclared_prefix() {
        // No option declares another one.
        Some(_) => format!("{error:#}\n`html`, `svg`, `math`, `xlink` and `xml` are declared"),
        None => format!("{error:#}"),
    })
}

/// Parses an absolute URL.
pub(crate) fn url(text: &str) -> Result<Url, String> {
    Url::parse(text)
        .map_err(|error| format!("{error}; expected an absolute URL such as https://example.com/"))
}

/// Finds the encoding with this label.
pub(crate) fn label(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| {
        "unknown encoding label; expected one such as utf-8 or windows-1251".to_owned()
    })
}

/// Checks that the context of a fragment names an element, and isn't the name of a file that was meant as input.
pub(crate) fn context(text: &str) -> Result<String, String> {
    if Path::new(text).is_file() && !is_known_element(text) {
        return Err(format!(
            "it is a file; name the element around the fragment before it: --fragment body {text}"
        ));
    }
    let context = FragmentContext::parse(text).map_err(|error| error.to_string())?;
    if !is_tag_name(context.local_name) {
        return Err(
            "no element has this name; expected one such as \"td\", \"svg desc\" or \"math mi\""
                .to_owned(),
        );
    }
    Ok(text.to_owned())
}

/// Returns `true` if `name` is that of an HTML element, or of one in SVG or MathML.
fn is_known_element(name: &str) -> bool {
    tag_id(name).is_known()
}

/// Returns `true` if `name` consists of letters and digits, or can be the name of a custom element.
fn is_tag_name(name: &str) -> bool {
    let is_custom = name.contains('-');
    name.chars()
        .all(|it| it.is_ascii_alphanumeric() || is_custom && (!it.is_ascii() || "-._".contains(it)))
}

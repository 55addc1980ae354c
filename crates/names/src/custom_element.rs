//! The names of custom elements and shadow hosts.

use crate::{NameId, sets};

/// Names with a hyphen that SVG and MathML reserve.
const RESERVED: [&str; 8] = [
    "annotation-xml",
    "color-profile",
    "font-face",
    "font-face-src",
    "font-face-uri",
    "font-face-format",
    "font-face-name",
    "missing-glyph",
];

/// Returns `true` for a [valid custom element
/// name](https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name).
#[must_use]
pub fn is_valid_custom_element_name(name: &str) -> bool {
    let is_invalid = |byte: u8| {
        byte.is_ascii_uppercase()
            || byte.is_ascii_whitespace()
            || matches!(byte, b'\0' | b'/' | b'>')
    };
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.contains('-')
        && !name.bytes().any(is_invalid)
        && !RESERVED.contains(&name)
}

/// Returns `true` for a [valid shadow host name](https://dom.spec.whatwg.org/#valid-shadow-host-name), which has the id and the
/// text.
#[must_use]
pub fn is_valid_shadow_host_name(id: NameId, text: &str) -> bool {
    sets::SHADOW_HOST.contains(id) || is_valid_custom_element_name(text)
}

#[cfg(test)]
mod tests {
    use super::is_valid_custom_element_name;

    #[test]
    fn custom_element_names_are_lowercase_with_a_hyphen() {
        for name in ["a-", "my-element", "x-é", "x-a.b_1"] {
            assert!(is_valid_custom_element_name(name), "{name}");
        }
        for name in ["", "a", "-a", "1-a", "é-a", "A-b", "a-B", "a-\0", "a-/", "font-face"] {
            assert!(!is_valid_custom_element_name(name), "{name}");
        }
    }
}

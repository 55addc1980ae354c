//! Code points that are errors in the input stream or in character references.

/// Whether `character` is a [control](https://infra.spec.whatwg.org/#control) that the input must
/// not hold: neither white space nor NUL, which the states report.
pub(crate) fn is_control(character: char) -> bool {
    character.is_control() && !matches!(character, '\0' | '\t' | '\n' | '\x0c' | '\r')
}

/// Whether `code` is a [noncharacter](https://infra.spec.whatwg.org/#noncharacter).
pub(crate) fn is_noncharacter(code: u32) -> bool {
    matches!(code, 0xfdd0..=0xfdef) || code & 0xfffe == 0xfffe
}

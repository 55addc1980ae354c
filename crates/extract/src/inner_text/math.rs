//! [`text-transform: math-auto`](https://w3c.github.io/mathml-core/#math-auto-transform): a variable of one
//! letter is in italics.

/// The [italic form](https://w3c.github.io/mathml-core/#italic-mappings) of a text of one character, if it has
/// one.
#[inline]
pub(super) fn italic(text: &str) -> Option<char> {
    let mut characters = text.chars();
    let character = characters.next()?;
    if characters.next().is_some() {
        return None;
    }
    let from = |first: char, italic: u32| char::from_u32(character as u32 - first as u32 + italic);
    match character {
        'h' => Some('\u{210e}'),
        'A'..='Z' => from('A', 0x1d434),
        'a'..='z' => from('a', 0x1d44e),
        'ı' => Some('\u{1d6a4}'),
        'ȷ' => Some('\u{1d6a5}'),
        'Α'..='Ρ' | 'Σ'..='Ω' => from('Α', 0x1d6e2),
        'ϴ' => Some('\u{1d6f3}'),
        '∇' => Some('\u{1d6fb}'),
        'α'..='ω' => from('α', 0x1d6fc),
        '∂' => Some('\u{1d715}'),
        'ϵ' => Some('\u{1d716}'),
        'ϑ' => Some('\u{1d717}'),
        'ϰ' => Some('\u{1d718}'),
        'ϕ' => Some('\u{1d719}'),
        'ϱ' => Some('\u{1d71a}'),
        'ϖ' => Some('\u{1d71b}'),
        _ => None,
    }
}

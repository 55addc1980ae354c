//! Results in one buffer: numbers, and texts that JavaScript cuts from one decoded string.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sapwood::encoding::encoding_rs::mem::{convert_utf8_to_latin1_lossy, convert_utf8_to_utf16};

/// Texts in one UTF-8 buffer. JavaScript decodes the buffer once; the offsets are those of the decoded string, in UTF-16 code units.
#[derive(Default)]
pub(crate) struct Texts {
    utf8: Vec<u8>,
    /// The length of the decoded string.
    units: u32,
    /// Whether a character is beyond Latin-1.
    is_wide: bool,
}

impl Texts {
    /// Appends a text; returns its start and end in the decoded string.
    pub(crate) fn push(&mut self, text: &str) -> (u32, u32) {
        let start = self.units;
        self.utf8.extend_from_slice(text.as_bytes());
        if text.is_ascii() {
            self.units += text.len() as u32;
        } else {
            text.chars().for_each(|character| self.count(character));
        }
        (start, self.units)
    }

    fn count(&mut self, character: char) {
        self.is_wide |= character > '\u{ff}';
        self.units += character.len_utf16() as u32;
    }
}

/// The texts of a buffer, in one of the forms that JavaScript can read.
enum Encoded {
    Utf8(Vec<u8>),
    Latin1(Vec<u8>),
    Utf16(Vec<u16>),
}

impl Encoded {
    fn bytes(&self) -> (*const u8, usize) {
        match self {
            Self::Utf8(bytes) | Self::Latin1(bytes) => (bytes.as_ptr(), bytes.len()),
            Self::Utf16(units) => (units.as_ptr().cast(), 2 * units.len()),
        }
    }
}

/// Whether JavaScript has functions that copy Latin-1 and UTF-16, the two forms of its own strings, into a string. They take a tenth of
/// the time that decoding UTF-8 takes.
static COPIES: AtomicBool = AtomicBool::new(false);

/// Says whether JavaScript can copy Latin-1 and UTF-16 into a string.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_copies_strings(copies: bool) {
    COPIES.store(copies, Relaxed);
}

/// A buffer that JavaScript copies and frees.
pub struct Packed {
    numbers: Vec<u32>,
    texts: Encoded,
}

impl Packed {
    pub(crate) fn new(numbers: Vec<u32>, texts: Texts) -> Box<Self> {
        let texts = match COPIES.load(Relaxed) {
            true => copied(texts),
            false => Encoded::Utf8(texts.utf8),
        };
        Box::new(Self { numbers, texts })
    }
}

/// The texts in the form that the string has in JavaScript.
fn copied(Texts { utf8, units, is_wide }: Texts) -> Encoded {
    if utf8.len() == units as usize {
        // ASCII.
        return Encoded::Latin1(utf8);
    }
    if !is_wide {
        let mut latin1 = vec![0; utf8.len()];
        let length = convert_utf8_to_latin1_lossy(&utf8, &mut latin1);
        latin1.truncate(length);
        return Encoded::Latin1(latin1);
    }
    // The conversion wants one unit more than it writes.
    let mut utf16 = vec![0; utf8.len() + 1];
    let length = convert_utf8_to_utf16(&utf8, &mut utf16);
    utf16.truncate(length);
    Encoded::Utf16(utf16)
}

/// Returns how the texts are encoded: 0 for UTF-8, 1 for Latin-1, 2 for UTF-16.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_packed_form(packed: &Packed) -> u32 {
    match packed.texts {
        Encoded::Utf8(_) => 0,
        Encoded::Latin1(_) => 1,
        Encoded::Utf16(_) => 2,
    }
}

/// Returns the address of the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_packed_numbers(packed: &Packed) -> *const u32 {
    packed.numbers.as_ptr()
}

/// Returns how many numbers there are.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_packed_count(packed: &Packed) -> usize {
    packed.numbers.len()
}

/// Returns the address of the texts.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_packed_texts(packed: &Packed) -> *const u8 {
    packed.texts.bytes().0
}

/// Returns how many bytes the texts have.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_packed_length(packed: &Packed) -> usize {
    packed.texts.bytes().1
}

/// Frees a buffer. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_packed_free(packed: Option<Box<Packed>>) {
    drop(packed);
}

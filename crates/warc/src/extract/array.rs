//! The values of a column, stored as [Arrow's format](https://arrow.apache.org/docs/format/Columnar.html) lays them out: what has
//! variable length lies in one buffer, with offsets of 32 bits. So Arrow arrays are made of them without a copy of their texts.

use std::fmt;

/// The most bytes of one text in a batch, whose offsets have 32 bits.
const MAX_TEXT: usize = 1 << 29;

/// The type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Int64,
    Int32,
    Float32,
    /// Microseconds since 1970 in UTC.
    Time,
    /// Lists of texts.
    Texts,
    /// Lists of structs.
    Structs(&'static StructFields),
    /// Maps from texts to texts.
    Map,
}

/// The values of a column.
#[derive(Clone, Debug)]
pub(crate) enum Array {
    Text(Texts),
    Int64(Numbers<i64>),
    Int32(Numbers<i32>),
    Float32(Numbers<f32>),
    Time(Numbers<i64>),
    Texts(List<Texts>),
    Structs(List<Structs>),
    Map(List<Entries>),
}

/// Numbers, some of which may be missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers<T> {
    pub(crate) values: Vec<T>,
    pub(crate) is_valid: Vec<bool>,
}

impl<T: Copy + Default> Numbers<T> {
    pub(super) fn append_value(&mut self, value: T) {
        self.append_option(Some(value));
    }

    pub(super) fn append_option(&mut self, value: Option<T>) {
        self.values.push(value.unwrap_or_default());
        self.is_valid.push(value.is_some());
    }

    /// The value of a row, unless it is missing.
    pub(crate) fn get(&self, row: usize) -> Option<T> {
        self.is_valid[row].then(|| self.values[row])
    }

    fn truncate(&mut self, rows: usize) {
        self.values.truncate(rows);
        self.is_valid.truncate(rows);
    }
}

/// Texts, some of which may be missing.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    /// All texts, and the beginning of the next one.
    pub(crate) text: String,
    /// The end of each text, after a zero.
    pub(crate) offsets: Vec<i32>,
    pub(crate) is_valid: Vec<bool>,
}

impl Default for Texts {
    fn default() -> Self {
        Self { text: String::new(), offsets: vec![0], is_valid: Vec::new() }
    }
}

/// Writes the beginning of the next text.
impl fmt::Write for Texts {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        Ok(())
    }
}

impl Texts {
    /// Appends the next text, whose beginning may have been written.
    pub(super) fn append_value(&mut self, text: &str) {
        self.text.push_str(text);
        self.end(true);
    }

    pub(super) fn append_option(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.append_value(text),
            None => self.end(false),
        }
    }

    /// Appends a text, or `false` and a missing value if it is too long for a batch.
    pub(super) fn append_text(&mut self, text: &str) -> bool {
        let fits = text.len() <= MAX_TEXT && self.text.len() + text.len() <= i32::MAX as usize;
        self.append_option(fits.then_some(text));
        fits
    }

    fn end(&mut self, is_valid: bool) {
        let end = i32::try_from(self.text.len()).unwrap_or_else(|_| {
            // No offset reaches further, in a batch that is never ended: the text is left out.
            let last = self.offsets.last().copied().unwrap_or(0);
            self.text.truncate(index(last));
            last
        });
        self.offsets.push(end);
        self.is_valid.push(is_valid);
    }

    pub(super) fn len(&self) -> usize {
        self.is_valid.len()
    }

    /// The text of a row, unless it is missing.
    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        let [start, end] = [self.offsets[row], self.offsets[row + 1]].map(index);
        self.is_valid[row].then(|| &self.text[start..end])
    }

    fn bytes(&self) -> usize {
        self.text.len() + self.offsets.len() * 4
    }

    fn truncate(&mut self, rows: usize) {
        self.offsets.truncate(rows + 1);
        self.is_valid.truncate(rows);
        self.text.truncate(self.offsets.last().copied().map_or(0, index));
    }
}

/// An offset as an index.
fn index(offset: i32) -> usize {
    usize::try_from(offset).unwrap_or(0)
}

/// Lists, whose items are arrays of their own.
#[derive(Clone, Debug)]
pub(crate) struct List<T> {
    pub(crate) items: T,
    /// The end of each list, after a zero.
    pub(crate) offsets: Vec<i32>,
    pub(crate) is_valid: Vec<bool>,
}

/// The names of a struct's fields, all of them texts, and whether they may be missing.
pub(crate) type StructFields = [(&'static str, bool); 3];

/// A text for each field of each struct.
#[derive(Clone, Debug)]
pub(crate) struct Structs {
    pub(crate) fields: &'static StructFields,
    pub(crate) values: [Texts; 3],
}

impl Structs {
    pub(super) fn len(&self) -> usize {
        self.values[0].len()
    }
}

/// Two texts for each entry of a map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    pub(crate) key: Texts,
    pub(crate) value: Texts,
}

impl<T: Default> Default for List<T> {
    fn default() -> Self {
        Self::of(T::default())
    }
}

impl<T> List<T> {
    fn of(items: T) -> Self {
        Self { items, offsets: vec![0], is_valid: Vec::new() }
    }

    /// Ends the list of a row, whose last item is item `end` of the batch.
    pub(super) fn end_row(&mut self, end: usize) {
        // A batch ends long before it has so many items.
        self.offsets.push(i32::try_from(end).unwrap_or(i32::MAX));
        self.is_valid.push(true);
    }

    /// Appends a row without a list.
    fn null(&mut self) {
        self.offsets.push(self.offsets.last().copied().unwrap_or(0));
        self.is_valid.push(false);
    }

    /// The items of a row, unless its list is missing.
    pub(crate) fn get(&self, row: usize) -> Option<std::ops::Range<usize>> {
        self.is_valid[row].then(|| index(self.offsets[row])..index(self.offsets[row + 1]))
    }

    /// Removes the rows from row `rows` on, and returns the number of items that are left.
    fn truncate(&mut self, rows: usize) -> usize {
        self.offsets.truncate(rows + 1);
        self.is_valid.truncate(rows);
        self.offsets.last().copied().map_or(0, index)
    }
}

impl Array {
    pub(super) fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(Texts::default()),
            Kind::Int64 => Self::Int64(Numbers::default()),
            Kind::Int32 => Self::Int32(Numbers::default()),
            Kind::Float32 => Self::Float32(Numbers::default()),
            Kind::Time => Self::Time(Numbers::default()),
            Kind::Texts => Self::Texts(List::default()),
            Kind::Structs(fields) => {
                Self::Structs(List::of(Structs { fields, values: Default::default() }))
            }
            Kind::Map => Self::Map(List::default()),
        }
    }

    /// Returns the values so far, and begins anew.
    pub(super) fn take(&mut self) -> Self {
        let new = Self::new(self.kind());
        std::mem::replace(self, new)
    }

    fn kind(&self) -> Kind {
        match self {
            Self::Text(_) => Kind::Text,
            Self::Int64(_) => Kind::Int64,
            Self::Int32(_) => Kind::Int32,
            Self::Float32(_) => Kind::Float32,
            Self::Time(_) => Kind::Time,
            Self::Texts(_) => Kind::Texts,
            Self::Structs(list) => Kind::Structs(list.items.fields),
            Self::Map(_) => Kind::Map,
        }
    }

    /// Appends a value that is missing.
    pub(super) fn null(&mut self) {
        match self {
            Self::Text(array) => array.append_option(None),
            Self::Int64(array) | Self::Time(array) => array.append_option(None),
            Self::Int32(array) => array.append_option(None),
            Self::Float32(array) => array.append_option(None),
            Self::Texts(array) => array.null(),
            Self::Structs(array) => array.null(),
            Self::Map(array) => array.null(),
        }
    }

    /// The bytes of the values so far.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(array) => array.bytes(),
            Self::Int64(array) | Self::Time(array) => array.values.len() * 8,
            Self::Int32(array) => array.values.len() * 4,
            Self::Float32(array) => array.values.len() * 4,
            Self::Texts(array) => array.items.bytes(),
            Self::Structs(array) => array.items.values.iter().map(Texts::bytes).sum(),
            Self::Map(array) => array.items.key.bytes() + array.items.value.bytes(),
        }
    }

    /// Removes the values from row `rows` on, and what has been written of another value.
    pub(super) fn truncate(&mut self, rows: usize) {
        match self {
            Self::Text(array) => array.truncate(rows),
            Self::Int64(array) | Self::Time(array) => array.truncate(rows),
            Self::Int32(array) => array.truncate(rows),
            Self::Float32(array) => array.truncate(rows),
            Self::Texts(array) => {
                let items = array.truncate(rows);
                array.items.truncate(items);
            }
            Self::Structs(array) => {
                let items = array.truncate(rows);
                array.items.values.iter_mut().for_each(|array| array.truncate(items));
            }
            Self::Map(array) => {
                let items = array.truncate(rows);
                let Entries { key, value } = &mut array.items;
                [key, value].into_iter().for_each(|array| array.truncate(items));
            }
        }
    }
}

/// Writes text with white space stripped and collapsed, as
/// [the standard](https://infra.spec.whatwg.org/#strip-and-collapse-ascii-whitespace) says, in pieces.
pub(super) struct Collapsing<'w, W> {
    to: &'w mut W,
    is_begun: bool,
    has_space: bool,
}

impl<'w, W: fmt::Write> Collapsing<'w, W> {
    pub(super) fn new(to: &'w mut W) -> Self {
        Self { to, is_begun: false, has_space: false }
    }

    pub(super) fn push(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        loop {
            let word = bytes[at..].iter().position(|byte| !byte.is_ascii_whitespace());
            self.has_space |= word != Some(0) && at < bytes.len();
            let Some(start) = word.map(|word| at + word) else { return };
            at = end_of_words(bytes, start);
            // Writing to a builder can't fail.
            if self.is_begun && self.has_space {
                let _ = self.to.write_char(' ');
            }
            (self.is_begun, self.has_space) = (true, false);
            let _ = self.to.write_str(&text[start..at]);
        }
    }
}

/// Returns the end of the words from `start` on that are separated by one space each, and so stay as they are.
fn end_of_words(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(length) = bytes[at..].iter().position(u8::is_ascii_whitespace) {
        at += length;
        if bytes[at] != b' ' || bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace) {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_collapses_across_pieces() {
        let mut text = String::new();
        let mut collapsing = Collapsing::new(&mut text);
        for piece in
            [" \n", "a", "b ", "", " c\td", "\u{a0}", " ", "e  f g h\u{c}", "i", "j k", "\n"]
        {
            collapsing.push(piece);
        }
        assert_eq!(text, "ab c d\u{a0} e f g h ij k");
    }
}

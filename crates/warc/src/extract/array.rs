//! Builders of the arrays of a batch.

use std::{fmt, sync::Arc};

use arrow_array::{
    ArrayRef, ArrowPrimitiveType, ListArray, MapArray, StructArray,
    builder::{
        Float32Builder, Int32Builder, Int64Builder, PrimitiveBuilder, StringBuilder,
        TimestampMicrosecondBuilder,
    },
};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::Field;

use super::columns::{entry_fields, link_fields, map_entries};

/// The most bytes of one text in a batch, whose offsets have 32 bits.
const MAX_TEXT: usize = 1 << 29;

/// The builder of a column.
pub(super) enum ArrayBuilder {
    Text(StringBuilder),
    Int64(Int64Builder),
    Int32(Int32Builder),
    Float32(Float32Builder),
    Time(TimestampMicrosecondBuilder),
    Texts(List<StringBuilder>),
    Links(List<Links>),
    Map(List<Entries>),
}

/// A builder of lists, whose items are in a builder of their own.
pub(super) struct List<T> {
    pub(super) items: T,
    ends: Vec<i32>,
    nulls: NullBufferBuilder,
}

/// Three texts for each link.
#[derive(Default)]
pub(super) struct Links {
    pub(super) url: StringBuilder,
    pub(super) rel: StringBuilder,
    pub(super) text: StringBuilder,
}

/// Two texts for each entry of a map.
#[derive(Default)]
pub(super) struct Entries {
    pub(super) key: StringBuilder,
    pub(super) value: StringBuilder,
}

impl<T: Default> Default for List<T> {
    fn default() -> Self {
        Self { items: T::default(), ends: vec![0], nulls: NullBufferBuilder::new(0) }
    }
}

impl<T> List<T> {
    /// Ends the list of a row, whose last item is item `end` of the batch.
    pub(super) fn end_row(&mut self, end: usize) {
        // A batch ends long before it has so many items.
        self.ends.push(i32::try_from(end).unwrap_or(i32::MAX));
        self.nulls.append_non_null();
    }

    /// Appends a row without a list.
    pub(super) fn null(&mut self) {
        self.ends.push(self.ends.last().copied().unwrap_or(0));
        self.nulls.append_null();
    }

    /// Removes the rows from row `rows` on, and returns the number of items that are left.
    fn truncate(&mut self, rows: usize) -> usize {
        self.ends.truncate(rows + 1);
        self.nulls.truncate(rows);
        self.ends.last().map_or(0, |end| usize::try_from(*end).unwrap_or(0))
    }

    fn take(&mut self) -> (OffsetBuffer<i32>, Option<arrow_buffer::NullBuffer>) {
        let ends = std::mem::replace(&mut self.ends, vec![0]);
        (OffsetBuffer::new(ends.into()), self.nulls.finish())
    }
}

impl ArrayBuilder {
    /// Appends a value that is missing.
    pub(super) fn null(&mut self) {
        match self {
            Self::Text(array) => array.append_null(),
            Self::Int64(array) => array.append_null(),
            Self::Int32(array) => array.append_null(),
            Self::Float32(array) => array.append_null(),
            Self::Time(array) => array.append_null(),
            Self::Texts(array) => array.null(),
            Self::Links(array) => array.null(),
            Self::Map(array) => array.null(),
        }
    }

    /// The bytes of the values so far.
    pub(super) fn bytes(&self) -> usize {
        let text =
            |array: &StringBuilder| array.values_slice().len() + array.offsets_slice().len() * 4;
        match self {
            Self::Text(array) => text(array),
            Self::Int64(array) => array.values_slice().len() * 8,
            Self::Int32(array) => array.values_slice().len() * 4,
            Self::Float32(array) => array.values_slice().len() * 4,
            Self::Time(array) => array.values_slice().len() * 8,
            Self::Texts(array) => text(&array.items),
            Self::Links(array) => {
                let Links { url, rel, text: label } = &array.items;
                text(url) + text(rel) + text(label)
            }
            Self::Map(array) => text(&array.items.key) + text(&array.items.value),
        }
    }

    /// Removes the values from row `rows` on, and what has been written of another value.
    pub(super) fn truncate(&mut self, rows: usize) {
        fn primitives<T: ArrowPrimitiveType>(builder: &mut PrimitiveBuilder<T>, rows: usize) {
            let array = builder.finish();
            builder.append_array(&array.slice(0, rows));
        }
        fn texts(builder: &mut StringBuilder, rows: usize) {
            let array = builder.finish();
            builder
                .append_array(&array.slice(0, rows))
                .expect("a part is no longer than the whole");
        }
        match self {
            Self::Text(array) => texts(array, rows),
            Self::Int64(array) => primitives(array, rows),
            Self::Int32(array) => primitives(array, rows),
            Self::Float32(array) => primitives(array, rows),
            Self::Time(array) => primitives(array, rows),
            Self::Texts(array) => {
                let items = array.truncate(rows);
                texts(&mut array.items, items);
            }
            Self::Links(array) => {
                let items = array.truncate(rows);
                let Links { url, rel, text } = &mut array.items;
                [url, rel, text].into_iter().for_each(|array| texts(array, items));
            }
            Self::Map(array) => {
                let items = array.truncate(rows);
                let Entries { key, value } = &mut array.items;
                [key, value].into_iter().for_each(|array| texts(array, items));
            }
        }
    }

    /// Ends the array.
    pub(super) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(array) => Arc::new(array.finish()),
            Self::Int64(array) => Arc::new(array.finish()),
            Self::Int32(array) => Arc::new(array.finish()),
            Self::Float32(array) => Arc::new(array.finish()),
            Self::Time(array) => Arc::new(array.finish().with_timezone("UTC")),
            Self::Texts(array) => {
                let (offsets, nulls) = array.take();
                let field = Field::new("element", arrow_schema::DataType::Utf8, false);
                Arc::new(ListArray::new(
                    field.into(),
                    offsets,
                    Arc::new(array.items.finish()),
                    nulls,
                ))
            }
            Self::Links(array) => {
                let (offsets, nulls) = array.take();
                let Links { url, rel, text } = &mut array.items;
                let arrays: Vec<ArrayRef> =
                    vec![Arc::new(url.finish()), Arc::new(rel.finish()), Arc::new(text.finish())];
                let links = StructArray::new(link_fields(), arrays, None);
                let field =
                    Field::new("element", arrow_schema::DataType::Struct(link_fields()), false);
                Arc::new(ListArray::new(field.into(), offsets, Arc::new(links), nulls))
            }
            Self::Map(array) => {
                let (offsets, nulls) = array.take();
                let Entries { key, value } = &mut array.items;
                let arrays: Vec<ArrayRef> = vec![Arc::new(key.finish()), Arc::new(value.finish())];
                let entries = StructArray::new(entry_fields(), arrays, None);
                Arc::new(MapArray::new(map_entries().into(), offsets, entries, nulls, false))
            }
        }
    }
}

/// Appends a text, or `false` and a null if it is too long for a batch.
pub(super) fn append_text(array: &mut StringBuilder, text: &str) -> bool {
    let fits = text.len() <= MAX_TEXT;
    array.append_option(fits.then_some(text));
    fits
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

//! Attributes as the tokenizer hands them to a sink.
//!
//! A tokenizer reads far more attributes than anyone looks at one by one. So it notes an attribute as an
//! [`AttributeRange`], six numbers, and an [`Attribute`] is a view that is made on demand. A sink that keeps ranges
//! of the input itself need not make views at all.
//!
//! See "The room and its ranges" in `docs/hot-path.md`.

use sapwood_names::{Name, NameId, Namespace};

use crate::Span;

/// An attribute of a tag.
///
/// The tokenizer leaves [`namespace`](Self::namespace) at [`Namespace::None`]; tree construction
/// sets it for the few attributes of foreign elements that have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The local name.
    pub name: Name<'a>,
    /// The namespace: none, XLink, XML or XMLNS.
    pub namespace: Namespace,
    /// The value, with character references resolved.
    pub value: &'a str,
    /// The source range from the name to the end of the value, its closing quote included.
    pub span: Span,
}

impl<'a> Attribute<'a> {
    /// Returns the namespace prefix that the standard gives this attribute:
    /// `xlink`, `xml`, `xmlns` (but not for `xmlns` itself), or none.
    #[must_use]
    pub fn prefix(&self) -> Option<&'static str> {
        self.namespace.attribute_prefix(self.name.text)
    }
}

/// An attribute as ranges of the text that the tokenizer read it from. Only tokenizers and tree construction use it.
///
/// The value lies in the chunk. Of a *buffered* attribute both name and value lie in a buffer, the value right after
/// the name, because the chunk doesn't hold one of them as it is; a known name may be missing there.
#[derive(Clone, Copy, Debug, Default)]
pub struct AttributeRange {
    /// The name's id, and [`BUFFERED`].
    code: u32,
    /// The start of the source range, and of the name in the chunk.
    start: u32,
    name_len: u32,
    value_start: u32,
    value_len: u32,
    /// The end of the source range.
    end: u32,
}

/// The highest bit, so that one comparison finds attributes that are buffered or whose name is unknown.
const BUFFERED: u32 = 1 << 31;

impl AttributeRange {
    /// An attribute whose value lies in the chunk, from its name at `start` to `end`.
    #[inline(always)]
    #[must_use]
    pub fn in_chunk(
        name: NameId,
        (start, name_len): (usize, usize),
        (value_start, value_len): (usize, usize),
        end: usize,
    ) -> Self {
        Self {
            code: name.index() as u32,
            start: start as u32,
            end: end as u32,
            name_len: name_len as u32,
            value_start: value_start as u32,
            value_len: value_len as u32,
        }
    }

    /// An attribute of `span` that follows others at `start` in a buffer.
    #[must_use]
    pub fn buffered(
        name: NameId,
        start: usize,
        (name_len, value_len): (usize, usize),
        span: Span,
    ) -> Self {
        let value = (start + name_len, value_len);
        let range = Self::in_chunk(name, (span.start, name_len), value, span.end);
        Self { code: range.code | BUFFERED, ..range }
    }

    /// The name's id.
    #[inline(always)]
    #[must_use]
    pub const fn name(&self) -> NameId {
        NameId::from_index((self.code & !BUFFERED) as usize)
    }

    /// The source range in an input at whose `offset` the chunk begins.
    #[inline(always)]
    #[must_use]
    pub const fn span(&self, offset: usize) -> Span {
        Span::new(offset + self.start as usize, offset + self.end as usize)
    }

    /// The end of the source range.
    #[inline(always)]
    #[must_use]
    pub const fn end(&self) -> usize {
        self.end as usize
    }

    /// Whether the name is unknown or the attribute buffered.
    #[inline(always)]
    #[must_use]
    pub const fn is_special(&self) -> bool {
        self.code.wrapping_sub(1) >= BUFFERED - 1
    }

    /// Whether name and value are in the buffer.
    #[inline(always)]
    #[must_use]
    pub const fn is_buffered(&self) -> bool {
        self.code & BUFFERED != 0
    }

    /// A number that is the same for equal names, and different for others unless both are unknown: the name's id or, if it
    /// is unknown, the length.
    #[inline(always)]
    #[must_use]
    pub const fn name_key(&self) -> u32 {
        let code = self.code & !BUFFERED;
        if code == 0 { self.name_len | BUFFERED } else { code }
    }

    /// The name's text.
    #[inline]
    #[must_use]
    pub fn name_text<'a>(&self, chunk: &'a str, buffer: &'a str) -> &'a str {
        let id = self.name();
        if id.is_known() {
            return id.as_str();
        }
        let (text, start) = if self.is_buffered() {
            (buffer, self.value_start - self.name_len)
        } else {
            (chunk, self.start)
        };
        &text[start as usize..][..self.name_len as usize]
    }

    /// The value's text.
    #[inline]
    #[must_use]
    pub fn value_text<'a>(&self, chunk: &'a str, buffer: &'a str) -> &'a str {
        let text = if self.is_buffered() { buffer } else { chunk };
        &text[self.value_start as usize..][..self.value_len as usize]
    }

    /// The start and the length of the value, in the chunk unless the attribute is buffered.
    #[inline(always)]
    #[must_use]
    pub const fn value(&self) -> (u32, u32) {
        (self.value_start, self.value_len)
    }
}

/// The attributes of one tag in source order, without duplicate names.
///
/// ```
/// use sapwood::{NameId, Namespace, Span, tree::{Attribute, Attributes, Name}};
///
/// let list = [Attribute {
///     name: Name { id: NameId::UNKNOWN, text: "x-y" },
///     namespace: Namespace::None,
///     value: "1",
///     span: Span::default(),
/// }];
/// let attributes = Attributes::from(&list[..]);
/// assert_eq!(attributes.len(), 1);
/// assert_eq!(attributes.iter().next(), Some(list[0]));
/// ```
// Either the list or the ranges are empty. As an `enum` the compiler would keep it in memory.
#[derive(Clone, Copy, Debug)]
pub struct Attributes<'a> {
    list: &'a [Attribute<'a>],
    ranges: &'a [AttributeRange],
    chunk: &'a str,
    buffer: &'a str,
    /// The offset in the input from which source ranges count.
    offset: usize,
}

/// The parts of [`Attributes`].
pub type AttributeParts<'a> = (&'a [Attribute<'a>], &'a [AttributeRange], &'a str, &'a str, usize);

impl<'a> Attributes<'a> {
    /// No attributes.
    pub const NONE: Attributes<'static> = Attributes::of_ranges(&[], "", "", 0);

    /// Returns the number of attributes.
    #[inline(always)]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.list.len() + self.ranges.len()
    }

    /// Returns `true` if there is none.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty() && self.ranges.is_empty()
    }

    /// Returns the attribute at `index`.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Attribute<'a>> {
        let Some(range) = self.ranges.get(index) else { return self.list.get(index).copied() };
        Some(Attribute {
            name: Name { id: range.name(), text: range.name_text(self.chunk, self.buffer) },
            namespace: Namespace::None,
            value: range.value_text(self.chunk, self.buffer),
            span: range.span(self.offset),
        })
    }

    /// Returns an iterator over the attributes' spans.
    pub fn spans(&self) -> impl ExactSizeIterator<Item = Span> + use<'a> {
        let all = *self;
        (0..all.len()).map(move |index| match all.ranges.get(index) {
            Some(range) => range.span(all.offset),
            None => all.list[index].span,
        })
    }

    /// Returns the first attribute with this known name.
    #[inline]
    #[must_use]
    pub fn named(&self, name: NameId) -> Option<Attribute<'a>> {
        let index = self.ranges.iter().position(|it| it.name() == name);
        let index = index.or_else(|| self.list.iter().position(|it| it.name.id == name));
        self.get(index?)
    }

    /// Returns an iterator over the attributes.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Attribute<'a>> + Clone + use<'a> {
        let all = *self;
        (0..all.len()).map(move |index| all.get(index).expect("the index is less than the length"))
    }
}

// Hidden: ranges are the layout that tokenizers, tree construction and the arena share, and may change with it.
#[doc(hidden)]
impl<'a> Attributes<'a> {
    /// The attributes at `ranges` of a chunk and of a buffer. Their source ranges begin at `offset` in the input.
    #[inline(always)]
    #[must_use]
    pub const fn of_ranges(
        ranges: &'a [AttributeRange],
        chunk: &'a str,
        buffer: &'a str,
        offset: usize,
    ) -> Self {
        Self { list: &[], ranges, chunk, buffer, offset }
    }

    /// The ranges, their chunk, their buffer, and the offset from which source ranges count, unless the attributes were listed one
    /// by one.
    #[inline(always)]
    #[must_use]
    pub const fn ranges(&self) -> Option<(&'a [AttributeRange], &'a str, &'a str, usize)> {
        match self.list.is_empty() {
            true => Some((self.ranges, self.chunk, self.buffer, self.offset)),
            false => None,
        }
    }

    /// The parts of the attributes, for a call that isn't inlined: the attributes themselves would be kept in memory for
    /// it from the start.
    #[inline(always)]
    #[must_use]
    pub const fn into_parts(self) -> AttributeParts<'a> {
        (self.list, self.ranges, self.chunk, self.buffer, self.offset)
    }

    /// The attributes made of these [parts](Self::into_parts).
    #[inline(always)]
    #[must_use]
    pub const fn of_parts((list, ranges, chunk, buffer, offset): AttributeParts<'a>) -> Self {
        Self { list, ranges, chunk, buffer, offset }
    }

    /// Copies the attributes so that they can be made again [of their ranges](Self::of_ranges): `text` takes the place of the
    /// chunk. Returns `false` if the attributes were listed one by one; then there are no ranges.
    pub fn copy_ranges(
        &self,
        ranges: &mut Vec<AttributeRange>,
        text: &mut String,
        buffer: &mut String,
    ) -> bool {
        ranges.clear();
        text.clear();
        buffer.clear();
        let (Some(first), Some(last)) = (self.ranges.first(), self.ranges.last()) else {
            return self.list.is_empty();
        };
        buffer.push_str(self.buffer);
        // Attributes that are all buffered need no chunk.
        let base = if self.chunk.is_empty() { 0 } else { first.start };
        if !self.chunk.is_empty() {
            text.push_str(&self.chunk[base as usize..last.end()]);
        }
        ranges.extend(self.ranges.iter().map(|range| AttributeRange {
            start: range.start - base,
            end: range.end - base,
            value_start: range.value_start - if range.is_buffered() { 0 } else { base },
            ..*range
        }));
        true
    }

    /// Returns the value of the first attribute with this known name, if the attributes have
    /// [ranges](Self::ranges).
    #[inline]
    #[must_use]
    pub fn value_in_ranges(&self, name: NameId) -> Option<&'a str> {
        let range = self.ranges.iter().find(|it| it.name() == name)?;
        Some(range.value_text(self.chunk, self.buffer))
    }
}

impl<'a> From<&'a [Attribute<'a>]> for Attributes<'a> {
    #[inline]
    fn from(list: &'a [Attribute<'a>]) -> Self {
        Self { list, ..Self::NONE }
    }
}

#[cfg(test)]
mod tests {
    use sapwood_names::attr;

    use super::*;

    #[test]
    fn ranges_are_read_from_the_chunk_or_the_buffer() {
        let chunk = "<a HREF='x' y=1 title='a&amp;b'>";
        let buffer = "titlea&b";
        let ranges = [
            AttributeRange::in_chunk(attr::HREF, (3, 4), (9, 1), 11),
            AttributeRange::in_chunk(NameId::UNKNOWN, (12, 1), (14, 1), 15),
            AttributeRange::buffered(attr::TITLE, 0, (5, 3), Span::new(16, 31)),
        ];
        let attributes = Attributes::of_ranges(&ranges, chunk, buffer, 100);
        let read: Vec<_> =
            attributes.iter().map(|it| (it.name.text, it.value, it.span.range())).collect();
        assert_eq!(
            read,
            [("href", "x", 103..111), ("y", "1", 112..115), ("title", "a&b", 116..131)]
        );
        let values = ranges.map(|it| (it.is_special(), it.value()));
        assert_eq!(values, [(false, (9, 1)), (true, (14, 1)), (true, (5, 3))]);
        let (mut copies, mut text, mut decoded) = Default::default();
        assert!(attributes.copy_ranges(&mut copies, &mut text, &mut decoded));
        assert_eq!(text, &chunk[3..31]);
        let copy = Attributes::of_ranges(&copies, &text, &decoded, 103);
        assert!(copy.iter().eq(attributes.iter()));
        let listed: Vec<_> = attributes.iter().collect();
        assert!(!Attributes::from(&listed[..]).copy_ranges(&mut copies, &mut text, &mut decoded));
        let listed = Attributes::from(&listed[..]);
        assert!(listed.iter().eq(attributes.iter()));
        assert_eq!(listed.named(attr::TITLE), attributes.named(attr::TITLE));
        assert_eq!(attributes.named(attr::ID), None);
        for name in [attr::HREF, attr::TITLE, attr::ID] {
            let value = attributes.named(name).map(|it| it.value);
            assert_eq!(attributes.value_in_ranges(name), value);
        }
    }
}

//! The tokens.

use sapwood_tree::{ParseError, Span};

use crate::tokenizer::DocumentType;

/// A token, borrowed from the chunk or from the tokenizer until the sink returns.
#[derive(Clone, Copy, Debug)]
pub enum Token<'a> {
    /// A run of characters as they are written. How a text is cut into runs means nothing.
    Text(&'a str),
    /// Characters of a reference or of a CDATA section, each of which begins with an empty one: unlike
    /// white space that is written as it is, they must not stand outside the root element.
    EscapedText(&'a str),
    /// A start tag.
    StartTag(Tag<'a>),
    /// A tag that ends in `/>`.
    EmptyTag(Tag<'a>),
    /// An end tag.
    EndTag(&'a str),
    /// `</>`
    ShortEndTag,
    /// A comment's data.
    Comment(&'a str),
    /// A processing instruction, or the XML declaration.
    ProcessingInstruction {
        /// The name after `<?`.
        target: &'a str,
        /// All from after the white space that follows the target.
        data: &'a str,
    },
    /// A DOCTYPE.
    Doctype(Doctype<'a>),
    /// The start of an entity's replacement text, from which the tokens up to [`EntityEnd`](Self::EntityEnd) come.
    EntityStart,
    /// The end of an entity's replacement text.
    EntityEnd,
    /// The end of the input.
    Eof,
}

/// A start tag or an empty tag.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The name, its prefix included.
    pub name: &'a str,
    /// The attributes, without those whose name came earlier in the tag. Those that the internal subset declares and
    /// the tag doesn't write are the last.
    pub attributes: &'a [Attribute<'a>],
}

/// An attribute of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The name, its prefix included.
    pub name: &'a str,
    /// The value: references replaced, and each white space that is written as it is made a space.
    pub value: &'a str,
    /// From the first byte of the name to past the last byte of the value and its quote. For a default value: the end
    /// of the tag.
    pub span: Span,
}

/// A DOCTYPE token; a part that is missing is not an empty one.
#[derive(Clone, Copy, Debug)]
pub struct Doctype<'a> {
    /// The name as it is written.
    pub name: Option<&'a str>,
    /// The public identifier.
    pub public_id: Option<&'a str>,
    /// The system identifier.
    pub system_id: Option<&'a str>,
    /// The declarations of the internal subset.
    pub document_type: &'a DocumentType,
}

impl Doctype<'_> {
    /// The name as the draft has it: in lower case, as in HTML. But names of XML differ by case, so that
    /// trees get [`name`](Self::name).
    #[must_use]
    pub fn lowercase_name(&self) -> Option<String> {
        self.name.map(str::to_ascii_lowercase)
    }
}

/// The answer of a sink to a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Feedback {
    /// Carry on.
    #[default]
    Continue,
    /// Read no further, ever.
    Stop,
}

/// Receives tokens.
pub trait TokenSink {
    /// Whether [`error`](Self::error) is to be called. When not, the checks that serve errors alone
    /// are not compiled.
    const ERRORS: bool = false;

    /// Takes a token. `span` is its place in the input, or that of the reference for a token in the
    /// replacement text of an entity.
    fn token(&mut self, token: Token<'_>, span: Span) -> Feedback;

    /// Takes a parse error. Errors of a token come before it. Inside the replacement text of an entity, each
    /// code is reported once for each reference in the input.
    fn error(&mut self, _error: ParseError) {}
}

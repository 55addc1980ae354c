//! The sets of stops: what each state of the tokenizers stops at, and what the serializers escape.
//!
//! See "Searching for a stop" in `docs/hot-path.md`.

/// Declares a type for each set: its members, and optionally a bound below which all bytes are members.
macro_rules! sets {
    ($($(#[$doc:meta])* $visibility:vis $name:ident = $bytes:literal $(and below $below:literal)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        $visibility enum $name {}

        impl $crate::sealed::Sealed for $name {}

        impl $crate::Stops for $name {
            const BYTES: &'static [u8] = $bytes;
            $(const BELOW: u8 = $below;)?
        }
    )*};
}

pub(crate) use sets;

sets! {
    /// Stops of text with character references.
    pub Text = b"<&\0\r";

    /// Stops of text without character references.
    pub RawText = b"<\0\r";

    /// Stops of text that no markup ends.
    pub Plaintext = b"\0\r";

    /// Stops of a tag name: `/`, `>`, white space and control characters.
    pub TagName = b"/>" and below b'!';

    /// Stops of an attribute name: `/`, `<`, `=`, `>`, white space, control characters, and `!"#$%&'`.
    pub AttributeName = b"/<=>" and below b'(';

    /// The end of a tag.
    pub TagEnd = b">";

    /// The end of most attributes' names.
    pub Equals = b"=";

    /// The `<` that ends skipped text.
    pub LessThan = b"<";

    /// The start of the next value, or the end of a tag whose attributes are skipped.
    pub ValueOrTagEnd = b"=>";

    /// The end of a skipped value in double quotes.
    pub DoubleQuote = b"\"";

    /// The end of a skipped value in single quotes.
    pub SingleQuote = b"'";

    /// The end of a skipped unquoted value: `>`, white space, and other control characters.
    pub UnquotedEnd = b">" and below b'!';

    /// Stops of an attribute value in double quotes.
    pub DoubleQuoted = b"\"&\0\r";

    /// Stops of an attribute value in single quotes.
    pub SingleQuoted = b"'&\0\r";

    /// Stops of an unquoted attribute value: white space, control characters, `&`, `>`, and parse errors.
    pub Unquoted = b"\"&'<=>`" and below b'!';

    /// Stops of an unquoted attribute value if its errors don't matter.
    pub CommonUnquoted = b"&>" and below b'!';

    /// Stops of a comment, and of script data inside `<!--`.
    pub Comment = b"-<\0\r";

    /// Stops of a bogus comment and of a bogus DOCTYPE.
    pub BogusComment = b">\0\r";

    /// Stops of a CDATA section.
    pub Cdata = b"]\0\r";

    /// Stops of the data of a processing instruction in HTML.
    pub ProcessingInstruction = b"?>\r";

    /// The ends of lines.
    pub LineEnd = b"\n\r";

    /// LF alone.
    pub LineFeed = b"\n";

    /// Stops of a public or system identifier.
    pub DoctypeIdentifier = b"\"'>\0\r";

    /// Bytes to escape in HTML text. 0xC2 begins U+00A0, and other characters that aren't escaped.
    pub EscapedInText = b"&<>\xc2";

    /// Bytes to escape in an HTML attribute value. 0xC2 begins U+00A0, and other characters.
    pub EscapedInAttribute = b"&<>\"\xc2";

    /// Bytes to escape in a JSON string.
    pub JsonString = b"\"\\" and below b' ';

    /// Stops of the data of a processing instruction in XML.
    pub XmlProcessingInstruction = b"?\0\r";

    /// Stops of an XML attribute value in double quotes; white space other than U+0020 is normalized.
    pub XmlDoubleQuoted = b"\"&<" and below b' ';

    /// Stops of an XML attribute value in single quotes; white space other than U+0020 is normalized.
    pub XmlSingleQuoted = b"'&<" and below b' ';

    /// Bytes to escape in XML text.
    pub XmlEscapedInText = b"&<>\r";

    /// Bytes to escape in an XML attribute value: also the white space that a parser normalizes.
    pub XmlEscapedInAttribute = b"&<>\"\t\n\r";

    /// Characters that XML forbids and [`input_error_run`](crate::input_error_run) passes.
    pub XmlInput = b"\0\x0c";
}

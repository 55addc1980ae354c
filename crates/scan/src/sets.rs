//! The sets of stops: what each state of the tokenizers stops at, and what the serializers escape.

use crate::{Stops, sealed::Sealed};

/// Declares a type for each set: its members, and optionally a bound below which all bytes are members.
macro_rules! sets {
    ($($(#[$doc:meta])* $name:ident = $bytes:literal $(and below $below:literal)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl Sealed for $name {}

        impl Stops for $name {
            const BYTES: &'static [u8] = $bytes;
            $(const BELOW: u8 = $below;)?
        }
    )*};
}

sets! {
    /// Stops of text with character references.
    Text = b"<&\0\r";

    /// Stops of text without character references.
    RawText = b"<\0\r";

    /// Stops of text that no markup ends.
    Plaintext = b"\0\r";

    /// Stops of a tag name: `/`, `>`, white space and control characters.
    TagName = b"/>" and below b'!';

    /// Stops of an attribute name: `/`, `<`, `=`, `>`, white space, control characters, and `!"#$%&'`.
    AttributeName = b"/<=>" and below b'(';

    /// The end of a tag.
    TagEnd = b">";

    /// The end of most attributes' names.
    Equals = b"=";

    /// The `<` that ends skipped text.
    LessThan = b"<";

    /// The start of the next value, or the end of a tag whose attributes are skipped.
    ValueOrTagEnd = b"=>";

    /// The end of a skipped value in double quotes.
    DoubleQuote = b"\"";

    /// The end of a skipped value in single quotes.
    SingleQuote = b"'";

    /// The end of a skipped unquoted value: `>`, white space, and other control characters.
    UnquotedEnd = b">" and below b'!';

    /// Stops of an attribute value in double quotes.
    DoubleQuoted = b"\"&\0\r";

    /// Stops of an attribute value in single quotes.
    SingleQuoted = b"'&\0\r";

    /// Stops of an unquoted attribute value: white space, control characters, `&`, `>`, and parse errors.
    Unquoted = b"\"&'<=>`" and below b'!';

    /// Stops of a comment, and of script data inside `<!--`.
    Comment = b"-<\0\r";

    /// Stops of a bogus comment and of a bogus DOCTYPE.
    BogusComment = b">\0\r";

    /// Stops of a CDATA section.
    Cdata = b"]\0\r";

    /// Stops of the data of a processing instruction in HTML.
    ProcessingInstruction = b"?>\r";

    /// The ends of lines.
    LineEnd = b"\n\r";

    /// LF alone.
    LineFeed = b"\n";

    /// Stops of a public or system identifier.
    DoctypeIdentifier = b"\"'>\0\r";

    /// Bytes to escape in HTML text. 0xC2 begins U+00A0, and other characters that aren't escaped.
    EscapedInText = b"&<>\xc2";

    /// Bytes to escape in an HTML attribute value. 0xC2 begins U+00A0, and other characters.
    EscapedInAttribute = b"&<>\"\xc2";

    /// Stops of the data of a processing instruction in XML.
    XmlProcessingInstruction = b"?\0\r";

    /// Stops of an XML attribute value in double quotes; white space other than U+0020 is normalized.
    XmlDoubleQuoted = b"\"&<" and below b' ';

    /// Stops of an XML attribute value in single quotes; white space other than U+0020 is normalized.
    XmlSingleQuoted = b"'&<" and below b' ';

    /// Bytes to escape in XML text.
    XmlEscapedInText = b"&<>\r";

    /// Bytes to escape in an XML attribute value: also the white space that a parser normalizes.
    XmlEscapedInAttribute = b"&<>\"\t\n\r";

    /// Characters that XML forbids and [`input_error_run`](crate::input_error_run) passes.
    XmlInput = b"\0\x0c";
}

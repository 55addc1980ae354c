//! What the states of the tokenizer stop at, and what a serializer has to escape.

use crate::Stops;

/// Text in which references count.
#[derive(Clone, Copy, Debug)]
pub enum Text {}

impl Stops for Text {
    const BYTES: &'static [u8] = b"<&\0\r";
}

/// Text in which references don't count.
#[derive(Clone, Copy, Debug)]
pub enum RawText {}

impl Stops for RawText {
    const BYTES: &'static [u8] = b"<\0\r";
}

/// Text that nothing ends.
#[derive(Clone, Copy, Debug)]
pub enum Plaintext {}

impl Stops for Plaintext {
    const BYTES: &'static [u8] = b"\0\r";
}

/// A tag's name: `/`, `>`, white space and control characters.
#[derive(Clone, Copy, Debug)]
pub enum TagName {}

impl Stops for TagName {
    const BYTES: &'static [u8] = b"/>";
    const BELOW: u8 = b'!';
}

/// An attribute's name: `/`, `<`, `=`, `>`, white space, control characters, and `!"#$%&'`.
#[derive(Clone, Copy, Debug)]
pub enum AttributeName {}

impl Stops for AttributeName {
    const BYTES: &'static [u8] = b"/<=>";
    const BELOW: u8 = b'(';
}

/// A value in double quotes.
#[derive(Clone, Copy, Debug)]
pub enum DoubleQuoted {}

impl Stops for DoubleQuoted {
    const BYTES: &'static [u8] = b"\"&\0\r";
}

/// A value in single quotes.
#[derive(Clone, Copy, Debug)]
pub enum SingleQuoted {}

impl Stops for SingleQuoted {
    const BYTES: &'static [u8] = b"'&\0\r";
}

/// A value without quotes: white space, control characters, `&`, `>`, and what is an error there.
#[derive(Clone, Copy, Debug)]
pub enum Unquoted {}

impl Stops for Unquoted {
    const BYTES: &'static [u8] = b"\"&'<=>`";
    const BELOW: u8 = b'!';
}

/// A comment, or the text of a script inside `<!--`.
#[derive(Clone, Copy, Debug)]
pub enum Comment {}

impl Stops for Comment {
    const BYTES: &'static [u8] = b"-<\0\r";
}

/// A bogus comment, or a bogus DOCTYPE.
#[derive(Clone, Copy, Debug)]
pub enum BogusComment {}

impl Stops for BogusComment {
    const BYTES: &'static [u8] = b">\0\r";
}

/// A CDATA section.
#[derive(Clone, Copy, Debug)]
pub enum Cdata {}

impl Stops for Cdata {
    const BYTES: &'static [u8] = b"]\0\r";
}

/// A processing instruction's data.
#[derive(Clone, Copy, Debug)]
pub enum ProcessingInstruction {}

impl Stops for ProcessingInstruction {
    const BYTES: &'static [u8] = b"?>\r";
}

/// A public or system identifier.
#[derive(Clone, Copy, Debug)]
pub enum DoctypeIdentifier {}

impl Stops for DoctypeIdentifier {
    const BYTES: &'static [u8] = b"\"'>\0\r";
}

/// A text to be escaped. U+00A0 is known by its first byte, which others share.
#[derive(Clone, Copy, Debug)]
pub enum EscapedInText {}

impl Stops for EscapedInText {
    const BYTES: &'static [u8] = b"&<>\xc2";
}

/// A value to be escaped. U+00A0 is known by its first byte, which others share.
#[derive(Clone, Copy, Debug)]
pub enum EscapedInAttribute {}

impl Stops for EscapedInAttribute {
    const BYTES: &'static [u8] = b"&<>\"\xc2";
}

/// The data of a processing instruction of XML.
#[derive(Clone, Copy, Debug)]
pub enum XmlProcessingInstruction {}

impl Stops for XmlProcessingInstruction {
    const BYTES: &'static [u8] = b"?\0\r";
}

/// A value of XML in double quotes: white space but for the space, and control characters, too.
#[derive(Clone, Copy, Debug)]
pub enum XmlDoubleQuoted {}

impl Stops for XmlDoubleQuoted {
    const BYTES: &'static [u8] = b"\"&<";
    const BELOW: u8 = b' ';
}

/// A value of XML in single quotes.
#[derive(Clone, Copy, Debug)]
pub enum XmlSingleQuoted {}

impl Stops for XmlSingleQuoted {
    const BYTES: &'static [u8] = b"'&<";
    const BELOW: u8 = b' ';
}

/// A text of XML to be escaped.
#[derive(Clone, Copy, Debug)]
pub enum XmlEscapedInText {}

impl Stops for XmlEscapedInText {
    const BYTES: &'static [u8] = b"&<>\r";
}

/// A value of XML to be escaped: white space but for the space, too.
#[derive(Clone, Copy, Debug)]
pub enum XmlEscapedInAttribute {}

impl Stops for XmlEscapedInAttribute {
    const BYTES: &'static [u8] = b"&<>\"\t\n\r";
}

/// What XML must not hold anywhere and [`input_error_run`](crate::input_error_run) doesn't stop at.
#[derive(Clone, Copy, Debug)]
pub enum XmlInput {}

impl Stops for XmlInput {
    const BYTES: &'static [u8] = b"\0\x0c";
}

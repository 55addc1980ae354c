//! Trees that can't be written well-formed.

use std::{collections::HashSet, fmt};

use sapwood_names::xml::{is_character, is_name};
use sapwood_tree::AttributeView;

/// An error of the XML writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Writing failed.
    Write(fmt::Error),
    /// A node can't be written well-formed, and
    /// [`XmlSerializeOptions::well_formed`](crate::xml::XmlSerializeOptions::well_formed) is set.
    NotWellFormed(Fault),
}

/// A part of a tree that XML can't represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The name of an element or attribute isn't a name, or has a colon.
    InvalidName,
    /// A character that XML must not hold.
    InvalidCharacter,
    /// A comment with `--`, or with `-` at its end.
    DoubleHyphenInComment,
    /// A processing instruction whose target isn't a name, has a colon or is `xml`.
    InvalidInstructionTarget,
    /// A processing instruction with `?>`.
    InstructionEndInData,
    /// A public identifier with a character that isn't allowed there.
    InvalidPublicIdentifier,
    /// A system identifier with quotes of both kinds.
    InvalidSystemIdentifier,
    /// An element or a declaration with the prefix or the namespace of `xmlns`.
    ReservedNamespace,
    /// A declaration that unbinds a prefix.
    EmptyNamespaceOfPrefix,
    /// Two attributes of the same name and namespace.
    DuplicateAttribute,
    /// A document without a root element.
    MissingRootElement,
}

impl Fault {
    /// The fault in the style of error codes, such as `invalid-name`.
    #[must_use]
    #[inline]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidName => "invalid-name",
            Self::InvalidCharacter => "invalid-character",
            Self::DoubleHyphenInComment => "double-hyphen-in-comment",
            Self::InvalidInstructionTarget => "invalid-instruction-target",
            Self::InstructionEndInData => "instruction-end-in-data",
            Self::InvalidPublicIdentifier => "invalid-public-identifier",
            Self::InvalidSystemIdentifier => "invalid-system-identifier",
            Self::ReservedNamespace => "reserved-namespace",
            Self::EmptyNamespaceOfPrefix => "empty-namespace-of-prefix",
            Self::DuplicateAttribute => "duplicate-attribute",
            Self::MissingRootElement => "missing-root-element",
        }
    }
}

impl fmt::Display for Fault {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Error {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(error) => error.fmt(f),
            Self::NotWellFormed(fault) => write!(f, "can't be written well-formed: {fault}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<fmt::Error> for Error {
    #[inline]
    fn from(error: fmt::Error) -> Self {
        Self::Write(error)
    }
}

pub(super) type Result<T = ()> = std::result::Result<T, Error>;

#[inline]
fn ensure(holds: bool, fault: Fault) -> Result {
    if holds { Ok(()) } else { Err(Error::NotWellFormed(fault)) }
}

#[inline]
pub(super) fn local_name(name: &str) -> Result {
    ensure(is_name(name) && !name.contains(':'), Fault::InvalidName)
}

#[inline]
pub(super) fn text(text: &str) -> Result {
    ensure(text.chars().all(is_character), Fault::InvalidCharacter)
}

#[inline]
pub(super) fn comment(data: &str) -> Result {
    text(data)?;
    ensure(!data.contains("--") && !data.ends_with('-'), Fault::DoubleHyphenInComment)
}

#[inline]
pub(super) fn processing_instruction(target: &str, data: &str) -> Result {
    ensure(
        is_name(target) && !target.contains(':') && !target.eq_ignore_ascii_case("xml"),
        Fault::InvalidInstructionTarget,
    )?;
    text(data)?;
    ensure(!data.contains("?>"), Fault::InstructionEndInData)
}

#[inline]
pub(super) fn doctype(name: &str, public_id: &str, system_id: &str) -> Result {
    const IN_PUBLIC_IDENTIFIERS: &[u8] = b" \r\n-'()+,./:=?;!*#@$_%";
    ensure(is_name(name), Fault::InvalidName)?;
    ensure(
        public_id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || IN_PUBLIC_IDENTIFIERS.contains(&byte)),
        Fault::InvalidPublicIdentifier,
    )?;
    // SGML allows a public identifier alone, XML doesn't.
    ensure(public_id.is_empty() || !system_id.is_empty(), Fault::InvalidSystemIdentifier)?;
    text(system_id)?;
    let has_both = system_id.contains('"') && system_id.contains('\'');
    ensure(!has_both, Fault::InvalidSystemIdentifier)
}

#[inline]
pub(super) fn attributes(attributes: &[AttributeView<'_>]) -> Result {
    let mut names = HashSet::new();
    for AttributeView { name, value } in attributes {
        local_name(name.local.text)?;
        text(value)?;
        let is_new = names.insert((name.namespace_url, name.local.text));
        ensure(is_new, Fault::DuplicateAttribute)?;
    }
    Ok(())
}

//! The types and settings for the parser of the `selectors` crate.

use std::{borrow::Borrow, fmt, ops::Deref};

use cssparser::{ParseError, Parser, ToCss, serialize_identifier, serialize_string};
use names::Namespaces;
use precomputed_hash::PrecomputedHash;
use selectors::parser::{self as grammar, SelectorImpl};

use crate::{error::Fault, pseudo::PseudoClass};

/// The types in a parsed selector.
#[derive(Clone, Debug)]
pub(crate) struct Grammar;

impl SelectorImpl for Grammar {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Quoted;
    type Identifier = Ident;
    type LocalName = Ident;
    type NamespaceUrl = Ident;
    type NamespacePrefix = Ident;
    type BorrowedNamespaceUrl = str;
    type BorrowedLocalName = str;
    type NonTSPseudoClass = PseudoClass;
    type PseudoElement = PseudoElement;
}

/// An identifier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ident(Box<str>);

/// The value in an attribute selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quoted(Box<str>);

/// Uninhabited: pseudo-elements are rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PseudoElement {}

impl From<&str> for Ident {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<&str> for Quoted {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl Deref for Ident {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Deref for Quoted {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Ident {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PrecomputedHash for Ident {
    /// Called only by the matching of the `selectors` crate, which is unused.
    fn precomputed_hash(&self) -> u32 {
        self.bytes().fold(0, |hash: u32, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
    }
}

impl ToCss for Ident {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        serialize_identifier(self, out)
    }
}

impl ToCss for Quoted {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        serialize_string(self, out)
    }
}

impl ToCss for PseudoElement {
    fn to_css<W: fmt::Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl grammar::PseudoElement for PseudoElement {}

impl ToCss for PseudoClass {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        self.write(out)
    }
}

impl grammar::NonTSPseudoClass for PseudoClass {
    fn is_active_or_hover(&self) -> bool {
        false
    }

    fn is_user_action_state(&self) -> bool {
        false
    }
}

/// The settings of the parser.
pub(crate) struct Rules<'a> {
    pub(crate) namespaces: &'a Namespaces,
    /// Whether the selector defines a pseudo-class and may use internal ones.
    pub(crate) own: bool,
}

impl<'i> grammar::Parser<'i> for Rules<'_> {
    type Impl = Grammar;
    type Error = Fault;

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn parse_parent_selector(&self) -> bool {
        true
    }

    fn parse_non_ts_pseudo_class(&self, name: &str) -> Result<PseudoClass, ParseError<Fault>> {
        PseudoClass::named(name, self.own)
            .ok_or_else(|| ParseError::custom(Fault::PseudoClass(name.to_string())))
    }

    fn parse_non_ts_functional_pseudo_class(
        &self,
        name: &str,
        input: &mut Parser<'i>,
        _after_part: bool,
    ) -> Result<PseudoClass, ParseError<Fault>> {
        PseudoClass::function(name, input, self)?
            .ok_or_else(|| ParseError::custom(Fault::PseudoClass(format!("{name}()"))))
    }

    fn parse_pseudo_element(&self, name: &str) -> Result<PseudoElement, ParseError<Fault>> {
        Err(ParseError::custom(Fault::PseudoElement(name.to_string())))
    }

    fn parse_functional_pseudo_element(
        &self,
        name: &str,
        _: &mut Parser<'i>,
    ) -> Result<PseudoElement, ParseError<Fault>> {
        Err(ParseError::custom(Fault::PseudoElement(format!("{name}()"))))
    }

    fn default_namespace(&self) -> Option<Ident> {
        self.namespaces.default_url().map(Ident::from)
    }

    fn namespace_for_prefix(&self, prefix: &Ident) -> Option<Ident> {
        self.namespaces.url(prefix).map(Ident::from)
    }
}

//! Tokens and their receiver.
//!
//! This file and `owned.rs` are two halves of one recursion: the provided method of [`TokenSink`] tokenizes for any
//! `TokenSink`, through an adapter in `owned.rs`.

use std::borrow::Cow;

use markup5ever::{Attribute, LocalName, tendril::StrTendril};

use super::{owned::OwnedTokens, run::Run, states};

pub use TagKind::{EndTag, StartTag};
pub use Token::{
    CharacterTokens, CommentToken, DoctypeToken, EOFToken, NullCharacterToken, ParseError, TagToken,
};

/// DOCTYPE token. A missing part is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doctype {
    /// Name, in lower case.
    pub name: Option<StrTendril>,
    /// Public identifier.
    pub public_id: Option<StrTendril>,
    /// System identifier.
    pub system_id: Option<StrTendril>,
    /// The standard's force-quirks flag.
    pub force_quirks: bool,
}

/// Kind of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TagKind {
    /// A start tag.
    StartTag,
    /// An end tag.
    EndTag,
}

/// Start tag or end tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Whether it is a start tag or an end tag.
    pub kind: TagKind,
    /// Name, in lower case.
    pub name: LocalName,
    /// Whether the tag ends in `/>`.
    pub self_closing: bool,
    /// Attributes in source order, without those whose name occurred earlier in the tag.
    pub attrs: Vec<Attribute>,
    /// Whether an attribute was left out because its name occurred earlier in the tag. Content Security Policy ignores the
    /// nonce of such an element.
    pub had_duplicate_attributes: bool,
}

impl Tag {
    /// Returns `true` if both tags have the same kind, name and attributes, in any order.
    #[must_use]
    pub fn equiv_modulo_attr_order(&self, other: &Self) -> bool {
        let sorted = |tag: &Self| {
            let mut attributes = tag.attrs.clone();
            attributes.sort();
            attributes
        };
        self.kind == other.kind && self.name == other.name && sorted(self) == sorted(other)
    }
}

/// Token.
#[derive(Debug, PartialEq, Eq)]
pub enum Token {
    /// A DOCTYPE.
    DoctypeToken(Doctype),
    /// A start tag or end tag.
    TagToken(Tag),
    /// A comment; also a processing instruction, as older versions of the standard had it.
    CommentToken(StrTendril),
    /// Characters other than U+0000.
    CharacterTokens(StrTendril),
    /// A U+0000.
    NullCharacterToken,
    /// The end of the input.
    EOFToken,
    /// A parse error: the standard's code.
    ParseError(Cow<'static, str>),
}

/// Answer of a [`TokenSink`] to a token.
#[derive(Debug, PartialEq)]
#[must_use]
pub enum TokenSinkResult<Handle> {
    /// Continue.
    Continue,
    /// Return control to the caller of [`Tokenizer::feed`](super::Tokenizer::feed): this script is to run.
    Script(Handle),
    /// Switch to the [PLAINTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state).
    Plaintext,
    /// Switch to this text state.
    RawData(states::RawKind),
    /// Return control to the caller of [`Tokenizer::feed`](super::Tokenizer::feed): the document declares an encoding by this
    /// label, which may be unknown.
    EncodingIndicator(StrTendril),
}

/// Receiver of tokens.
pub trait TokenSink {
    /// Reference to a node, for scripts.
    type Handle;

    /// Processes a token. `line_number` is the line, counted from 1, in which the token ends; for a text, the
    /// line after its first character.
    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<Self::Handle>;

    /// Called once after the last token.
    fn end(&self) {}

    /// Returns `true` if there is an [adjusted current
    /// node](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node) outside the HTML namespace, so that
    /// `<![CDATA[` opens a CDATA section. By default it doesn't, and CDATA sections are bogus comments.
    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        false
    }

    /// Tokenizes the next piece of the input for this sink. [`TreeBuilder`](crate::tree_builder::TreeBuilder) alone overrides
    /// it: tokens that borrow from the input save it most of the time.
    // Hidden: html5ever's trait has no such method.
    #[doc(hidden)]
    fn run_tokenizer(&self, run: Run<'_>) -> TokenSinkResult<Self::Handle>
    where
        Self: Sized,
    {
        OwnedTokens::run(run, self)
    }
}

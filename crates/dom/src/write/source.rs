//! Writing a document as its source with the edits in it.

use std::{error::Error, fmt};

use sapwood_lossless::{Inexpressible, SourceNode, SourceText, SourceTree, TextPatch, apply};
use sapwood_tree::{Limit, Span};

use crate::{
    read::node::NodeRef,
    store::{
        document::Document,
        positions::Origin,
        source::{Patch, Source},
    },
};

/// Reason why a document can't be written as its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceError {
    /// The document was parsed without [`ParseOptions::source`](crate::ParseOptions::source), or by a parser that runs scripts.
    NoSource,
    /// The document was edited, and this limit had ended its parse.
    Limit(Limit),
    /// Markup can't express the tree: parsing even the serialization of the whole document gives another tree.
    Inexpressible,
    /// The encoding lacks a character of a script, a style sheet, a comment or a name, where no character reference
    /// is possible.
    Encoding,
}

impl fmt::Display for SourceError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Limit(limit) => {
                return write!(f, "the limit `{limit}` ended the parse of the edited document");
            }
            Self::NoSource => "the document was parsed without its source",
            Self::Inexpressible => "no markup is parsed as this tree",
            Self::Encoding => "the encoding of the source lacks a character of the new text",
        })
    }
}

impl Error for SourceError {}

/// # The source
///
/// A document that was parsed with its [source](crate::ParseOptions::source) can be written as the source with the edits in
/// it: everything that wasn't edited stays byte for byte as it was.
impl Document {
    /// The source, byte for byte, if it was [kept](crate::ParseOptions::source).
    ///
    /// Edits don't change it.
    #[inline]
    #[must_use]
    pub fn source(&self) -> Option<&[u8]> {
        Some(self.source.as_ref()?.bytes(self))
    }

    /// The source with the edits in it: a source that is parsed as this document is now.
    ///
    /// Without edits it is the source, byte for byte. After edits it is the source with the [patches](Self::patches)
    /// applied. It is in the encoding of the source, which is UTF-8 for a document that was parsed from text.
    ///
    /// ```
    /// use sapwood::{ParseOptions, parse_with};
    ///
    /// let html = "<UL class='a'\n><li>Oak<li>Elm &amp; ash</ul >";
    /// let mut document = parse_with(html, &ParseOptions::default().source(true)).document;
    /// assert_eq!(document.to_source()?, html.as_bytes());
    ///
    /// let list = document.select_first("ul")?.unwrap().node_id();
    /// document.set_attribute(list, "class", "b")?;
    /// let oak = document.select_first("li")?.unwrap().node_id();
    /// document.remove(oak)?;
    /// assert_eq!(document.to_source()?, b"<UL class='b'\n><li>Elm &amp; ash</ul >");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`patches`](Self::patches).
    #[inline]
    pub fn to_source(&self) -> Result<Vec<u8>, SourceError> {
        let patches = self.patches()?;
        let source = self.source().unwrap_or_default();
        let mut out = Vec::with_capacity(source.len());
        let mut at = 0;
        for Patch { range, replacement } in patches {
            out.extend_from_slice(&source[at..range.start]);
            out.extend_from_slice(&replacement);
            at = range.end;
        }
        out.extend_from_slice(&source[at..]);
        Ok(out)
    }

    /// The text of [`to_source`](Self::to_source), decoded.
    ///
    /// # Errors
    ///
    /// As [`patches`](Self::patches).
    #[inline]
    pub fn to_source_text(&self) -> Result<String, SourceError> {
        let (text, patches) = self.text_patches()?;
        Ok(apply(&text, &patches))
    }

    /// The parts of the source that the edits change, in order and without overlaps.
    ///
    /// An attribute, a text or a removed node is one patch of its own. The result is parsed again, in the encoding and with
    /// the options of the document, and compared with the document. Where the tree would differ, omitted tags are written
    /// too, or the smallest part of the source that can be written anew. Adjacent texts count as one text.
    ///
    /// Takes as much time as several parses of the source.
    ///
    /// ```
    /// use sapwood::{ParseOptions, dom::Patch, parse_with};
    ///
    /// let mut document = parse_with("<p>One<p id=a>Two", &ParseOptions::default().source(true)).document;
    /// let p = document.select_first("#a")?.unwrap().node_id();
    /// document.set_attribute(p, "id", "b")?;
    /// assert_eq!(document.patches()?, [Patch { range: 12..13, replacement: b"b".to_vec() }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no source, if a limit had ended the parse of an edited document, or if markup can't express the tree.
    #[inline]
    pub fn patches(&self) -> Result<Vec<Patch>, SourceError> {
        let (text, patches) = self.text_patches()?;
        let source = self.kept_source()?;
        match &source.input.coding {
            _ if patches.is_empty() => Ok(Vec::new()),
            Some(coding) => {
                coding.encode(source.bytes(self), &text, &patches).ok_or(SourceError::Encoding)
            }
            None => Ok(patches
                .into_iter()
                .map(|TextPatch { range, replacement }| Patch {
                    range,
                    replacement: replacement.into_bytes(),
                })
                .collect()),
        }
    }

    #[inline]
    fn kept_source(&self) -> Result<&Source, SourceError> {
        self.source.as_ref().ok_or(SourceError::NoSource)
    }

    /// The text of the source and its patches.
    #[inline]
    fn text_patches(&self) -> Result<(std::borrow::Cow<'_, str>, Vec<TextPatch>), SourceError> {
        let source = self.kept_source()?;
        let Source { input, limit, .. } = source;
        let text = source.text(self);
        let source = SourceText {
            text: &text,
            parse: &input.parse,
            has_character: &|character| {
                input.coding.as_ref().is_none_or(|coding| coding.has_character(character))
            },
            is_xml: input.is_xml,
            scripting: input.scripting,
            is_limited: limit.is_some(),
        };
        let patches = sapwood_lossless::patches(self, &source);
        let patches = patches.map_err(|Inexpressible| match limit {
            Some(limit) => SourceError::Limit(*limit),
            None => SourceError::Inexpressible,
        })?;
        Ok((text, patches))
    }
}

// Hidden: they are the document's side of the algorithm.
#[doc(hidden)]
impl SourceTree for Document {
    type Node<'d> = NodeRef<'d>;

    #[inline]
    fn source_root(&self) -> NodeRef<'_> {
        self.root()
    }

    #[inline]
    fn node_count(&self) -> usize {
        self.len()
    }
}

#[doc(hidden)]
impl<'d> SourceNode<'d> for NodeRef<'d> {
    #[inline]
    fn source_index(self) -> Option<usize> {
        self.document.index_in_parse(self.node_id())
    }

    #[inline]
    fn source_span(self) -> Option<Span> {
        let has_own = !self.is_element() || self.origin() == Some(Origin::Tag);
        self.span().filter(|_| has_own)
    }

    #[inline]
    fn source_end_tag(self) -> Option<Span> {
        self.end_tag()
    }

    #[inline]
    fn source_attribute(self, position: usize) -> Option<Span> {
        self.attrs().nth(position)?.span()
    }

    #[inline]
    fn is_implied(self) -> bool {
        self.origin() == Some(Origin::Implied)
    }
}

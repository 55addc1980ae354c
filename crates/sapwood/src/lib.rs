// The examples and links of the front page need the default features.
#![cfg_attr(
    all(
        feature = "encoding",
        feature = "microsyntax",
        feature = "extract",
        feature = "select"
    ),
    doc = include_str!("front_page.md")
)]
#![cfg_attr(
    not(all(
        feature = "encoding",
        feature = "microsyntax",
        feature = "extract",
        feature = "select"
    )),
    doc = "An HTML parser that follows the WHATWG standard."
)]
// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "encoding")]
mod bytes;
#[cfg(feature = "extract")]
mod links;
#[cfg(feature = "select")]
mod matching;
#[cfg(feature = "rewriting")]
pub mod rewriting;
mod script;
#[cfg(feature = "select")]
pub mod selecting;
#[cfg(all(feature = "serde", any(feature = "encoding", feature = "xml")))]
mod serialize;
mod sink;
#[cfg(all(feature = "encoding", feature = "lossless"))]
mod source;
#[cfg(feature = "xml")]
pub mod xml;

#[cfg(feature = "encoding")]
pub use bytes::{
    ByteOptions, ByteParser, LATE_DECLARATION, ParsedBytes, from_reader, from_reader_with,
    parse_bytes, parse_bytes_recycling, parse_bytes_with,
};
pub use sapwood_names::{attr, attribute_id, tag, tag_id};
pub use script::{ScriptedParser, Step};
pub use sink::{parse_into, parse_into_with};

#[cfg(feature = "select")]
pub use sapwood_dom::Select;
#[cfg(feature = "lossless")]
pub use sapwood_dom::SourceError;
pub use sapwood_dom::{
    AttributeRef, Document, EditError, Limits, NewIds, NodeData, NodeId, NodeRef, ParseOptions,
    Parsed, Parser, ShadowRootRef, parse, parse_fragment, parse_fragment_with, parse_with,
};
#[cfg(any(feature = "select", feature = "xpath"))]
pub use sapwood_names::Namespaces;
#[cfg(feature = "select")]
pub use sapwood_select::{Selector, SelectorError};
pub use sapwood_tree::{
    CHUNK_LENGTH, ErrorCode, Limit, LineColumn, LineIndex, NameId, Namespace, ParseError,
    QuirksMode, ShadowRootInit, ShadowRootMode, SlotAssignment, Span, TreeSink, TreeSource,
};
pub use sapwood_tree_builder::{FragmentContext, UnknownContext};
#[cfg(feature = "xpath")]
pub use sapwood_xpath::{XPath, XPathError};

/// The builder of a [`Document`], snapshots of other trees, and the iterators over nodes.
pub mod dom {
    #[cfg(feature = "lossless")]
    #[doc(inline)]
    pub use sapwood_dom::Patch;
    #[doc(inline)]
    pub use sapwood_dom::{
        Ancestors, AttributeList, Attributes, Builder, BuilderOptions, Built, Children,
        Descendants, DoctypeRef, Dump, Elements, EscapedTags, FilterAction, Following, Origin,
        Preceding, PreviousSiblings, Snapshot, Texts,
    };
}

/// From bytes to text: which encoding a page is in, and its decoder.
#[cfg(feature = "encoding")]
pub mod encoding {
    #[doc(inline)]
    pub use sapwood_encoding::{
        Change, Confidence, Decoded, Decoder, Encoding, OffsetMap, PRESCAN_LENGTH, SniffOptions,
        Sniffed, Source, change, decode, default_for_locale, encoding_of_content_type, encoding_rs,
        extract_from_content, sniff,
    };
}

/// Links, forms, tables and metadata.
#[cfg(feature = "extract")]
pub mod extract {
    pub use crate::links::PageLinks;
    #[cfg(feature = "json")]
    pub use sapwood_dom::extract::serde_json;
    #[cfg(feature = "url")]
    #[doc(inline)]
    pub use sapwood_dom::extract::{Base, Submission, SubmissionError, TextFragments, url};
    #[doc(inline)]
    pub use sapwood_dom::extract::{
        Cell, Control, Form, FormError, FormOption, Item, Link, LinkKind, Meta, Method, Microdata,
        Property, PropertyValue, Record, Row, RowGroup, Table, TableTexts, TextRange,
    };
}

/// The main content of pages.
#[cfg(feature = "article")]
#[doc(inline)]
pub use sapwood_dom::article;
/// HTML as Markdown.
#[cfg(feature = "markdown")]
#[doc(inline)]
pub use sapwood_dom::markdown;

/// Untrusted HTML made safe: the HTML Sanitizer API.
#[cfg(feature = "sanitizer")]
#[doc(inline)]
pub use sapwood_sanitizer as sanitizer;

/// Attribute values as numbers, dates, colours and so on.
#[cfg(feature = "microsyntax")]
pub mod microsyntax {
    #[cfg(feature = "css")]
    #[doc(inline)]
    pub use sapwood_microsyntax::media;
    #[doc(inline)]
    pub use sapwood_microsyntax::{
        Dimension, FromAttribute, InvalidValue, ListedDimension, Unit, attributes, boolean, color,
        date, email, enumerated, float, hash_name, input, integer, parse_dimension_list,
        parse_nonzero_dimension, refresh, srcset, tokens,
    };
}

/// Writes trees as HTML or XML, over any [`TreeSource`].
pub mod serializer {
    #[cfg(feature = "encoding")]
    #[doc(inline)]
    pub use sapwood_serializer::{EncodedAttributes, EncodedChildren, EncodedNode, EncodedTree};
    #[doc(inline)]
    pub use sapwood_serializer::{
        IoWriter, Minify, SerializeOptions, ShadowRoots, minify_inner, minify_outer, pretty_inner,
        write_inner, write_outer, xml,
    };
}

/// The tokenization stage of the HTML standard: text in, tokens out.
pub mod tokenizer {
    #[doc(inline)]
    pub use sapwood_tokenizer::{
        Doctype, Feedback, State, Tag, TextState, Token, TokenSink, Tokenizer, TokenizerOptions,
        UnknownState,
    };
}

/// The tree construction stage of the HTML standard: tokens in, [`TreeSink`] calls out.
pub mod tree_builder {
    #[doc(inline)]
    pub use sapwood_tree_builder::{EncodingDeclaration, TreeBuilder, TreeBuilderOptions};
}

/// Both sides of a tree: the arguments of [`TreeSink`], the views of [`TreeSource`], and [`Node`](tree::Node), by which
/// queries read a tree.
pub mod tree {
    #[doc(inline)]
    pub use sapwood_tree::{
        Attribute, AttributeView, Attributes, Budget, CandidateKey, DoctypeIds, DocumentMode,
        ElementName, ElementView, InsertionLocation, Name, NewElement, Node, NodeKind, NodeSource,
        NodeView, Origin, Patch, QualifiedAttribute, QualifiedElement, QualifiedName,
    };
}

/// XPath 1.0 expressions: [`Document::xpath`] and [`XPath`].
#[cfg(feature = "xpath")]
pub mod xpath {
    #[doc(inline)]
    pub use sapwood_xpath::{
        Bindings, Environment, Item, Value, XPath, XPathError, XPathErrorKind, XPathOptions,
    };
}

/// The examples of the guides.
#[cfg(all(doctest, feature = "extract", feature = "select"))]
mod guides {
    #[cfg(feature = "sanitizer")]
    #[doc = include_str!("../docs/coming-from-ammonia.md")]
    struct Ammonia;

    #[doc = include_str!("../docs/coming-from-jsoup-and-beautiful-soup.md")]
    struct JsoupAndBeautifulSoup;

    #[cfg(feature = "encoding")]
    #[doc = include_str!("../docs/coming-from-lol-html.md")]
    struct LolHtml;

    #[cfg(feature = "exslt")]
    #[doc = include_str!("../docs/coming-from-lxml.md")]
    struct Lxml;

    #[doc = include_str!("../docs/coming-from-scraper.md")]
    struct Scraper;

    #[cfg(feature = "lossless")]
    #[doc = include_str!("../docs/editing.md")]
    struct Editing;

    #[cfg(all(feature = "encoding", feature = "xml"))]
    #[doc = include_str!("../docs/tour.md")]
    struct Tour;

    #[cfg(all(feature = "json", feature = "xml"))]
    #[doc = include_str!("../docs/cookbook.md")]
    struct Cookbook;
}

/// The examples of the README.
#[cfg(all(doctest, feature = "encoding", feature = "select"))]
#[doc = include_str!("../README.md")]
struct Readme;

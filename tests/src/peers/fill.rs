//! Fills trees of other libraries with html5ever and with Sapwood.

use ::dom_query::Document;
use ::markup5ever_rcdom::RcDom;
use ::scraper::{Html, HtmlTreeSink};
use sapwood::{FragmentContext, TreeSource};
use sapwood_markup5ever::{
    ParseOpts, ProcessingInstructions,
    markup5ever::interface::TreeSink,
    tendril::{StrTendril, TendrilSink, fmt::UTF8},
    tree_builder::TreeBuilderOpts,
    v0_39,
};

use super::{DomQuery, MarkupRcDom, Scraper};
use crate::{dump::dump, pieces::Cut};

/// An input with its options.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The text.
    pub html: &'a str,
    /// The context element, for a fragment.
    pub context: Option<FragmentContext<'a>>,
    /// Whether scripting is enabled.
    pub scripting: bool,
    /// The chunks in which the text is fed.
    pub cut: Cut,
    /// Whether the dump of a fragment includes the `html` element that is its root.
    pub shows_root: bool,
}

/// The parser that fills a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filler {
    /// html5ever.
    Html5ever,
    /// Sapwood.
    Sapwood(ProcessingInstructions),
    /// Sapwood by html5ever's API.
    DropIn,
}

/// The tree to fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// `scraper::Html`.
    Scraper,
    /// `dom_query::Document`.
    DomQuery,
    /// `markup5ever_rcdom::RcDom`, which depends on `markup5ever` 0.39.
    MarkupRcDom,
    /// Our own `RcDom`, filled through the trait of `markup5ever` instead of its own parser.
    RcDom,
}

impl Peer {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Scraper, Self::DomQuery, Self::MarkupRcDom, Self::RcDom];

    /// Fills a tree with `filler` and returns its dump.
    #[must_use]
    pub fn dump(self, filler: Filler, input: &Input<'_>) -> String {
        match self {
            Self::Scraper => {
                let html = match input.context {
                    None => Html::new_document(),
                    Some(_) => Html::new_fragment(),
                };
                let html = fill(HtmlTreeSink::new(html), filler, input);
                written(&Scraper(&html), html.tree.root().id(), input)
            }
            Self::DomQuery => {
                let document = match input.context {
                    None => Document::default(),
                    Some(_) => Document::fragment_sink(),
                };
                let document = fill(document, filler, input);
                written(&DomQuery(&document), document.tree.root_id(), input)
            }
            Self::MarkupRcDom => {
                let dom = fill_v0_39(RcDom::default(), filler, input);
                written(&MarkupRcDom(&dom), dom.document.clone(), input)
            }
            Self::RcDom => {
                let dom = fill(sapwood_rcdom::RcDom::default(), filler, input);
                written(&dom, dom.document.clone(), input)
            }
        }
    }
}

impl Input<'_> {
    /// Returns the dump of the tree that `sapwood_rcdom`'s parser builds.
    #[must_use]
    pub fn rcdom_dump(&self) -> String {
        let dom = feed(self.rcdom_parser(), self);
        written(&dom, dom.document.clone(), self)
    }

    /// Returns the dump of a snapshot of the tree that `sapwood_rcdom`'s parser builds.
    #[must_use]
    pub fn rcdom_snapshot_dump(&self) -> String {
        let snapshot = feed(self.rcdom_parser(), self).snapshot();
        written(&snapshot.document(), snapshot.root(), self)
    }

    /// Returns the dump of a text fed in these chunks.
    #[must_use]
    pub fn rcdom_dump_of(&self, pieces: &[&str]) -> String {
        let mut parser = self.rcdom_parser();
        for piece in pieces {
            parser.process(StrTendril::from(*piece));
        }
        let dom = parser.finish();
        written(&dom, dom.document.clone(), self)
    }

    fn rcdom_parser(&self) -> sapwood_rcdom::Parser {
        use sapwood_rcdom::{Namespace, QualName, RcDom, parse_document, parse_fragment};

        let dom = RcDom::default();
        let opts = self.opts(ProcessingInstructions::AsThemselves);
        match self.context {
            None => parse_document(dom, opts),
            Some(context) => {
                let url = Namespace::from(context.namespace.as_url());
                let name = QualName::new(None, url, context.local_name.into());
                parse_fragment(dom, opts, name, Vec::new(), self.scripting)
            }
        }
    }

    fn opts(&self, processing_instructions: ProcessingInstructions) -> ParseOpts {
        ParseOpts {
            tree_builder: TreeBuilderOpts {
                scripting_enabled: self.scripting,
                ..Default::default()
            },
            processing_instructions,
            ..Default::default()
        }
    }
}

/// Dumps the descendants of the root; of a fragment, those of the `html` element that is its root, unless
/// the dump includes that element.
fn written<T: TreeSource>(tree: &T, root: T::Node, input: &Input<'_>) -> String {
    match input.context {
        None => dump(tree, &root),
        Some(_) if input.shows_root => dump(tree, &root),
        Some(_) => tree.children(&root).next().map(|html| dump(tree, &html)).unwrap_or_default(),
    }
}

fn feed<P: TendrilSink<UTF8>>(mut parser: P, input: &Input<'_>) -> P::Output {
    input.cut.each(input.html, |chunk| parser.process(StrTendril::from(chunk)));
    parser.finish()
}

fn fill<S: TreeSink>(sink: S, filler: Filler, input: &Input<'_>) -> S::Output {
    use sapwood_markup5ever::{Namespace, QualName, parse_document, parse_fragment};

    let name = input.context.map(|context| {
        let url = Namespace::from(context.namespace.as_url());
        QualName::new(None, url, context.local_name.into())
    });
    match filler {
        Filler::Html5ever => {
            let opts = html5ever::ParseOpts {
                tree_builder: html5ever::tree_builder::TreeBuilderOpts {
                    scripting_enabled: input.scripting,
                    ..Default::default()
                },
                ..Default::default()
            };
            feed(
                match name {
                    None => html5ever::parse_document(sink, opts),
                    Some(name) => {
                        html5ever::parse_fragment(sink, opts, name, Vec::new(), input.scripting)
                    }
                },
                input,
            )
        }
        Filler::Sapwood(instructions) => {
            let opts = input.opts(instructions);
            feed(
                match name {
                    None => parse_document(sink, opts),
                    Some(name) => parse_fragment(sink, opts, name, Vec::new(), input.scripting),
                },
                input,
            )
        }
        Filler::DropIn => {
            let opts = sapwood_html5ever::ParseOpts {
                tree_builder: sapwood_html5ever::tree_builder::TreeBuilderOpts {
                    scripting_enabled: input.scripting,
                    ..Default::default()
                },
                ..Default::default()
            };
            let scripting = input.scripting;
            feed(
                match name {
                    None => sapwood_html5ever::parse_document(sink, opts),
                    Some(name) => {
                        sapwood_html5ever::parse_fragment(sink, opts, name, Vec::new(), scripting)
                    }
                },
                input,
            )
        }
    }
}

/// Fills a sink of `markup5ever` 0.39.
fn fill_v0_39<S>(sink: S, filler: Filler, input: &Input<'_>) -> S::Output
where
    S: v0_39::markup5ever::interface::TreeSink,
{
    use v0_39::{
        markup5ever::{Namespace, QualName},
        parse_document, parse_fragment,
    };

    let name = input.context.map(|context| {
        let url = Namespace::from(context.namespace.as_url());
        QualName::new(None, url, context.local_name.into())
    });
    match filler {
        Filler::Html5ever => {
            let opts = html5ever_v0_39::ParseOpts {
                tree_builder: html5ever_v0_39::tree_builder::TreeBuilderOpts {
                    scripting_enabled: input.scripting,
                    ..Default::default()
                },
                ..Default::default()
            };
            let scripting = input.scripting;
            feed(
                match name {
                    None => html5ever_v0_39::parse_document(sink, opts),
                    Some(name) => {
                        html5ever_v0_39::parse_fragment(sink, opts, name, Vec::new(), scripting)
                    }
                },
                input,
            )
        }
        // The drop-in for this version shares its source with the other.
        Filler::DropIn => {
            fill_v0_39(sink, Filler::Sapwood(ProcessingInstructions::AsComments), input)
        }
        Filler::Sapwood(instructions) => {
            let opts = input.opts(instructions);
            feed(
                match name {
                    None => parse_document(sink, opts),
                    Some(name) => parse_fragment(sink, opts, name, Vec::new(), input.scripting),
                },
                input,
            )
        }
    }
}

//! Trees of other people's making, which html5ever and Sapwood fill alike, and how they are read.

mod dom_query;
mod fill;
mod markup5ever_rcdom;
mod scraper;

pub use self::{
    dom_query::DomQuery,
    fill::{Filler, Input, Peer},
    markup5ever_rcdom::MarkupRcDom,
    scraper::Scraper,
};
use sapwood::{
    NameId, Namespace,
    tree_sink::{AttributeView, Name, QualifiedName},
};

/// A name of `markup5ever`'s as a [`TreeSource`](sapwood::TreeSource) gives it.
fn name<'a>(prefix: Option<&'a str>, url: &'a str, local: &'a str) -> QualifiedName<'a> {
    QualifiedName {
        prefix: prefix.filter(|prefix| !prefix.is_empty()),
        namespace: Namespace::of_url(url),
        namespace_url: url,
        local: Name { id: NameId::UNKNOWN, text: local },
    }
}

fn attribute<'a>(name: QualifiedName<'a>, value: &'a str) -> AttributeView<'a> {
    AttributeView { name, value }
}

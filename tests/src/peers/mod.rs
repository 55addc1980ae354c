//! Trees of other libraries, which html5ever and Sapwood can fill, and adapters to read them.

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
    tree::{AttributeView, Name, QualifiedName},
};

/// Converts a name of `markup5ever`.
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

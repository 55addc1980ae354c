//! URLs in attributes, made absolute.

use sapwood::{
    Document,
    extract::{Link, url::Url},
};

/// Replaces each URL in an attribute by what it resolves to in a page at `url`. URLs that can't be resolved stay as
/// they are.
pub(super) fn resolve_links(document: &mut Document, url: &Url) {
    let base = document.base_url(Some(url));
    let mut edits = Vec::new();
    {
        let links: Vec<Link<'_>> = document.links().collect();
        let same = |a: &Link<'_>, b: &Link<'_>| {
            a.element == b.element && std::ptr::eq(a.attribute, b.attribute)
        };
        for links in links.chunk_by(same) {
            let Link { element, attribute, .. } = links[0];
            let attributes = element.attrs();
            let Some(own) = attributes.into_iter().find(|it| it.local_name() == attribute) else {
                continue;
            };
            // An attribute may hold several URLs, in this order, such as `srcset`.
            let (mut value, mut rest) = (String::new(), own.value());
            for link in links {
                let Some(at) = rest.find(&*link.value) else { continue };
                let resolved = link.resolve(base.as_ref());
                value.push_str(&rest[..at]);
                value.push_str(resolved.as_ref().map_or(&link.value, |url| url.as_str()));
                rest = &rest[at + link.value.len()..];
            }
            value.push_str(rest);
            let name = own.qualified_name();
            let namespace = name.namespace_url.to_owned();
            edits.push((element.node_id(), namespace, name.to_string(), value));
        }
    }
    for (element, namespace, name, value) in edits {
        // Only names that can't be written are refused, and these were read.
        let _ = match namespace.is_empty() {
            true => document.set_attribute(element, &name, &value),
            false => document.set_attribute_ns(element, &namespace, &name, &value),
        };
    }
}

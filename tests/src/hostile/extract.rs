//! Calls that read a document.

use std::fmt::Write;

use sapwood::{Document, NodeRef, attr, selecting::SelectingParser, serializer};

use super::{
    Call, read,
    shapes::{deepest, first, last},
};

/// Returns the root, above everything except template contents.
fn root(document: &Document) -> NodeRef<'_> {
    document.root()
}

fn body(document: &Document) -> NodeRef<'_> {
    document.body().unwrap_or(document.root())
}

/// Counts the nodes for which `is` holds.
fn each(document: &Document, is: impl Fn(NodeRef<'_>) -> bool) -> usize {
    root(document).descendants().filter(|node| is(*node)).count()
}

/// Returns the length of the text that `write` writes.
fn written(write: impl FnOnce(&mut String) -> std::fmt::Result) -> usize {
    let mut text = String::new();
    write(&mut text).expect("writing to a string succeeds");
    text.len()
}

pub(super) const CALLS: &[Call] = &[
    read("children", |it| body(it).children().count() + root(it).children().count()),
    read("children from the back", |it| body(it).children().rev().count()),
    read("child elements", |it| body(it).children().elements().count()),
    read("descendants", |it| root(it).descendants().count()),
    read("descendants from the back", |it| root(it).descendants().rev().count()),
    read("descendants from both ends", |it| {
        let mut walk = root(it).descendants();
        let mut taken = 0;
        while walk.next().is_some() && walk.next_back().is_some() {
            taken += 1;
        }
        taken
    }),
    read("descendant elements", |it| root(it).descendants().elements().count()),
    read("ancestors", |it| deepest(it).ancestors().count() + last(it).ancestors().count()),
    read("ancestor elements", |it| deepest(it).ancestors().elements().count()),
    read("following", |it| first(it).following().count()),
    read("following, from the back", |it| first(it).following().rev().count()),
    read("following the head", |it| it.head().map_or(0, |head| head.following().count())),
    read("following the deepest", |it| deepest(it).following().count()),
    read("last of following", |it| usize::from(first(it).following().next_back().is_some())),
    read("preceding", |it| last(it).preceding().count()),
    read("preceding the deepest", |it| deepest(it).preceding().count()),
    read("following siblings", |it| first(it).next_siblings().count()),
    read("preceding siblings", |it| last(it).previous_siblings().count()),
    read("element siblings of each", |it| {
        each(it, |node| {
            node.next_element_sibling().is_some() || node.previous_element_sibling().is_some()
        })
    })
    .not_on(&["texts", "comments of the document"]),
    read("last element sibling", |it| {
        let last = first(it).last_child();
        usize::from(last.and_then(|last| last.previous_element_sibling()).is_some())
    }),
    read("element parents and children of each", |it| {
        each(it, |node| {
            node.parent_element().is_some()
                || node.first_element_child().is_some()
                || node.last_element_child().is_some()
        })
    }),
    read("links of each", |it| {
        each(it, |node| {
            node.parent().is_some()
                && node.first_child() == node.last_child()
                && node.next_sibling() == node.previous_sibling()
        })
    }),
    read("ids of each", |it| each(it, |node| it.node(node.node_id()) == Some(node))),
    read("names of each", |it| {
        each(it, |node| {
            node.qualified_name().is_some_and(|name| name.to_string().is_empty())
                || node.namespace_uri() == node.prefix()
                || node.host().is_some()
                || node.span().is_some()
                || node.origin().is_some()
        })
    }),
    read("texts", |it| root(it).texts().map(str::len).sum()),
    read("text_content", |it| root(it).text_content().len()),
    read("to_html", |it| it.to_html().len()),
    read("to_minified_html", |it| it.to_minified_html().len()),
    read("to_xml", |it| it.to_xml().len()),
    read("to_well_formed_xml", |it| it.to_well_formed_xml().map_or(0, |xml| xml.len())),
    read("outer_html", |it| first(it).outer_html().len() + deepest(it).outer_html().len()),
    read("inner_html", |it| body(it).inner_html().len()),
    // The indentation grows with the depth.
    read("pretty_inner", |it| {
        let options = serializer::SerializeOptions::default();
        written(|text| serializer::pretty_inner(text, &it, &root(it), &options))
    })
    .not_on(&["deep", "deep templates", "deep and wide"]),
    read("dump", |it| written(|text| write!(text, "{}", it.dump()))).not_on(&[
        "deep",
        "deep templates",
        "deep and wide",
    ]),
    read("Debug", |it| format!("{it:?} {:?} {:?}", first(it), deepest(it)).len()),
    read("clone", |it| it.clone().len()),
    read("drop", |it| {
        drop(it.clone());
        1
    }),
    read("heap_bytes", Document::heap_bytes),
    read("the parts of the page", |it| {
        let parts = [it.head(), it.body(), it.doctype(), it.document_element()];
        parts.into_iter().flatten().count()
    }),
    read("attrs", |it| first(it).attrs().rev().map(|it| it.name().len() + it.value().len()).sum()),
    read("an attribute", |it| {
        let first = first(it);
        let found = [first.attr("nowhere"), first.known_attribute(attr::TITLE)];
        found.into_iter().flatten().count()
    }),
    read("attr_as", |it| first(it).attr_as::<i64>("nowhere").map_or(0, |_| 1)),
    read("attr_reference", |it| usize::from(first(it).attr_reference("id", "map").is_some())),
    read("select", |it| it.select("div.b, p.c, #nowhere").map_or(0, Iterator::count)),
    read("select descendants", |it| it.select("body div p, div div.b").map_or(0, Iterator::count)),
    read("select siblings", |it| {
        it.select("p + p, p ~ p, :nth-child(3)").map_or(0, Iterator::count)
    }),
    read("select_first", |it| usize::from(it.select_first("#nowhere").is_ok())),
    read("select with :has()", |it| it.select("div:has(p), p:has(+ p)").map_or(0, Iterator::count)),
    read("SelectingParser", |it| {
        let mut matches = 0;
        let mut stream = SelectingParser::default();
        stream.on("p.b, template", |_| matches += 1).expect("decidable at the start tag");
        stream.feed(&it.to_html());
        stream.finish();
        matches
    }),
    read("text_content", |it| root(it).text_content().len()),
    read("inner_text", |it| it.inner_text().len() + first(it).inner_text().len()),
    read("article", |it| {
        let article = it.article();
        article.to_text().len() + article.to_html().len() + article.nodes().count()
    }),
    read("links", |it| it.links().count()),
    read("title", |it| it.title().map_or(0, |title| title.len())),
    read("meta", |it| it.meta().count()),
    read("tables", |it| it.tables().map(|table| table.rows().len()).sum()),
    read("attr of each", |it| {
        each(it, |node| node.attr("ID").is_some() || node.element_id().is_some())
    }),
    read("classes of each", |it| each(it, |node| node.classes().count() > 1)),
    read("matches", |it| usize::from(last(it).matches("html body :last-child") == Ok(true))),
    read("closest", |it| usize::from(deepest(it).closest("html").is_ok())),
];

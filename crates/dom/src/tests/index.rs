//! The element index: which documents get one, and how much memory it takes.

use sapwood_tree::{Span, TreeSink};

use super::document;
use crate::Document;

/// Class names `c0 c1 …`.
fn classes(count: usize) -> String {
    (0..count).map(|number| format!("c{number} ")).collect()
}

/// A page with an element of `classes` classes, and `copies` elements that share its attributes.
fn page_with_copies(class_count: usize, copies: usize) -> Document {
    let mut builder = document();
    let body = builder.page();
    let original = builder.element(body, "b", &[("class", &classes(class_count))]);
    for _ in 0..copies {
        let p = builder.element(body, "p", &[]);
        let copy = builder.reopen_element(&original, Span::default());
        builder.append(&p, &copy);
    }
    builder.finish().document
}

/// Searches often enough for an index to be built; returns the bytes that it takes.
fn index_bytes(document: &Document) -> usize {
    let before = document.heap_bytes();
    for _ in 0..20 {
        assert_eq!(document.select("marquee").unwrap().count(), 0);
    }
    document.heap_bytes() - before
}

#[test]
fn index_of_shared_attributes_is_bounded() {
    for (class_count, copies) in [(4_000, 4_000), (20, 10_000), (60_000, 100), (3, 10_000)] {
        let document = page_with_copies(class_count, copies);
        let (before, index) = (document.heap_bytes(), index_bytes(&document));
        assert!(index < 4 * before, "{class_count} × {copies}: {index} for {before}");
        let found = document.select(".c2").unwrap().count();
        assert_eq!(found, copies + 1, "{class_count} × {copies}");
    }
    assert_eq!(index_bytes(&page_with_copies(4_000, 4_000)), 0);
    assert!(index_bytes(&page_with_copies(3, 10_000)) > 0, "few shared classes are no reason");
}

#[test]
fn attributes_of_their_own_never_prevent_an_index() {
    let mut builder = document();
    let body = builder.page();
    for _ in 0..300 {
        builder.element(body, "b", &[("class", &classes(300)), ("id", ""), ("lang", "")]);
    }
    let document = builder.finish().document;
    assert!(index_bytes(&document) > 300 * 300);
    assert_eq!(document.select(".c299").unwrap().count(), 300);
}

/// Checks each search below each element against the matches among all its descendants.
fn check_below_every_element(document: &Document, selectors: &[&str]) {
    for element in document.descendants().elements() {
        for css in selectors {
            let expected: Vec<_> =
                element.descendants().elements().filter(|it| it.matches(*css).unwrap()).collect();
            let found: Vec<_> = element.select(*css).unwrap().collect();
            assert_eq!(found, expected, "{css} below {element:?}");
            assert_eq!(element.select_first(*css).unwrap(), expected.first().copied(), "{css}");
        }
    }
}

#[test]
fn search_below_an_element_finds_what_matches() {
    let selectors =
        ["b", ".x", "[lang]", "#i", "b.x", "p b", "i, b", "p > .x", "li:has(b)", "b:nth-child(2)"];
    // Subtrees of all sizes around that up to which a search scans.
    let item = |size: usize| {
        let content = "<b class=x lang=t>1</b><i>2</i>".repeat(size);
        format!("<li id=i><p class=x>{content}</p>")
    };
    let html: String = (0..16).map(item).collect();
    for is_moved in [false, true] {
        let mut document = crate::parse(&format!("<ul>{html}</ul>"));
        if is_moved {
            // Slot order is tree order no more.
            let last = document.select_ids("li:last-child").unwrap()[0];
            let list = document.select_ids("ul").unwrap()[0];
            document.prepend(list, last).unwrap();
        }
        check_below_every_element(&document, &selectors);
        // Now, if not before, there is an index.
        index_bytes(&document);
        check_below_every_element(&document, &selectors);
    }
}

//! Calls that change a document.

use sapwood::{Document, EditError, NodeId, parse};

use super::{
    Call, change,
    shapes::{deepest, first, last},
};

/// Returns 1 if the edit succeeded; a refusal must be as fast.
fn done(result: Result<(), EditError>) -> usize {
    usize::from(result.is_ok())
}

fn body(document: &Document) -> NodeId {
    document.body().unwrap_or(document.root()).node_id()
}

fn element(document: &mut Document) -> NodeId {
    document.create_element("b").expect("the document has room")
}

/// Returns the elements in the body, without template contents.
fn elements(document: &Document) -> Vec<NodeId> {
    let body = document.body().unwrap_or(document.root());
    body.descendants().elements().map(|it| it.node_id()).collect()
}

/// Applies `change` to each of these elements; returns the number of successes.
fn each(
    document: &mut Document,
    elements: impl IntoIterator<Item = NodeId>,
    mut change: impl FnMut(&mut Document, NodeId) -> Result<(), EditError>,
) -> usize {
    elements.into_iter().map(|element| done(change(document, element))).sum()
}

/// Applies `put` to new elements, half as many as the document has nodes.
fn many(
    document: &mut Document,
    put: impl FnMut(&mut Document, NodeId) -> Result<(), EditError>,
) -> usize {
    let new: Vec<_> = (0..document.len() / 2).map(|_| element(document)).collect();
    each(document, new, put)
}

pub(super) const CALLS: &[Call] = &[
    change("append to the deepest", |it| {
        let (deepest, new) = (deepest(it).node_id(), element(it));
        done(it.append(deepest, new))
    }),
    change("append an element to its descendant", |it| {
        let (top, deepest) = (first(it).node_id(), deepest(it).node_id());
        done(it.append(deepest, top))
    }),
    change("append a tree to another", |it| {
        let (top, deepest) = (first(it).node_id(), deepest(it).node_id());
        let new = element(it);
        done(it.append(new, top)) + done(it.append(deepest, new))
    }),
    change("append many", |it| {
        let body = body(it);
        many(it, |it, new| it.append(body, new))
    }),
    change("append many to the deepest", |it| {
        let deepest = deepest(it).parent().map_or(body(it), |it| it.node_id());
        many(it, |it, new| it.append(deepest, new))
    }),
    change("prepend many", |it| {
        let body = body(it);
        many(it, |it, new| it.prepend(body, new))
    }),
    change("insert many before the first", |it| {
        let first = first(it).node_id();
        many(it, |it, new| it.insert_before(first, new))
    }),
    change("insert many after the last", |it| {
        let last = last(it).node_id();
        many(it, |it, new| it.insert_after(last, new))
    }),
    change("append each new element to the previous one", |it| {
        let mut above = body(it);
        many(it, |it, new| {
            it.append(above, new)?;
            above = new;
            Ok(())
        })
    }),
    change("append the previous element to each new one", |it| {
        let mut inner = first(it).node_id();
        it.remove(inner).expect("the id is valid");
        many(it, |it, new| {
            it.append(new, inner)?;
            inner = new;
            Ok(())
        })
    }),
    change("append each to the body", |it| {
        let body = body(it);
        let all = elements(it);
        each(it, all, |it, element| it.append(body, element))
    }),
    change("append each to the body, last to first", |it| {
        let body = body(it);
        let all = elements(it).into_iter().rev();
        each(it, all, |it, element| it.append(body, element))
    }),
    change("append through a fragment", |it| {
        let Ok(fragment) = it.create_fragment() else { return 0 };
        let (body, children) = (
            body(it),
            last(it)
                .parent()
                .map_or(Vec::new(), |it| it.children().map(|it| it.node_id()).collect()),
        );
        let moved =
            children.into_iter().map(|child| done(it.append(fragment, child))).sum::<usize>();
        moved + done(it.prepend(body, fragment))
    }),
    change("remove each", |it| {
        let all = elements(it);
        each(it, all, |it, element| it.remove(element))
    }),
    change("remove each, the last first", |it| {
        let all = elements(it).into_iter().rev();
        each(it, all, |it, element| it.remove(element))
    }),
    change("remove_children", |it| {
        let (root, body) = (it.root().node_id(), body(it));
        done(it.remove_children(body)) + done(it.remove_children(root))
    }),
    change("replace each", |it| {
        let all = elements(it);
        each(it, all, |it, element| {
            let new = it.create_element("i")?;
            it.replace(element, new)
        })
    }),
    change("wrap each", |it| {
        let all = elements(it);
        each(it, all, |it, element| {
            let new = it.create_element("i")?;
            it.wrap(element, new)
        })
    }),
    change("unwrap each", |it| {
        let all = elements(it);
        each(it, all, |it, element| it.unwrap(element))
    }),
    // The deepest children move up once per ancestor, which is a quadratic number of requested moves.
    change("unwrap each, last to first", |it| {
        let all = elements(it).into_iter().rev();
        each(it, all, |it, element| it.unwrap(element))
    })
    .not_on(&["deep and wide"]),
    change("unwrap the body", |it| {
        let body = body(it);
        done(it.unwrap(body))
    }),
    change("wrap the page, and unwrap it", |it| {
        let (Some(html), new) = (it.document_element().map(|it| it.node_id()), element(it)) else {
            return 0;
        };
        done(it.wrap(html, new)) + done(it.unwrap(new))
    }),
    change("a doctype", |it| {
        let Ok(doctype) = it.create_doctype("html", "", "") else { return 0 };
        let root = it.root().node_id();
        done(it.append(root, doctype)) + done(it.prepend(root, doctype))
    }),
    change("set_text", |it| {
        let body = body(it);
        done(it.set_text(body, "text"))
    }),
    change("set_text of each", |it| {
        let all = elements(it).into_iter().rev();
        each(it, all, |it, element| it.set_text(element, "text"))
    }),
    change("set_inner_html", |it| {
        let body = body(it);
        done(it.set_inner_html(body, "<p>text"))
    }),
    change("set_inner_html of the deepest", |it| {
        let deepest = deepest(it).parent().map_or(body(it), |it| it.node_id());
        done(it.set_inner_html(deepest, "<p>text"))
    }),
    change("set_inner_html to the whole document", |it| {
        let (body, html) = (body(it), it.to_html());
        done(it.set_inner_html(body, &html))
    }),
    change("set_attribute", |it| {
        let first = first(it).node_id();
        done(it.set_attribute(first, "title", "text")) + done(it.set_attribute(first, "a7", "text"))
    }),
    change("set_attribute of each", |it| {
        let all = elements(it);
        each(it, all, |it, element| {
            it.set_attribute(element, "title", "one")?;
            it.set_attribute(element, "title", "two")
        })
    })
    .not_on(&["attributes"]),
    change("set_attribute a hundred times", |it| {
        let first = first(it).node_id();
        (0..100).map(|turn| done(it.set_attribute(first, &format!("b{turn}"), "text"))).sum()
    }),
    change("remove_attribute", |it| {
        let first = first(it).node_id();
        done(it.remove_attribute(first, "id").map(drop))
            + done(it.remove_attribute(first, "a7").map(drop))
    }),
    change("retain_attributes", |it| {
        let first = first(it).node_id();
        let mut turn = 0;
        done(it.retain_attributes(first, |_| {
            turn += 1;
            turn % 2 == 0
        }))
    }),
    change("retain_attributes of each", |it| {
        let all = elements(it);
        each(it, all, |it, element| it.retain_attributes(element, |_| false))
    }),
    change("clone_subtree", |it| {
        let body = body(it);
        done(it.clone_subtree(body).map(drop))
    }),
    change("import", |it| {
        let mut other = parse("");
        let Ok(copy) = other.import(it.body().unwrap_or(it.root())) else { return 0 };
        let body = body(&other);
        done(other.append(body, copy))
    }),
    change("normalize", |it| {
        let root = it.root().node_id();
        done(it.normalize(root))
    }),
    change("normalize split text", |it| {
        let body = body(it);
        for turn in 0..it.len() {
            let Ok(text) = it.create_text(if turn % 2 == 0 { "text" } else { "" }) else {
                return 0;
            };
            it.append(body, text).expect("an element takes texts");
        }
        done(it.normalize(body))
    }),
    change("compact", |it| it.compact().get(it.root().node_id()).map_or(1, |_| 0)),
    change("compact after removing everything", |it| {
        let body = body(it);
        done(it.remove_children(body)) + it.compact().get(body).map_or(0, |_| 1)
    }),
    change("shrink_to_fit", |it| {
        it.shrink_to_fit();
        1
    }),
    change("trim", |it| {
        it.trim();
        1
    }),
];

//! Attributes and texts of all elements that match, in one call.

use sapwood::{NodeId, NodeRef};
use sapwood_capi::{document::Document, node::NodeNumber, select::Selector};

use crate::{
    memory::text,
    packed::{Packed, Texts},
};

/// The texts that `value` has for the elements that match, each as start and end.
fn list(
    document: &Document,
    node: NodeNumber,
    selector: &Selector,
    value: impl Fn(NodeRef<'_>, &mut dyn FnMut(&str)),
) -> Option<Box<Packed>> {
    let packed = document.read(|document| {
        let node = match node {
            0 => document.root(),
            node => NodeId::from_bits(node).and_then(|id| document.node(id))?,
        };
        let (mut spans, mut texts) = (Vec::new(), Texts::default());
        for element in selector.compiled().select(node) {
            value(element, &mut |text| {
                let (start, end) = texts.push(text);
                spans.extend([start, end]);
            });
        }
        Some(Packed::new(spans, texts))
    });
    packed.flatten()
}

/// Returns the values of an attribute of the elements that match and have it. Null if the node is stale.
///
/// # Safety
///
/// `name` has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sapwood_js_select_attributes(
    document: &Document,
    node: NodeNumber,
    selector: &Selector,
    name: *const u8,
    length: usize,
) -> Option<Box<Packed>> {
    // SAFETY: the contract of this function.
    let name = unsafe { text(name, length) };
    list(document, node, selector, |element, push| {
        if let Some(value) = element.attr(name) {
            push(value);
        }
    })
}

/// Returns the text contents of the elements that match. Null if the node is stale.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_select_texts(
    document: &Document,
    node: NodeNumber,
    selector: &Selector,
) -> Option<Box<Packed>> {
    list(document, node, selector, |element, push| {
        let child = element.first_child();
        let lone = child.filter(|child| child.next_sibling().is_none());
        match lone.and_then(|child| child.as_text()) {
            Some(text) => push(text),
            None => push(&element.text_content()),
        }
    })
}

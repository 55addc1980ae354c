//! Elements whose content the user can edit, for `:read-write`.

use sapwood_names::{HashMap, Namespace, attr};
use sapwood_tree::Node;

use crate::inherited::inherited;

/// Whether an element is an [editing host or
/// editable](https://html.spec.whatwg.org/multipage/interaction.html#editing-host).
pub(crate) fn is_editable<'d, N: Node<'d>>(known: &mut HashMap<usize, bool>, element: N) -> bool {
    let own = |node: N| {
        if node.namespace() != Namespace::Html {
            // Of other elements only an outermost `svg` or `math` can be editable.
            let is_outermost = node
                .parent()
                .is_some_and(|parent| parent.is_element() && parent.namespace() == Namespace::Html);
            return if is_outermost { None } else { Some(false) };
        }
        let value = node.known_attribute(attr::CONTENTEDITABLE)?;
        let is = |keyword: &str| value.eq_ignore_ascii_case(keyword);
        if value.is_empty() || is("true") || is("plaintext-only") {
            return Some(true);
        }
        is("false").then_some(false)
    };
    inherited(known, element, false, own)
}

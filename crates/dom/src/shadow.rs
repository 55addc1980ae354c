//! [Declarative shadow roots](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead).

use names::{Namespace, sets};
use tree_sink::ShadowRootInit;

use crate::{
    arena::{Kind, Link, Slot},
    document::Document,
    node::NodeRef,
};

/// A shadow root: what was declared of it, and the fragment that is its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShadowRootRef<'a> {
    /// What the `template` start tag said.
    pub init: ShadowRootInit,
    /// The root of the shadow tree; its [`host`](NodeRef::host) is the element it is attached to.
    pub root: NodeRef<'a>,
}

impl Document {
    /// [Attaches a shadow root](https://dom.spec.whatwg.org/#concept-attach-a-shadow-root); `None`
    /// if `host` can't have one or already has one.
    pub(crate) fn attach_shadow_root(&mut self, host: Slot, init: &ShadowRootInit) -> Link {
        let head = self.nodes[host].head;
        let is_host = head.is(Kind::Element)
            && head.namespace() == Namespace::Html
            && !head.has_fragment()
            && (sets::SHADOW_HOST.contains(head.name())
                || is_custom_element_name(self.name_text(head.name())));
        if !is_host {
            return None;
        }
        let entry = u32::try_from(self.shadow_roots.len() + 1).ok()?;
        let root = self.push_fragment(host, entry)?;
        self.shadow_roots.push(*init);
        Some(root)
    }
}

/// Whether this is a [valid custom element
/// name](https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name).
fn is_custom_element_name(name: &str) -> bool {
    const RESERVED: [&str; 8] = [
        "annotation-xml",
        "color-profile",
        "font-face",
        "font-face-src",
        "font-face-uri",
        "font-face-format",
        "font-face-name",
        "missing-glyph",
    ];
    let is_refused = |byte: u8| {
        byte.is_ascii_uppercase()
            || byte.is_ascii_whitespace()
            || matches!(byte, b'\0' | b'/' | b'>')
    };
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.contains('-')
        && !name.bytes().any(is_refused)
        && !RESERVED.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::is_custom_element_name;

    #[test]
    fn custom_element_names() {
        for name in ["a-", "my-element", "x-é", "x-a.b_1"] {
            assert!(is_custom_element_name(name), "{name}");
        }
        for name in ["", "a", "-a", "1-a", "é-a", "A-b", "a-B", "a-\0", "a-/", "font-face"] {
            assert!(!is_custom_element_name(name), "{name}");
        }
    }
}

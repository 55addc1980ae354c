//! Formulas.

use sapwood_names::tag;
use sapwood_tree::Node;

use super::{convert::Converter, inline::one_line};

impl<'d, N: Node<'d>> Converter<'_, 'd, N> {
    /// Writes a formula by its TeX annotation; returns whether it has one.
    pub(super) fn math(&mut self, node: N) -> bool {
        if !self.options.math {
            return false;
        }
        let annotation = node.descendants().find(|child| {
            child.element_head().is_some_and(|head| head.name == tag::ANNOTATION)
                && child.attr("encoding").is_some_and(|it| {
                    it.eq_ignore_ascii_case("application/x-tex") || it.eq_ignore_ascii_case("tex")
                })
        });
        let Some(annotation) = annotation else { return false };
        let tex = one_line(&annotation.text_content());
        if !tex.is_empty() && !tex.contains('$') {
            let is_block = node.attr("display").is_some_and(|it| it.eq_ignore_ascii_case("block"));
            let marks = if is_block { "$$" } else { "$" };
            self.inline.markdown(&[marks, &tex, marks].concat());
        }
        true
    }
}

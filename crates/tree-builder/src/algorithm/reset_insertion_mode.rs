//! [Resetting the insertion mode
//! appropriately](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately)

use sapwood_names::{NameId, Namespace, tag};
use sapwood_tree::TreeSink;

use crate::builder::{Mode, TreeBuilder};

/// The elements that determine the insertion mode.
const DECISIVE: [NameId; 13] = [
    tag::TD,
    tag::TH,
    tag::TR,
    tag::TBODY,
    tag::THEAD,
    tag::TFOOT,
    tag::CAPTION,
    tag::COLGROUP,
    tag::TABLE,
    tag::TEMPLATE,
    tag::HEAD,
    tag::BODY,
    tag::FRAMESET,
];

impl<S: TreeSink> TreeBuilder<S> {
    /// Sets the insertion mode by the last open element of [`DECISIVE`].
    ///
    /// The standard walks up the stack. Comparing the known last positions of these names takes constant
    /// time instead.
    pub(crate) fn reset_insertion_mode(&mut self) {
        let last = DECISIVE.into_iter().max_by_key(|&name| self.open.last(name));
        if let Some(name) = last.filter(|&name| self.open.contains(name)) {
            self.mode = match name {
                tag::TD | tag::TH => Mode::InCell,
                tag::HEAD => Mode::InHead,
                _ => self.mode_inside(name).unwrap_or(Mode::InBody),
            };
            return;
        }
        // Only the root is left, or the context element in place of it.
        let of_context = self.context.as_ref().map(|context| match context.namespace {
            Namespace::Html if context.name != tag::HTML => {
                self.mode_inside(context.name).unwrap_or(Mode::InBody)
            }
            Namespace::Html => self.mode_after_root(),
            _ => Mode::InBody,
        });
        self.mode = of_context.unwrap_or_else(|| self.mode_after_root());
    }

    fn mode_inside(&self, name: NameId) -> Option<Mode> {
        Some(match name {
            tag::TR => Mode::InRow,
            tag::TBODY | tag::THEAD | tag::TFOOT => Mode::InTableBody,
            tag::CAPTION => Mode::InCaption,
            tag::COLGROUP => Mode::InColumnGroup,
            tag::TABLE => Mode::InTable,
            tag::TEMPLATE => self.template_modes.last().copied()?,
            tag::BODY => Mode::InBody,
            tag::FRAMESET => Mode::InFrameset,
            _ => return None,
        })
    }

    fn mode_after_root(&self) -> Mode {
        if self.head.is_none() { Mode::BeforeHead } else { Mode::AfterHead }
    }
}

//! Content that is inserted where the end of the input cuts off markup.
//!
//! *Problem.* A page may end in a tag, a comment, a script or open elements. Content that follows this in the output, such as what
//! is appended to the body, would become a part of it.
//!
//! *Idea.* The bytes of the input stay as they are. Before the first content, what is cut off is closed in the way that keeps its
//! tokens, and the elements inside of the one that gets the content get their end tags. A tag that is cut off is no token, so
//! content precedes it.
//!
//! *Invariant.* Without content at the end, nothing is written there.

use std::{borrow::Cow, mem};

use sapwood_tokenizer::CutOff;
use sapwood_tree::TreeSink;
use sapwood_tree_builder::TreeBuilder;

use super::edits::{Closing, Edits};
use crate::matching::Handle;

/// The elements that the end of the input cuts off.
#[derive(Default)]
pub(super) struct Unclosed {
    /// Offset of the end, or of the tag that it cuts off.
    end: usize,
    /// The open elements and their names, from the outermost on.
    elements: Vec<(Handle, Cow<'static, str>)>,
    /// Whether the last of them holds raw text.
    is_raw: bool,
    /// Text that must precede the end tag of raw text.
    before_end_tag: &'static str,
    /// The end tags of formatting elements that the next text would be in, though they aren't open.
    formatting: String,
}

impl Unclosed {
    /// The elements that are open now.
    pub(super) fn of(builder: &TreeBuilder<impl TreeSink<Handle = Handle>>) -> Self {
        let mut this = Self { is_raw: builder.is_in_raw_text(), ..Self::default() };
        builder.for_each_open(&mut |element, name| this.elements.push((*element, name)));
        if this.elements.iter().any(|(_, name)| name == "plaintext") {
            // An end tag would be text.
            return Self::default();
        }
        this.elements.reverse();
        builder.for_each_to_reconstruct(&mut |name| {
            this.formatting.extend(["</", name.as_str(), ">"]);
        });
        this
    }

    /// Takes note of an end of the input at `end`.
    pub(super) fn end_at(&mut self, end: usize, cut_off: CutOff, edits: &mut Edits) {
        self.end = end;
        let mut close = |at, replaced, html: &str, is_of_token| {
            edits.close_by(Closing { end, at, replaced, html: html.to_owned(), is_of_token });
        };
        match cut_off {
            CutOff::Nothing => {}
            CutOff::Dropped(at) => {
                edits.end_at(at);
                self.end = at;
            }
            CutOff::Unclosed(text) => close(end, 0, text, true),
            CutOff::Section(text) => close(end, 0, text, false),
            CutOff::Text { at, replaced, text } => close(at, replaced, text, true),
            CutOff::Script(text) => self.before_end_tag = text,
        }
    }

    /// Takes the elements from `depth` on, and returns their end tags.
    fn leave(&mut self, depth: usize) -> String {
        let mut end_tags = String::new();
        for (_, name) in self.elements.drain(depth..).rev() {
            if mem::take(&mut self.is_raw) {
                end_tags.push_str(self.before_end_tag);
            }
            end_tags.extend(["</", &*name, ">"]);
        }
        end_tags
    }

    /// Has raw text and templates closed before the next insertion, which would be swallowed there.
    pub(super) fn leave_hidden(&mut self, edits: &mut Edits) {
        if self.elements.is_empty() {
            return;
        }
        let template = self.elements.iter().position(|(_, name)| name == "template");
        let depth = template.unwrap_or(self.elements.len() - usize::from(self.is_raw));
        let end_tags = self.leave(depth);
        self.close_by(end_tags, edits);
    }

    /// Has all that is open in an element closed before the next insertion. Returns the element's own end tag, if it is open as well.
    pub(super) fn leave_content(&mut self, element: Handle, edits: &mut Edits) -> Option<String> {
        let Some(depth) = self.elements.iter().rposition(|it| it.0 == element) else {
            self.leave_hidden(edits);
            return None;
        };
        let mut end_tags = self.leave(depth + 1);
        end_tags.push_str(&mem::take(&mut self.formatting));
        self.close_by(end_tags, edits);
        Some(self.leave(depth))
    }

    fn close_by(&self, html: String, edits: &mut Edits) {
        if !html.is_empty() {
            edits.close_by(Closing::insert(self.end, html));
        }
    }
}

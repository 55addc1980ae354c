//! Nodes as the tree builder of a rewriter has them.

use std::{borrow::Cow, mem};

use sapwood_names::{Name, NameId};
use sapwood_tree::{Origin, Span};

use super::{
    content::{Insert, Inserts},
    edits::Edits,
    element::{Changes, EndChanges, EndHandler, EndTag, Kept as KeptPart, UserData},
    handler_set::HandlerSet,
};
use crate::matching::{Handle, Kept, NodeState, Scope};

/// A node, as the tree builder has it.
pub(super) struct Node<S> {
    pub(super) scope: Scope,
    /// The handlers of texts and comments in it.
    pub(super) active: HandlerSet,
    /// Whether one of them is for texts.
    pub(super) wants_text: bool,
    /// Whether it holds raw text.
    pub(super) is_raw: bool,
    /// The node that children have which match nothing: itself, or one that they share.
    pub(super) shared: Handle,
    /// Whether the first child that matches nothing may become [`shared`](Self::shared).
    pub(super) may_lend: bool,
    /// The parent of a table, for content that is misplaced in it.
    pub(super) parent_of_table: Handle,
    pub(super) is_table: bool,
    /// The element itself, if it is needed again: it isn't in the tree yet, or it may be reopened.
    pub(super) kept: Option<Box<Kept>>,
    /// The name of a formatting element whose attributes aren't needed again.
    pub(super) formatting: Option<NameId>,
    /// Whether it isn't in the tree yet.
    pub(super) is_new: bool,
    /// Whether it is the copy of a formatting element.
    pub(super) is_copy: bool,
    /// Whether a shadow root can be attached to it.
    pub(super) can_be_host: bool,
    pub(super) origin: Origin,
    pub(super) self_closing: bool,
    /// The changes at its end, if any.
    pub(super) ending: Option<Box<Ending<S>>>,
    /// Whether there are such changes, or may be when its handlers have been called.
    pub(super) is_watched: bool,
}

impl<S> Default for Node<S> {
    fn default() -> Self {
        Self {
            scope: Scope::default(),
            active: HandlerSet::default(),
            wants_text: false,
            is_raw: false,
            shared: Handle::NONE,
            may_lend: false,
            parent_of_table: Handle::NONE,
            is_table: false,
            kept: None,
            formatting: None,
            is_new: false,
            is_copy: false,
            can_be_host: false,
            origin: Origin::Implied(Span::default()),
            self_closing: false,
            ending: None,
            is_watched: false,
        }
    }
}

impl<S> NodeState for Node<S> {
    #[inline]
    fn scope(&mut self) -> &mut Scope {
        &mut self.scope
    }

    #[inline]
    fn leads_to(&self) -> [Handle; 2] {
        [self.shared, self.parent_of_table]
    }

    #[inline]
    fn clear(&mut self) -> Option<Box<Kept>> {
        let mut scope = mem::take(&mut self.scope);
        scope.clear();
        let kept = self.kept.take();
        *self = Self { scope, ..Self::default() };
        kept
    }
}

/// The changes at an element's end.
pub(super) struct Ending<S> {
    /// The name, and the one that it was given.
    pub(super) name: Cow<'static, str>,
    pub(super) new_name: Option<Box<str>>,
    pub(super) append: Inserts,
    pub(super) after: Inserts,
    pub(super) kept: KeptPart,
    pub(super) at_end: Vec<EndHandler<S>>,
    pub(super) user_data: UserData,
    /// The end of its start tag.
    pub(super) content_start: usize,
    pub(super) shape: Shape,
    pub(super) is_raw: bool,
    /// The end tag, if the end of the input cuts the element off.
    pub(super) cut_off: Option<String>,
}

/// The form of an element's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// With an end tag, which may be implied.
    Usual,
    /// As [`Usual`](Self::Usual), but after an implied end the parser reopens it.
    Formatting,
    /// It is void, or a self-closing foreign element without content.
    Empty,
    /// A self-closing foreign element that got content.
    Opened,
}

impl<S> Ending<S> {
    /// Takes from `changes` what concerns the end of an element; `None` if nothing does.
    pub(super) fn of(
        changes: &mut Changes<S>,
        edits: &Edits,
        (name, shape, is_raw): (Name<'_>, Shape, bool),
        content_start: usize,
    ) -> Option<Box<Self>> {
        let is_needed = !(changes.append.is_empty()
            && changes.after.is_empty()
            && changes.kept == KeptPart::All
            && changes.at_end.is_empty()
            && changes.name.is_none()
            && shape != Shape::Opened);
        is_needed.then(|| {
            let own = |inserts: &mut Inserts| -> Inserts {
                inserts.drain(..).map(|insert: Insert| insert.own(edits)).collect()
            };
            Box::new(Self {
                name: match name.id.is_known() {
                    true => Cow::Borrowed(name.id.as_str()),
                    false => Cow::Owned(name.text.to_owned()),
                },
                new_name: changes.name.map(|name| edits.text(name).into()),
                append: own(&mut changes.append),
                after: own(&mut changes.after),
                kept: changes.kept,
                at_end: mem::take(&mut changes.at_end),
                user_data: changes.user_data.take(),
                content_start,
                shape,
                is_raw,
                cut_off: None,
            })
        })
    }
}

impl<S> Ending<S> {
    /// The range of the end tag in the source: empty if there is none.
    pub(super) fn tag_span(&self, tag: Option<Span>, at: usize) -> Span {
        // The tag that created the element may be the current one.
        let tag = tag.unwrap_or(Span::at(at));
        Span::new(tag.start.max(self.content_start), tag.end.max(self.content_start))
    }

    /// The end as functions see it.
    pub(super) fn end_tag<'e>(
        &'e mut self,
        is_implied: bool,
        changes: &'e mut EndChanges,
        edits: &'e mut Edits,
    ) -> EndTag<'e> {
        let Self { name, is_raw, user_data, .. } = self;
        EndTag { name, is_implied, is_raw: *is_raw, changes, edits, user_data }
    }
}

//! Events whose handlers may wait, so that they are called later.

use std::collections::VecDeque;

use sapwood_tree::{Origin, Span};

use super::{handler_set::HandlerSet, handlers::Start};
use crate::matching::{Handle, Kept};

/// A unit whose handlers have not been called, or not all of them.
pub(super) enum Event {
    Element { node: Handle, kept: Box<Kept>, origin: Origin, start: Start, matched: Vec<usize> },
    EndTag { node: Handle, tag: Option<Span>, token_start: usize },
    Text { active: HandlerSet, is_raw: bool, text: String, place: Place, is_last: bool },
    Comment { active: HandlerSet, data: String, span: Span },
    Doctype { names: [String; 3], span: Span },
    End,
}

/// The place of a text.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Span(Span),
    /// The end of an element, which depends on the edits before.
    End {
        tag: Option<Span>,
        token_start: usize,
    },
}

/// The events, in the order of the source.
#[derive(Default)]
pub(super) struct Queue {
    pub(super) events: VecDeque<Event>,
    /// The event one of whose handlers waits, and the number of the next handler.
    pub(super) waiting: Option<(Event, usize)>,
}

impl Queue {
    pub(super) fn push(&mut self, event: Event) {
        self.events.push_back(event);
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }
}

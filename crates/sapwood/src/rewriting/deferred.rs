//! Calls of handlers that may wait.
//!
//! *Problem.* The tree builder calls the sink in the middle of a token, and can't stop there until somebody has an answer.
//!
//! *Idea.* No handler changes what the tree builder or the selectors see. So a rewriter whose handlers may wait keeps what they are to be
//! called for, and calls them when a piece of the input has been parsed, before it is written.
//!
//! *Invariant.* The handlers see the same units in the same order, and edits come in the order of the source, as without a queue.

use sapwood_tree::{NewElement, Span};

use super::{
    content::HandlerResult,
    element::{Element, is_raw},
    events::{Event, Place},
    handlers::{Called, Handlers, Text, Waits},
    sink::Sink,
    units::{Comment, Doctype, DocumentEnd, TextPiece},
    waiting::Unit,
};

/// The range of a text in the source.
fn text_span<S>(handlers: &Handlers<'_, S>, place: Place) -> Span {
    match place {
        Place::Span(span) => span,
        Place::End { tag, token_start } => Span::at(handlers.end_place(tag, token_start).1),
    }
}

impl<S> Sink<'_, S> {
    /// Calls the handlers of all events. Returns whether one waits.
    #[inline]
    pub(super) fn handle_events(&mut self) -> bool {
        self.handlers.can_wait && self.handle_all()
    }

    #[cold]
    fn handle_all(&mut self) -> bool {
        while let Some((event, from)) = self.next_event() {
            if self.handlers.failure.is_some() {
                self.queue.events.clear();
                return false;
            }
            if let Err(Waits(next)) = self.handle(&event, from) {
                self.queue.waiting = Some((event, next));
                return true;
            }
        }
        false
    }

    fn next_event(&mut self) -> Option<(Event, usize)> {
        self.queue.waiting.take().or_else(|| Some((self.queue.events.pop_front()?, 0)))
    }

    /// Calls the handlers of an event from number `from` on.
    fn handle(&mut self, event: &Event, from: usize) -> Called {
        let Self { handlers, nodes, .. } = self;
        match event {
            Event::Element { node, kept, origin, start, matched } => {
                let ending = kept.with(|element| {
                    let element = NewElement { origin: *origin, ..element };
                    handlers.element(element, *start, matched, from)
                })?;
                nodes.get_mut(*node).ending = ending;
            }
            Event::EndTag { node, tag, token_start } => {
                let place = handlers.end_place(*tag, *token_start);
                let Some(mut ending) = nodes.get_mut(*node).ending.take() else { return Ok(()) };
                if let Err(waits) = handlers.end_element(*node, &mut ending, place) {
                    nodes.get_mut(*node).ending = Some(ending);
                    return Err(waits);
                }
            }
            Event::Text { active, is_raw, text, place, is_last } => {
                let span = text_span(handlers, *place);
                let text = Text { active, is_raw: *is_raw, text, span, is_last: *is_last };
                handlers.text(text, from)?;
            }
            Event::Comment { active, data, span } => {
                handlers.comment(active, data, *span, from)?;
            }
            Event::Doctype { names, span } => {
                handlers.doctype(names.each_ref().map(String::as_str), *span, from)?;
            }
            Event::End => handlers.document_end(from)?,
        }
        Ok(())
    }

    /// Calls `see` with what the handler that waits was called for.
    pub(super) fn waiting<T>(&mut self, see: impl FnOnce(Unit<'_, S>) -> T) -> Option<T> {
        let Self { handlers, nodes, queue, .. } = self;
        let (event, _) = queue.waiting.as_ref()?;
        let edits = &mut handlers.edits;
        let changes = &mut handlers.unit_changes;
        Some(match event {
            Event::Element { kept, origin, .. } => kept.with(|element| {
                let element = NewElement { origin: *origin, ..element };
                let is_raw = is_raw(&element, handlers.scripting);
                see(Unit::Element(Element::new(element, &mut handlers.changes, edits, is_raw)))
            }),
            Event::EndTag { node, tag, .. } => {
                // As when its functions were called: nothing was edited since.
                let is_implied = tag.is_none_or(|tag| tag.start < edits.end());
                let ending = nodes.get_mut(*node).ending.as_mut()?;
                see(Unit::EndTag(ending.end_tag(is_implied, &mut handlers.end_changes, edits)))
            }
            Event::Text { is_raw, text, is_last, .. } => {
                let (is_raw, is_last) = (*is_raw, *is_last);
                see(Unit::Text(TextPiece { text, is_last, is_raw, changes, edits }))
            }
            Event::Comment { data, .. } => see(Unit::Comment(Comment { data, changes, edits })),
            Event::Doctype { names: [name, public_id, system_id], .. } => {
                see(Unit::Doctype(Doctype { name, public_id, system_id, changes }))
            }
            Event::End => {
                let appended = &mut handlers.appended;
                see(Unit::End(DocumentEnd { appended, edits }))
            }
        })
    }

    /// Takes the result of the handler that waits. Those after it are called by [`handle_events`](Self::handle_events).
    pub(super) fn answer(&mut self, result: HandlerResult) {
        let Err(error) = result else { return };
        let Some((event, _)) = &self.queue.waiting else { return };
        let at = match event {
            Event::Element { start, .. } => start.start(),
            Event::EndTag { node, tag, token_start } => {
                let (tag, at) = self.handlers.end_place(*tag, *token_start);
                let ending = &self.nodes.get(*node).ending;
                ending.as_ref().map_or(at, |ending| ending.tag_span(tag, at).start)
            }
            Event::Text { place, .. } => text_span(&self.handlers, *place).start,
            Event::Comment { span, .. } | Event::Doctype { span, .. } => span.start,
            Event::End => usize::MAX,
        };
        self.handlers.fail(at, error);
    }
}

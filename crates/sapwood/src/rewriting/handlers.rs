//! The handlers, and the edits of the source that they ask for.
//!
//! A handler may [wait](super::Wait). Then the call that met it returns where to go on, and is made again with that when the
//! caller of the rewriter has changed what the handler was called for.

use std::mem;

use sapwood_names::{Namespace, tag};
use sapwood_tree::{NewElement, Origin, Span};

use super::{
    content::{HandlerResult, Inserts, place_all},
    edits::{Closing, Edits, TagChange, TextRange},
    element::{Changes, Element, EndChanges, Kept as KeptPart, is_raw, is_void},
    handler_set::HandlerSet,
    nodes::{Ending, Shape},
    tags::push_start_tag,
    unclosed::Unclosed,
    units::{
        Comment, CommentHandler, Doctype, DoctypeHandler, DocumentEnd, DocumentEndHandler,
        TextHandler, TextPiece, UnitChanges,
    },
    waiting::Wait,
};
use crate::matching::{Handle, may_reopen};

/// A function for each element that matches a selector.
pub(super) type ElementHandler<'h, S> =
    Box<dyn FnMut(&mut S, &mut Element<'_, S>) -> HandlerResult + Send + 'h>;

/// The purpose of a selector.
pub(super) enum Purpose<'h, S> {
    Element(ElementHandler<'h, S>),
    /// The handler of texts or comments of this number.
    Content(usize),
}

/// A function for texts or comments.
pub(super) enum ContentHandler<'h, S> {
    Text(TextHandler<'h, S>),
    Comment(CommentHandler<'h, S>),
}

/// A failure of a handler, and where it was called.
pub(super) struct Failure {
    pub(super) at: usize,
    pub(super) error: Box<dyn std::error::Error + Send + Sync>,
}

/// A handler waits; the next one has this number.
pub(super) struct Waits(pub(super) usize);

/// The result of a call of handlers. A failure is kept in [`failure`](Handlers::failure).
pub(super) type Called<T = ()> = Result<T, Waits>;

/// The place of a start tag.
#[derive(Clone, Copy)]
pub(super) struct Start {
    span: Span,
    is_tag: bool,
    self_closing: bool,
}

impl Start {
    pub(super) fn of(element: &NewElement<'_>, self_closing: bool) -> Self {
        let (span, is_tag) = match element.origin {
            Origin::Tag(span) => (span, true),
            Origin::Implied(span) if is_void(element) => (span, false),
            Origin::Implied(span) => (Span::at(span.start), false),
        };
        Self { span, is_tag, self_closing }
    }

    /// The offset of the tag.
    pub(super) fn start(&self) -> usize {
        self.span.start
    }
}

/// A piece of text, and the handlers of its parent.
#[derive(Clone, Copy)]
pub(super) struct Text<'t> {
    pub(super) active: &'t HandlerSet,
    pub(super) is_raw: bool,
    pub(super) text: &'t str,
    pub(super) span: Span,
    pub(super) is_last: bool,
}

/// The handlers, and the edits.
pub(super) struct Handlers<'h, S> {
    /// The purpose of each selector.
    pub(super) purposes: Vec<Purpose<'h, S>>,
    pub(super) contents: Vec<ContentHandler<'h, S>>,
    pub(super) doctypes: Vec<DoctypeHandler<'h, S>>,
    pub(super) ends: Vec<DocumentEndHandler<'h, S>>,
    pub(super) state: S,
    pub(super) edits: Edits,
    pub(super) failure: Option<Failure>,
    /// The start of the content of a `pre` that content was inserted before.
    pub(super) line_feed_at: Option<usize>,
    /// The content that the handlers of the end append.
    pub(super) appended: Inserts,
    pub(super) unclosed: Unclosed,
    pub(super) can_wait: bool,
    pub(super) scripting: bool,
    // Empty between calls, unless a handler waits:
    pub(super) changes: Changes<S>,
    pub(super) unit_changes: UnitChanges,
    pub(super) end_changes: EndChanges,
}

impl<S> Handlers<'_, S> {
    pub(super) fn new(state: S, scripting: bool) -> Self {
        Self {
            purposes: Vec::new(),
            contents: Vec::new(),
            doctypes: Vec::new(),
            ends: Vec::new(),
            state,
            edits: Edits::default(),
            failure: None,
            line_feed_at: None,
            appended: Vec::new(),
            unclosed: Unclosed::default(),
            can_wait: false,
            scripting,
            changes: Changes::default(),
            unit_changes: UnitChanges::default(),
            end_changes: EndChanges::default(),
        }
    }

    /// Takes the failure of a handler that was called at `at`.
    pub(super) fn fail(&mut self, at: usize, error: Box<dyn std::error::Error + Send + Sync>) {
        if self.failure.is_none() {
            self.failure = Some(Failure { at, error });
        }
    }

    /// Takes the error of the handler before `next`, which was called at `at`.
    #[cold]
    fn stop(
        &mut self,
        at: usize,
        error: Box<dyn std::error::Error + Send + Sync>,
        next: usize,
    ) -> Called {
        if self.can_wait && error.is::<Wait>() {
            return Err(Waits(next));
        }
        self.fail(at, error);
        Ok(())
    }

    /// Calls the handlers of the selectors `matched` from number `from` on. Returns the changes at the element's end.
    pub(super) fn element(
        &mut self,
        element: NewElement<'_>,
        start: Start,
        matched: &[usize],
        from: usize,
    ) -> Called<Option<Box<Ending<S>>>> {
        if from == 0 {
            self.changes.clear();
            self.unclosed.leave_hidden(&mut self.edits);
        }
        let is_raw = is_raw(&element, self.scripting);
        for (index, number) in matched.iter().enumerate().skip(from) {
            let Purpose::Element(call) = &mut self.purposes[*number] else { continue };
            let mut unit = Element::new(element, &mut self.changes, &mut self.edits, is_raw);
            if let Err(error) = call(&mut self.state, &mut unit) {
                return self.stop(start.span.start, error, index + 1).map(|()| None);
            }
        }
        Ok(self.start(element, start, is_raw))
    }

    /// Writes the changes at a start tag. Returns those at the element's end.
    fn start(
        &mut self,
        element: NewElement<'_>,
        Start { span: start, is_tag, self_closing }: Start,
        is_raw: bool,
    ) -> Option<Box<Ending<S>>> {
        let Self { changes, edits, .. } = self;
        let is_html = element.name.namespace == Namespace::Html;
        let gets_content = !changes.prepend.is_empty() || !changes.append.is_empty();
        let shape = if is_void(&element) {
            Shape::Empty
        } else if self_closing && !is_html {
            if gets_content { Shape::Opened } else { Shape::Empty }
        } else if may_reopen(&element) {
            Shape::Formatting
        } else {
            Shape::Usual
        };
        changes.drop_unchanged(&element, edits);
        place_all(&mut changes.before, start.start, edits);
        if let Some(replacement) = changes.replacement.take() {
            replacement.place(start.start, edits);
        }
        match changes.kept {
            KeptPart::Nothing => edits.leave_out_from(start.start),
            KeptPart::Content => edits.cut(start),
            KeptPart::All | KeptPart::Tags => {
                let is_changed = changes.name.is_some() || !changes.attributes.is_empty();
                if is_changed && !is_tag {
                    let html = start_tag(element, changes, edits);
                    edits.insert(start.start, html);
                    edits.cut(start);
                } else if is_changed || shape == Shape::Opened {
                    let first = edits.attributes.len();
                    edits.attributes.append(&mut changes.attributes);
                    let change = TagChange {
                        name: changes.name,
                        attributes: (first, edits.attributes.len()),
                        opens: shape == Shape::Opened,
                    };
                    edits.change_tag(start, change);
                }
            }
        }
        if changes.kept != KeptPart::Nothing {
            let skips_line_feed = is_html
                && matches!(element.name.name.id, tag::PRE | tag::LISTING | tag::TEXTAREA)
                && is_tag
                && !changes.prepend.is_empty();
            if skips_line_feed {
                // The parser takes this one for the line feed that it takes no notice of.
                let line_feed = edits.store("\n");
                edits.insert(start.end, line_feed);
            }
            place_all(&mut changes.prepend, start.end, edits);
            if skips_line_feed && changes.kept == KeptPart::All {
                edits.cut_line_feed(start.end);
                self.line_feed_at = Some(start.end);
            }
            if changes.kept == KeptPart::Tags {
                edits.leave_out_from(start.end);
            }
        }
        Ending::of(changes, edits, (element.name.name, shape, is_raw), start.end)
    }

    /// Returns the end tag of an element, unless an element inside took it, and the place of the end: at the tag, or at the start of
    /// the current token.
    pub(super) fn end_place(&self, tag: Option<Span>, token_start: usize) -> (Option<Span>, usize) {
        // If an element inside took the end tag, this one ends after it.
        let edited = self.edits.end();
        let tag = tag.filter(|tag| tag.start >= edited);
        let at = tag.map_or(token_start.max(edited), |tag| tag.start);
        (tag, at)
    }

    /// Calls the functions at an element's end, and writes the changes there.
    pub(super) fn end_element(
        &mut self,
        element: Handle,
        ending: &mut Ending<S>,
        (tag, at): (Option<Span>, usize),
    ) -> Called {
        let end_tag = self.unclosed.leave_content(element, &mut self.edits);
        ending.cut_off = end_tag.or(ending.cut_off.take());
        let tag_span = ending.tag_span(tag, at);
        while !ending.at_end.is_empty() {
            let call = ending.at_end.remove(0);
            let mut end = ending.end_tag(tag.is_none(), &mut self.end_changes, &mut self.edits);
            if let Err(error) = call(&mut self.state, &mut end) {
                return self.stop(tag_span.start, error, 0);
            }
        }
        self.end(ending, tag.is_none(), tag_span);
        Ok(())
    }

    /// Writes the changes at an element's end.
    fn end(&mut self, ending: &mut Ending<S>, is_implied: bool, tag: Span) {
        let Self { edits, end_changes, .. } = self;
        if ending.kept == KeptPart::Tags {
            edits.leave_out_to(tag.start);
        }
        place_all(&mut ending.append, tag.start, edits);
        place_all(&mut end_changes.before, tag.start, edits);
        let end_name = end_changes.name.take();
        let is_cut = mem::take(&mut end_changes.is_removed);
        match ending.kept {
            KeptPart::Nothing => edits.leave_out_to(tag.end),
            KeptPart::Content => edits.cut(tag),
            KeptPart::All | KeptPart::Tags if is_cut => edits.cut(tag),
            KeptPart::All | KeptPart::Tags => {
                let name = end_name.or(ending.new_name.as_ref().map(|name| edits.store(name)));
                let has_after = !(ending.after.is_empty() && end_changes.after.is_empty());
                let is_missing = is_implied
                    && match ending.shape {
                        Shape::Usual => has_after || ending.new_name.is_some(),
                        Shape::Formatting => ending.new_name.is_some(),
                        Shape::Empty => false,
                        Shape::Opened => true,
                    };
                let keeps_name = name.is_none() && ending.shape != Shape::Opened;
                if let Some(html) = ending.cut_off.take_if(|_| keeps_name) {
                    edits.close_by(Closing::insert(tag.start, html));
                } else if is_missing {
                    let name = ending.new_name.as_deref().unwrap_or(&ending.name);
                    let html = edits.store_by(|into| into.extend(["</", name, ">"]));
                    edits.insert(tag.start, html);
                } else if name.is_some() && !is_implied {
                    let change = TagChange { name, attributes: (0, 0), opens: false };
                    edits.change_tag(tag, change);
                }
            }
        }
        place_all(&mut end_changes.after, tag.end, edits);
        place_all(&mut ending.after, tag.end, edits);
    }

    /// Calls the handlers of a text from number `from` on.
    pub(super) fn text(&mut self, text: Text<'_>, from: usize) -> Called {
        let Text { active, is_raw, text, span, is_last } = text;
        let mut next = from;
        while let Some(number) = active.next(next) {
            next = number + 1;
            let ContentHandler::Text(call) = &mut self.contents[number] else { continue };
            let Self { unit_changes: changes, edits, .. } = self;
            let mut piece = TextPiece { text, is_last, is_raw, changes, edits };
            if let Err(error) = call(&mut self.state, &mut piece) {
                return self.stop(span.start, error, next);
            }
        }
        self.end_unit(span);
        Ok(())
    }

    /// Calls the handlers of a comment from number `from` on.
    pub(super) fn comment(
        &mut self,
        active: &HandlerSet,
        data: &str,
        span: Span,
        from: usize,
    ) -> Called {
        let mut next = from;
        while let Some(number) = active.next(next) {
            next = number + 1;
            let ContentHandler::Comment(call) = &mut self.contents[number] else { continue };
            let Self { unit_changes: changes, edits, .. } = self;
            if let Err(error) = call(&mut self.state, &mut Comment { data, changes, edits }) {
                return self.stop(span.start, error, next);
            }
        }
        self.end_unit(span);
        Ok(())
    }

    /// Calls the handlers of the DOCTYPE, which has these names, from number `from` on.
    pub(super) fn doctype(
        &mut self,
        [name, public_id, system_id]: [&str; 3],
        span: Span,
        from: usize,
    ) -> Called {
        for next in from..self.doctypes.len() {
            let changes = &mut self.unit_changes;
            let mut doctype = Doctype { name, public_id, system_id, changes };
            if let Err(error) = self.doctypes[next](&mut self.state, &mut doctype) {
                return self.stop(span.start, error, next + 1);
            }
        }
        self.end_unit(span);
        Ok(())
    }

    /// Calls the handlers of the end from number `from` on.
    pub(super) fn document_end(&mut self, from: usize) -> Called {
        for next in from..self.ends.len() {
            let Self { appended, edits, .. } = self;
            let mut end = DocumentEnd { appended, edits };
            if let Err(error) = self.ends[next](&mut self.state, &mut end) {
                return self.stop(usize::MAX, error, next + 1);
            }
        }
        Ok(())
    }

    /// Writes the changes of a text, a comment or the DOCTYPE.
    fn end_unit(&mut self, span: Span) {
        let Self { unit_changes: changes, edits, .. } = self;
        place_all(&mut changes.before, span.start, edits);
        if let Some(replacement) = changes.replacement.take() {
            replacement.place(span.start, edits);
        }
        let data = changes.data.take();
        if mem::take(&mut changes.is_removed) {
            edits.cut(span);
        } else if let Some(data) = data {
            let data = edits.text(data).to_owned();
            let html = edits.store_by(|into| into.extend(["<!--", &data, "-->"]));
            edits.insert(span.start, html);
            edits.cut(span);
        }
        place_all(&mut changes.after, span.end, edits);
    }
}

/// Stores the start tag of an element whose tag was implied.
fn start_tag<S>(element: NewElement<'_>, changes: &Changes<S>, edits: &mut Edits) -> TextRange {
    let name = changes.name.map_or(element.name.name.text, |name| edits.text(name));
    let attributes = changes
        .attributes
        .iter()
        .filter_map(|change| Some((edits.text(change.name), edits.text(change.value?))));
    let mut html = String::new();
    push_start_tag(name, attributes, &mut html);
    edits.store(&html)
}

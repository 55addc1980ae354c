//! The closed list of differences between streams and documents.

use sapwood::{
    Span, TreeSink, parse_into, tag,
    tree::{Attributes, Budget, InsertionLocation, NewElement, Patch},
};

/// Facts of a document that a stream of start tags can't see: all differences between streams and documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unstreamable {
    /// The parser moves or copies an element: foster parenting, the adoption agency, `template for`, `selectedcontent`.
    pub moves: bool,
    /// A second `html` or `body` tag has attributes.
    pub late_attributes: bool,
    /// A `frameset` replaces the body, whose elements a rewriter has found by then. It makes no difference to a stream of
    /// matches.
    pub replaced_body: bool,
    /// An element leaves the stack of open elements while others in it stay open: a `form`, or an `a` out of scope. For a
    /// rewriter it ends there.
    pub left_early: bool,
}

impl Unstreamable {
    /// Returns the facts of a page.
    #[must_use]
    pub fn of(html: &str) -> Self {
        parse_into(Self::default(), html)
    }

    /// Whether there is any.
    #[must_use]
    pub fn is_any(self) -> bool {
        self.moves || self.late_attributes
    }
}

/// A sink of which a handle says whether it is the body: a `frameset` removes that, and its matches have waited.
impl TreeSink for Unstreamable {
    type Handle = bool;
    type Output = Self;

    fn document(&mut self) -> bool {
        false
    }

    fn create_element(&mut self, element: NewElement<'_>) -> bool {
        element.name.name.id == tag::BODY
    }

    fn reopen_element(&mut self, _: &bool, _: Span) -> bool {
        false
    }

    fn create_comment(&mut self, _: &str, _: Span) -> bool {
        false
    }

    fn create_processing_instruction(&mut self, _: &str, _: &str, _: Span) -> bool {
        false
    }

    fn append(&mut self, _: &bool, _: &bool) {}

    fn append_text(&mut self, _: &bool, _: &str, _: Span) {}

    fn insert(&mut self, place: InsertionLocation<'_, bool>, _: &bool) {
        self.moves |= !matches!(place, InsertionLocation::LastChild(_));
    }

    fn insert_text(&mut self, _: InsertionLocation<'_, bool>, _: &str, _: Span) {}

    fn remove(&mut self, is_body: &bool) {
        self.moves |= !is_body;
        self.replaced_body |= is_body;
    }

    fn leave_stack(&mut self, _: &bool, _: Option<Span>) {
        self.left_early = true;
    }

    fn reparent_children(&mut self, _: &bool, _: &bool) {
        self.moves = true;
    }

    fn add_missing_attributes(&mut self, _: &bool, attributes: Attributes<'_>) {
        self.late_attributes |= attributes.iter().next().is_some();
    }

    fn template_contents(&mut self, _: &bool) -> bool {
        false
    }

    fn fill_selectedcontent(&mut self, _: &bool, _: Option<&bool>, _: &mut Budget) {
        self.moves = true;
    }

    fn begin_patch(&mut self, _: InsertionLocation<'_, bool>, _: &str) -> Option<Patch<bool>> {
        self.moves = true;
        None
    }

    fn finish(self) -> Self {
        self
    }
}

//! Elements and end tags as handlers see them.

use std::{any::Any, borrow::Cow, error::Error, fmt};

use sapwood_names::{Namespace, sets, tag};
use sapwood_tree::{Attribute, NewElement, Origin, Span};

use super::{
    content::{Content, HandlerResult, Insert, Inserts},
    edits::{AttributeChange, Edits, TextRange},
};

/// A function that is called where an element ends.
pub(super) type EndHandler<S> = Box<dyn FnOnce(&mut S, &mut EndTag<'_>) -> HandlerResult + Send>;

/// Data of the user.
pub(super) type UserData = Option<Box<dyn Any + Send>>;

/// The part of an element that is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kept {
    #[default]
    All,
    /// Its content.
    Content,
    /// Its tags.
    Tags,
    Nothing,
}

/// The changes that the handlers of an element ask for.
pub(super) struct Changes<S> {
    pub(super) before: Inserts,
    pub(super) prepend: Inserts,
    pub(super) append: Inserts,
    pub(super) after: Inserts,
    pub(super) replacement: Option<Insert>,
    pub(super) kept: Kept,
    pub(super) name: Option<TextRange>,
    pub(super) attributes: Vec<AttributeChange>,
    pub(super) at_end: Vec<EndHandler<S>>,
    pub(super) user_data: UserData,
}

impl<S> Default for Changes<S> {
    fn default() -> Self {
        Self {
            before: Vec::new(),
            prepend: Vec::new(),
            append: Vec::new(),
            after: Vec::new(),
            replacement: None,
            kept: Kept::All,
            name: None,
            attributes: Vec::new(),
            at_end: Vec::new(),
            user_data: None,
        }
    }
}

impl<S> Changes<S> {
    /// Forgets everything. The memory stays.
    pub(super) fn clear(&mut self) {
        for inserts in [&mut self.before, &mut self.prepend, &mut self.append, &mut self.after] {
            inserts.clear();
        }
        self.replacement = None;
        self.kept = Kept::All;
        self.name = None;
        self.attributes.clear();
        self.at_end.clear();
        self.user_data = None;
    }

    /// Forgets a name and attributes that the element has already, so that their source stays as it is.
    pub(super) fn drop_unchanged(&mut self, element: &NewElement<'_>, edits: &Edits) {
        self.name = self.name.filter(|name| edits.text(*name) != element.name.name.text);
        self.attributes.retain(|change| {
            let name = edits.text(change.name);
            let old = element.attributes.iter().find(|own| is_named(own, name));
            old.map(|own| own.value) != change.value.map(|value| edits.text(value))
        });
    }
}

/// An element whose start tag was read, as its handlers see and change it.
///
/// All handlers of an element see the changes of those before. Content that is inserted is not looked at by handlers.
///
/// The methods that insert can be called several times. Content that is added before or appended follows what was added
/// there earlier; content that is prepended or added after precedes it, so the last call is closest to the element's tag.
pub struct Element<'e, S = ()> {
    element: NewElement<'e>,
    changes: &'e mut Changes<S>,
    edits: &'e mut Edits,
    can_have_content: bool,
    /// Whether its content is text without character references.
    is_raw: bool,
}

impl<'e, S> Element<'e, S> {
    pub(super) fn new(
        element: NewElement<'e>,
        changes: &'e mut Changes<S>,
        edits: &'e mut Edits,
        is_raw: bool,
    ) -> Self {
        let can_have_content = !is_void(&element);
        Self { element, changes, edits, can_have_content, is_raw }
    }

    /// The local name: in lower case in HTML, with the capitals of the standard in SVG.
    #[must_use]
    pub fn tag_name(&self) -> &str {
        match self.changes.name {
            Some(name) => self.edits.text(name),
            None => self.element.name.name.text,
        }
    }

    /// Changes the name in both tags. If the element has no end tag, one is written where the element ends.
    ///
    /// The parser reads the content as that of the old name.
    ///
    /// # Errors
    ///
    /// If the name doesn't begin with an ASCII letter, or has a character that ends a name.
    pub fn set_tag_name(&mut self, name: &str) -> Result<(), InvalidName> {
        let is_valid = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && !name.contains(ENDS_NAME);
        if !is_valid {
            return Err(InvalidName { name: name.to_owned(), of: "tag" });
        }
        self.changes.name = Some(self.edits.store(name));
        Ok(())
    }

    /// The namespace: HTML, SVG or MathML.
    #[must_use]
    pub fn namespace(&self) -> Namespace {
        self.element.name.namespace
    }

    /// The position of the start tag in the decoded text; empty if the tag is implied.
    #[must_use]
    pub fn span(&self) -> Span {
        let (Origin::Tag(span) | Origin::Implied(span)) = self.element.origin;
        span
    }

    /// Returns the value of an attribute. The case of ASCII letters in the name doesn't matter.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        if let Some(change) = self.change_of(name) {
            return Some(self.edits.text(self.changes.attributes[change].value?));
        }
        let all = self.element.attributes;
        all.iter().find(|own| is_named(own, name)).map(|own| own.value)
    }

    /// Whether there is an attribute of this name.
    #[must_use]
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// Returns an iterator over the names and values of the attributes.
    pub fn attributes(&self) -> impl Iterator<Item = (Cow<'_, str>, &str)> {
        let all = self.element.attributes;
        let own = all.iter().filter_map(|own| {
            let name = qualified_name(&own);
            let value = match self.change_of(&name) {
                Some(change) => self.edits.text(self.changes.attributes[change].value?),
                None => own.value,
            };
            Some((name, value))
        });
        let added = self.changes.attributes.iter().filter_map(move |change| {
            let name = self.edits.text(change.name);
            let is_added = !all.iter().any(|own| is_named(&own, name));
            let value = change.value.filter(|_| is_added)?;
            Some((Cow::Borrowed(name), self.edits.text(value)))
        });
        own.chain(added)
    }

    /// Sets an attribute. One that exists keeps its place, its name as it is written, and its quotes if they can hold the value.
    ///
    /// # Errors
    ///
    /// If the name is empty, or has a character that ends a name.
    pub fn set_attribute(&mut self, name: &str, value: &str) -> Result<(), InvalidName> {
        if name.is_empty() || name.contains(ENDS_NAME) || name.contains('=') {
            return Err(InvalidName { name: name.to_owned(), of: "attribute" });
        }
        let value = Some(self.edits.store(value));
        self.change_attribute(name, value);
        Ok(())
    }

    /// Removes an attribute, if there is one of this name.
    pub fn remove_attribute(&mut self, name: &str) {
        if self.has_attribute(name) {
            self.change_attribute(name, None);
        }
    }

    fn change_of(&self, name: &str) -> Option<usize> {
        let mut changes = self.changes.attributes.iter();
        changes.position(|change| self.edits.text(change.name).eq_ignore_ascii_case(name))
    }

    fn change_attribute(&mut self, name: &str, value: Option<TextRange>) {
        match self.change_of(name) {
            Some(change) => self.changes.attributes[change].value = value,
            None => {
                let name = self.edits.store(name);
                self.changes.attributes.push(AttributeChange { name, value });
            }
        }
    }

    /// Inserts content before the element.
    pub fn before(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, false);
        self.changes.before.push(insert);
    }

    /// Inserts content after the element. If the element has no end tag, one is written first, unless the parser would
    /// reopen the element after it.
    pub fn after(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, false);
        self.changes.after.insert(0, insert);
    }

    /// Inserts content at the start of the element. Nothing happens if it is [void](Self::can_have_content).
    pub fn prepend(&mut self, content: Content<'_>) {
        if self.can_have_content {
            let insert = self.store_inside(content);
            self.changes.prepend.insert(0, insert);
        }
    }

    /// Inserts content at the end of the element. Nothing happens if it is [void](Self::can_have_content).
    pub fn append(&mut self, content: Content<'_>) {
        if self.can_have_content {
            let insert = self.store_inside(content);
            self.changes.append.push(insert);
        }
    }

    /// Replaces the content of the element, and what was prepended and appended. Nothing happens if it is
    /// [void](Self::can_have_content).
    ///
    /// Handlers see the old content nevertheless.
    pub fn set_inner_content(&mut self, content: Content<'_>) {
        if !self.can_have_content {
            return;
        }
        let insert = self.store_inside(content);
        self.changes.prepend.clear();
        self.changes.append.clear();
        self.changes.prepend.push(insert);
        self.changes.kept = match self.changes.kept {
            Kept::All | Kept::Tags => Kept::Tags,
            Kept::Content | Kept::Nothing => Kept::Nothing,
        };
    }

    fn store_inside(&mut self, content: Content<'_>) -> Insert {
        content.store(self.edits, self.is_raw)
    }

    /// Replaces the element with its content. Content that is inserted before and after it stays.
    pub fn replace(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, false);
        self.changes.replacement = Some(insert);
        self.changes.kept = Kept::Nothing;
    }

    /// Removes the element with its content. Handlers see the content nevertheless.
    pub fn remove(&mut self) {
        self.changes.kept = Kept::Nothing;
    }

    /// Removes the tags of the element alone.
    pub fn remove_and_keep_content(&mut self) {
        self.changes.kept = match self.changes.kept {
            Kept::All | Kept::Content => Kept::Content,
            Kept::Tags | Kept::Nothing => Kept::Nothing,
        };
    }

    /// Whether the element was removed or replaced, or its tags were.
    #[must_use]
    pub fn is_removed(&self) -> bool {
        matches!(self.changes.kept, Kept::Content | Kept::Nothing)
    }

    /// Whether the element can have content: it is not void, as `br` is.
    #[must_use]
    pub fn can_have_content(&self) -> bool {
        self.can_have_content
    }

    /// Calls a function where the element ends: with its end tag, or where its end is implied.
    ///
    /// ```
    /// use sapwood::rewriting::{Content, Rewriter};
    ///
    /// let mut rewriter = Rewriter::default();
    /// rewriter.on_element("li", |li| {
    ///     li.on_end_tag(|end| {
    ///         let mark = if end.is_implied() { "…" } else { "." };
    ///         end.before(Content::text(mark));
    ///         Ok(())
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewriter.rewrite("<ul><li>a<li>b</li></ul>")?, "<ul><li>a…<li>b.</li></ul>");
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    pub fn on_end_tag(
        &mut self,
        call: impl FnOnce(&mut EndTag<'_>) -> HandlerResult + Send + 'static,
    ) {
        self.changes.at_end.push(Box::new(move |_, end| call(end)));
    }

    /// Calls a function with the [state](super::Rewriter::with_state) of the rewriter where the element ends.
    pub fn on_end_tag_with(
        &mut self,
        call: impl FnOnce(&mut S, &mut EndTag<'_>) -> HandlerResult + Send + 'static,
    ) {
        self.changes.at_end.push(Box::new(call));
    }

    /// Data for the later handlers of this element, and for the functions that are called [at its end](Self::on_end_tag).
    ///
    /// ```
    /// use sapwood::rewriting::{Content, Rewriter};
    ///
    /// let mut rewriter = Rewriter::default();
    /// rewriter.on_element("h2", |h2| {
    ///     h2.set_user_data(h2.attribute("id").unwrap_or_default().to_owned());
    ///     h2.on_end_tag(|end| {
    ///         if let Some(id) = end.user_data().and_then(|data| data.downcast_ref::<String>()) {
    ///             let link = format!("<a href='#{id}'>§</a>");
    ///             end.before(Content::html(link));
    ///         }
    ///         Ok(())
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(
    ///     rewriter.rewrite("<h2 id=oak>Oak</h2>")?,
    ///     "<h2 id=oak>Oak<a href='#oak'>§</a></h2>",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    #[must_use]
    pub fn user_data(&self) -> Option<&(dyn Any + Send)> {
        self.changes.user_data.as_deref()
    }

    /// The data, to change it.
    #[must_use]
    pub fn user_data_mut(&mut self) -> Option<&mut (dyn Any + Send)> {
        self.changes.user_data.as_deref_mut()
    }

    /// Replaces the [data](Self::user_data) of this element.
    pub fn set_user_data(&mut self, data: impl Any + Send) {
        self.changes.user_data = Some(Box::new(data));
    }
}

impl<S> fmt::Debug for Element<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attributes: Vec<_> = self.attributes().collect();
        f.debug_struct("Element")
            .field("tag_name", &self.tag_name())
            .field("attributes", &attributes)
            .finish_non_exhaustive()
    }
}

/// The end of an element: its end tag, or the place where its end is implied.
pub struct EndTag<'e> {
    pub(super) name: &'e str,
    pub(super) is_implied: bool,
    pub(super) is_raw: bool,
    pub(super) changes: &'e mut EndChanges,
    pub(super) edits: &'e mut Edits,
    pub(super) user_data: &'e mut UserData,
}

/// The changes that the functions at an element's end ask for.
#[derive(Default)]
pub(super) struct EndChanges {
    pub(super) before: Inserts,
    pub(super) after: Inserts,
    pub(super) is_removed: bool,
    pub(super) name: Option<TextRange>,
}

impl EndTag<'_> {
    /// The local name of the element when its start tag was read.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name
    }

    /// Changes the name of the end tag alone. Nothing happens if the element has none.
    ///
    /// # Errors
    ///
    /// As [`Element::set_tag_name`].
    pub fn set_name(&mut self, name: &str) -> Result<(), InvalidName> {
        let is_valid = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && !name.contains(ENDS_NAME);
        if !is_valid {
            return Err(InvalidName { name: name.to_owned(), of: "tag" });
        }
        self.changes.name = Some(self.edits.store(name));
        Ok(())
    }

    /// Whether the element has no end tag: the next tag implies its end, or the end of the input.
    #[must_use]
    pub fn is_implied(&self) -> bool {
        self.is_implied
    }

    /// Inserts content before the end tag, at the end of the element.
    pub fn before(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, self.is_raw);
        self.changes.before.push(insert);
    }

    /// Inserts content after the element, before what was inserted there earlier.
    pub fn after(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, false);
        self.changes.after.insert(0, insert);
    }

    /// Removes the end tag.
    pub fn remove(&mut self) {
        self.changes.is_removed = true;
    }

    /// The [data](Element::user_data) of the element.
    #[must_use]
    pub fn user_data(&self) -> Option<&(dyn Any + Send)> {
        self.user_data.as_deref()
    }

    /// The data, to change it.
    #[must_use]
    pub fn user_data_mut(&mut self) -> Option<&mut (dyn Any + Send)> {
        self.user_data.as_deref_mut()
    }
}

impl fmt::Debug for EndTag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EndTag")
            .field("name", &self.name)
            .field("is_implied", &self.is_implied)
            .finish_non_exhaustive()
    }
}

/// A name that can't be written in a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidName {
    name: String,
    of: &'static str,
}

impl fmt::Display for InvalidName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} can't be written as the name of a{}",
            self.name,
            match self.of {
                "tag" => " tag",
                _ => "n attribute",
            }
        )
    }
}

impl Error for InvalidName {}

/// The characters that end a name in a tag, and NUL, which the parser replaces.
const ENDS_NAME: [char; 8] = ['\t', '\n', '\x0c', '\r', ' ', '/', '>', '\0'];

/// Whether the element is [void](https://html.spec.whatwg.org/multipage/syntax.html#void-elements).
pub(super) fn is_void(element: &NewElement<'_>) -> bool {
    element.name.namespace == Namespace::Html && sets::VOID.contains(element.name.name.id)
}

/// Whether the content of the element is text without character references.
pub(super) fn is_raw(element: &NewElement<'_>, scripting: bool) -> bool {
    let name = element.name.name.id;
    element.name.namespace == Namespace::Html
        && (sets::RAW_TEXT_CHILDREN.contains(name) || scripting && name == tag::NOSCRIPT)
}

/// The prefix with which an attribute of a foreign element is written.
fn prefix(attribute: &Attribute<'_>) -> &'static str {
    match attribute.namespace {
        Namespace::XLink => "xlink:",
        Namespace::Xml => "xml:",
        Namespace::XmlNs if attribute.name.text != "xmlns" => "xmlns:",
        _ => "",
    }
}

fn qualified_name<'a>(attribute: &Attribute<'a>) -> Cow<'a, str> {
    match prefix(attribute) {
        "" => Cow::Borrowed(attribute.name.text),
        prefix => Cow::Owned(format!("{prefix}{}", attribute.name.text)),
    }
}

fn is_named(attribute: &Attribute<'_>, name: &str) -> bool {
    let prefix = prefix(attribute);
    name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        && name[prefix.len()..].eq_ignore_ascii_case(attribute.name.text)
}

//! The parts of a page that a rewriter's functions see and change.

use std::{
    borrow::Cow,
    ffi::{c_char, c_void},
    ptr,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak},
};

use sapwood::rewriting::{
    Comment, Content, ContentWriter as Writing, Doctype, DocumentEnd, Element, EndTag,
    HandlerResult, TextPiece, Unit as Waiting, Wait,
};

use crate::{
    border::{ErrorOut, Loan, Out, UserData, required, run, text, value},
    content_writer::{ContentCall, ContentFunction, ContentWriter},
    failure::{Failure, Status},
    strings::{Str, write_some},
};

/// A part of a page that a function of a rewriter is called for. It can be used until that function returns, or, if the function answers
/// that it waits, until `sapwood_rewriter_resume`; after that, and for calls that its kind doesn't have, functions find nothing or return
/// `SAPWOOD_STATUS_INVALID_ARGUMENT`. Texts that functions lend live as long.
pub struct Unit {
    contents: Mutex<Contents>,
    /// The argument of functions that write content. It lives as long as the unit, so a late use of it is an error.
    pub(crate) writer: ContentWriter,
    /// The unit itself, for functions that are called later.
    me: Weak<Self>,
    /// Lends what the rewriter waits for.
    waiting: OnceLock<LendWaiting>,
}

/// A function that lends a part of a page to another one, if the rewriter waits for it.
type LendWaiting = Box<dyn Fn(&mut dyn FnMut(Lent)) + Send + Sync>;

struct Contents {
    lent: Lent,
    /// Copies of the texts that were handed out.
    texts: Vec<Box<str>>,
}

/// The state of a rewriter, which all of its functions share.
type Shared = Arc<Unit>;

/// A part of a page, for as long as a function runs.
pub(crate) enum Lent {
    Nothing,
    Element(Loan<Element<'static, Shared>>),
    EndTag(Loan<EndTag<'static>>),
    Text(Loan<TextPiece<'static>>),
    Comment(Loan<Comment<'static>>),
    Doctype(Loan<Doctype<'static>>),
    End(Loan<DocumentEnd<'static>>),
}

impl Lent {
    pub(crate) fn element(element: &mut Element<'_, Shared>) -> Self {
        Self::Element(Loan::of(ptr::from_mut(element).cast()))
    }

    fn end_tag(end: &mut EndTag<'_>) -> Self {
        Self::EndTag(Loan::of(ptr::from_mut(end).cast()))
    }

    pub(crate) fn text(text: &mut TextPiece<'_>) -> Self {
        Self::Text(Loan::of(ptr::from_mut(text).cast()))
    }

    pub(crate) fn comment(comment: &mut Comment<'_>) -> Self {
        Self::Comment(Loan::of(ptr::from_mut(comment).cast()))
    }

    pub(crate) fn doctype(doctype: &mut Doctype<'_>) -> Self {
        Self::Doctype(Loan::of(ptr::from_mut(doctype).cast()))
    }

    pub(crate) fn end(end: &mut DocumentEnd<'_>) -> Self {
        Self::End(Loan::of(ptr::from_mut(end).cast()))
    }

    /// Lends what a rewriter waits for to `take`.
    pub(crate) fn waiting(unit: Waiting<'_, Shared>, take: &mut dyn FnMut(Self)) {
        match unit {
            Waiting::Element(mut it) => take(Self::element(&mut it)),
            Waiting::EndTag(mut it) => take(Self::end_tag(&mut it)),
            Waiting::Text(mut it) => take(Self::text(&mut it)),
            Waiting::Comment(mut it) => take(Self::comment(&mut it)),
            Waiting::Doctype(mut it) => take(Self::doctype(&mut it)),
            Waiting::End(mut it) => take(Self::end(&mut it)),
            _ => {}
        }
    }
}

/// The answer of a function that is called for a part of a page.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The rewriter goes on.
    Done = 0,
    /// The rewrite ends with `SAPWOOD_STATUS_STOPPED`; so it does with any number that is not listed here.
    Stop = 1,
    /// The rewriter waits, until `sapwood_rewriter_resume`. Only with the option `waiting`.
    Wait = 2,
}

/// A function that is called for a part of a page. Its result is a number of `sapwood_answer`.
pub type UnitFunction = Option<extern "C" fn(user_data: *mut c_void, unit: *const Unit) -> i32>;

/// A caller's function with its data.
#[derive(Clone, Copy)]
pub(crate) struct UnitCall {
    function: extern "C" fn(*mut c_void, *const Unit) -> i32,
    user_data: UserData,
}

impl UnitCall {
    pub(crate) fn new(
        function: extern "C" fn(*mut c_void, *const Unit) -> i32,
        user_data: *mut c_void,
    ) -> Self {
        Self { function, user_data: UserData(user_data) }
    }

    /// Calls the function for a part of a page, which is lent for that time.
    pub(crate) fn make(self, unit: &Shared, lent: Lent) -> HandlerResult {
        const DONE: i32 = Answer::Done as i32;
        const WAIT: i32 = Answer::Wait as i32;
        /// Ends the loan also when the function panics.
        struct Ending<'a>(&'a Unit);
        impl Drop for Ending<'_> {
            fn drop(&mut self) {
                self.0.contents().lent = Lent::Nothing;
            }
        }
        let unit = Arc::clone(unit);
        unit.end();
        unit.contents().lent = lent;
        let ending = Ending(&unit);
        let answer = (self.function)(self.user_data.0, &raw const *unit);
        drop(ending);
        if answer != WAIT {
            unit.end();
        }
        match answer {
            DONE => Ok(()),
            WAIT => Err(Wait.into()),
            _ => Err("the function for a part of the page ended the rewrite".into()),
        }
    }
}

impl Unit {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            contents: Mutex::new(Contents { lent: Lent::Nothing, texts: Vec::new() }),
            writer: ContentWriter::new(),
            me: me.clone(),
            waiting: OnceLock::new(),
        })
    }

    /// Sets the function that lends what the rewriter waits for.
    pub(crate) fn lend_waiting_by(&self, lend: LendWaiting) {
        _ = self.waiting.set(lend);
    }

    /// Waits for other threads, which don't call back.
    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the loan, and that of the texts.
    pub(crate) fn end(&self) {
        let mut contents = self.contents();
        contents.lent = Lent::Nothing;
        contents.texts.clear();
    }

    fn with<T>(&self, call: impl FnOnce(&mut Contents) -> T) -> T {
        /// Ends the loan also when the call panics.
        struct Ending<'a>(MutexGuard<'a, Contents>);
        impl Drop for Ending<'_> {
            fn drop(&mut self) {
                self.0.lent = Lent::Nothing;
            }
        }
        let mut call = Some(call);
        let mut result = None;
        if let Some(lend) = self.waiting.get() {
            lend(&mut |lent| {
                let mut contents = Ending(self.contents());
                contents.0.lent = lent;
                result = call.take().map(|call| call(&mut contents.0));
            });
        }
        match (result, call) {
            (Some(result), _) => result,
            (None, Some(call)) => call(&mut self.contents()),
            (None, None) => unreachable!("a call has a result"),
        }
    }
}

impl Contents {
    /// Keeps a text until the function returns, and lends it.
    fn keep(&mut self, text: Option<Cow<'_, str>>) -> Str {
        let Some(text) = text else { return Str::NONE };
        self.texts.push(text.into());
        Str::of_option(self.texts.last().map(|text| &**text))
    }
}

/// The error of a call that the kind of a unit does not have.
fn unfit(lent: &Lent) -> Failure {
    Failure::argument(match lent {
        Lent::Nothing => "the function that the unit was for has returned",
        _ => "a unit of this kind does not have this",
    })
}

/// Writes a text that is read from a unit.
fn write_text(
    unit: Option<&Unit>,
    out: Out<'_, Str>,
    read: impl FnOnce(&mut Lent) -> Option<String>,
) -> bool {
    value(false, || {
        let Some(unit) = unit else { return write_some(out, None) };
        unit.with(|contents| {
            let found = read(&mut contents.lent);
            let is_some = found.is_some();
            let text = contents.keep(found.map(Cow::Owned));
            if let Some(out) = out {
                out.write(text);
            }
            is_some
        })
    })
}

/// Changes a unit.
fn change(
    unit: Option<&Unit>,
    error: ErrorOut<'_>,
    change: impl FnOnce(&mut Lent) -> Result<(), Failure>,
) -> Status {
    run(error, || required(unit, "unit")?.with(|contents| change(&mut contents.lent)))
}

/// The kind of a unit.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// None: the function that it was for has returned.
    None = 0,
    /// An element, at its start tag.
    Element = 1,
    /// The end of an element: its end tag, or the place where its end is implied.
    EndTag = 2,
    /// A piece of text.
    Text = 3,
    /// A comment.
    Comment = 4,
    /// The DOCTYPE.
    Doctype = 5,
    /// The end of the document.
    End = 6,
}

/// Returns the kind of a unit.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_kind(unit: Option<&Unit>) -> UnitKind {
    value(UnitKind::None, || {
        unit.map_or(UnitKind::None, |unit| {
            unit.with(|contents| match contents.lent {
                Lent::Nothing => UnitKind::None,
                Lent::Element(_) => UnitKind::Element,
                Lent::EndTag(_) => UnitKind::EndTag,
                Lent::Text(_) => UnitKind::Text,
                Lent::Comment(_) => UnitKind::Comment,
                Lent::Doctype(_) => UnitKind::Doctype,
                Lent::End(_) => UnitKind::End,
            })
        })
    })
}

/// Writes the name of an element, end tag or DOCTYPE. Returns `false` for other units.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_name(unit: Option<&Unit>, name: Out<'_, Str>) -> bool {
    write_text(unit, name, |lent| match lent {
        Lent::Element(element) => Some(element.get().tag_name().to_owned()),
        Lent::EndTag(end) => Some(end.get().name().to_owned()),
        Lent::Doctype(doctype) => Some(doctype.get().name().to_owned()),
        _ => None,
    })
}

/// Writes the URL of an element's namespace. Returns `false` for other units.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_namespace(unit: Option<&Unit>, url: Out<'_, Str>) -> bool {
    write_text(unit, url, |lent| match lent {
        Lent::Element(element) => Some(element.get().namespace().as_url().to_owned()),
        _ => None,
    })
}

/// Writes the public identifier of a DOCTYPE, which is empty if it has none. Returns `false` for other units.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_public_id(unit: Option<&Unit>, id: Out<'_, Str>) -> bool {
    write_text(unit, id, |lent| match lent {
        Lent::Doctype(doctype) => Some(doctype.get().public_id().to_owned()),
        _ => None,
    })
}

/// Writes the system identifier of a DOCTYPE, which is empty if it has none. Returns `false` for other units.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_system_id(unit: Option<&Unit>, id: Out<'_, Str>) -> bool {
    write_text(unit, id, |lent| match lent {
        Lent::Doctype(doctype) => Some(doctype.get().system_id().to_owned()),
        _ => None,
    })
}

/// Changes the name of an element, in both of its tags, or of an end tag alone.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_set_name(
    unit: Option<&Unit>,
    name: *const c_char,
    name_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(unit, error, |lent| {
        let name = text(name, name_length, "name")?;
        match lent {
            Lent::Element(element) => element.get().set_tag_name(name),
            Lent::EndTag(end) => end.get().set_name(name),
            _ => return Err(unfit(lent)),
        }
        .map_err(|error| Failure::new(Status::InvalidEdit, error.to_string()))
    })
}

/// Writes the value of an element's attribute. Returns `false` if it has none.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_attribute(
    unit: Option<&Unit>,
    name: *const c_char,
    name_length: usize,
    attribute: Out<'_, Str>,
) -> bool {
    write_text(unit, attribute, |lent| match lent {
        Lent::Element(element) => {
            let name = text(name, name_length, "name").ok()?;
            element.get().attribute(name).map(str::to_owned)
        }
        _ => None,
    })
}

/// Writes the name and the value of an element's attribute by its number. Returns `false` if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_attribute_at(
    unit: Option<&Unit>,
    index: usize,
    name: Out<'_, Str>,
    attribute: Out<'_, Str>,
) -> bool {
    let mut value_text = None;
    let found = write_text(unit, name, |lent| match lent {
        Lent::Element(element) => {
            let (name, value) = element.get().attributes().nth(index)?;
            value_text = Some(value.to_owned());
            Some(name.into_owned())
        }
        _ => None,
    });
    write_text(unit, attribute, |_| value_text);
    found
}

/// Sets an attribute of an element.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_set_attribute(
    unit: Option<&Unit>,
    name: *const c_char,
    name_length: usize,
    value: *const c_char,
    value_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(unit, error, |lent| {
        let (name, value) = (text(name, name_length, "name")?, text(value, value_length, "value")?);
        let Lent::Element(element) = lent else { return Err(unfit(lent)) };
        let changed = element.get().set_attribute(name, value);
        changed.map_err(|error| Failure::new(Status::InvalidEdit, error.to_string()))
    })
}

/// Removes an attribute of an element.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_remove_attribute(
    unit: Option<&Unit>,
    name: *const c_char,
    name_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(unit, error, |lent| {
        let name = text(name, name_length, "name")?;
        let Lent::Element(element) = lent else { return Err(unfit(lent)) };
        element.get().remove_attribute(name);
        Ok(())
    })
}

/// Writes the text of a piece of text, or the data of a comment. Returns `false` for other units.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_text(unit: Option<&Unit>, data: Out<'_, Str>) -> bool {
    write_text(unit, data, |lent| match lent {
        Lent::Text(text) => Some(text.get().as_str().to_owned()),
        Lent::Comment(comment) => Some(comment.get().data().to_owned()),
        _ => None,
    })
}

/// Changes the data of a comment.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_set_text(
    unit: Option<&Unit>,
    data: *const c_char,
    data_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(unit, error, |lent| {
        let data = text(data, data_length, "data")?;
        let Lent::Comment(comment) = lent else { return Err(unfit(lent)) };
        let changed = comment.get().set_data(data);
        changed.map_err(|error| Failure::new(Status::InvalidEdit, error.to_string()))
    })
}

/// Returns whether a piece of text is the last one of its text node.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_is_last(unit: Option<&Unit>) -> bool {
    value(false, || {
        unit.is_some_and(|unit| {
            unit.with(|contents| match &mut contents.lent {
                Lent::Text(text) => text.get().last_in_text_node(),
                _ => false,
            })
        })
    })
}

/// Returns whether the end of an element is implied: it has no end tag.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_is_implied(unit: Option<&Unit>) -> bool {
    value(false, || {
        unit.is_some_and(|unit| {
            unit.with(|contents| match &mut contents.lent {
                Lent::EndTag(end) => end.get().is_implied(),
                _ => false,
            })
        })
    })
}

/// A place for content.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before the unit; of an end tag, at the end of the element.
    Before = 0,
    /// After the unit; of an element, after its end.
    After = 1,
    /// In an element, before its content.
    Prepend = 2,
    /// In an element, after its content; of the end of the document, after everything.
    Append = 3,
    /// In place of the content of an element.
    Content = 4,
    /// In place of the unit; of an element, with its content.
    Replace = 5,
}

/// Inserts content at a place, a number of `sapwood_place`.
fn insert(lent: &mut Lent, place: i32, content: Content<'_>) -> Result<(), Failure> {
    const BEFORE: i32 = Place::Before as i32;
    const AFTER: i32 = Place::After as i32;
    const PREPEND: i32 = Place::Prepend as i32;
    const APPEND: i32 = Place::Append as i32;
    const CONTENT: i32 = Place::Content as i32;
    const REPLACE: i32 = Place::Replace as i32;
    match (&mut *lent, place) {
        (Lent::Element(element), BEFORE) => element.get().before(content),
        (Lent::Element(element), AFTER) => element.get().after(content),
        (Lent::Element(element), PREPEND) => element.get().prepend(content),
        (Lent::Element(element), APPEND) => element.get().append(content),
        (Lent::Element(element), CONTENT) => element.get().set_inner_content(content),
        (Lent::Element(element), REPLACE) => element.get().replace(content),
        (Lent::EndTag(end), BEFORE) => end.get().before(content),
        (Lent::EndTag(end), AFTER) => end.get().after(content),
        (Lent::Text(text), BEFORE) => text.get().before(content),
        (Lent::Text(text), AFTER) => text.get().after(content),
        (Lent::Text(text), REPLACE) => text.get().replace(content),
        (Lent::Comment(comment), BEFORE) => comment.get().before(content),
        (Lent::Comment(comment), AFTER) => comment.get().after(content),
        (Lent::Comment(comment), REPLACE) => comment.get().replace(content),
        (Lent::End(end), APPEND) => end.get().append(content),
        _ => return Err(unfit(lent)),
    }
    Ok(())
}

/// Inserts content at a place, a number of `sapwood_place`. It is HTML, or text that is escaped.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_insert(
    unit: Option<&Unit>,
    place: i32,
    content: *const c_char,
    content_length: usize,
    is_html: bool,
    error: ErrorOut<'_>,
) -> Status {
    change(unit, error, |lent| {
        let content = text(content, content_length, "content")?;
        insert(lent, place, if is_html { Content::html(content) } else { Content::text(content) })
    })
}

/// Inserts content that a function writes by `sapwood_content_write` when the output has come to the place, so that it is never in memory
/// as a whole. The function is called once, during a later call of `sapwood_rewriter_feed` or `sapwood_rewriter_finish`, or not at all if
/// the place isn't in the output.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_insert_stream(
    unit: Option<&Unit>,
    place: i32,
    function: ContentFunction,
    user_data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    change(unit, error, |lent| {
        let call = ContentCall::new(required(function, "function")?, user_data);
        let of = unit.map_or_else(Weak::new, |unit| unit.me.clone());
        let write = move |to: &mut Writing<'_>| match of.upgrade() {
            Some(unit) => call.make(&unit.writer, to),
            // The unit lives as long as the rewriter, whose call this is.
            None => Ok(()),
        };
        insert(lent, place, Content::stream(write))
    })
}

/// Removes a unit; an element with its content, or with `keep_content` its tags alone.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_remove(
    unit: Option<&Unit>,
    keep_content: bool,
    error: ErrorOut<'_>,
) -> Status {
    change(unit, error, |lent| {
        match lent {
            Lent::Element(element) if keep_content => element.get().remove_and_keep_content(),
            Lent::Element(element) => element.get().remove(),
            Lent::EndTag(end) => end.get().remove(),
            Lent::Text(text) => text.get().remove(),
            Lent::Comment(comment) => comment.get().remove(),
            Lent::Doctype(doctype) => doctype.get().remove(),
            Lent::Nothing | Lent::End(_) => return Err(unfit(lent)),
        }
        Ok(())
    })
}

/// Calls a function where an element ends: at its end tag, or where its end is implied.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_on_end(
    unit: Option<&Unit>,
    function: UnitFunction,
    user_data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    change(unit, error, |lent| {
        let call = UnitCall::new(required(function, "function")?, user_data);
        let Lent::Element(element) = lent else { return Err(unfit(lent)) };
        element.get().on_end_tag_with(move |unit, end| call.make(unit, Lent::end_tag(end)));
        Ok(())
    })
}

/// Keeps a pointer with an element, for its later functions and those at its end.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_set_data(
    unit: Option<&Unit>,
    data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    change(unit, error, |lent| {
        let Lent::Element(element) = lent else { return Err(unfit(lent)) };
        element.get().set_user_data(UserData(data));
        Ok(())
    })
}

/// Returns the pointer that was kept with an element, for the element or its end; null if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unit_data(unit: Option<&Unit>) -> *mut c_void {
    value(ptr::null_mut(), || {
        let Some(unit) = unit else { return ptr::null_mut() };
        unit.with(|contents| {
            let data = match &mut contents.lent {
                Lent::Element(element) => element.get().user_data(),
                Lent::EndTag(end) => end.get().user_data(),
                _ => None,
            };
            data.and_then(|data| data.downcast_ref::<UserData>())
                .map_or(ptr::null_mut(), |data| data.0)
        })
    })
}

//! A form, its controls, and the entry list that is submitted.

use std::{borrow::Cow, error::Error, fmt, iter};

use sapwood_names::{attr, tag};
use sapwood_tree::Node;

use super::value;

/// A `form` element with the controls whose [form
/// owner](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner) it is.
///
/// [`form_owners`](sapwood_tree::form_owners) decides on the owners.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Form<N> {
    /// The element.
    pub element: N,
    /// The controls, in tree order: `button`, `fieldset`, `input`, `object`, `output`, `select` and `textarea`.
    pub controls: Vec<Control<N>>,
    /// The first `base` element of the tree with an `href`.
    #[cfg_attr(not(feature = "url"), expect(dead_code, reason = "it resolves the action"))]
    pub(super) base: Option<N>,
}

/// The method of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `get`: the entries become the query of the URL.
    Get,
    /// `post`: the entries become the body of a request.
    Post,
    /// `dialog`: nothing is submitted, and the dialog around the form closes.
    Dialog,
}

/// A control of a form, in the state that the markup gives it and [`Form::set`] changes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Control<N> {
    /// The element.
    pub element: N,
    /// The value of the DOM's `type` property: `text`, `checkbox`, `submit`, `select-one`, `textarea`, …
    pub kind: &'static str,
    /// Whether it is [disabled](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-fe-disabled),
    /// by its attribute or by a `fieldset` around it.
    pub is_disabled: bool,
    /// The options of a `select`.
    pub options: Vec<FormOption<N>>,
    pub(super) is_checked: bool,
    /// The value that [`Form::set`] entered.
    pub(super) entered: Option<String>,
    /// Whether it has a `datalist` ancestor, which bars it from submission.
    pub(super) is_in_datalist: bool,
    /// Whether its text runs from right to left, by the `dir` attributes around it.
    pub(super) is_right_to_left: bool,
}

/// An `option` of a `select`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FormOption<N> {
    /// The element.
    pub element: N,
    /// Whether it is [disabled](https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-disabled),
    /// by its attribute or by its `optgroup`.
    pub is_disabled: bool,
    /// Whether it is selected.
    pub is_selected: bool,
}

/// Reason why a form can't be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FormError {
    /// No control has the name.
    NoControl,
    /// No control of the name takes the value.
    NoValue,
}

impl fmt::Display for FormError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoControl => "the form has no control of this name",
            Self::NoValue => "no control of this name takes this value",
        })
    }
}

impl Error for FormError {}

impl Method {
    /// The method that an attribute states.
    #[inline]
    pub(super) fn of(keyword: &str) -> Self {
        if keyword.eq_ignore_ascii_case("post") {
            Self::Post
        } else if keyword.eq_ignore_ascii_case("dialog") {
            Self::Dialog
        } else {
            Self::Get
        }
    }
}

/// The encoding type that an attribute states.
#[inline]
pub(super) fn enctype_of(keyword: &str) -> &'static str {
    ["multipart/form-data", "text/plain"]
        .into_iter()
        .find(|it| it.eq_ignore_ascii_case(keyword))
        .unwrap_or("application/x-www-form-urlencoded")
}

impl<'d, N: Node<'d>> Form<N> {
    /// The `action`, unresolved; `None` if it is missing or empty, so that the form is submitted to the page's
    /// own URL.
    #[must_use]
    #[inline]
    pub fn action(&self) -> Option<&'d str> {
        self.element.known_attribute(attr::ACTION).filter(|action| !action.is_empty())
    }

    /// The [method](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fs-method).
    #[must_use]
    #[inline]
    pub fn method(&self) -> Method {
        Method::of(self.element.known_attribute(attr::METHOD).unwrap_or_default())
    }

    /// The [encoding
    /// type](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fs-enctype) of a body.
    #[must_use]
    #[inline]
    pub fn enctype(&self) -> &'static str {
        enctype_of(self.element.known_attribute(attr::ENCTYPE).unwrap_or_default())
    }

    /// The `name`.
    #[must_use]
    #[inline]
    pub fn name(&self) -> Option<&'d str> {
        self.element.known_attribute(attr::NAME).filter(|name| !name.is_empty())
    }

    /// The first control of that name.
    #[must_use]
    #[inline]
    pub fn control(&self, name: &str) -> Option<&Control<N>> {
        self.controls.iter().find(|control| control.name() == Some(name))
    }

    /// The button that submits the form when a person presses Enter: the [default
    /// button](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#default-button).
    #[must_use]
    #[inline]
    pub fn default_button(&self) -> Option<&Control<N>> {
        self.controls.iter().find(|control| matches!(control.kind, "submit" | "image"))
    }

    /// Fills in the first control called `name` that takes `value`, as a person would: enters a text, checks the checkbox
    /// or radio button with this value, or selects the option with this value. The document doesn't change.
    ///
    /// ```
    /// let document = sapwood::parse(
    ///     "<form><input name=q><input type=radio name=r value=1 checked><input type=radio name=r value=2></form>",
    /// );
    /// let form = &mut document.forms()[0];
    /// form.set("q", "oak")?;
    /// form.set("r", "2")?;
    /// assert_eq!(form.entry_list(None), [("q".into(), "oak".to_owned()), ("r".into(), "2".to_owned())]);
    /// assert!(form.set("r", "3").is_err());
    /// # Ok::<(), sapwood::extract::FormError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FormError::NoControl`] if no control has the name, [`FormError::NoValue`] if none of those takes the value.
    #[inline]
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), FormError> {
        let mut error = FormError::NoControl;
        let named = |control: &Control<N>| control.name() == Some(name);
        for at in 0..self.controls.len() {
            if !named(&self.controls[at]) {
                continue;
            }
            if self.controls[at].enter(value) {
                if self.controls[at].kind == "radio" {
                    let group = self.controls.iter_mut().enumerate();
                    group
                        .filter(|(other, it)| *other != at && it.kind == "radio" && named(it))
                        .for_each(|(_, it)| it.is_checked = false);
                }
                return Ok(());
            }
            error = FormError::NoValue;
        }
        Err(error)
    }

    /// Clears all controls called `name`: empties texts, unchecks checkboxes and radio buttons, and deselects options.
    ///
    /// # Errors
    ///
    /// [`FormError::NoControl`] if no control has the name.
    #[inline]
    pub fn clear(&mut self, name: &str) -> Result<(), FormError> {
        let mut result = Err(FormError::NoControl);
        for control in self.controls.iter_mut().filter(|control| control.name() == Some(name)) {
            control.is_checked = false;
            control.options.iter_mut().for_each(|option| option.is_selected = false);
            if control.takes_text() {
                control.entered = Some(String::new());
            }
            result = Ok(());
        }
        result
    }

    /// The names and values that are submitted: the [entry
    /// list](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set).
    ///
    /// The form is in its initial state, changed by [`set`](Self::set) and [`clear`](Self::clear). `submitter` is the
    /// button that was pressed, if one was. Line breaks in values are line feeds, which become
    /// CRLF on submission. A file input has an empty value, as no file was chosen, and `_charset_` is UTF-8. The
    /// direction of a control is that of the nearest `dir` that isn't `auto`.
    ///
    /// ```
    /// let document = sapwood::parse(
    ///     "<form><input name=q value=oak><input type=checkbox name=old checked><button name=go value=1>",
    /// );
    /// let form = &document.forms()[0];
    /// let sent = |name: &'static str, value: &str| (name.into(), value.to_owned());
    /// assert_eq!(form.entry_list(None), [sent("q", "oak"), sent("old", "on")]);
    /// assert_eq!(form.entry_list(form.default_button())[2], sent("go", "1"));
    /// ```
    #[must_use]
    #[inline]
    pub fn entry_list(&self, submitter: Option<&Control<N>>) -> Vec<(Cow<'d, str>, String)> {
        let entries = self.entries(submitter, "UTF-8").into_iter();
        entries.map(|entry| (entry.name, entry.value)).collect()
    }

    /// The entry list; `charset`: the name of the encoding of the form.
    #[inline]
    pub(super) fn entries(&self, submitter: Option<&Control<N>>, charset: &str) -> Vec<Entry<'d>> {
        let mut entries = Vec::new();
        for control in &self.controls {
            let is_submitter = submitter.is_some_and(|it| it.element == control.element);
            if control.is_submitted(is_submitter) {
                control.add_entries(charset, &mut entries);
            }
        }
        entries
    }
}

/// An entry of an entry list.
pub(super) struct Entry<'d> {
    pub(super) name: Cow<'d, str>,
    pub(super) value: String,
    #[cfg_attr(not(feature = "url"), expect(dead_code, reason = "encodings of entries read it"))]
    pub(super) kind: EntryKind,
}

/// The kind of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    Text,
    /// The value of another option of the same `select`, so that the name is written again.
    Repeated,
    /// An empty file without a name.
    File,
}

impl<'d> Entry<'d> {
    #[inline]
    pub(super) fn text(name: impl Into<Cow<'d, str>>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), kind: EntryKind::Text }
    }
}

impl<'d, N: Node<'d>> Control<N> {
    /// The `name`, if it has one and it isn't empty.
    #[must_use]
    #[inline]
    pub fn name(&self) -> Option<&'d str> {
        self.element.known_attribute(attr::NAME).filter(|name| !name.is_empty())
    }

    /// The [value](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-fe-value):
    /// sanitized by the rules of its type; the value of a `select` is that of its first selected option.
    #[must_use]
    #[inline]
    pub fn value(&self) -> String {
        match self.kind {
            "select-one" | "select-multiple" => self.selected().next().map(FormOption::value),
            "textarea" => {
                Some(self.entered.clone().unwrap_or_else(|| value::of_textarea(self.element)))
            }
            "output" => Some(self.element.text_content()),
            "fieldset" | "object" => None,
            _ if self.element.is_html(tag::BUTTON) => {
                self.element.known_attribute(attr::VALUE).map(str::to_owned)
            }
            kind => Some(value::of_input(self.element, kind, self.entered.as_deref())),
        }
        .unwrap_or_default()
    }

    /// Whether it is a checkbox or radio button that is checked.
    ///
    /// In a radio button group only the last of the buttons with `checked` is.
    #[must_use]
    #[inline]
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// The options that are selected.
    #[inline]
    pub fn selected(&self) -> impl Iterator<Item = &FormOption<N>> {
        self.options.iter().filter(|option| option.is_selected)
    }

    /// Whether a person can enter a text, or a script a value, so that it takes any value.
    #[must_use]
    #[inline]
    pub fn takes_text(&self) -> bool {
        let is_input = self.element.is_html(tag::INPUT)
            && !matches!(
                self.kind,
                "button" | "checkbox" | "file" | "image" | "radio" | "reset" | "submit"
            );
        is_input || self.kind == "textarea"
    }

    /// Takes `value` as a person would enter or choose it; returns `false` if it can't.
    #[inline]
    pub(super) fn enter(&mut self, value: &str) -> bool {
        match self.kind {
            "checkbox" | "radio" => {
                let is_it = self.value() == value;
                self.is_checked |= is_it;
                is_it
            }
            "select-one" | "select-multiple" => {
                let Some(at) = self.options.iter().position(|option| option.value() == value)
                else {
                    return false;
                };
                if self.kind == "select-one" {
                    self.options.iter_mut().for_each(|option| option.is_selected = false);
                }
                self.options[at].is_selected = true;
                true
            }
            _ if self.takes_text() => {
                self.entered = Some(value.replace("\r\n", "\n").replace('\r', "\n"));
                true
            }
            _ => false,
        }
    }

    /// Whether it is part of the entry list.
    #[inline]
    pub(super) fn is_submitted(&self, is_submitter: bool) -> bool {
        let takes_part = match self.kind {
            "submit" | "image" => is_submitter,
            "button" | "reset" | "fieldset" | "output" | "object" => false,
            "checkbox" | "radio" => self.is_checked(),
            _ => true,
        };
        takes_part && !self.is_disabled && !self.is_in_datalist
    }

    #[inline]
    pub(super) fn add_entries(&self, charset: &str, entries: &mut Vec<Entry<'d>>) {
        if self.kind == "image" {
            let prefix = self.name().map(|name| format!("{name}.")).unwrap_or_default();
            entries.extend(["x", "y"].map(|axis| Entry::text(format!("{prefix}{axis}"), "0")));
            return;
        }
        let Some(name) = self.name() else { return };
        if self.kind.starts_with("select") {
            let sent = self.selected().filter(|option| !option.is_disabled).map(FormOption::value);
            let kinds = iter::once(EntryKind::Text).chain(iter::repeat(EntryKind::Repeated));
            let entry = |(value, kind)| Entry { name: name.into(), value, kind };
            entries.extend(sent.zip(kinds).map(entry));
            return;
        }
        let is_charset = self.kind == "hidden" && name.eq_ignore_ascii_case("_charset_");
        let value = if is_charset { charset.to_owned() } else { self.value() };
        let kind = if self.kind == "file" { EntryKind::File } else { EntryKind::Text };
        entries.push(Entry { name: name.into(), value, kind });
        let direction_name = self.element.known_attribute(attr::DIRNAME).unwrap_or_default();
        if !direction_name.is_empty() && value::has_direction(self.element, self.kind) {
            let direction = if self.is_right_to_left { "rtl" } else { "ltr" };
            entries.push(Entry::text(direction_name, direction));
        }
    }
}

impl<'d, N: Node<'d>> FormOption<N> {
    /// The [value](https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-value): its attribute,
    /// or else its text.
    #[must_use]
    #[inline]
    pub fn value(&self) -> String {
        self.element
            .known_attribute(attr::VALUE)
            .map_or_else(|| value::option_text(self.element), str::to_owned)
    }

    /// The [label](https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-label), which
    /// browsers show.
    #[must_use]
    #[inline]
    pub fn label(&self) -> String {
        let label = self.element.known_attribute(attr::LABEL).filter(|label| !label.is_empty());
        label.map_or_else(|| value::option_text(self.element), str::to_owned)
    }
}

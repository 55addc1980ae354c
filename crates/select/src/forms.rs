//! The state of forms: selected options, default buttons, unchecked radio button groups, and controls without a value.

use std::borrow::Cow;

use sapwood_microsyntax::{input, integer};
use sapwood_names::{
    HashMap, HashSet, LocalName, Namespace, attr, is_valid_custom_element_name, tag,
};
use sapwood_tree::{Node, NodeKind, form_owners};

use crate::{
    element::Element,
    pseudo::Rule,
    visit::{Visit, walk},
};

/// The state of all forms of a tree, as the parser leaves it.
///
/// Whether an option is selected, a button is the default or a radio button's group is unchecked depends on other
/// controls. So one walk over the tree decides it for all of them, and the elements that differ from what their own
/// attributes say are recorded.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    /// The form owners of the controls.
    pub(crate) owners: HashMap<usize, usize>,
    /// Options that are selected by default.
    selected: HashSet<usize>,
    /// Options with `selected`, and radio buttons with `checked`, that a later one in the same select or group
    /// overrides.
    unselected: HashSet<usize>,
    /// The first submit button of each form.
    default_buttons: HashSet<usize>,
    /// Radio buttons whose group has no checked one.
    unchecked_radios: HashSet<usize>,
    /// Selects and radio buttons that are [suffering from being
    /// missing](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#suffering-from-being-missing).
    missing: HashSet<usize>,
}

/// An open select element.
struct OpenSelect {
    index: usize,
    depth: usize,
    is_required: bool,
    /// The depth of the open `optgroup`.
    group: Option<usize>,
    /// The depth of the open element whose descendants are not in the [list of
    /// options](https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-option-list).
    outside: Option<usize>,
    /// The first option.
    first: Option<FirstOption>,
    /// Whether several options can be selected.
    multiple: bool,
    /// Whether an option with `selected` is among several that can be selected.
    has_selected: bool,
    /// Whether an option is selected by default.
    has_default: bool,
    /// The first option that isn't disabled.
    first_enabled: Option<usize>,
    /// The last option so far with `selected`.
    last_selected: Option<usize>,
}

/// The first option of a select element.
struct FirstOption {
    index: usize,
    /// Whether it is a child of the select element.
    is_child: bool,
    /// Whether its value is empty.
    is_empty: bool,
    /// While it is open and has no `value`: its depth, and the number of texts before its own.
    open: Option<(usize, usize)>,
}

/// A radio button group.
#[derive(Default)]
struct Group {
    is_required: bool,
    /// The last radio button with `checked`.
    checked: Option<usize>,
    members: Vec<usize>,
}

/// A walk over a tree that collects [`Forms`].
#[derive(Default)]
struct Collector {
    forms: Forms,
    open_selects: Vec<OpenSelect>,
    /// The number of texts in selects that are not white space alone.
    texts: usize,
    /// The radio button groups, by form owner and name.
    groups: HashMap<(Option<usize>, String), Group>,
    /// The forms whose default button is known.
    submitted: HashSet<usize>,
}

impl Forms {
    pub(crate) fn of<'d, N: Node<'d>>(root: N) -> Self {
        let owners = form_owners(root).into_iter();
        let owners = owners.map(|(control, form)| (control.index(), form.index())).collect();
        let forms = Self { owners, ..Self::default() };
        let mut collector = Collector { forms, ..Collector::default() };
        walk(root, |visit, node, depth| match visit {
            Visit::Enter => {
                if node.is_element() && node.namespace() == Namespace::Html {
                    collector.open(node, depth);
                }
                collector.text(node);
            }
            Visit::Leave => collector.close(depth),
        });
        collector.finish()
    }

    /// Whether a select or radio button is [suffering from being
    /// missing](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#suffering-from-being-missing).
    #[cfg_attr(not(feature = "validity"), expect(dead_code, reason = "only `:valid` needs it"))]
    pub(crate) fn is_missing<'d, N: Node<'d>>(&self, element: N) -> bool {
        self.missing.contains(&element.index())
    }

    /// Whether `element` matches the pseudo-class.
    pub(crate) fn has<'d, N: Node<'d>>(&self, rule: Rule, element: N) -> bool {
        let has = |name| element.known_attribute(name).is_some();
        let index = element.index();
        let is_input = || element.is_html(tag::INPUT);
        let is_ticked =
            || is_input() && type_is(element, &["checkbox", "radio"]) && has(attr::CHECKED);
        let is_option = || element.is_html(tag::OPTION);
        match rule {
            Rule::Checked => {
                let is_selected = || is_ticked() || is_option() && has(attr::SELECTED);
                self.selected.contains(&index) || is_selected() && !self.unselected.contains(&index)
            }
            Rule::Default => {
                is_ticked()
                    || is_option() && has(attr::SELECTED)
                    || self.default_buttons.contains(&index)
            }
            Rule::Indeterminate => {
                self.unchecked_radios.contains(&index)
                    || element.is_html(tag::PROGRESS) && !has(attr::VALUE)
            }
            _ => false,
        }
    }
}

impl Collector {
    /// Visits an HTML element before its descendants.
    fn open<'d, N: Node<'d>>(&mut self, node: N, depth: usize) {
        if node.is_html(tag::SELECT) {
            if let Some(select) = self.open_selects.last_mut() {
                select.leave_out(depth);
            }
            self.open_selects.push(OpenSelect::new(node, depth));
        } else if node.is_html(tag::OPTION) {
            if let Some(select) = self.open_selects.last_mut()
                && select.outside.is_none()
            {
                self.forms.unselected.extend(select.add_option(node, depth, self.texts));
                select.leave_out(depth);
            }
        } else if node.is_html(tag::HR) || node.is_html(tag::DATALIST) {
            if let Some(select) = self.open_selects.last_mut() {
                select.leave_out(depth);
            }
        } else if node.is_html(tag::OPTGROUP) {
            if let Some(select) = self.open_selects.last_mut() {
                match select.group {
                    Some(_) => select.leave_out(depth),
                    None => select.group = Some(depth),
                }
            }
        } else if is_submit_button(node) {
            if let Some(form) = self.forms.owners.get(&node.index())
                && self.submitted.insert(*form)
            {
                self.forms.default_buttons.insert(node.index());
            }
        } else if node.is_html(tag::INPUT) && type_is(node, &["radio"]) {
            self.radio_button(node);
        }
    }

    /// Visits a node, which may be a text in an option.
    fn text<'d, N: Node<'d>>(&mut self, node: N) {
        if self.open_selects.is_empty() {
            return;
        }
        let is_blank = node.kind() != NodeKind::Text || node.data().trim_ascii().is_empty();
        let is_script = |parent: N| {
            parent.is_element()
                && matches!(parent.namespace(), Namespace::Html | Namespace::Svg)
                && parent.is_named(&LocalName::known(tag::SCRIPT))
        };
        if !is_blank && !node.parent().is_some_and(is_script) {
            self.texts += 1;
        }
    }

    fn radio_button<'d, N: Node<'d>>(&mut self, node: N) {
        let checked = node.known_attribute(attr::CHECKED).is_some();
        let required = node.known_attribute(attr::REQUIRED).is_some();
        match node.known_attribute(attr::NAME).filter(|name| !name.is_empty()) {
            Some(name) => {
                let key = (self.forms.owners.get(&node.index()).copied(), name.to_owned());
                let group = self.groups.entry(key).or_default();
                group.members.push(node.index());
                group.is_required |= required;
                if checked {
                    self.forms.unselected.extend(group.checked.replace(node.index()));
                }
            }
            None if !checked => {
                self.forms.unchecked_radios.insert(node.index());
                if required {
                    self.forms.missing.insert(node.index());
                }
            }
            None => {}
        }
    }

    /// Visits a node at `depth` after its descendants.
    fn close(&mut self, depth: usize) {
        let Some(select) = self.open_selects.last_mut() else { return };
        if select.depth == depth {
            self.forms.selected.extend(select.default());
            if select.is_missing() {
                self.forms.missing.insert(select.index);
            }
            self.open_selects.pop();
            let Some(outer) = self.open_selects.last_mut() else { return };
            outer.close(depth, self.texts);
        } else {
            select.close(depth, self.texts);
        }
    }

    fn finish(mut self) -> Forms {
        for group in self.groups.into_values().filter(|group| group.checked.is_none()) {
            if group.is_required {
                self.forms.missing.extend(&group.members);
            }
            self.forms.unchecked_radios.extend(group.members);
        }
        self.forms
    }
}

impl OpenSelect {
    fn new<'d, N: Node<'d>>(select: N, depth: usize) -> Self {
        let size = select.known_attribute(attr::SIZE).map(integer::parse_non_negative);
        let multiple = select.known_attribute(attr::MULTIPLE).is_some();
        // A list box, whose display size is above one, has no default.
        let has_default = !multiple && !size.is_some_and(|size| size.is_ok_and(|size| size > 1));
        Self {
            index: select.index(),
            depth,
            is_required: select.known_attribute(attr::REQUIRED).is_some(),
            group: None,
            outside: None,
            first: None,
            multiple,
            has_selected: false,
            has_default,
            first_enabled: None,
            last_selected: None,
        }
    }

    /// Leaves the descendants of the element at `depth` out of the list of options.
    fn leave_out(&mut self, depth: usize) {
        self.outside.get_or_insert(depth);
    }

    /// Notes the end of the node at `depth`, which isn't the select itself; `texts` have been seen until then.
    fn close(&mut self, depth: usize, texts: usize) {
        self.outside.take_if(|it| *it == depth);
        self.group.take_if(|it| *it == depth);
        if let Some(first) = &mut self.first
            && let Some((_, before)) = first.open.take_if(|(open, _)| *open == depth)
        {
            first.is_empty = before == texts;
        }
    }

    /// Adds an option; returns the one that is no longer selected.
    ///
    /// Of a select without `multiple`, the last option with `selected` is
    /// [selected](https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-selectedness), otherwise the
    /// first that isn't disabled.
    fn add_option<'d, N: Node<'d>>(
        &mut self,
        option: N,
        depth: usize,
        texts: usize,
    ) -> Option<usize> {
        if self.first.is_none() {
            let value = option.known_attribute(attr::VALUE);
            self.first = Some(FirstOption {
                index: option.index(),
                is_child: depth == self.depth + 1,
                is_empty: value.is_some_and(str::is_empty),
                open: value.is_none().then_some((depth, texts)),
            });
        }
        self.has_selected |= option.known_attribute(attr::SELECTED).is_some();
        if self.multiple {
            return None;
        }
        let is_disabled = |node: N| node.known_attribute(attr::DISABLED).is_some();
        let in_disabled_group = || {
            option
                .parent()
                .is_some_and(|parent| parent.is_html(tag::OPTGROUP) && is_disabled(parent))
        };
        if self.first_enabled.is_none() && !is_disabled(option) && !in_disabled_group() {
            self.first_enabled = Some(option.index());
        }
        option.known_attribute(attr::SELECTED)?;
        self.last_selected.replace(option.index())
    }

    /// Whether a value is required, and no option but the [placeholder label
    /// option](https://html.spec.whatwg.org/multipage/form-elements.html#placeholder-label-option) is selected.
    fn is_missing(&self) -> bool {
        let is_placeholder = |option: usize| {
            let is_it =
                |first: &FirstOption| first.index == option && first.is_child && first.is_empty;
            self.has_default && self.first.as_ref().is_some_and(is_it)
        };
        self.is_required
            && match self.last_selected.or_else(|| self.default()) {
                _ if self.multiple => !self.has_selected,
                Some(option) => is_placeholder(option),
                None => true,
            }
    }

    /// Returns the option that is selected by default.
    fn default(&self) -> Option<usize> {
        self.first_enabled.filter(|_| self.has_default && self.last_selected.is_none())
    }
}

/// Whether an `input` or `textarea` has a
/// [`placeholder`](https://html.spec.whatwg.org/multipage/input.html#the-placeholder-attribute) that is shown: it
/// applies, and the value is empty.
pub(crate) fn shows_placeholder<'d, N: Node<'d>>(element: N) -> bool {
    if element.known_attribute(attr::PLACEHOLDER).is_none() {
        return false;
    }
    if element.is_html(tag::TEXTAREA) {
        let mut child = element.first_child();
        while let Some(node) = child {
            if node.has_text() {
                return false;
            }
            child = node.next_sibling();
        }
        return true;
    }
    element.is_html(tag::INPUT)
        && match input::type_of(element.known_attribute(attr::TYPE)) {
            kind if input::is_text(kind) || kind == "number" => {
                sanitized_value(element, kind).is_empty()
            }
            _ => false,
        }
}

/// The [sanitized](input::sanitize) value of an `input` of the type `kind`. It's compiled once, because it is long.
pub(crate) fn sanitized_value<'d, N: Node<'d>>(element: N, kind: &str) -> Cow<'d, str> {
    input::sanitize(kind, |name| input_attribute(element, name))
}

/// The value of an attribute of an `input` on which its value and its validity depend.
pub(crate) fn input_attribute<'d, N: Node<'d>>(element: N, name: &'static str) -> Option<&'d str> {
    element.known_attribute(match name {
        "value" => attr::VALUE,
        "min" => attr::MIN,
        "max" => attr::MAX,
        "step" => attr::STEP,
        "multiple" => attr::MULTIPLE,
        // The others say how a color is written.
        _ => return None,
    })
}

/// Whether `element` is a [submit button](https://html.spec.whatwg.org/multipage/forms.html#concept-submit-button).
fn is_submit_button<'d, N: Node<'d>>(element: N) -> bool {
    if element.is_html(tag::BUTTON) {
        return !type_is(element, &["button", "reset"]);
    }
    element.is_html(tag::INPUT) && type_is(element, &["submit", "image"])
}

/// Returns `true` if an element is [defined](https://dom.spec.whatwg.org/#concept-element-defined) while no script
/// defines custom elements.
pub(crate) fn is_defined<'d>(element: &impl Element<'d>) -> bool {
    element.namespace() != Namespace::Html
        || (!is_valid_custom_element_name(element.local_name())
            && element.known_attribute(attr::IS).is_none())
}

/// Whether the `type` attribute is one of these keywords.
pub(crate) fn type_is<'d, N: Node<'d>>(element: N, keywords: &[&str]) -> bool {
    let own = element.known_attribute(attr::TYPE).unwrap_or_default();
    keywords.iter().any(|keyword| own.eq_ignore_ascii_case(keyword))
}

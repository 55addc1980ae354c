//! What forms say of their controls: which options are selected, which buttons are the default, which radio
//! buttons have one checked among them.

use std::collections::{HashMap, HashSet};

use names::{Namespace, attr, tag};

use crate::{
    direction::{is_html, type_is},
    node::{Element, Node, next_in_tree},
    pseudo::Rule,
};

/// What is known of all forms of a tree.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    /// Options that are selected, though another says so, or none.
    selected: HashSet<usize>,
    /// Options that say they are and aren't, for a later one says so, too.
    unselected: HashSet<usize>,
    /// The first submit button of each form.
    default_buttons: HashSet<usize>,
    /// Radio buttons in whose group none is checked.
    unchecked_radios: HashSet<usize>,
}

/// A select element that is open.
struct OpenSelect {
    /// How it is closed: the index of the last node in it isn't known, so its depth is.
    depth: usize,
    multiple: bool,
    first: Option<usize>,
    last_selected: Option<usize>,
}

/// The radio buttons of one group.
#[derive(Default)]
struct Group {
    checked: bool,
    members: Vec<usize>,
}

/// The form that owns a control: the index of the form, or nothing.
type Owner = Option<usize>;

impl Forms {
    /// Looks at the whole tree once for the forms and once for their controls.
    pub(crate) fn of<N: Node>(root: N) -> Self {
        let mut forms = Self::default();
        let mut by_id = HashMap::new();
        let mut at = Some(root);
        while let Some(node) = at {
            if node.is_element()
                && let Some(id) = node.known_attribute(attr::ID)
            {
                let form = is_html(node, tag::FORM).then(|| node.index());
                by_id.entry(id.to_owned()).or_insert(form);
            }
            at = next_in_tree(node, root);
        }

        let mut open_forms: Vec<(usize, usize)> = Vec::new();
        let mut open_selects: Vec<OpenSelect> = Vec::new();
        let mut groups: HashMap<(Owner, String), Group> = HashMap::new();
        let mut submitted = HashSet::new();
        let (mut node, mut depth) = (root, 0);
        loop {
            if node.is_element() && node.namespace() == Namespace::Html {
                let owner = || match node.known_attribute(attr::FORM) {
                    Some(id) => by_id.get(id).copied().flatten(),
                    None => open_forms.last().map(|(_, form)| *form),
                };
                if is_html(node, tag::FORM) {
                    open_forms.push((depth, node.index()));
                } else if is_html(node, tag::SELECT) {
                    open_selects.push(OpenSelect::new(node, depth));
                } else if is_html(node, tag::OPTION) {
                    if let Some(select) = open_selects.last_mut() {
                        forms.option(select, node);
                    }
                } else if is_submit_button(node) {
                    if let Some(form) = owner()
                        && submitted.insert(form)
                    {
                        forms.default_buttons.insert(node.index());
                    }
                } else if is_html(node, tag::INPUT) && type_is(node, &["radio"]) {
                    let checked = node.known_attribute(attr::CHECKED).is_some();
                    match node.known_attribute(attr::NAME).filter(|name| !name.is_empty()) {
                        Some(name) => {
                            let group = groups.entry((owner(), name.to_owned())).or_default();
                            group.checked |= checked;
                            group.members.push(node.index());
                        }
                        None if !checked => drop(forms.unchecked_radios.insert(node.index())),
                        None => {}
                    }
                }
            }
            // Down, or on, or up until there is something after.
            if let Some(child) = node.first_child() {
                (node, depth) = (child, depth + 1);
                continue;
            }
            loop {
                open_forms.pop_if(|(at, _)| *at == depth);
                if let Some(select) = open_selects.pop_if(|select| select.depth == depth) {
                    forms.selected.extend(select.default());
                }
                if node == root {
                    let groups = groups.into_values().filter(|group| !group.checked);
                    forms.unchecked_radios.extend(groups.flat_map(|group| group.members));
                    return forms;
                }
                if let Some(next) = node.next_sibling() {
                    node = next;
                    break;
                }
                let Some(parent) = node.parent() else { return forms };
                (node, depth) = (parent, depth - 1);
            }
        }
    }

    /// [Selectedness](https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-selectedness) as the parser
    /// leaves it: of a select that isn't multiple the last one that says so, or else the first that isn't
    /// disabled.
    fn option<N: Node>(&mut self, select: &mut OpenSelect, option: N) {
        if select.multiple {
            return;
        }
        if option.known_attribute(attr::SELECTED).is_some() {
            self.unselected.extend(select.last_selected.replace(option.index()));
        }
        let is_disabled = |node: N| node.known_attribute(attr::DISABLED).is_some();
        let in_disabled_group = || {
            option.parent().is_some_and(|parent| {
                parent.is_element() && is_html(parent, tag::OPTGROUP) && is_disabled(parent)
            })
        };
        if select.first.is_none() && !is_disabled(option) && !in_disabled_group() {
            select.first = Some(option.index());
        }
    }

    /// Whether `element` matches the pseudo-class.
    pub(crate) fn has<N: Node>(&self, rule: Rule, element: N) -> bool {
        let has = |name| element.known_attribute(name).is_some();
        let index = element.index();
        let is_input = || is_html(element, tag::INPUT);
        let is_ticked =
            || is_input() && type_is(element, &["checkbox", "radio"]) && has(attr::CHECKED);
        let is_option = || is_html(element, tag::OPTION);
        match rule {
            Rule::Checked => {
                let is_selected = || has(attr::SELECTED) && !self.unselected.contains(&index);
                is_ticked() || is_option() && (self.selected.contains(&index) || is_selected())
            }
            Rule::Default => {
                is_ticked()
                    || is_option() && has(attr::SELECTED)
                    || self.default_buttons.contains(&index)
            }
            Rule::Indeterminate => {
                self.unchecked_radios.contains(&index)
                    || is_html(element, tag::PROGRESS) && !has(attr::VALUE)
            }
            Rule::Defined | Rule::Editable => false,
        }
    }
}

impl OpenSelect {
    fn new<N: Node>(select: N, depth: usize) -> Self {
        // With a display size above one nothing is selected unless something says so.
        let size = select.known_attribute(attr::SIZE).and_then(|size| size.trim().parse().ok());
        let multiple = select.known_attribute(attr::MULTIPLE).is_some();
        let first = (multiple || size.unwrap_or(1_u32) > 1).then_some(usize::MAX);
        Self { depth, multiple, first, last_selected: None }
    }

    /// The option that is selected because none says so.
    fn default(&self) -> Option<usize> {
        self.first.filter(|first| *first != usize::MAX && self.last_selected.is_none())
    }
}

/// Whether it is a [submit button](https://html.spec.whatwg.org/multipage/forms.html#concept-submit-button).
fn is_submit_button<N: Node>(element: N) -> bool {
    if is_html(element, tag::BUTTON) {
        return !type_is(element, &["button", "reset"]);
    }
    is_html(element, tag::INPUT) && type_is(element, &["submit", "image"])
}

/// Whether an element is [defined](https://dom.spec.whatwg.org/#concept-element-defined), as no script defines custom
/// elements.
pub(crate) fn is_defined(element: &impl Element) -> bool {
    /// Names with a hyphen that SVG and MathML had before there were custom elements.
    const RESERVED: [&str; 8] = [
        "annotation-xml",
        "color-profile",
        "font-face",
        "font-face-src",
        "font-face-uri",
        "font-face-format",
        "font-face-name",
        "missing-glyph",
    ];
    if element.namespace() != Namespace::Html {
        return true;
    }
    let name = element.local_name();
    let is_custom = name.contains('-')
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && !RESERVED.contains(&name);
    !is_custom && element.known_attribute(attr::IS).is_none()
}

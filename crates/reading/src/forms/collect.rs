//! Finds the controls of each form, in one walk.

use std::collections::{HashMap, HashSet};

use dom::{NodeId, NodeRef};
use microsyntax::integer;
use names::{attr, sets, tag};

use super::{Choice, Control, Form, value};
use crate::walk::{Step, Walk};

/// The forms in `scope`, each with all its controls, wherever these are.
pub(crate) fn forms(scope: NodeRef<'_>) -> Vec<Form<'_>> {
    let root = scope.ancestors().last().unwrap_or(scope);
    let mut collector = Collector {
        around: Around::default(),
        frames: Vec::new(),
        forms: Vec::new(),
        named: Vec::new(),
        controls: Vec::new(),
        owners: Vec::new(),
        stray: None,
        is_inside: root == scope,
        scope,
    };
    for step in Walk::over(root) {
        match step {
            Step::Enter(node) => collector.enter(node),
            Step::Leave(node) => collector.leave(node),
        }
    }
    collector.finish(root)
}

/// What holds at a place of the tree.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The nearest form.
    form: Option<usize>,
    /// The nearest `select`, as a control.
    select: Option<usize>,
    is_disabled: bool,
    is_group_disabled: bool,
    is_in_datalist: bool,
    is_right_to_left: bool,
}

/// An element in which something else holds than around it.
struct Frame<'a> {
    node: NodeRef<'a>,
    outer: Around,
    /// The `legend` in which a disabled `fieldset` disables nothing.
    legend: Option<NodeRef<'a>>,
    /// The form that was without content in a table around this one.
    stray: Option<usize>,
}

struct Collector<'a> {
    around: Around,
    frames: Vec<Frame<'a>>,
    /// The forms, and whether each is asked for.
    forms: Vec<(Form<'a>, bool)>,
    /// The controls whose `form` attribute names their form.
    named: Vec<(usize, &'a str)>,
    controls: Vec<Control<'a>>,
    owners: Vec<Option<usize>>,
    /// The form that the parser had to leave empty in the table that is open.
    stray: Option<usize>,
    is_inside: bool,
    scope: NodeRef<'a>,
}

impl<'a> Collector<'a> {
    fn enter(&mut self, node: NodeRef<'a>) {
        let Some(name) = node.name() else { return };
        if node == self.scope {
            self.is_inside = true;
        }
        let outer = self.around;
        let (mut legend, mut is_framed) = (None, false);
        let mut around = outer;
        match node.attributes().len() {
            0 => {}
            _ => match node.known_attribute(attr::DIR) {
                Some(dir) if dir.eq_ignore_ascii_case("rtl") => around.is_right_to_left = true,
                Some(dir) if dir.eq_ignore_ascii_case("ltr") => around.is_right_to_left = false,
                _ => {}
            },
        }
        let disabled = || node.known_attribute(attr::DISABLED).is_some();
        if let Some(kind) = value::kind(node) {
            let form = outer.form.or(self.stray);
            if let Some(id) = node.known_attribute(attr::FORM) {
                self.named.push((self.controls.len(), id));
            }
            self.owners.push(form);
            self.controls.push(Control {
                element: node,
                kind,
                is_disabled: outer.is_disabled
                    || disabled() && kind != "output" && kind != "object",
                options: Vec::new(),
                is_checked: matches!(kind, "checkbox" | "radio")
                    && node.known_attribute(attr::CHECKED).is_some(),
                is_in_datalist: outer.is_in_datalist,
                is_right_to_left: around.is_right_to_left,
            });
        }
        if name.namespace == names::Namespace::Html {
            match name.name.id {
                tag::FORM => {
                    self.forms.push((Form { element: node, controls: Vec::new() }, self.is_inside));
                    let form = self.forms.len() - 1;
                    let is_in_table = node
                        .parent()
                        .and_then(|parent| parent.name())
                        .is_some_and(|parent| sets::TABLE_LIKE.contains(parent.name.id));
                    if is_in_table && node.first_child().is_none() {
                        self.stray = Some(form);
                    } else {
                        around.form = Some(form);
                    }
                }
                tag::FIELDSET if disabled() => {
                    around.is_disabled = true;
                    legend = node.children().find(|child| child.is_html(tag::LEGEND));
                }
                tag::LEGEND => {
                    if let Some(frame) = self.frames.last()
                        && frame.legend == Some(node)
                    {
                        around.is_disabled = frame.outer.is_disabled;
                    }
                }
                tag::DATALIST => around.is_in_datalist = true,
                tag::TABLE => is_framed = true,
                tag::SELECT => {
                    around.select = Some(self.controls.len() - 1);
                    around.is_group_disabled = false;
                }
                tag::OPTGROUP => around.is_group_disabled = disabled(),
                tag::OPTION => {
                    if let Some(select) = outer.select {
                        let is_disabled = outer.is_group_disabled || disabled();
                        let is_selected = node.known_attribute(attr::SELECTED).is_some();
                        let choice = Choice { element: node, is_disabled, is_selected };
                        self.controls[select].options.push(choice);
                    }
                }
                _ => {}
            }
        }
        is_framed |= node == self.scope || around.differs(&outer) || legend.is_some();
        if is_framed {
            let stray = self.stray;
            if name.name.id == tag::TABLE {
                self.stray = None;
            }
            self.frames.push(Frame { node, outer, legend, stray });
            self.around = around;
        }
    }

    fn leave(&mut self, node: NodeRef<'a>) {
        if let Some(frame) = self.frames.pop_if(|frame| frame.node == node) {
            self.around = frame.outer;
            if node.is_html(tag::TABLE) {
                self.stray = frame.stray;
            }
            if node == self.scope {
                self.is_inside = false;
            }
        }
    }

    /// Leaves one radio button checked in each [radio button
    /// group](https://html.spec.whatwg.org/multipage/input.html#radio-button-group): the last.
    fn uncheck(&mut self) {
        let mut met = HashSet::new();
        for (control, owner) in self.controls.iter_mut().zip(&self.owners).rev() {
            if control.kind == "radio"
                && control.is_checked
                && let Some(name) = control.name()
            {
                control.is_checked = met.insert((*owner, name));
            }
        }
    }

    /// Gives the controls to their forms.
    fn finish(mut self, root: NodeRef<'a>) -> Vec<Form<'a>> {
        if !self.named.is_empty() {
            let mut by_id: HashMap<&str, NodeId> = HashMap::new();
            for node in root.descendants() {
                if let Some(id) = node.element_id() {
                    by_id.entry(id).or_insert(node.id());
                }
            }
            let numbers: HashMap<NodeId, usize> = self
                .forms
                .iter()
                .enumerate()
                .map(|(at, (form, _))| (form.element.id(), at))
                .collect();
            for (control, id) in std::mem::take(&mut self.named) {
                // A form attribute that names no form leaves the control without one.
                self.owners[control] = by_id.get(id).and_then(|node| numbers.get(node)).copied();
            }
        }
        self.uncheck();
        for (mut control, owner) in self.controls.into_iter().zip(self.owners) {
            if let Some(form) = owner {
                if control.kind == "select-one" {
                    select_one(&mut control);
                }
                self.forms[form].0.controls.push(control);
            }
        }
        self.forms.into_iter().filter_map(|(form, is_wanted)| is_wanted.then_some(form)).collect()
    }
}

impl Around {
    fn differs(&self, other: &Self) -> bool {
        self.form != other.form
            || self.select != other.select
            || self.is_disabled != other.is_disabled
            || self.is_group_disabled != other.is_group_disabled
            || self.is_in_datalist != other.is_in_datalist
            || self.is_right_to_left != other.is_right_to_left
    }
}

/// The [selectedness setting
/// algorithm](https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm) for a
/// `select` that isn't `multiple`: the last that says so is selected; in a drop-down box, if none does, the
/// first that can be.
fn select_one(control: &mut Control<'_>) {
    let last = control.options.iter().rposition(|option| option.is_selected);
    for (at, option) in control.options.iter_mut().enumerate() {
        option.is_selected = Some(at) == last;
    }
    let size = control.element.known_attribute(attr::SIZE).unwrap_or_default();
    let is_drop_down = !integer::parse_non_negative(size).is_ok_and(|size| size > 1);
    if last.is_none()
        && is_drop_down
        && let Some(first) = control.options.iter_mut().find(|option| !option.is_disabled)
    {
        first.is_selected = true;
    }
}

//! Finds the controls of each form, in one walk.

use sapwood_microsyntax::integer;
use sapwood_names::{HashMap, HashSet, Namespace, attr, tag};
use sapwood_tree::{Node, Step, Walk, form_owners, root_of};

use super::{
    form::{Control, Form, FormOption},
    value,
};

/// The forms in `scope`, each with all its controls, those outside `scope` included.
#[inline]
#[must_use]
pub fn forms<'d, N: Node<'d>>(scope: N) -> Vec<Form<N>> {
    let root = root_of(scope);
    let mut collector = Collector {
        around: Around::default(),
        frames: Vec::new(),
        forms: Vec::new(),
        controls: Vec::new(),
        base: None,
        is_inside: root == scope,
        scope,
    };
    for step in Walk::over(root) {
        match step {
            Step::Enter(node) => collector.enter(node),
            Step::Leave(node) => collector.leave(node),
        }
    }
    let owners = form_owners(root).into_iter();
    collector.finish(&owners.map(|(control, form)| (control.index(), form.index())).collect())
}

/// The state that a node gets from its ancestors.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The nearest `select`, as a control.
    select: Option<usize>,
    is_disabled: bool,
    is_group_disabled: bool,
    is_in_datalist: bool,
    is_right_to_left: bool,
}

/// An open element that changes the state.
struct Frame<N> {
    node: N,
    outer: Around,
    /// The `legend` in which a disabled `fieldset` disables nothing.
    legend: Option<N>,
}

struct Collector<N> {
    around: Around,
    frames: Vec<Frame<N>>,
    /// The forms, and whether each is in `scope`.
    forms: Vec<(Form<N>, bool)>,
    controls: Vec<Control<N>>,
    /// The first `base` element with an `href`.
    base: Option<N>,
    is_inside: bool,
    scope: N,
}

impl<'d, N: Node<'d>> Collector<N> {
    /// Enters a node. One arm for each element that forms know, in one pass over the tree.
    #[inline]
    fn enter(&mut self, node: N) {
        let Some(head) = node.element_head() else { return };
        if node == self.scope {
            self.is_inside = true;
        }
        let outer = self.around;
        let mut legend = None;
        let mut around = outer;
        match head.attribute_count {
            0 => {}
            _ => match node.known_attribute(attr::DIR) {
                Some(dir) if is_rtl(dir) => around.is_right_to_left = true,
                Some(dir) if dir.eq_ignore_ascii_case("ltr") => around.is_right_to_left = false,
                _ => {}
            },
        }
        let disabled = || node.known_attribute(attr::DISABLED).is_some();
        if let Some(kind) = value::kind(node) {
            self.controls.push(Control {
                element: node,
                kind,
                is_disabled: outer.is_disabled
                    || disabled() && kind != "output" && kind != "object",
                options: Vec::new(),
                is_checked: matches!(kind, "checkbox" | "radio")
                    && node.known_attribute(attr::CHECKED).is_some(),
                entered: None,
                is_in_datalist: outer.is_in_datalist,
                // A telephone number doesn't inherit its direction.
                is_right_to_left: around.is_right_to_left
                    && (kind != "tel" || node.known_attribute(attr::DIR).is_some_and(is_rtl)),
            });
        }
        if head.namespace == Namespace::Html {
            match head.name {
                tag::FORM => {
                    let form = Form { element: node, controls: Vec::new(), base: None };
                    self.forms.push((form, self.is_inside));
                }
                tag::BASE if self.base.is_none() => {
                    self.base = node.known_attribute(attr::HREF).map(|_| node);
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
                tag::SELECT => {
                    around.select = Some(self.controls.len() - 1);
                    around.is_group_disabled = false;
                }
                tag::OPTGROUP => around.is_group_disabled = disabled(),
                tag::OPTION => {
                    if let Some(select) = outer.select {
                        let is_disabled = outer.is_group_disabled || disabled();
                        let is_selected = node.known_attribute(attr::SELECTED).is_some();
                        let option = FormOption { element: node, is_disabled, is_selected };
                        self.controls[select].options.push(option);
                    }
                    // An option in this one is an option of no `select`.
                    around.select = None;
                }
                _ => {}
            }
        }
        if node == self.scope || around.differs(&outer) || legend.is_some() {
            self.frames.push(Frame { node, outer, legend });
            self.around = around;
        }
    }

    #[inline]
    fn leave(&mut self, node: N) {
        if let Some(frame) = self.frames.pop_if(|frame| frame.node == node) {
            self.around = frame.outer;
            if node == self.scope {
                self.is_inside = false;
            }
        }
    }

    /// Moves the controls to their forms.
    #[inline]
    fn finish(mut self, owners: &HashMap<usize, usize>) -> Vec<Form<N>> {
        let forms = self.forms.iter().enumerate();
        let numbers: HashMap<usize, usize> =
            forms.map(|(at, (form, _))| (form.element.index(), at)).collect();
        let owner = |control: &Control<N>| owners.get(&control.element.index());
        // The last radio button of each radio button group stays checked.
        let mut met = HashSet::default();
        for control in self.controls.iter_mut().rev() {
            if control.kind == "radio"
                && control.is_checked
                && let Some(name) = control.name()
            {
                control.is_checked = met.insert((owner(control), name));
            }
        }
        for mut control in self.controls {
            if let Some(form) = owner(&control).and_then(|form| numbers.get(form)) {
                if control.kind == "select-one" {
                    select_one(&mut control);
                }
                self.forms[*form].0.controls.push(control);
            }
        }
        let wanted =
            self.forms.into_iter().filter_map(|(form, is_wanted)| is_wanted.then_some(form));
        wanted.map(|form| Form { base: self.base, ..form }).collect()
    }
}

impl Around {
    #[inline]
    fn differs(&self, other: &Self) -> bool {
        self.select != other.select
            || self.is_disabled != other.is_disabled
            || self.is_group_disabled != other.is_group_disabled
            || self.is_in_datalist != other.is_in_datalist
            || self.is_right_to_left != other.is_right_to_left
    }
}

/// Whether a `dir` attribute states the direction from right to left.
#[inline]
fn is_rtl(dir: &str) -> bool {
    dir.eq_ignore_ascii_case("rtl")
}

/// The [selectedness setting
/// algorithm](https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm) for a
/// `select` that isn't `multiple`: the last option with `selected` is selected; without one, in a drop-down
/// box, the first that isn't disabled.
#[inline]
fn select_one<'d, N: Node<'d>>(control: &mut Control<N>) {
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

//! [Constraint validation](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constraint-validation)
//! of a page that has just been loaded, for `:valid`, `:invalid`, `:in-range` and `:out-of-range`.
//!
//! *Problem.* Whether a control is valid depends on its ancestors, its form and its radio button group, and whether a form or
//! fieldset is valid on all controls in it.
//!
//! *Idea.* One walk over the tree decides on every control, and notes the innermost fieldset of each. Then the verdicts are
//! passed up to the form owners and, from the last fieldset to the first, to the outer fieldsets.
//!
//! Nobody has edited a value yet, so no control suffers from bad input or from a length.

use sapwood_microsyntax::input::{self, NumericValidity};
use sapwood_names::{HashMap, attr, tag};

#[cfg(feature = "validity")]
use crate::constraints::Constraints;
use sapwood_tree::Node;

use crate::{
    forms::{Forms, input_attribute, sanitized_value, type_is},
    pseudo::Rule,
    verdict::Verdict,
    visit::{Visit, walk},
};

/// The validity of all elements of a tree.
#[derive(Debug, Default)]
pub(crate) struct Validity {
    /// The verdicts on candidates for constraint validation, and on forms and fieldsets that are not valid.
    verdicts: HashMap<usize, Verdict>,
    /// The candidates that have range limitations, and whether they are within them.
    in_range: HashMap<usize, bool>,
}

/// A fieldset of the tree.
struct Fieldset {
    index: usize,
    /// The position of the next outer one.
    outer: Option<usize>,
    verdict: Verdict,
}

/// A fieldset that contains the current node.
struct OpenFieldset {
    index: usize,
    /// Its position among all fieldsets.
    position: usize,
    is_disabled: bool,
    /// Its first `legend` child, in which controls stay enabled.
    legend: Option<usize>,
}

/// A walk over a tree that collects [`Validity`].
struct Collector<'f> {
    validity: Validity,
    fieldsets: Vec<Fieldset>,
    open_fieldsets: Vec<OpenFieldset>,
    /// The number of open fieldsets that disable the current node.
    disabling: usize,
    open_datalists: usize,
    forms: &'f Forms,
    #[cfg(feature = "validity")]
    constraints: Constraints,
}

impl Validity {
    pub(crate) fn of<'d, N: Node<'d>>(root: N, forms: &Forms) -> Self {
        let mut collector = Collector {
            validity: Self::default(),
            fieldsets: Vec::new(),
            open_fieldsets: Vec::new(),
            disabling: 0,
            open_datalists: 0,
            forms,
            #[cfg(feature = "validity")]
            constraints: Constraints::default(),
        };
        walk(root, |visit, node, _| match visit {
            _ if !node.is_element() => {}
            Visit::Enter => collector.open(node),
            Visit::Leave => collector.close(node),
        });
        collector.finish()
    }

    /// Whether `element` matches the pseudo-class.
    pub(crate) fn has<'d, N: Node<'d>>(&self, rule: Rule, element: N) -> bool {
        let index = element.index();
        let is = |wanted: Verdict| match self.verdicts.get(&index) {
            Some(verdict) => *verdict == wanted,
            None => {
                wanted == Verdict::Valid
                    && (element.is_html(tag::FORM) || element.is_html(tag::FIELDSET))
            }
        };
        match rule {
            Rule::InRange => self.in_range.get(&index) == Some(&true),
            Rule::OutOfRange => self.in_range.get(&index) == Some(&false),
            Rule::Valid => is(Verdict::Valid),
            Rule::Invalid => is(Verdict::Invalid),
            _ => false,
        }
    }
}

impl Collector<'_> {
    /// Visits an element before its descendants.
    fn open<'d, N: Node<'d>>(&mut self, element: N) {
        let has = |name| element.known_attribute(name).is_some();
        if element.is_html(tag::FIELDSET) {
            let is_disabled = has(attr::DISABLED);
            self.disabling += usize::from(is_disabled);
            let (index, position) = (element.index(), self.fieldsets.len());
            let outer = self.open_fieldsets.last().map(|it| it.position);
            self.fieldsets.push(Fieldset { index, outer, verdict: Verdict::Valid });
            self.open_fieldsets.push(OpenFieldset { index, position, is_disabled, legend: None });
        } else if element.is_html(tag::LEGEND) {
            if let Some(fieldset) = self.open_fieldsets.last_mut()
                && fieldset.legend.is_none()
                && element.parent().is_some_and(|parent| parent.index() == fieldset.index)
            {
                fieldset.legend = Some(element.index());
                self.disabling -= usize::from(fieldset.is_disabled);
            }
        } else if element.is_html(tag::DATALIST) {
            self.open_datalists += 1;
        } else if self.disabling == 0 && self.open_datalists == 0 && is_candidate(element) {
            self.candidate(element);
        }
    }

    /// Visits an element after its descendants.
    fn close<'d, N: Node<'d>>(&mut self, element: N) {
        if element.is_html(tag::FIELDSET) {
            if let Some(fieldset) = self.open_fieldsets.pop() {
                self.disabling -= usize::from(fieldset.is_disabled);
            }
        } else if element.is_html(tag::LEGEND) {
            if let Some(fieldset) = self.open_fieldsets.last()
                && fieldset.legend == Some(element.index())
            {
                self.disabling += usize::from(fieldset.is_disabled);
            }
        } else if element.is_html(tag::DATALIST) {
            self.open_datalists -= 1;
        }
    }

    /// Decides on a candidate for constraint validation.
    fn candidate<'d, N: Node<'d>>(&mut self, element: N) {
        let index = element.index();
        let is_input = element.is_html(tag::INPUT);
        let type_attribute = || element.known_attribute(attr::TYPE);
        let kind = if is_input { input::type_of(type_attribute()) } else { "" };
        let value = if is_input { sanitized_value(element, kind) } else { "".into() };
        let numeric = NumericValidity::check(kind, &value, |name| input_attribute(element, name));
        if let Some(numeric) = numeric.filter(|it| it.has_range_limitations) {
            let is_in_range = !numeric.range_underflow && !numeric.range_overflow;
            self.validity.in_range.insert(index, is_in_range);
        }
        #[cfg(feature = "validity")]
        let verdict = self.constraints.check(element, self.forms, kind, &value, numeric);
        // Nobody asks for it.
        #[cfg(not(feature = "validity"))]
        let verdict = Verdict::Valid;
        self.validity.verdicts.insert(index, verdict);
        if let Some(fieldset) = self.open_fieldsets.last() {
            let own = &mut self.fieldsets[fieldset.position].verdict;
            *own = verdict.max(*own);
        }
        if verdict > Verdict::Valid
            && let Some(owner) = self.forms.owners.get(&index)
        {
            let own = self.validity.verdicts.entry(*owner).or_insert(verdict);
            *own = verdict.max(*own);
        }
    }

    fn finish(mut self) -> Validity {
        // An inner fieldset comes after the outer ones.
        while let Some(Fieldset { index, outer, verdict }) = self.fieldsets.pop() {
            if verdict == Verdict::Valid {
                continue;
            }
            self.validity.verdicts.insert(index, verdict);
            if let Some(outer) = outer {
                let own = &mut self.fieldsets[outer].verdict;
                *own = verdict.max(*own);
            }
        }
        self.validity
    }
}

/// Whether an element that is neither disabled by a fieldset nor in a `datalist` is a [candidate for constraint
/// validation](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#candidate-for-constraint-validation).
fn is_candidate<'d, N: Node<'d>>(element: N) -> bool {
    let has = |name| element.known_attribute(name).is_some();
    let is_candidate = if element.is_html(tag::INPUT) {
        !type_is(element, &["hidden", "reset", "button"]) && !has(attr::READONLY)
    } else if element.is_html(tag::BUTTON) {
        !type_is(element, &["reset", "button"])
    } else if element.is_html(tag::TEXTAREA) {
        !has(attr::READONLY)
    } else {
        element.is_html(tag::SELECT)
    };
    is_candidate && !has(attr::DISABLED)
}

//! Location paths.

use std::cmp::Reverse;

use sapwood_names::{LocalName, NamespaceUrl};
use sapwood_tree::CandidateKey;

use super::{Facts, Parsed, Parser, Result};
use crate::expr::{Axis, Expr, NameTest, NodeTest, Path, PredicateKind, Start, Step, Type};

impl<'t> Parser<'t> {
    /// Parses a [location path](https://www.w3.org/TR/xpath-10/#NT-LocationPath).
    pub(super) fn location_path(&mut self) -> Result<Parsed> {
        let mut steps = Vec::new();
        let is_absolute = self.peek() == Some(b'/');
        if is_absolute {
            self.at += 1;
            let is_double = self.peek() == Some(b'/');
            self.at += usize::from(is_double);
            self.skip_space();
            if is_double || self.can_start_step() {
                self.relative(&mut steps, is_double)?;
            }
        } else {
            self.relative(&mut steps, false)?;
        }
        let start = if is_absolute { Start::Root } else { Start::Context };
        let mut facts = Facts::constant(Type::NodeSet);
        facts.context = !is_absolute;
        let path = Path { start, steps: steps.into() };
        Ok(Parsed::new(Expr::Path(Box::new(path)), facts))
    }

    fn can_start_step(&self) -> bool {
        matches!(self.peek(), Some(b'.' | b'@' | b'*')) || self.nc_name().is_some()
    }

    /// Parses the steps after an expression, with the slash before them.
    pub(super) fn steps_after_slash(&mut self, steps: &mut Vec<Step>) -> Result<()> {
        self.at += 1;
        let is_double = self.peek() == Some(b'/');
        self.at += usize::from(is_double);
        self.relative(steps, is_double)
    }

    /// Parses a [relative path](https://www.w3.org/TR/xpath-10/#NT-RelativeLocationPath).
    fn relative(&mut self, steps: &mut Vec<Step>, mut after_double: bool) -> Result<()> {
        loop {
            self.skip_space();
            let step = self.step()?;
            push_step(steps, step, after_double);
            self.skip_space();
            if self.peek() != Some(b'/') {
                return Ok(());
            }
            self.at += 1;
            after_double = self.peek() == Some(b'/');
            self.at += usize::from(after_double);
        }
    }

    /// Parses a [step](https://www.w3.org/TR/xpath-10/#NT-Step).
    fn step(&mut self) -> Result<Step> {
        if self.rest().starts_with("..") {
            self.at += 2;
            return Ok(Step::plain(Axis::Parent, NodeTest::Node));
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            return Ok(Step::plain(Axis::Itself, NodeTest::Node));
        }
        let mut after = "";
        let axis = if self.peek() == Some(b'@') {
            self.at += 1;
            self.skip_space();
            after = " after \"@\"";
            Axis::Attribute
        } else if let Some(axis) = self.axis()? {
            after = " after \"::\"";
            axis
        } else {
            Axis::Child
        };
        let test = self.node_test(axis, after)?;
        let predicates = self.predicates()?;
        let mut step = Step::plain(axis, test);
        step.positional = predicates.iter().any(|it| it.kind != PredicateKind::Boolean);
        step.predicates = predicates;
        if step.predicates.first().is_some_and(|first| first.kind == PredicateKind::Last)
            && axis.has_end()
        {
            step.from_end = true;
            step.predicates[0].kind = PredicateKind::Index(1);
        }
        Ok(step)
    }

    /// Takes the name of an axis and its colons, if they are next.
    fn axis(&mut self) -> Result<Option<Axis>> {
        let Some(name) = self.nc_name() else { return Ok(None) };
        let start = self.at;
        self.at += name.len();
        self.skip_space();
        if !self.rest().starts_with("::") {
            self.at = start;
            return Ok(None);
        }
        let Some(axis) = Axis::named(name) else {
            self.at = start;
            return Err(self.expected(&format!("the name of an axis instead of \"{name}\"")));
        };
        self.at += 2;
        self.skip_space();
        Ok(Some(axis))
    }

    /// Parses a [node test](https://www.w3.org/TR/xpath-10/#NT-NodeTest).
    fn node_test(&mut self, axis: Axis, after: &str) -> Result<NodeTest> {
        if self.peek() == Some(b'*') {
            self.at += 1;
            return Ok(NodeTest::Any);
        }
        let start = self.at;
        let Some(first) = self.nc_name() else {
            return Err(if after.is_empty() {
                self.expected_expression()
            } else {
                self.expected(&format!("a node test{after}"))
            });
        };
        self.at += first.len();
        let mut prefix = None;
        let mut local = first;
        if self.peek() == Some(b':') && !self.rest().starts_with("::") {
            self.at += 1;
            let namespace = self.namespace_of(first, start)?;
            if self.peek() == Some(b'*') {
                self.at += 1;
                return Ok(NodeTest::InNamespace(NamespaceUrl::new(namespace)));
            }
            local = self.nc_name().ok_or_else(|| {
                self.expected(&format!("a local name or \"*\" after \"{first}:\""))
            })?;
            self.at += local.len();
            prefix = Some(namespace);
        } else {
            let end = self.at;
            if self.take("(") {
                return self.node_type(first, start);
            }
            self.at = end;
        }
        if prefix.is_none() && !matches!(axis, Axis::Attribute | Axis::Namespace) {
            prefix = self.options.default_namespace();
        }
        let lower = local.to_ascii_lowercase();
        let (lower, exact) = LocalName::both(&lower, local);
        let namespace = prefix.map(NamespaceUrl::new);
        Ok(NodeTest::Name(Box::new(NameTest { namespace, lower, exact })))
    }

    /// Parses the rest of a node type, after its parenthesis.
    fn node_type(&mut self, name: &str, start: usize) -> Result<NodeTest> {
        let test = match name {
            "node" => NodeTest::Node,
            "text" => NodeTest::Text,
            "comment" => NodeTest::Comment,
            "processing-instruction" => {
                self.skip_space();
                let has_target = matches!(self.peek(), Some(b'"' | b'\''));
                let target = if has_target { Some(self.literal()?.into()) } else { None };
                NodeTest::ProcessingInstruction(target)
            }
            _ => {
                self.at = start;
                let what =
                    format!("a node test instead of \"{name}()\": a function can't be a step");
                return Err(self.expected(&what));
            }
        };
        self.require(")", &format!("\")\" after \"{name}(\""))?;
        Ok(test)
    }
}

impl Axis {
    /// Whether its nodes can be visited from the other end, too.
    fn has_end(self) -> bool {
        matches!(
            self,
            Self::Child | Self::FollowingSibling | Self::PrecedingSibling | Self::Descendant
        )
    }
}

impl Step {
    fn plain(axis: Axis, test: NodeTest) -> Self {
        Self {
            axis,
            test,
            predicates: [].into(),
            from_end: false,
            among_siblings: None,
            positional: false,
            keys: [].into(),
        }
    }

    /// Takes a first predicate that is an index or an upper bound out of the predicates of a child step, if no other one
    /// depends on the position: the step can become one on the descendant axis.
    fn count_among_siblings(&mut self) {
        let [first, others @ ..] = &*self.predicates else { return };
        let counts = matches!(first.kind, PredicateKind::Index(_) | PredicateKind::UpTo(_));
        let is_boolean = others.iter().all(|other| other.kind == PredicateKind::Boolean);
        if self.axis != Axis::Child || self.from_end || !counts || !is_boolean {
            return;
        }
        self.among_siblings = Some(first.kind);
        self.positional = false;
        self.predicates = std::mem::take(&mut self.predicates).into_iter().skip(1).collect();
    }

    /// Whether it is `self::node()`, which changes nothing.
    fn is_dot(&self) -> bool {
        self.axis == Axis::Itself
            && matches!(self.test, NodeTest::Node)
            && self.predicates.is_empty()
    }
}

/// Adds a step to a path; `after_double` if `//` is before it, which is short for `/descendant-or-self::node()/`.
fn push_step(steps: &mut Vec<Step>, mut step: Step, after_double: bool) {
    if after_double {
        step.count_among_siblings();
        let joined = match step.axis {
            _ if step.positional => None,
            Axis::Child | Axis::Descendant => Some(Axis::Descendant),
            Axis::Itself | Axis::DescendantOrSelf => Some(Axis::DescendantOrSelf),
            _ => None,
        };
        match joined {
            Some(axis) => step.axis = axis,
            None => {
                let mut all = Step::plain(Axis::DescendantOrSelf, NodeTest::Node);
                // Only elements have attributes; only they and the root have children.
                all.keys = match step.axis {
                    Axis::Attribute => [attribute_key(&step.test)].into(),
                    Axis::Child | Axis::Descendant => [CandidateKey::Any].into(),
                    _ => [].into(),
                };
                steps.push(all);
            }
        }
    }
    if step.is_dot() {
        return;
    }
    if matches!(step.axis, Axis::Descendant | Axis::DescendantOrSelf) {
        step.keys = keys(&step);
    }
    steps.push(step);
}

/// The condition on an element that has an attribute which passes `test`.
fn attribute_key(test: &NodeTest) -> CandidateKey {
    match test {
        NodeTest::Name(name) if name.namespace.is_none() && name.exact.is_none() => {
            CandidateKey::Attribute(name.lower.clone())
        }
        _ => CandidateKey::Any,
    }
}

/// The conditions that the results of a step fulfil.
fn keys(step: &Step) -> Box<[CandidateKey]> {
    let by_name = match &step.test {
        // In an HTML document, a name with upper-case letters can be that of either of two elements.
        NodeTest::Name(name) if name.exact.is_none() => CandidateKey::Type(name.lower.clone()),
        NodeTest::Name(_) | NodeTest::Any | NodeTest::InNamespace(_) => CandidateKey::Any,
        _ => return [].into(),
    };
    let mut keys = Vec::new();
    for predicate in &step.predicates {
        if predicate.kind != PredicateKind::Boolean {
            break;
        }
        condition_keys(&predicate.expr, &mut keys);
    }
    keys.sort_by_key(|key| Reverse(key.rarity()));
    keys.truncate(3);
    match by_name {
        CandidateKey::Any => {
            if keys.is_empty() {
                keys.push(by_name);
            }
        }
        _ => keys.insert(0, by_name),
    }
    keys.into()
}

/// Adds the keys of the elements for which `condition` can be true.
fn condition_keys(condition: &Expr, keys: &mut Vec<CandidateKey>) {
    use crate::expr::{Comparison, Function};
    match condition {
        Expr::And(parts) => parts.iter().for_each(|part| condition_keys(part, keys)),
        Expr::Path(_) => keys.extend(attribute_of(condition).map(CandidateKey::Attribute)),
        Expr::Compare(left, rest) => {
            let [(comparison, right)] = &**rest else { return };
            let (name, other) = match (attribute_of(left), attribute_of(right)) {
                (Some(name), None) => (name, right),
                (None, Some(name)) => (name, &**left),
                _ => return,
            };
            keys.push(match (name.text.as_ref(), comparison, other) {
                ("id", Comparison::Equal, Expr::String(id)) if !id.is_empty() => {
                    CandidateKey::Id(id.clone())
                }
                ("class", Comparison::Equal, Expr::String(class)) if is_token(class) => {
                    CandidateKey::Class(class.clone())
                }
                _ if matches!(other, Expr::String(_) | Expr::Number(_)) => {
                    CandidateKey::Attribute(name)
                }
                _ => return,
            });
        }
        Expr::Call(Function::HasClass, classes) => {
            keys.extend(classes.iter().filter_map(|class| match class {
                Expr::String(class) if is_token(class) => Some(CandidateKey::Class(class.clone())),
                _ => None,
            }));
        }
        Expr::Call(Function::Contains | Function::StartsWith, arguments) => {
            let [text, Expr::String(part)] = &**arguments else { return };
            if part.is_empty() {
                return;
            }
            if let Some(name) = attribute_of(text) {
                keys.push(CandidateKey::Attribute(name));
            } else if let Some(class) = part.strip_prefix(' ').and_then(|it| it.strip_suffix(' '))
                && is_token(class)
                && is_spaced_class(text)
            {
                keys.push(CandidateKey::Class(class.into()));
            }
        }
        _ => {}
    }
}

/// Whether a class attribute that is equal to `text` has it as its token.
fn is_token(text: &str) -> bool {
    !text.is_empty() && !text.bytes().any(|byte| byte.is_ascii_whitespace())
}

/// Whether this is `concat(' ', normalize-space(@class), ' ')` or `concat(' ', @class, ' ')`.
fn is_spaced_class(text: &Expr) -> bool {
    use crate::expr::Function;
    let Expr::Call(Function::Concat, parts) = text else { return false };
    let [Expr::String(before), class, Expr::String(after)] = &**parts else { return false };
    let class = match class {
        Expr::Call(Function::NormalizeSpace, arguments) => &arguments[0],
        other => other,
    };
    &**before == " "
        && &**after == " "
        && attribute_of(class).is_some_and(|name| name.text == "class")
}

/// The name `a` if this is `@a`, the same in HTML and XML documents.
fn attribute_of(expr: &Expr) -> Option<LocalName> {
    let Expr::Path(path) = expr else { return None };
    let (Start::Context, [step]) = (&path.start, &*path.steps) else { return None };
    match &step.test {
        NodeTest::Name(name)
            if step.axis == Axis::Attribute
                && step.predicates.is_empty()
                && name.exact.is_none()
                && name.namespace.is_none() =>
        {
            Some(name.lower.clone())
        }
        _ => None,
    }
}

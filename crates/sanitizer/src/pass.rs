//! A run of the algorithm over one document.

use sapwood_dom::{AttributeRef, Document, FilterAction, NodeData, NodeId, NodeRef};
use sapwood_names::{HashMap, NameId, Namespace, tag};

use crate::{
    compiled::Compiled,
    policy::Rules,
    report::{Removal, RemovalKind, Report},
};

/// Bytes that rules may add to the texts of a document: a multiple of what it has, and a constant.
const ADDED_FACTOR: usize = 16;
const ADDED_CONSTANT: usize = 1 << 16;

/// The attributes of an element, its name and the number of the rule: all that the decision depends on.
///
/// Elements that the parser reopened share their attributes. Their copies share the new ones, too; otherwise the
/// attributes of a page could multiply.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct AttributesKey {
    /// The index of the first attribute.
    first: usize,
    count: usize,
    namespace: Namespace,
    name: NameId,
    rule: u16,
}

impl AttributesKey {
    /// The key of an element; `None` if it has no attributes.
    pub(crate) fn of(element: NodeRef<'_>, rule: u16) -> Option<Self> {
        let mut attributes = element.attrs();
        let (count, first) = (attributes.len(), attributes.next()?.index());
        let name = element.name()?;
        Some(Self { first, count, namespace: name.namespace, name: name.name.id, rule })
    }
}

/// A run of the algorithm over one document.
pub(crate) struct Pass<'r> {
    pub(crate) compiled: &'r Compiled,
    pub(crate) rules: Option<&'r Rules>,
    /// Number of nodes and attributes that were removed.
    pub(crate) changes: usize,
    /// Number of removed elements that a parser adds where no tag is, without attributes.
    pub(crate) implied: usize,
    /// Elements that have got new attributes, by the old ones.
    originals: HashMap<AttributesKey, NodeId>,
    /// Bytes that rules can still add.
    pub(crate) room: usize,
    pub(crate) report: Option<Report>,
}

impl<'r> Pass<'r> {
    pub(crate) fn new(compiled: &'r Compiled) -> Self {
        Self {
            compiled,
            rules: None,
            changes: 0,
            implied: 0,
            originals: HashMap::default(),
            room: 0,
            report: None,
        }
    }

    /// A run with further rules.
    pub(crate) fn with_rules(
        compiled: &'r Compiled,
        rules: Option<&'r Rules>,
        document: &Document,
    ) -> Self {
        let room =
            document.text_bytes().saturating_mul(ADDED_FACTOR).saturating_add(ADDED_CONSTANT);
        Self { rules, room, ..Self::new(compiled) }
    }

    /// The action that copies the attributes of an element with the same key, if one has got its attributes.
    pub(crate) fn copied_attributes(&self, key: Option<AttributesKey>) -> Option<FilterAction> {
        let original = self.originals.get(&key?)?;
        Some(FilterAction::CopyAttributes(*original))
    }

    /// The action that sets the attributes of `element`, for others with the same key to copy.
    pub(crate) fn set_attributes(
        &mut self,
        key: Option<AttributesKey>,
        element: NodeRef<'_>,
    ) -> FilterAction {
        self.originals.extend(key.map(|key| (key, element.node_id())));
        FilterAction::SetAttributes
    }

    /// The report at the end of the run.
    pub(crate) fn into_report(self) -> Report {
        self.report.unwrap_or_default().with_total(self.changes)
    }

    /// Notes that `node` is removed, or only its tags.
    pub(crate) fn note_node(&mut self, node: NodeRef<'_>, kind: RemovalKind) {
        self.changes += 1;
        self.implied += usize::from(can_be_implied(node));
        let Some(report) = &mut self.report else { return };
        report.push(|| {
            let (kind, name) = match node.data() {
                NodeData::Comment(_) => (RemovalKind::Comment, String::new()),
                NodeData::ProcessingInstruction { target, .. } => {
                    (RemovalKind::ProcessingInstruction, target.to_owned())
                }
                _ => (kind, qualified_name(node).unwrap_or_default()),
            };
            Removal { kind, name, element: None, node: node.node_id(), span: node.span() }
        });
    }

    /// Notes that the attribute is removed from `element`, or a part of its value.
    pub(crate) fn note_attribute(
        &mut self,
        element: NodeRef<'_>,
        attribute: AttributeRef<'_>,
        kind: RemovalKind,
    ) {
        self.changes += 1;
        let Some(report) = &mut self.report else { return };
        report.push(|| Removal {
            kind,
            name: attribute.qualified_name().to_string(),
            element: qualified_name(element),
            node: element.node_id(),
            span: attribute.span(),
        });
    }
}

fn qualified_name(element: NodeRef<'_>) -> Option<String> {
    element.qualified_name().map(|name| name.to_string())
}

/// Whether it is an element without attributes that a parser also adds where no tag is.
fn can_be_implied(node: NodeRef<'_>) -> bool {
    let is_implied = |name| {
        matches!(name, tag::HTML | tag::HEAD | tag::BODY | tag::TBODY | tag::TR | tag::COLGROUP)
    };
    node.name_id().is_some_and(is_implied)
        && node.namespace() == Some(Namespace::Html)
        && node.attrs().len() == 0
}

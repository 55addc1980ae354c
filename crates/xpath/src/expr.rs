//! The compiled form of an expression.
//!
//! It is a tree whose depth the parser limits, with three changes against the syntax:
//!
//! * Operators of one precedence are a list, so that `1 + 1 + …` isn't deep.
//! * `//x` is one step on the descendant axis if no predicate of `x` depends on a position, or only the first one, and
//!   that is `[1]` or the like.
//! * A part of a predicate that doesn't depend on the context is an [`Expr::Invariant`]: it is evaluated once.

use sapwood_names::{LocalName, NamespaceUrl};

use sapwood_tree::CandidateKey;

/// A compiled expression, and how much memory its evaluation must provide for.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) expr: Expr,
    pub(crate) invariants: usize,
    pub(crate) memos: usize,
}

#[derive(Debug)]
pub(crate) enum Expr {
    Number(f64),
    String(Box<str>),
    Variable(Box<Reference>),
    Or(Box<[Expr]>),
    And(Box<[Expr]>),
    /// A chain of comparisons, from left to right.
    Compare(Box<Expr>, Box<[(Comparison, Expr)]>),
    /// A chain of additions and subtractions, or of multiplications, from left to right.
    Arithmetic(Box<Expr>, Box<[(Operator, Expr)]>),
    /// One or more minus signs; `true` if their number is odd.
    Negate(Box<Expr>, bool),
    Union(Box<[Expr]>),
    Path(Box<Path>),
    Call(Function, Box<[Expr]>),
    /// A function of the environment.
    Registered(Box<Reference>, Box<[Expr]>),
    /// `re:match(…)[…]`, whose value is a list of texts.
    #[cfg(feature = "exslt")]
    Matches(Box<MatchCall>),
    /// An expression in a predicate whose value is the same for each context. Invariants are numbered.
    Invariant(usize, Box<Expr>),
}

impl Expr {
    /// Whether it is an invariant, whose value is kept.
    pub(crate) fn is_evaluated(&self) -> bool {
        match self {
            Self::Invariant(..) => true,
            #[cfg(feature = "exslt")]
            Self::Matches(call) => call.invariant.is_some(),
            _ => false,
        }
    }
}

/// A call of `re:match`.
#[cfg(feature = "exslt")]
#[derive(Debug)]
pub(crate) struct MatchCall {
    pub(crate) arguments: Box<[Expr]>,
    /// Predicates on the positions of the texts.
    pub(crate) predicates: Box<[Predicate]>,
    /// The number of the invariant if it is one.
    pub(crate) invariant: Option<usize>,
}

/// A name that the environment resolves, and its byte offset in the expression.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) name: Box<str>,
    pub(crate) offset: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// The comparison with its operands exchanged.
    pub(crate) fn swapped(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            same => same,
        }
    }

    pub(crate) fn is_equality(self) -> bool {
        matches!(self, Self::Equal | Self::NotEqual)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// A location path, or a filter expression.
#[derive(Debug)]
pub(crate) struct Path {
    pub(crate) start: Start,
    pub(crate) steps: Box<[Step]>,
}

#[derive(Debug)]
pub(crate) enum Start {
    Context,
    Root,
    /// An expression, whose nodes in document order the predicates filter.
    Filter(Expr, Box<[Predicate]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Ancestor,
    AncestorOrSelf,
    Attribute,
    Child,
    Descendant,
    DescendantOrSelf,
    Following,
    FollowingSibling,
    Namespace,
    Parent,
    Preceding,
    PrecedingSibling,
    Itself,
}

impl Axis {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "ancestor" => Self::Ancestor,
            "ancestor-or-self" => Self::AncestorOrSelf,
            "attribute" => Self::Attribute,
            "child" => Self::Child,
            "descendant" => Self::Descendant,
            "descendant-or-self" => Self::DescendantOrSelf,
            "following" => Self::Following,
            "following-sibling" => Self::FollowingSibling,
            "namespace" => Self::Namespace,
            "parent" => Self::Parent,
            "preceding" => Self::Preceding,
            "preceding-sibling" => Self::PrecedingSibling,
            "self" => Self::Itself,
            _ => return None,
        })
    }

    /// Whether it lists its nodes in reverse document order.
    pub(crate) fn is_reverse(self) -> bool {
        matches!(
            self,
            Self::Ancestor | Self::AncestorOrSelf | Self::Preceding | Self::PrecedingSibling
        )
    }
}

#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) axis: Axis,
    pub(crate) test: NodeTest,
    pub(crate) predicates: Box<[Predicate]>,
    /// Whether the nodes are visited from the other end of the axis: its first predicate was `[last()]`.
    pub(crate) from_end: bool,
    /// A predicate before all others on the descendant axis, which counts the nodes of each parent that pass the node
    /// test: an index, or an upper bound. `//x[1]` has one.
    pub(crate) among_siblings: Option<PredicateKind>,
    /// Whether a predicate depends on a position, so that each context node has a list of its own.
    pub(crate) positional: bool,
    /// Conditions that each result fulfils, on the descendant axes: the first is the one for a scan, all are for an
    /// index. Empty if a result need not be an element.
    pub(crate) keys: Box<[CandidateKey]>,
}

impl Step {
    /// Whether it is `@*`.
    pub(crate) fn is_any_attribute(&self) -> bool {
        self.axis == Axis::Attribute
            && matches!(self.test, NodeTest::Any | NodeTest::Node)
            && self.predicates.is_empty()
    }
}

#[derive(Debug)]
pub(crate) enum NodeTest {
    /// `node()`
    Node,
    Text,
    Comment,
    /// `processing-instruction()`, with a target or for any.
    ProcessingInstruction(Option<Box<str>>),
    /// `*`
    Any,
    /// `p:*`
    InNamespace(NamespaceUrl),
    /// `x` or `p:x`
    Name(Box<NameTest>),
}

#[derive(Debug)]
pub(crate) struct NameTest {
    /// The namespace of the prefix. Without one, elements are in no namespace, or HTML elements in an HTML document.
    pub(crate) namespace: Option<NamespaceUrl>,
    /// The name for HTML elements in HTML documents, and for their attributes.
    pub(crate) lower: LocalName,
    /// The name for all others if it has upper-case letters.
    pub(crate) exact: Option<LocalName>,
}

impl NameTest {
    pub(crate) fn exact(&self) -> &LocalName {
        self.exact.as_ref().unwrap_or(&self.lower)
    }
}

#[derive(Debug)]
pub(crate) struct Predicate {
    pub(crate) kind: PredicateKind,
    pub(crate) expr: Expr,
    /// The number of the memo of its results, if it may be evaluated more than once for a node.
    pub(crate) memo: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PredicateKind {
    /// Independent of position and size.
    Boolean,
    /// `[3]`; 0 for a number that no position has.
    Index(u64),
    /// `[position() <= 3]`
    UpTo(u64),
    /// `[last()]`
    Last,
    /// Any other that depends on the position, but not on the size.
    Position,
    /// Any other that may depend on the size.
    Size,
}

/// The functions that are part of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Last,
    Position,
    Count,
    Id,
    LocalName,
    NamespaceUri,
    Name,
    String,
    Concat,
    StartsWith,
    Contains,
    SubstringBefore,
    SubstringAfter,
    Substring,
    StringLength,
    NormalizeSpace,
    Translate,
    Boolean,
    Not,
    True,
    False,
    Lang,
    Number,
    Sum,
    Floor,
    Ceiling,
    Round,
    HasClass,
    #[cfg(feature = "exslt")]
    Exslt(Exslt),
}

/// The functions of [EXSLT](https://exslt.github.io/).
#[cfg(feature = "exslt")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exslt {
    Test,
    Match,
    Replace,
    Difference,
    Intersection,
    Distinct,
    HasSameNode,
    Leading,
    Trailing,
    ConcatNodes,
    Padding,
    Align,
    ReplaceText,
    EncodeUri,
    DecodeUri,
}

#[cfg(feature = "exslt")]
impl Exslt {
    pub(crate) fn returns(self) -> Type {
        match self {
            Self::Test | Self::HasSameNode => Type::Boolean,
            Self::Difference
            | Self::Intersection
            | Self::Distinct
            | Self::Leading
            | Self::Trailing => Type::NodeSet,
            Self::Match => Type::Texts,
            _ => Type::String,
        }
    }
}

/// The type of an expression, as far as its text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    NodeSet,
    String,
    Number,
    Boolean,
    /// A list of texts, as a node-set without nodes.
    #[cfg(feature = "exslt")]
    Texts,
    Unknown,
}

impl Type {
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::NodeSet => "a node-set",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            #[cfg(feature = "exslt")]
            Self::Texts => "a list of texts",
            Self::Unknown => "another value",
        }
    }

    /// Whether a value of this type can be a node-set.
    pub(crate) fn may_be_nodes(self) -> bool {
        matches!(self, Self::NodeSet | Self::Unknown)
    }
}

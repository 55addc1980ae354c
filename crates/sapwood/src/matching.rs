//! Matching selectors at start tags, for parsers that build no document.
//!
//! A node that may have children keeps a [`Scope`]. [`Selectors::select`] matches a new child of it, and sets the scope
//! of the child. What else a node is, and what happens to a match, is the parser's.
//!
//! The functions that `selecting` calls, here and there, are inline or generic: a program that doesn't stream never compiles them.

mod element;
mod nodes;

use sapwood_names::{Namespace, TagSet, is_valid_shadow_host_name, sets, tag};
use sapwood_select::{DocumentMode, NameSet, StreamFrame, StreamSelector};
use sapwood_tree::{NewElement, QuirksMode};

use self::element::Start;
pub(crate) use self::{
    element::Kept,
    nodes::{Handle, NodeSink, NodeState, Nodes, sweep},
};

/// The state with which the children of a node are matched.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) frames: Frames,
    /// Whether the node is the document.
    pub(crate) is_document: bool,
    /// Whether nothing in the node matches.
    pub(crate) is_inert: bool,
}

impl Scope {
    /// Makes it as new. The memory stays.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.frames.first = None;
        self.frames.others.clear();
        self.is_document = false;
        self.is_inert = false;
    }
}

/// The frame of each selector that needs one. The first needs no allocation.
#[derive(Clone, Default)]
pub(crate) struct Frames {
    first: Option<StreamFrame>,
    others: Vec<StreamFrame>,
}

impl Frames {
    #[inline]
    fn push(&mut self, frame: StreamFrame) {
        if self.first.is_none() {
            self.first = Some(frame);
        } else {
            self.others.push(frame);
        }
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = &StreamFrame> {
        self.first.iter().chain(&self.others)
    }

    #[inline]
    fn iter_mut(&mut self) -> impl Iterator<Item = &mut StreamFrame> {
        self.first.iter_mut().chain(&mut self.others)
    }
}

/// The selectors of a parser, by number.
pub(crate) struct Selectors {
    list: Vec<Listed>,
    /// Whether all of them depend on the element alone.
    are_local: bool,
    /// The names of the elements that may match, or that other elements depend on.
    names: NameSet,
    /// The names in the selectors that need frames.
    framed_names: NameSet,
    pub(crate) mode: DocumentMode,
}

struct Listed {
    selector: StreamSelector,
    /// Whether the selector depends on the element alone, so that it needs no frames.
    is_local: bool,
}

impl Default for Selectors {
    #[inline]
    fn default() -> Self {
        Self {
            list: Vec::new(),
            are_local: true,
            names: NameSet::default(),
            framed_names: NameSet::default(),
            mode: DocumentMode { html: true, quirks_mode: QuirksMode::NoQuirks },
        }
    }
}

impl Selectors {
    /// Adds a selector; `document` is the scope of the document.
    #[inline]
    pub(crate) fn push(&mut self, selector: StreamSelector, document: &mut Scope) {
        let is_local = selector.is_local();
        self.are_local &= is_local;
        if !is_local {
            document.frames.push(selector.root_frame());
            self.framed_names.insert_all(selector.names());
        }
        self.names.insert_all(selector.names());
        self.list.push(Listed { selector, is_local });
    }

    /// The names of the elements that may match, or that other elements depend on.
    #[inline(always)]
    pub(crate) fn names(&self) -> &NameSet {
        &self.names
    }

    /// Whether all selectors depend on the element alone.
    #[cfg(feature = "rewriting")]
    pub(crate) fn are_local(&self) -> bool {
        self.are_local
    }

    /// Matches a new child of the node whose scope is `parent`. Sets the scope of the child, whose frames are empty, and appends
    /// the numbers of the selectors that it matches to `matched`.
    #[inline]
    pub(crate) fn select(
        &self,
        parent: &mut Scope,
        child: &mut Scope,
        element: &NewElement<'_>,
        matched: &mut Vec<usize>,
    ) {
        child.is_inert = parent.is_inert;
        if child.is_inert {
            return;
        }
        let start = Start(element);
        if self.are_local {
            for (number, Listed { selector, .. }) in self.list.iter().enumerate() {
                if selector.names().contains(element.name.name.id)
                    && selector.matches(&start, self.mode, parent.is_document)
                {
                    matched.push(number);
                }
            }
            return;
        }
        let mut frames = parent.frames.iter_mut();
        for (number, Listed { selector, is_local }) in self.list.iter().enumerate() {
            let is_named = selector.names().contains(element.name.name.id);
            let matches = if *is_local {
                is_named && selector.matches(&start, self.mode, parent.is_document)
            } else {
                let Some(frame) = frames.next() else { break };
                let (matches, own) = match is_named {
                    true => selector.enter(frame, &start, self.mode, parent.is_document),
                    false => (false, selector.pass(frame, &start)),
                };
                child.frames.push(own);
                matches
            };
            if matches {
                matched.push(number);
            }
        }
    }

    /// Whether an element matches nothing and leaves no trace, in a parent whose children may share its scope.
    #[cfg(feature = "rewriting")]
    pub(crate) fn is_idle(&self, parent: &Scope, element: &NewElement<'_>) -> bool {
        let name = element.name.name.id;
        if parent.is_inert {
            return true;
        }
        let start = Start(element);
        !self.framed_names.contains(name)
            && !self.list.iter().any(|Listed { selector, is_local }| {
                *is_local
                    && selector.names().contains(name)
                    && selector.matches(&start, self.mode, parent.is_document)
            })
    }

    /// The selectors that need frames.
    #[inline]
    fn framed(&self) -> impl Iterator<Item = &StreamSelector> {
        let framed = self.list.iter().filter(|listed| !listed.is_local);
        framed.map(|listed| &listed.selector)
    }

    /// Whether children that match nothing may share the scope of a node.
    #[inline]
    pub(crate) fn passes_on(&self, scope: &Scope) -> bool {
        let mut frames = self.framed().zip(scope.frames.iter());
        scope.is_inert
            || self.are_local
            || frames.all(|(selector, frame)| selector.passes_on(frame))
    }

    /// Whether children of a node with the scope `child` match as those of its parent do, whose scope is `parent`.
    #[inline]
    pub(crate) fn is_equivalent(&self, parent: &Scope, child: &Scope) -> bool {
        let mut frames = self.framed().zip(parent.frames.iter().zip(child.frames.iter()));
        parent.is_inert
            || self.are_local
            || frames.all(|(selector, (parent, child))| selector.is_equivalent(parent, child))
    }
}

/// The names of the elements that the parser may reopen, or may put content elsewhere for.
pub(crate) const TRACKED: NameSet =
    NameSet::of(sets::FORMATTING.union(TagSet::new(&[tag::BODY, tag::TABLE])));

#[inline]
pub(crate) fn is_table(element: &NewElement<'_>) -> bool {
    element.name.is_html(tag::TABLE)
}

#[inline]
pub(crate) fn is_body(element: &NewElement<'_>) -> bool {
    element.name.is_html(tag::BODY)
}

/// Returns `true` if the parser may reopen the element.
#[inline]
pub(crate) fn may_reopen(element: &NewElement<'_>) -> bool {
    element.name.namespace == Namespace::Html && sets::FORMATTING.contains(element.name.name.id)
}

/// Returns `true` if the element can be a [shadow host](https://dom.spec.whatwg.org/#valid-shadow-host-name).
#[inline]
pub(crate) fn can_be_host(element: &NewElement<'_>) -> bool {
    let name = element.name.name;
    element.name.namespace == Namespace::Html && is_valid_shadow_host_name(name.id, name.text)
}

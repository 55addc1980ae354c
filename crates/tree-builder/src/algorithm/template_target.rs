//! The insertion target of an open template.

use sapwood_tree::Patch;

/// The insertion target of the content of an open template.
#[derive(Clone, Debug)]
pub(crate) enum TemplateTarget<Handle> {
    /// Its template contents, or the shadow root it declares.
    Contents(Handle),
    /// The range that a `<template for>` fills.
    Patch(Patch<Handle>),
}

impl<Handle> TemplateTarget<Handle> {
    /// Returns the handles of the target.
    pub(crate) fn handles(&self) -> impl Iterator<Item = &Handle> {
        let (first, others) = match self {
            Self::Contents(contents) => (contents, None),
            Self::Patch(patch) => (&patch.target, Some((&patch.start, &patch.end))),
        };
        let others = others.into_iter().flat_map(|(start, end)| [start].into_iter().chain(end));
        [first].into_iter().chain(others)
    }
}

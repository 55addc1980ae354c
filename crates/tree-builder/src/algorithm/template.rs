//! `template` tags: [ordinary ones](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead),
//! declarative shadow roots, and content patches (`<template for>`).

use sapwood_names::{Namespace, attr, tag};
use sapwood_tokenizer::Tag;
use sapwood_tree::{
    Attributes, ErrorCode, Patch, ShadowRootInit, ShadowRootMode, SlotAssignment, TreeSink,
};

use super::{
    element_flags::{Flags, flags_of},
    template_target::TemplateTarget,
};
use crate::{
    builder::{Mode, TreeBuilder},
    input::Next,
};

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns `true` if the current content belongs to a template, which may be a fragment's context
    /// element. The form element pointer is ignored there.
    pub(crate) fn in_template_contents(&self) -> bool {
        self.open.contains(tag::TEMPLATE) || self.is_in_context(tag::TEMPLATE)
    }

    /// Processes a `template` start tag by the rules of "in head".
    pub(crate) fn template_start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.set_frameset_not_ok();
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);

        let template = self.create_element(self.html_element(tag));
        let target = match self.shadow_root(tag.attributes) {
            Some(shadow_root) => TemplateTarget::Contents(shadow_root),
            None => match self.patch(tag.attributes) {
                Some(patch) => TemplateTarget::Patch(patch),
                None => {
                    self.insert_created(&template);
                    TemplateTarget::Contents(self.sink.template_contents(&template))
                }
            },
        };
        let flags = flags_of(Namespace::Html, tag::TEMPLATE, false);
        self.open.push(template, Namespace::Html, tag::TEMPLATE, flags);
        self.templates.push(target);
        self.push_marker();
        Next::Done
    }

    /// Attaches the shadow root that a template declares to the current node.
    ///
    /// The root of the stack can't be the host: in a fragment it represents the context element.
    fn shadow_root(&mut self, attributes: Attributes<'_>) -> Option<S::Handle> {
        let mode = attributes.named(attr::SHADOWROOTMODE)?.value;
        let mode = if mode.eq_ignore_ascii_case("open") {
            ShadowRootMode::Open
        } else if mode.eq_ignore_ascii_case("closed") {
            ShadowRootMode::Closed
        } else {
            return None;
        };
        if !self.options.declarative_shadow_roots || self.open.only_root() {
            return None;
        }
        let has = |name| attributes.named(name).is_some();
        let manual = attributes
            .named(attr::SHADOWROOTSLOTASSIGNMENT)
            .is_some_and(|it| it.value.eq_ignore_ascii_case("manual"));
        let init = ShadowRootInit {
            mode,
            delegates_focus: has(attr::SHADOWROOTDELEGATESFOCUS),
            clonable: has(attr::SHADOWROOTCLONABLE),
            serializable: has(attr::SHADOWROOTSERIALIZABLE),
            slot_assignment: if manual { SlotAssignment::Manual } else { SlotAssignment::Named },
            keep_custom_element_registry_null: has(attr::SHADOWROOTCUSTOMELEMENTREGISTRY),
        };
        self.sink.attach_shadow_root(&self.open.current().handle, &init)
    }

    /// [Prepares content patching](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead)
    /// for a template with a `for` attribute that declares no shadow root.
    fn patch(&mut self, attributes: Attributes<'_>) -> Option<Patch<S::Handle>> {
        if !self.options.template_for || declares_shadow_root(attributes) {
            return None;
        }
        let name = attributes.named(attr::FOR)?.value;
        let location = self.location(self.open.top());
        self.sink.begin_patch(location.place(), name)
    }

    /// Processes a `template` end tag by the rules of "in head".
    pub(crate) fn template_end_tag(&mut self) -> Next {
        if !self.open.contains(tag::TEMPLATE) {
            self.error(ErrorCode::UnexpectedEndTag);
            return Next::Done;
        }
        self.generate_all_implied_end_tags_thoroughly();
        if !self.open.current().flags.has(Flags::TEMPLATE) {
            self.error(ErrorCode::UnclosedElements);
        }
        self.close_template();
        Next::Done
    }

    /// Pops until a template has been popped, and restores the insertion mode around it.
    pub(crate) fn close_template(&mut self) {
        if let Some(TemplateTarget::Patch(patch)) = self.templates.last() {
            self.sink.end_patch(patch);
        }
        self.pop_until(tag::TEMPLATE);
        self.templates.pop();
        self.clear_formatting_to_marker();
        self.template_modes.pop();
        self.reset_insertion_mode();
    }
}

fn declares_shadow_root(attributes: Attributes<'_>) -> bool {
    attributes.named(attr::SHADOWROOTMODE).is_some_and(|mode| {
        mode.value.eq_ignore_ascii_case("open") || mode.value.eq_ignore_ascii_case("closed")
    })
}

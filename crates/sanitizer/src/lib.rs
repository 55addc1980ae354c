//! Untrusted HTML made safe: the [HTML Sanitizer
//! API](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#html-sanitization) of the standard.
//!
//! A [`Sanitizer`] holds a configuration: which elements and attributes are kept, removed, or replaced by their
//! children. It works on a tree, after parsing, as a browser does.
//!
//! | | |
//! |---|---|
//! | [`Sanitizer::set_html`], [`Sanitizer::parse_html`] | markup to a safe tree |
//! | [`Sanitizer::set_html_unsafe`], [`Sanitizer::parse_html_unsafe`] | markup to a tree by the configuration alone |
//! | [`Sanitizer::sanitize`] | a tree that is there already |
//! | [`Sanitizer::clean`] | markup to markup that stays safe when it is parsed again |
//! | [`Policy`] | the same with rules beyond the standard: URL schemes, styles, classes, callbacks |
//!
//! Whatever the configuration says, the safe methods remove elements and event handlers that run scripts, and
//! `javascript:` URLs of links and forms.

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod attributes;
mod canonical;
mod compiled;
mod config;
mod generated;
mod instance;
#[cfg(feature = "json")]
mod json;
mod pass;
mod policy;
#[cfg(feature = "json")]
mod policy_json;
mod presets;
mod proven;
mod report;
mod rewrite;
mod style;
#[cfg(test)]
mod tests;
mod tree;
mod url;
mod walk;

pub use canonical::ConfigError;
pub use config::{
    SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes,
};
pub use instance::Sanitizer;
pub use policy::{ElementAction, Policy, RelativeUrls, Unlisted};
pub use report::{Removal, RemovalKind, Report};

//! Editing while the input arrives.
//!
//! The rewriter writes the same bytes as the edited document for changes of attributes. Other edits need the whole page: only a
//! second parse shows whether they give the tree that was asked for.

use std::{io::Write, path::Path};

use anyhow::{Context, Result, anyhow};
use sapwood::{
    Namespace, parse_fragment,
    rewriting::{Element, HandlerResult, RewriteError, RewriteOptions, Rewriter, StreamSelector},
};

use super::{
    Arguments,
    actions::{Action, takes_nonce},
    groups::{Group, Groups},
};
use crate::{
    files::{Parse, Wanted},
    input,
    output::Output,
    pieces::Pieces,
    status::Status,
};

/// Edits that can be made while the input arrives.
pub(super) struct Stream<'g>(Vec<(StreamSelector, &'g [Action])>);

impl<'g> Stream<'g> {
    /// `None` if an edit needs the whole page, or the encoding, unless that is stated.
    pub(super) fn new(groups: &'g Groups, is_encoding_stated: bool) -> Option<Self> {
        let mut changed: Vec<&str> = Vec::new();
        let mut edits = Vec::new();
        for Group { selector, actions } in groups.iter() {
            let text = selector.to_string();
            // Each group sees the result of those before, a rewriter's selectors only the page.
            if changed.iter().any(|name| depends_on(&text, name)) {
                return None;
            }
            for action in actions {
                let (name, value) = attribute(action)?;
                if !is_plain(name) || !(is_encoding_stated || value.is_ascii()) {
                    return None;
                }
                changed.push(name);
            }
            // Undeclared encodings agree on ASCII.
            if !(is_encoding_stated || text.is_ascii()) {
                return None;
            }
            let selector = StreamSelector::try_from(selector).ok()?;
            // Where a tag that is implied has to be written depends on what follows.
            if selector.may_match_implied() {
                return None;
            }
            edits.push((selector, &**actions));
        }
        Some(Self(edits))
    }

    /// Writes the edited input from `path` as it comes.
    pub(super) fn run(
        self,
        out: &mut Output<'_>,
        path: &Path,
        arguments: &Arguments,
    ) -> Result<Status> {
        let Arguments { sources, parsing, .. } = arguments;
        let name = input::name(path);
        let cannot_read = || format!("cannot read {name}");
        let mut pieces = Pieces::of(sources.input.open(path)?)?;
        let first = pieces.first_bytes().with_context(cannot_read)?;
        sources.input.examine(&first, path, &parsing.expected())?;
        let options = RewriteOptions::default()
            .parsing(parsing.options(Wanted::default()))
            .sniffing(parsing.encoding.sniffing());
        let mut rewriter = Rewriter::new(&options);
        for (selector, actions) in self.0 {
            let edit = |element: &mut Element<'_>| {
                actions.iter().try_for_each(|action| apply(action, element))
            };
            rewriter.on_element(selector, edit)?;
        }
        let mut output = Vec::new();
        let mut piece = Some(Ok(first));
        while let Some(bytes) = piece {
            let bytes = bytes.with_context(cannot_read)?;
            let result = rewriter.feed(&bytes, |bytes| output.extend_from_slice(bytes));
            out.write_unlimited(&output)?;
            output.clear();
            // Whoever reads the output gets each piece as soon as it is edited.
            out.flush()?;
            arguments.check(result, &name)?;
            piece = pieces.next();
        }
        let result = rewriter.finish(|bytes| output.extend_from_slice(bytes));
        out.write_unlimited(&output)?;
        arguments.check(result.map(drop), &name)?;
        Ok(Status::Success)
    }
}

impl Arguments {
    /// The error of a rewrite as that of an edit.
    fn check(&self, result: Result<(), RewriteError>, name: &str) -> Result<()> {
        match result {
            Err(RewriteError::Limit(limit)) => self.parsing.limits.check(Some(limit), name),
            other => other.map_err(|error| anyhow!("{name}: {error}")),
        }
    }
}

/// The attribute that an action changes, if it changes nothing else, and its new value.
fn attribute(action: &Action) -> Option<(&str, &str)> {
    match action {
        Action::Set(name, value) => Some((name, value)),
        Action::Unset(name) => Some((name, "")),
        Action::Nonce(value) => Some(("nonce", value)),
        _ => None,
    }
}

/// Whether an attribute has this name in elements of all namespaces.
fn is_plain(name: &str) -> bool {
    let is_simple = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    let fragment = parse_fragment(&format!("<svg {name}></svg><math {name}></math>"), "body");
    let mut attributes = fragment.descendants().flat_map(|node| node.attrs());
    name.bytes().all(is_simple)
        && attributes.all(|it| it.local_name() == name && it.namespace() == Namespace::None)
}

/// Whether a selector may depend on an attribute. Pseudo-classes look at attributes that they don't name.
fn depends_on(selector: &str, name: &str) -> bool {
    selector.contains(name)
        || selector.contains([':', '\\'])
        || name == "class" && selector.contains('.')
        || name == "id" && selector.contains('#')
}

fn apply(action: &Action, element: &mut Element<'_>) -> HandlerResult {
    let done = match action {
        Action::Unset(name) => {
            element.remove_attribute(name);
            Ok(())
        }
        Action::Set(name, value) => element.set_attribute(name, value),
        Action::Nonce(value) if takes_nonce(element.namespace(), element.tag_name()) => {
            element.set_attribute("nonce", value)
        }
        _ => Ok(()),
    };
    done.map_err(|error| format!("{}: {error}", action.option()).into())
}

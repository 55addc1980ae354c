//! Selectors with their actions: the options of the command line, whose order matters, and the tables of a file.

use std::{fs, path::Path};

use anyhow::{Context, Result, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, error::ErrorKind};
use sapwood::{Document, Selector};
use serde::Deserialize;

use super::actions::Action;
use crate::{mistaken::unopened_file, values};

/// A selector and what is done to the elements that match.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) selector: Selector,
    pub(super) actions: Vec<Action>,
}

/// Groups in the order in which they are applied.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups(Vec<Group>);

/// An option with a value: its name, the name of the value, and the help.
const VALUES: [(&str, &str, &str); 11] = [
    ("set", "NAME=VALUE", "Set an attribute"),
    ("unset", "NAME", "Remove an attribute"),
    ("rename", "NAME", "Give the element another name"),
    ("text", "TEXT", "Replace the content by text"),
    ("html", "HTML", "Replace the content by HTML"),
    ("before", "HTML", "Insert HTML before the element"),
    ("after", "HTML", "Insert HTML after the element"),
    ("prepend", "HTML", "Insert HTML before the content"),
    ("append", "HTML", "Insert HTML after the content"),
    (
        "resolve-urls",
        "BASE",
        "Resolve the URLs in attributes against this URL and the `base` of the page",
    ),
    ("nonce", "VALUE", "Set the nonce of scripts, style sheets and links"),
];

/// An option without a value, and its help.
const SWITCHES: [(&str, &str); 2] = [
    ("remove", "Remove the element with its content"),
    ("unwrap", "Remove the tags of the element and keep its content"),
];

const SELECT: &str = "select";

impl Args for Groups {
    fn augment_args(command: Command) -> Command {
        let heading = |argument: Arg| argument.action(ArgAction::Append).help_heading("Edits");
        let select = Arg::new(SELECT).short('s').long(SELECT).value_name("SELECTOR");
        let select = heading(select).value_parser(values::selector).help(
            "Apply the actions that follow to the elements that match this CSS selector; repeat it for more edits, \
             each of which sees the result of those before",
        );
        let values = VALUES.iter().map(|(name, value, help)| {
            heading(Arg::new(*name).long(*name).value_name(*value).help(*help))
                .allow_hyphen_values(true)
        });
        let switches = SWITCHES.iter().map(|(name, help)| {
            // Of a switch with a value that is always missing, each place is known.
            let switch = Arg::new(*name).long(*name).help(*help).num_args(0);
            heading(switch).default_missing_value("")
        });
        command.arg(select).args(values).args(switches)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Groups {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut groups = Self::default();
        groups.update_from_arg_matches(matches)?;
        Ok(groups)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let selectors = matches.get_many::<Selector>(SELECT).unwrap_or_default();
        let places = matches.indices_of(SELECT).unwrap_or_default();
        let mut groups: Vec<(usize, Group)> = places
            .zip(selectors)
            .map(|(at, it)| (at, Group { selector: it.clone(), actions: Vec::new() }))
            .collect();
        let mut actions = Vec::new();
        let names = VALUES.iter().map(|it| it.0).chain(SWITCHES.iter().map(|it| it.0));
        for name in names {
            let given = matches.get_many::<String>(name).unwrap_or_default();
            for (at, value) in matches.indices_of(name).unwrap_or_default().zip(given) {
                let action = action(name, value)
                    .map_err(|error| invalid(format!("--{name} {value:?}: {error:#}\n")))?;
                actions.push((at, name, action));
            }
        }
        actions.sort_by_key(|(at, ..)| *at);
        for (at, name, action) in actions {
            let group = groups.iter_mut().rev().find(|(of, _)| *of < at);
            let (_, group) = group.ok_or_else(|| {
                invalid(format!("--{name} needs a selector before it, such as -s img\n"))
            })?;
            group.actions.push(action);
        }
        if let Some((_, group)) = groups.iter().find(|(_, group)| group.actions.is_empty()) {
            return Err(invalid(format!(
                "no action for the selector {}, such as --set NAME=VALUE or --remove\n",
                group.selector
            )));
        }
        self.0 = groups.into_iter().map(|(_, group)| group).collect();
        Ok(())
    }
}

fn invalid(message: String) -> clap::Error {
    clap::Error::raw(ErrorKind::ValueValidation, message)
}

/// The action of an option, by its name.
fn action(name: &str, value: &str) -> Result<Action> {
    let text = value.to_owned();
    Ok(match name {
        "set" => {
            let (name, value) = value.split_once('=').context("expected NAME=VALUE")?;
            Action::Set(name.to_owned(), value.to_owned())
        }
        "unset" => Action::Unset(text),
        "rename" => Action::Rename(text),
        "text" => Action::Text(text),
        "html" => Action::Html(text),
        "before" => Action::Before(text),
        "after" => Action::After(text),
        "prepend" => Action::Prepend(text),
        "append" => Action::Append(text),
        "resolve-urls" => Action::ResolveUrls(values::url(value).map_err(|error| anyhow!(error))?),
        "nonce" => Action::Nonce(text),
        "remove" => Action::Remove,
        _ => Action::Unwrap,
    })
}

/// The tables of a file of edits.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EditsFile {
    #[serde(rename = "edit")]
    edits: Vec<Edit>,
}

/// A table of a file of edits.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Edit {
    select: String,
    #[serde(default)]
    set: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    unset: Vec<String>,
    rename: Option<String>,
    text: Option<String>,
    html: Option<String>,
    before: Option<String>,
    after: Option<String>,
    prepend: Option<String>,
    append: Option<String>,
    resolve_urls: Option<String>,
    nonce: Option<String>,
    #[serde(default)]
    unwrap: bool,
    #[serde(default)]
    remove: bool,
}

impl Edit {
    fn group(self) -> Result<Group> {
        let selector = values::selector(&self.select).map_err(|error| anyhow!(error))?;
        let mut actions: Vec<Action> =
            self.set.into_iter().map(|(name, value)| Action::Set(name, value)).collect();
        actions.extend(self.unset.into_iter().map(Action::Unset));
        let texts = [
            ("resolve-urls", self.resolve_urls),
            ("nonce", self.nonce),
            ("text", self.text),
            ("html", self.html),
            ("prepend", self.prepend),
            ("append", self.append),
            ("before", self.before),
            ("after", self.after),
            ("rename", self.rename),
            ("unwrap", self.unwrap.then(String::new)),
            ("remove", self.remove.then(String::new)),
        ];
        for (name, value) in texts {
            if let Some(value) = value {
                actions.push(action(name, &value).with_context(|| name.to_owned())?);
            }
        }
        if actions.is_empty() {
            return Err(anyhow!("no action for the selector {selector}"));
        }
        Ok(Group { selector, actions })
    }
}

impl Groups {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the edits of a file.
    pub(super) fn read(&mut self, path: &Path) -> Result<()> {
        let text = fs::read_to_string(path).map_err(|error| unopened_file(path, error))?;
        let name = || path.display().to_string();
        let file: EditsFile = toml::from_str(&text).with_context(name)?;
        for (number, edit) in file.edits.into_iter().enumerate() {
            let group = edit.group().with_context(|| format!("{}: edit {}", name(), number + 1))?;
            self.0.push(group);
        }
        Ok(())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Group> {
        self.0.iter()
    }

    /// Applies each group to the result of those before.
    pub(super) fn apply(&self, document: &mut Document) -> Result<()> {
        for Group { selector, actions } in &self.0 {
            let elements: Vec<_> =
                selector.select(document.root()).map(|element| element.node_id()).collect();
            for action in actions {
                action.apply(document, &elements)?;
            }
        }
        Ok(())
    }
}

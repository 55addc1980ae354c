//! [JSON-LD](https://www.w3.org/TR/json-ld11/), as far as it describes a page.

use std::{cell::OnceCell, collections::HashMap};

use sapwood_extract::child_text;
use sapwood_tree::Node;
use serde_json::{Map, Value};

use crate::survey::Survey;

/// Types of schema.org that describe a text.
pub(crate) const TEXTS: &[&str] = &[
    "Article",
    "NewsArticle",
    "BlogPosting",
    "Report",
    "TechArticle",
    "ScholarlyArticle",
    "AnalysisNewsArticle",
    "OpinionNewsArticle",
    "ReportageNewsArticle",
    "ReviewNewsArticle",
    "Review",
    "DiscussionForumPosting",
    "QAPage",
    "Question",
    "Recipe",
    "HowTo",
    "LiveBlogPosting",
    "SocialMediaPosting",
    "AdvertiserContentArticle",
    "MedicalWebPage",
    "Course",
];

/// The members that lead from an object to others that describe the same page.
const PARTS: &[&str] = &["@graph", "mainEntity", "mainEntityOfPage", "hasPart"];

/// More text of scripts isn't read.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// The values of the scripts of a page.
pub(crate) struct JsonLd {
    values: Vec<Value>,
}

impl JsonLd {
    pub(crate) fn of<'d, N: Node<'d>>(survey: &Survey<'d, N>) -> Self {
        let mut left = MOST_BYTES;
        let values = survey.json_ld.iter().map_while(|script| {
            let text = child_text(*script);
            left = left.checked_sub(text.len())?;
            Some(parse(&text))
        });
        Self { values: values.flatten().collect() }
    }

    /// Number of objects of each type.
    pub(crate) fn types(&self) -> HashMap<&str, usize> {
        let mut types = HashMap::new();
        let mut stack: Vec<&Value> = self.values.iter().collect();
        while let Some(value) = stack.pop() {
            match value {
                Value::Array(items) => stack.extend(items),
                Value::Object(object) => {
                    for name in types_of(object) {
                        *types.entry(name).or_default() += 1;
                    }
                    stack.extend(object.values());
                }
                _ => {}
            }
        }
        types
    }

    /// The objects that describe the page, those of texts first.
    pub(crate) fn objects(&self) -> Objects<'_> {
        let mut all = Vec::new();
        let mut stack: Vec<&Value> = self.values.iter().rev().collect();
        while let Some(value) = stack.pop() {
            match value {
                Value::Array(items) => stack.extend(items.iter().rev()),
                Value::Object(object) => {
                    all.push(object);
                    stack.extend(PARTS.iter().rev().filter_map(|part| object.get(*part)));
                }
                _ => {}
            }
        }
        all.sort_by_cached_key(|object| !is_text(object));
        Objects { all, named: OnceCell::new() }
    }
}

/// The objects that describe a page.
pub(crate) struct Objects<'v> {
    pub(crate) all: Vec<&'v Map<String, Value>>,
    /// The names of objects by their ids, once one is referred to.
    named: OnceCell<HashMap<&'v str, &'v Value>>,
}

impl<'v> Objects<'v> {
    /// The names of a person or of several: a text, an object with a `name`, a reference by `@id`, or a list of these.
    pub(crate) fn names(&self, value: &'v Value) -> Vec<&'v str> {
        let mut names = Vec::new();
        let mut stack = vec![(value, 0)];
        while let Some((value, depth)) = stack.pop() {
            if depth > 3 || names.len() >= 16 {
                continue;
            }
            match value {
                Value::String(name) => names.push(name.as_str()),
                Value::Array(items) => {
                    stack.extend(items.iter().take(16).rev().map(|it| (it, depth + 1)));
                }
                Value::Object(object) => match object.get("name") {
                    Some(name @ (Value::String(_) | Value::Array(_))) => {
                        stack.push((name, depth + 1));
                    }
                    _ => stack.extend(self.name_by_id(object).map(|it| (it, depth + 1))),
                },
                _ => {}
            }
        }
        names
    }

    /// The name of the first object that has a name and the same id.
    fn name_by_id(&self, object: &Map<String, Value>) -> Option<&'v Value> {
        let id = object.get("@id")?.as_str()?;
        let named = self.named.get_or_init(|| {
            let entry =
                |it: &&'v Map<String, Value>| Some((it.get("@id")?.as_str()?, it.get("name")?));
            // Of several the first stays.
            self.all.iter().rev().filter_map(entry).collect()
        });
        named.get(id).copied()
    }
}

/// The text member of the first object that has one.
pub(crate) fn text<'v>(objects: &[&'v Map<String, Value>], key: &str) -> Option<&'v str> {
    objects
        .iter()
        .filter_map(|object| object.get(key)?.as_str())
        .map(str::trim_ascii)
        .find(|text| !text.is_empty())
}

/// Whether the object is of a text.
pub(crate) fn is_text(object: &Map<String, Value>) -> bool {
    TEXTS.iter().any(|kind| has_type(object, kind))
}

fn has_type(object: &Map<String, Value>, kind: &str) -> bool {
    types_of(object).any(|it| it == kind)
}

/// The types of an object.
pub(crate) fn types_of(object: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let types = match object.get("@type") {
        Some(Value::Array(types)) => types.as_slice(),
        Some(kind) => std::slice::from_ref(kind),
        None => &[],
    };
    types.iter().filter_map(Value::as_str)
}

/// The value of a script; control characters in strings, which JSON forbids, are spaces.
pub(crate) fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| {
        let is_control = |c: char| c.is_ascii_control();
        let text = text.contains(is_control).then(|| text.replace(is_control, " "))?;
        serde_json::from_str(&text).ok()
    })
}

//! Configurations as JSON, in the standard's spelling.

use serde_json::{Map, Value};

use crate::{
    canonical::ConfigError,
    config::{
        SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes,
    },
};

impl SanitizerConfig {
    /// Reads a configuration as it is written in JavaScript. Unknown members are ignored.
    ///
    /// ```
    /// use sapwood::sanitizer::{Sanitizer, SanitizerConfig};
    ///
    /// let json = serde_json::json!({
    ///     "elements": ["p", { "name": "a", "attributes": ["href"] }],
    ///     "attributes": ["title"],
    /// });
    /// let sanitizer = Sanitizer::strict(SanitizerConfig::from_json(&json)?)?;
    /// assert_eq!(sanitizer.clean("<a href=/ id=x>y</a>"), r#"<a href="/">y</a>"#);
    /// assert_eq!(SanitizerConfig::from_json(&sanitizer.get().to_json())?, sanitizer.get());
    /// # Ok::<(), sapwood::sanitizer::ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ConfigError::Json`] if a member has the wrong type.
    pub fn from_json(json: &Value) -> Result<Self, ConfigError> {
        let Value::Object(map) = json else {
            return Err(wrong("the configuration", "an object"));
        };
        Ok(Self {
            elements: list(map, "elements", element_with_attributes)?,
            remove_elements: list(map, "removeElements", element)?,
            replace_with_children_elements: list(map, "replaceWithChildrenElements", element)?,
            processing_instructions: list(map, "processingInstructions", target)?,
            remove_processing_instructions: list(map, "removeProcessingInstructions", target)?,
            attributes: list(map, "attributes", attribute)?,
            remove_attributes: list(map, "removeAttributes", attribute)?,
            comments: flag(map, "comments")?,
            data_attributes: flag(map, "dataAttributes")?,
        })
    }

    /// The configuration as JSON, with names as objects.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut map = Map::new();
        let mut add = |member: &str, value: Option<Value>| {
            if let Some(value) = value {
                map.insert(member.to_owned(), value);
            }
        };
        add("elements", self.elements.as_deref().map(|list| values(list, element_value)));
        let named = |list: &Vec<SanitizerElement>| {
            values(list, |it| name_value(&it.name, it.namespace.as_ref()).into())
        };
        add("removeElements", self.remove_elements.as_ref().map(named));
        add("replaceWithChildrenElements", self.replace_with_children_elements.as_ref().map(named));
        let targets = |list: &Vec<String>| {
            values(list, |target| {
                Map::from_iter([("target".to_owned(), target.as_str().into())]).into()
            })
        };
        add("processingInstructions", self.processing_instructions.as_ref().map(targets));
        add(
            "removeProcessingInstructions",
            self.remove_processing_instructions.as_ref().map(targets),
        );
        add("attributes", self.attributes.as_deref().map(attribute_values));
        add("removeAttributes", self.remove_attributes.as_deref().map(attribute_values));
        add("comments", self.comments.map(Value::Bool));
        add("dataAttributes", self.data_attributes.map(Value::Bool));
        Value::Object(map)
    }
}

fn values<T>(list: &[T], value: impl Fn(&T) -> Value) -> Value {
    Value::Array(list.iter().map(value).collect())
}

fn name_value(name: &str, namespace: Option<&String>) -> Map<String, Value> {
    let namespace = namespace.map_or(Value::Null, |url| url.as_str().into());
    Map::from_iter([("name".to_owned(), name.into()), ("namespace".to_owned(), namespace)])
}

fn attribute_values(list: &[SanitizerAttribute]) -> Value {
    values(list, |it| name_value(&it.name, it.namespace.as_ref()).into())
}

fn element_value(element: &SanitizerElementWithAttributes) -> Value {
    let SanitizerElement { name, namespace } = &element.element;
    let mut map = name_value(name, namespace.as_ref());
    for (member, list) in
        [("attributes", &element.attributes), ("removeAttributes", &element.remove_attributes)]
    {
        if let Some(list) = list {
            map.insert(member.to_owned(), attribute_values(list));
        }
    }
    Value::Object(map)
}

pub(crate) fn wrong(what: &str, expected: &str) -> ConfigError {
    ConfigError::Json(format!("{what} is not {expected}"))
}

fn list<T>(
    map: &Map<String, Value>,
    member: &str,
    item: fn(&Value, &str) -> Result<T, ConfigError>,
) -> Result<Option<Vec<T>>, ConfigError> {
    match map.get(member) {
        None => Ok(None),
        Some(Value::Array(items)) => {
            items.iter().map(|value| item(value, member)).collect::<Result<_, _>>().map(Some)
        }
        Some(_) => Err(wrong(&format!("`{member}`"), "a list")),
    }
}

fn flag(map: &Map<String, Value>, member: &str) -> Result<Option<bool>, ConfigError> {
    match map.get(member) {
        None => Ok(None),
        Some(Value::Bool(on)) => Ok(Some(*on)),
        Some(_) => Err(wrong(&format!("`{member}`"), "true or false")),
    }
}

/// The name and namespace of an item, a text or an object; `None` for the namespace that a text stands for.
fn name(value: &Value, list: &str) -> Result<(String, Option<Option<String>>), ConfigError> {
    match value {
        Value::String(name) => Ok((name.clone(), None)),
        Value::Object(map) => {
            let Some(Value::String(name)) = map.get("name") else {
                return Err(wrong(&format!("the `name` of an item of `{list}`"), "a text"));
            };
            let namespace = match map.get("namespace") {
                None => None,
                Some(Value::Null) => Some(None),
                Some(Value::String(url)) => Some(Some(url.clone())),
                Some(_) => {
                    let what = format!("the `namespace` of `{name}`");
                    return Err(wrong(&what, "a text or null"));
                }
            };
            Ok((name.clone(), namespace))
        }
        _ => Err(wrong(&format!("an item of `{list}`"), "a name")),
    }
}

fn element(value: &Value, list: &str) -> Result<SanitizerElement, ConfigError> {
    let (name, namespace) = name(value, list)?;
    let html = SanitizerElement::from(name.as_str());
    Ok(SanitizerElement { namespace: namespace.unwrap_or(html.namespace), name })
}

fn attribute(value: &Value, list: &str) -> Result<SanitizerAttribute, ConfigError> {
    let (name, namespace) = name(value, list)?;
    Ok(SanitizerAttribute { name, namespace: namespace.flatten() })
}

fn element_with_attributes(
    value: &Value,
    members: &str,
) -> Result<SanitizerElementWithAttributes, ConfigError> {
    let mut item = SanitizerElementWithAttributes::new(element(value, members)?);
    if let Value::Object(map) = value {
        item.attributes = list(map, "attributes", attribute)?;
        item.remove_attributes = list(map, "removeAttributes", attribute)?;
    }
    Ok(item)
}

/// The target of a processing instruction.
fn target(value: &Value, list: &str) -> Result<String, ConfigError> {
    match value {
        Value::String(target) => Ok(target.clone()),
        Value::Object(map) => match map.get("target") {
            Some(Value::String(target)) => Ok(target.clone()),
            _ => Err(wrong(&format!("the `target` of an item of `{list}`"), "a text")),
        },
        _ => Err(wrong(&format!("an item of `{list}`"), "a target")),
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for SanitizerConfig {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for SanitizerConfig {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = <Value as serde::Deserialize>::deserialize(deserializer)?;
        Self::from_json(&json).map_err(serde::de::Error::custom)
    }
}

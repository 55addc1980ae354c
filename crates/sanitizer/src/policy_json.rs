//! Policies as JSON.

use serde_json::{Map, Value};

use crate::{
    canonical::ConfigError,
    config::SanitizerConfig,
    instance::Sanitizer,
    json::wrong,
    policy::{Policy, RelativeUrls, Unlisted},
};

/// The members of the standard's configuration.
const CONFIG: [&str; 9] = [
    "elements",
    "removeElements",
    "replaceWithChildrenElements",
    "processingInstructions",
    "removeProcessingInstructions",
    "attributes",
    "removeAttributes",
    "comments",
    "dataAttributes",
];

/// The members of a policy.
const RULES: [&str; 13] = [
    "preset",
    "unlisted",
    "dropContent",
    "urlSchemes",
    "dataUrls",
    "relativeUrls",
    "styleProperties",
    "classes",
    "idPrefix",
    "linkRel",
    "attributeValues",
    "setAttributes",
    "attributePrefixes",
];

impl Policy {
    /// The names of the policies that [`preset`](Self::preset) knows.
    pub const PRESETS: [&str; 5] = ["default", "ammonia", "nh3", "bleach", "dompurify"];

    /// The policy of that name: `default`, the standard's; or that of another sanitizer, `ammonia`, `nh3`, `bleach` or
    /// `dompurify`.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Json`], with the known names, if there is no such policy.
    pub fn preset(name: &str) -> Result<Self, ConfigError> {
        Ok(match name {
            "default" => Self::new(Sanitizer::default()),
            "ammonia" | "nh3" => Policy::ammonia(),
            "bleach" => Policy::bleach(),
            "dompurify" => Policy::dompurify(),
            _ => {
                let known = Self::PRESETS.join(", ");
                return Err(ConfigError::Json(format!(
                    "unknown preset {name:?}; the presets are {known}"
                )));
            }
        })
    }

    /// Reads a policy: an object with members of the standard's configuration and of the rules beyond it.
    ///
    /// | member | value | method |
    /// |---|---|---|
    /// | `preset` | the name of the policy that the others change | [`preset`](Self::preset) |
    /// | `elements`, `attributes`, … | the whole configuration, in place of that of the preset | [`SanitizerConfig::from_json`] |
    /// | `unlisted` | `"drop"`, `"unwrap"` or `"escape"` | [`unlisted`](Self::unlisted) |
    /// | `dropContent` | names of elements | [`drop_content`](Self::drop_content) |
    /// | `urlSchemes` | schemes | [`url_schemes`](Self::url_schemes) |
    /// | `dataUrls` | names of elements | [`data_urls`](Self::data_urls) |
    /// | `relativeUrls` | `"keep"`, `"drop"` or `{"resolve": URL}` | [`relative_urls`](Self::relative_urls) |
    /// | `styleProperties` | properties | [`style_properties`](Self::style_properties) |
    /// | `classes` | an object: element or `*` to classes | [`classes`](Self::classes) |
    /// | `idPrefix` | a text | [`id_prefix`](Self::id_prefix) |
    /// | `linkRel` | a text, or null for none | [`link_rel`](Self::link_rel) |
    /// | `attributeValues` | an object: element to object: attribute to values | [`attribute_values`](Self::attribute_values) |
    /// | `setAttributes` | an object: element to object: attribute to value | [`set_attribute`](Self::set_attribute) |
    /// | `attributePrefixes` | prefixes | [`attribute_prefixes`](Self::attribute_prefixes) |
    ///
    /// Without a preset the policy is the standard's default. Lists replace those of the preset.
    ///
    /// ```
    /// use sapwood::sanitizer::Policy;
    ///
    /// let json = serde_json::json!({
    ///     "preset": "ammonia",
    ///     "urlSchemes": ["https"],
    ///     "linkRel": null,
    ///     "setAttributes": { "a": { "target": "_blank" } },
    /// });
    /// let policy = Policy::from_json(&json)?;
    /// let html = "<a href=https://a.b/>1</a><a href=http://a.b/>2</a>";
    /// assert_eq!(
    ///     policy.clean(html),
    ///     r#"<a href="https://a.b/" target="_blank">1</a><a target="_blank">2</a>"#
    /// );
    /// # Ok::<(), sapwood::sanitizer::ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ConfigError::Json`] names a member that is unknown or has the wrong type; the others are those of
    /// [`Sanitizer::strict`].
    pub fn from_json(json: &Value) -> Result<Self, ConfigError> {
        Self::new(Sanitizer::default()).with_json(json)
    }

    /// Changes the policy as [`from_json`](Self::from_json) does; a `preset` replaces it first.
    ///
    /// # Errors
    ///
    /// As [`from_json`](Self::from_json).
    pub fn with_json(mut self, json: &Value) -> Result<Self, ConfigError> {
        let Value::Object(map) = json else { return Err(wrong("the policy", "an object")) };
        if let Some(unknown) = map.keys().find(|key| !is_member(key)) {
            let members = RULES.into_iter().chain(CONFIG).collect::<Vec<_>>().join(", ");
            return Err(ConfigError::Json(format!(
                "unknown member `{unknown}`; the members are {members}"
            )));
        }
        if let Some(name) = map.get("preset") {
            self = Self::preset(text(name, "`preset`")?)?;
        }
        if map.keys().any(|key| CONFIG.contains(&key.as_str())) {
            self = self.with_sanitizer(Sanitizer::strict(SanitizerConfig::from_json(json)?)?);
        }
        for (member, value) in map {
            self = self.with_member(member, value)?;
        }
        Ok(self)
    }

    fn with_member(self, member: &str, value: &Value) -> Result<Self, ConfigError> {
        let what = format!("`{member}`");
        Ok(match member {
            "unlisted" => self.unlisted(unlisted(value)?),
            "dropContent" => self.drop_content(texts(value, &what)?),
            "urlSchemes" => self.url_schemes(texts(value, &what)?),
            "dataUrls" => self.data_urls(texts(value, &what)?),
            "relativeUrls" => self.relative_urls(relative_urls(value)?),
            "styleProperties" => self.style_properties(texts(value, &what)?),
            "attributePrefixes" => self.attribute_prefixes(texts(value, &what)?),
            "idPrefix" => self.id_prefix(text(value, &what)?),
            "linkRel" if value.is_null() => self.without_link_rel(),
            "linkRel" => self.link_rel(text(value, &what)?),
            "classes" => {
                let mut policy = self;
                for (element, classes) in object(value, &what)? {
                    policy = policy.classes(element, texts(classes, &inner(&what, element))?);
                }
                policy
            }
            "attributeValues" => {
                each(self, value, &what, |policy, element, attribute, value, what| {
                    Ok(policy.attribute_values(element, attribute, texts(value, what)?))
                })?
            }
            "setAttributes" => {
                each(self, value, &what, |policy, element, attribute, value, what| {
                    Ok(policy.set_attribute(element, attribute, text(value, what)?))
                })?
            }
            _ => self,
        })
    }
}

fn is_member(key: &str) -> bool {
    CONFIG.contains(&key) || RULES.contains(&key)
}

/// The description of a member of a member.
fn inner(what: &str, key: &str) -> String {
    format!("{}.{key}`", what.trim_end_matches('`'))
}

/// Changes a policy for each attribute of each element of an object.
fn each(
    mut policy: Policy,
    value: &Value,
    what: &str,
    change: impl Fn(Policy, &str, &str, &Value, &str) -> Result<Policy, ConfigError>,
) -> Result<Policy, ConfigError> {
    for (element, attributes) in object(value, what)? {
        let what = inner(what, element);
        for (attribute, value) in object(attributes, &what)? {
            policy = change(policy, element, attribute, value, &inner(&what, attribute))?;
        }
    }
    Ok(policy)
}

fn unlisted(value: &Value) -> Result<Unlisted, ConfigError> {
    match value.as_str() {
        Some("drop") => Ok(Unlisted::Drop),
        Some("unwrap") => Ok(Unlisted::Unwrap),
        Some("escape") => Ok(Unlisted::Escape),
        _ => Err(wrong("`unlisted`", r#""drop", "unwrap" or "escape""#)),
    }
}

fn relative_urls(value: &Value) -> Result<RelativeUrls, ConfigError> {
    match value {
        Value::String(text) if text == "keep" => Ok(RelativeUrls::Keep),
        Value::String(text) if text == "drop" => Ok(RelativeUrls::Drop),
        #[cfg(feature = "url")]
        Value::Object(map) if map.len() == 1 && map.contains_key("resolve") => {
            let base = text(&map["resolve"], "`relativeUrls.resolve`")?;
            let base =
                base.parse().map_err(|_| wrong("`relativeUrls.resolve`", "an absolute URL"))?;
            Ok(RelativeUrls::Resolve(base))
        }
        _ => Err(wrong("`relativeUrls`", r#""keep", "drop" or {"resolve": URL}"#)),
    }
}

fn text<'v>(value: &'v Value, what: &str) -> Result<&'v str, ConfigError> {
    value.as_str().ok_or_else(|| wrong(what, "a text"))
}

fn texts<'v>(value: &'v Value, what: &str) -> Result<Vec<&'v str>, ConfigError> {
    let items = value.as_array().ok_or_else(|| wrong(what, "a list"))?;
    items.iter().map(|item| text(item, &format!("an item of {what}"))).collect()
}

fn object<'v>(value: &'v Value, what: &str) -> Result<&'v Map<String, Value>, ConfigError> {
    value.as_object().ok_or_else(|| wrong(what, "an object"))
}

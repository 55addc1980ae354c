//! Canonical configurations, and the conditions on a valid one.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fmt,
};

use sapwood_names::Namespace;

use crate::{
    config::{
        ItemName, SanitizerAttribute, SanitizerConfig, SanitizerElement,
        SanitizerElementWithAttributes, code_units,
    },
    generated::NON_REPLACEABLE,
};

pub(crate) type Names = BTreeSet<ItemName>;

/// A valid [canonical
/// configuration](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#canonicalize-the-configuration).
/// Its sets are sorted as the standard's `get()` sorts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Canonical {
    pub(crate) elements: Elements,
    pub(crate) replaced: Option<Names>,
    pub(crate) attributes: Attributes,
    pub(crate) instructions: Instructions,
    pub(crate) comments: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Elements {
    Allowed(BTreeMap<ItemName, Local>),
    Removed(Names),
}

/// The lists of an element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Local {
    pub(crate) attributes: Option<Names>,
    pub(crate) removed: Option<Names>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Attributes {
    Allowed { names: Names, data: bool },
    Removed(Names),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Instructions {
    Allowed(BTreeSet<Target>),
    Removed(BTreeSet<Target>),
}

/// The target of a processing instruction, ordered by code units.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Target(pub(crate) String);

impl PartialOrd for Target {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Target {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        code_units(&self.0, &other.0)
    }
}

/// The reason why a configuration isn't valid. Where the standard throws a `TypeError`, it is this.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigError {
    /// Two members that exclude each other are both present.
    BothLists(&'static str, &'static str),
    /// A list has an item twice.
    Duplicate {
        /// The member, such as `elements`.
        list: &'static str,
        /// The item.
        item: String,
    },
    /// An item is in two lists of which it may be in one only.
    InTwoLists {
        /// One list.
        list: String,
        /// The other list.
        other: String,
        /// The item.
        item: String,
    },
    /// `replaceWithChildrenElements` has HTML's `html`, SVG's `svg` or MathML's `math`.
    NotReplaceable(String),
    /// An element removes an attribute that is not in the global `attributes`.
    NotGlobal {
        /// The element.
        element: String,
        /// The attribute.
        attribute: String,
    },
    /// An element has both lists, although the global list is `removeAttributes`.
    BothLocalLists(String),
    /// `dataAttributes` is there without `attributes`.
    DataWithoutAttributes,
    /// `dataAttributes` is true, and a list allows such an attribute by name.
    RedundantData(String),
    /// The JSON isn't a configuration.
    Json(String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BothLists(one, other) => {
                write!(f, "the configuration has both `{one}` and `{other}`; use one of them")
            }
            Self::Duplicate { list, item } => write!(f, "`{list}` has `{item}` twice"),
            Self::InTwoLists { list, other, item } => {
                write!(f, "`{item}` is both in {list} and in {other}; use one of them")
            }
            Self::NotReplaceable(element) => {
                write!(f, "`{element}` cannot be replaced by its children")
            }
            Self::NotGlobal { element, attribute } => write!(
                f,
                "`{element}` removes `{attribute}`, which the global `attributes` does not allow"
            ),
            Self::BothLocalLists(element) => write!(
                f,
                "`{element}` has both `attributes` and `removeAttributes`, which needs a global `attributes`"
            ),
            Self::DataWithoutAttributes => {
                f.write_str("`dataAttributes` needs a global `attributes`")
            }
            Self::RedundantData(attribute) => {
                write!(f, "`{attribute}` is allowed by `dataAttributes` already")
            }
            Self::Json(problem) => f.write_str(problem),
        }
    }
}

impl Error for ConfigError {}

impl fmt::Display for ItemName {
    /// The name, after that of the namespace unless it is HTML or none: `svg a`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Namespace::of_url(self.url()) {
            Namespace::None | Namespace::Html => f.write_str(&self.name),
            Namespace::Other => write!(f, "{} {}", self.url(), self.name),
            known => write!(f, "{} {}", known.prefix(), self.name),
        }
    }
}

impl Canonical {
    /// Canonicalizes a configuration and checks that it is
    /// [valid](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizerconfig-valid).
    ///
    /// `permissive`: comments, processing instructions and data attributes are kept if no member decides on them.
    pub(crate) fn new(config: SanitizerConfig, permissive: bool) -> Result<Self, ConfigError> {
        let SanitizerConfig {
            elements,
            remove_elements,
            replace_with_children_elements,
            processing_instructions,
            remove_processing_instructions,
            attributes,
            remove_attributes,
            comments,
            data_attributes,
        } = config;
        let elements = match (elements, remove_elements) {
            (Some(_), Some(_)) => return Err(ConfigError::BothLists("elements", "removeElements")),
            (Some(elements), None) => Elements::Allowed(element_map(elements)?),
            (None, removed) => {
                Elements::Removed(names("removeElements", removed.unwrap_or_default())?)
            }
        };
        let instructions =
            instructions(processing_instructions, remove_processing_instructions, permissive)?;
        let attributes = match (attributes, remove_attributes) {
            (Some(_), Some(_)) => {
                return Err(ConfigError::BothLists("attributes", "removeAttributes"));
            }
            (Some(allowed), None) => Attributes::Allowed {
                names: names("attributes", allowed)?,
                data: data_attributes.unwrap_or(permissive),
            },
            (None, removed) => {
                if data_attributes.is_some() {
                    return Err(ConfigError::DataWithoutAttributes);
                }
                Attributes::Removed(names("removeAttributes", removed.unwrap_or_default())?)
            }
        };
        let replaced = replace_with_children_elements
            .map(|elements| names("replaceWithChildrenElements", elements))
            .transpose()?;
        let canonical = Self {
            elements,
            replaced,
            attributes,
            instructions,
            comments: comments.unwrap_or(permissive),
        };
        canonical.check_replaced()?;
        canonical.check_attributes()?;
        Ok(canonical)
    }

    /// Checks that the replaced elements are in no other list and can be replaced.
    fn check_replaced(&self) -> Result<(), ConfigError> {
        for element in self.replaced.iter().flatten() {
            if is_not_replaceable(element) {
                return Err(ConfigError::NotReplaceable(element.to_string()));
            }
            let (is_listed, other) = match &self.elements {
                Elements::Allowed(allowed) => (allowed.contains_key(element), "`elements`"),
                Elements::Removed(removed) => (removed.contains(element), "`removeElements`"),
            };
            if is_listed {
                let list = "`replaceWithChildrenElements`".to_owned();
                let item = element.to_string();
                return Err(ConfigError::InTwoLists { list, other: other.to_owned(), item });
            }
        }
        Ok(())
    }

    /// Checks the lists of each element against the global list of attributes.
    fn check_attributes(&self) -> Result<(), ConfigError> {
        if let Attributes::Allowed { names, data: true } = &self.attributes {
            check_data(names)?;
        }
        let Elements::Allowed(elements) = &self.elements else { return Ok(()) };
        for (element, local) in elements {
            match &self.attributes {
                Attributes::Allowed { names, data } => {
                    check_disjoint(element, "attributes", &local.attributes, names, "attributes")?;
                    let stray = local.removed.iter().flatten().find(|it| !names.contains(it));
                    if let Some(attribute) = stray {
                        let attribute = attribute.to_string();
                        let element = element.to_string();
                        return Err(ConfigError::NotGlobal { element, attribute });
                    }
                    if let (true, Some(own)) = (data, &local.attributes) {
                        check_data(own)?;
                    }
                }
                Attributes::Removed(names) => {
                    if local.attributes.is_some() && local.removed.is_some() {
                        return Err(ConfigError::BothLocalLists(element.to_string()));
                    }
                    for (list, own) in
                        [("attributes", &local.attributes), ("removeAttributes", &local.removed)]
                    {
                        check_disjoint(element, list, own, names, "removeAttributes")?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The configuration as a dictionary, with sorted lists.
    pub(crate) fn to_config(&self) -> SanitizerConfig {
        let mut config = SanitizerConfig { comments: Some(self.comments), ..Default::default() };
        match &self.elements {
            Elements::Allowed(elements) => {
                config.elements = Some(elements.iter().map(with_attributes).collect());
            }
            Elements::Removed(removed) => {
                config.remove_elements = Some(removed.iter().map(Into::into).collect());
            }
        }
        config.replace_with_children_elements =
            self.replaced.as_ref().map(|names| names.iter().map(Into::into).collect());
        let texts = |targets: &BTreeSet<Target>| targets.iter().map(|it| it.0.clone()).collect();
        match &self.instructions {
            Instructions::Allowed(targets) => config.processing_instructions = Some(texts(targets)),
            Instructions::Removed(targets) => {
                config.remove_processing_instructions = Some(texts(targets));
            }
        }
        match &self.attributes {
            Attributes::Allowed { names, data } => {
                config.attributes = Some(names.iter().map(Into::into).collect());
                config.data_attributes = Some(*data);
            }
            Attributes::Removed(names) => {
                config.remove_attributes = Some(names.iter().map(Into::into).collect());
            }
        }
        config
    }
}

fn with_attributes((name, local): (&ItemName, &Local)) -> SanitizerElementWithAttributes {
    let list = |names: &Option<Names>| -> Option<Vec<SanitizerAttribute>> {
        names.as_ref().map(|names| names.iter().map(Into::into).collect())
    };
    SanitizerElementWithAttributes {
        element: SanitizerElement::from(name),
        attributes: list(&local.attributes),
        remove_attributes: list(&local.removed),
    }
}

pub(crate) fn is_not_replaceable(element: &ItemName) -> bool {
    let namespace = Namespace::of_url(element.url());
    NON_REPLACEABLE.contains(&(namespace, element.name.as_str()))
}

/// A canonical element with its lists; it removes nothing if it has none.
pub(crate) fn canonical_element(
    element: SanitizerElementWithAttributes,
) -> (ItemName, Option<Vec<ItemName>>, Option<Vec<ItemName>>) {
    let list = |list: Vec<SanitizerAttribute>| list.into_iter().map(Into::into).collect();
    let attributes = element.attributes.map(list);
    let mut removed = element.remove_attributes.map(list);
    if attributes.is_none() && removed.is_none() {
        removed = Some(Vec::new());
    }
    (element.element.into(), attributes, removed)
}

fn element_map(
    elements: Vec<SanitizerElementWithAttributes>,
) -> Result<BTreeMap<ItemName, Local>, ConfigError> {
    let mut map = BTreeMap::new();
    for element in elements {
        let (name, attributes, removed) = canonical_element(element);
        let local = Local {
            attributes: attributes.map(|list| names("attributes", list)).transpose()?,
            removed: removed.map(|list| names("removeAttributes", list)).transpose()?,
        };
        let text = name.to_string();
        if map.insert(name, local).is_some() {
            return Err(ConfigError::Duplicate { list: "elements", item: text });
        }
    }
    Ok(map)
}

fn names<T: Into<ItemName>>(list: &'static str, items: Vec<T>) -> Result<Names, ConfigError> {
    let mut set = Names::new();
    for item in items {
        let name: ItemName = item.into();
        if set.contains(&name) {
            return Err(ConfigError::Duplicate { list, item: name.to_string() });
        }
        set.insert(name);
    }
    Ok(set)
}

/// The processing instructions of a configuration that has these lists.
fn instructions(
    allowed: Option<Vec<String>>,
    removed: Option<Vec<String>>,
    permissive: bool,
) -> Result<Instructions, ConfigError> {
    Ok(match (allowed, removed) {
        (Some(_), Some(_)) => {
            return Err(ConfigError::BothLists(
                "processingInstructions",
                "removeProcessingInstructions",
            ));
        }
        (Some(allowed), None) => Instructions::Allowed(targets("processingInstructions", allowed)?),
        (None, Some(removed)) => {
            Instructions::Removed(targets("removeProcessingInstructions", removed)?)
        }
        (None, None) if permissive => Instructions::Removed(BTreeSet::new()),
        (None, None) => Instructions::Allowed(BTreeSet::new()),
    })
}

fn targets(list: &'static str, items: Vec<String>) -> Result<BTreeSet<Target>, ConfigError> {
    let mut set = BTreeSet::new();
    for item in items {
        let target = Target(item);
        if set.contains(&target) {
            return Err(ConfigError::Duplicate { list, item: target.0 });
        }
        set.insert(target);
    }
    Ok(set)
}

fn check_data(names: &Names) -> Result<(), ConfigError> {
    match names.iter().find(|name| name.is_data()) {
        Some(name) => Err(ConfigError::RedundantData(name.to_string())),
        None => Ok(()),
    }
}

/// Checks that a list of `element` and a global list have no attribute in common.
fn check_disjoint(
    element: &ItemName,
    list: &str,
    own: &Option<Names>,
    global: &Names,
    global_list: &str,
) -> Result<(), ConfigError> {
    match own.iter().flatten().find(|name| global.contains(name)) {
        None => Ok(()),
        Some(name) => Err(ConfigError::InTwoLists {
            list: format!("the `{list}` of `{element}`"),
            other: format!("the global `{global_list}`"),
            item: name.to_string(),
        }),
    }
}

//! The sanitizer: a valid configuration and its modifiers.

use std::sync::{Arc, LazyLock, OnceLock};

use sapwood_names::Namespace;

use crate::{
    canonical::{
        Attributes, Canonical, ConfigError, Elements, Instructions, Local, Names, Target,
        canonical_element, is_not_replaceable,
    },
    compiled::Compiled,
    config::{
        ItemName, SanitizerAttribute, SanitizerConfig, SanitizerElement,
        SanitizerElementWithAttributes,
    },
    generated::{BASELINE, DEFAULT_ATTRIBUTES, DEFAULT_ELEMENTS, EVENT_HANDLERS},
};

/// A [`Sanitizer`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizer): a valid
/// configuration, ready to use. Cloning is cheap.
///
/// The default is the standard's [safe default
/// configuration](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-safe-default-configuration):
/// text with its structure, MathML and shapes, but no images, forms, styles or custom elements.
///
/// # Modifiers
///
/// Each modifier returns whether it changed the configuration, which stays valid.
///
/// ```
/// use sapwood::sanitizer::Sanitizer;
///
/// let mut sanitizer = Sanitizer::default();
/// assert!(sanitizer.allow_element("img"));
/// assert!(sanitizer.allow_attribute("src"));
/// assert!(sanitizer.replace_element_with_children("span"));
/// assert_eq!(
///     sanitizer.clean("<p onclick=x()><img src=a.png onerror=x()> <span>an image</span>"),
///     r#"<p><img src="a.png"> an image</p>"#
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Sanitizer {
    config: Arc<Canonical>,
    /// The tables of this configuration without and with what is unsafe.
    compiled: [OnceLock<Arc<Compiled>>; 2],
}

impl Default for Sanitizer {
    fn default() -> Self {
        static DEFAULT: LazyLock<Sanitizer> = LazyLock::new(|| Sanitizer::of(default_config()));
        let _ = DEFAULT.compiled(true);
        DEFAULT.clone()
    }
}

impl PartialEq for Sanitizer {
    fn eq(&self, other: &Self) -> bool {
        self.config == other.config
    }
}

impl Eq for Sanitizer {}

impl Sanitizer {
    fn of(config: Canonical) -> Self {
        Self { config: Arc::new(config), compiled: Default::default() }
    }

    /// Creates a sanitizer, as the standard's [constructor](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-constructor)
    /// does. Comments, processing instructions and data attributes are kept if no member decides on them.
    ///
    /// # Errors
    ///
    /// If members of the configuration contradict each other or are redundant: [`ConfigError`] says which.
    pub fn new(config: SanitizerConfig) -> Result<Self, ConfigError> {
        Ok(Self::of(Canonical::new(config, true)?))
    }

    /// Creates a sanitizer, as `setHTML` and `parseHTML` do from a dictionary. It differs from [`new`](Self::new) in
    /// that comments, processing instructions and data attributes are removed if no member decides on them.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn strict(config: SanitizerConfig) -> Result<Self, ConfigError> {
        Ok(Self::of(Canonical::new(config, false)?))
    }

    /// The configuration, with sorted lists.
    ///
    /// ```
    /// use sapwood::sanitizer::{Sanitizer, SanitizerConfig};
    ///
    /// let sanitizer = Sanitizer::new(SanitizerConfig::default().elements(["p", "b"]))?;
    /// let config = sanitizer.get();
    /// assert_eq!(config.elements.unwrap()[0].element.name, "b");
    /// assert_eq!(config.comments, Some(true));
    /// # Ok::<(), sapwood::sanitizer::ConfigError>(())
    /// ```
    #[must_use]
    pub fn get(&self) -> SanitizerConfig {
        self.config.to_config()
    }

    /// The tables that the walk reads. If `safe`, they remove what is unsafe, whatever the configuration says.
    pub(crate) fn compiled(&self, safe: bool) -> &Arc<Compiled> {
        self.compiled[usize::from(safe)].get_or_init(|| {
            let mut safe_config;
            let config = match safe {
                false => &*self.config,
                true => {
                    safe_config = Canonical::clone(&self.config);
                    remove_unsafe(&mut safe_config);
                    &safe_config
                }
            };
            Arc::new(Compiled::new(config, safe))
        })
    }

    /// The configuration, to change it.
    fn change(&mut self) -> &mut Canonical {
        self.compiled = Default::default();
        Arc::make_mut(&mut self.config)
    }

    /// Keeps an element, with these lists of its own. Without an allow-list of elements it can have none.
    pub fn allow_element(&mut self, element: impl Into<SanitizerElementWithAttributes>) -> bool {
        allow_element(self.change(), element.into())
    }

    /// Removes an element with its content.
    pub fn remove_element(&mut self, element: impl Into<SanitizerElement>) -> bool {
        remove_element(self.change(), element.into().into())
    }

    /// Replaces an element by its children. `html`, `svg` and `math` can't be replaced.
    pub fn replace_element_with_children(&mut self, element: impl Into<SanitizerElement>) -> bool {
        let element = ItemName::from(element.into());
        if is_not_replaceable(&element) {
            return false;
        }
        let config = self.change();
        let was_listed = match &mut config.elements {
            Elements::Allowed(elements) => elements.remove(&element).is_some(),
            Elements::Removed(removed) => removed.remove(&element),
        };
        let is_new = config.replaced.get_or_insert_default().insert(element);
        was_listed || is_new
    }

    /// Keeps an attribute on all elements that don't remove it themselves.
    pub fn allow_attribute(&mut self, attribute: impl Into<SanitizerAttribute>) -> bool {
        let attribute = ItemName::from(attribute.into());
        let config = self.change();
        match &mut config.attributes {
            Attributes::Allowed { names, data } => {
                if *data && attribute.is_data() || names.contains(&attribute) {
                    return false;
                }
                if let Elements::Allowed(elements) = &mut config.elements {
                    for local in elements.values_mut() {
                        remove_from(&mut local.attributes, &attribute);
                    }
                }
                names.insert(attribute)
            }
            Attributes::Removed(names) => names.remove(&attribute),
        }
    }

    /// Removes an attribute from all elements.
    pub fn remove_attribute(&mut self, attribute: impl Into<SanitizerAttribute>) -> bool {
        remove_attributes(self.change(), &[attribute.into().into()])
    }

    /// Sets whether comments are kept.
    pub fn set_comments(&mut self, keep: bool) -> bool {
        std::mem::replace(&mut self.change().comments, keep) != keep
    }

    /// Sets whether data attributes are kept; has no effect without an allow-list of attributes.
    pub fn set_data_attributes(&mut self, keep: bool) -> bool {
        let config = self.change();
        let Attributes::Allowed { names, data } = &mut config.attributes else { return false };
        if *data == keep {
            return false;
        }
        *data = keep;
        if keep {
            names.retain(|name| !name.is_data());
            if let Elements::Allowed(elements) = &mut config.elements {
                for local in elements.values_mut() {
                    local.attributes.iter_mut().for_each(|own| own.retain(|it| !it.is_data()));
                }
            }
        }
        true
    }

    /// Keeps the processing instructions with this target.
    pub fn allow_processing_instruction(&mut self, target: &str) -> bool {
        let target = Target(target.to_owned());
        match &mut self.change().instructions {
            Instructions::Allowed(allowed) => allowed.insert(target),
            Instructions::Removed(removed) => removed.remove(&target),
        }
    }

    /// Removes the processing instructions with this target.
    pub fn remove_processing_instruction(&mut self, target: &str) -> bool {
        let target = Target(target.to_owned());
        match &mut self.change().instructions {
            Instructions::Allowed(allowed) => allowed.remove(&target),
            Instructions::Removed(removed) => removed.insert(target),
        }
    }

    /// Removes what can run scripts: the elements of the standard's [safe
    /// baseline](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-safe-baseline-configuration)
    /// and the event handlers. The safe methods do so themselves.
    pub fn remove_unsafe(&mut self) -> bool {
        remove_unsafe(self.change())
    }
}

/// The [safe default
/// configuration](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-safe-default-configuration).
fn default_config() -> Canonical {
    let plain = |names: &[&str]| -> Names {
        names.iter().map(|name| ItemName::known(Namespace::None, name)).collect()
    };
    let element = |(namespace, name, attributes): &(Namespace, &str, &[&str])| {
        let local = Local { attributes: Some(plain(attributes)), removed: None };
        (ItemName::known(*namespace, name), local)
    };
    Canonical {
        elements: Elements::Allowed(DEFAULT_ELEMENTS.iter().map(element).collect()),
        replaced: None,
        attributes: Attributes::Allowed { names: plain(&DEFAULT_ATTRIBUTES), data: false },
        instructions: Instructions::Allowed(Default::default()),
        comments: false,
    }
}

fn remove_from(names: &mut Option<Names>, name: &ItemName) -> bool {
    names.as_mut().is_some_and(|names| names.remove(name))
}

/// [Removes an
/// element](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#remove-an-element-from-sanitizer-config).
fn remove_element(config: &mut Canonical, element: ItemName) -> bool {
    let was_replaced = remove_from(&mut config.replaced, &element);
    let changed = match &mut config.elements {
        Elements::Allowed(elements) => elements.remove(&element).is_some(),
        Elements::Removed(removed) => removed.insert(element),
    };
    was_replaced || changed
}

/// [Removes
/// attributes](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#remove-an-attribute-from-sanitizer-config),
/// which are sorted, in one pass over the elements.
fn remove_attributes(config: &mut Canonical, attributes: &[ItemName]) -> bool {
    let elements = match &mut config.elements {
        Elements::Allowed(elements) => Some(elements.values_mut()),
        Elements::Removed(_) => None,
    };
    let mut changed = false;
    let mut remove = |names: &mut Names, counts: bool| {
        // Most lists are far shorter than that of the event handlers.
        let old = names.len();
        if names.len() < attributes.len() {
            names.retain(|name| attributes.binary_search(name).is_err());
        } else {
            attributes.iter().for_each(|attribute| {
                names.remove(attribute);
            });
        }
        changed |= counts && names.len() < old;
    };
    match &mut config.attributes {
        Attributes::Allowed { names, .. } => {
            remove(names, true);
            for local in elements.into_iter().flatten() {
                local.attributes.iter_mut().for_each(|own| remove(own, true));
                local.removed.iter_mut().for_each(|own| remove(own, true));
            }
            changed
        }
        Attributes::Removed(names) => {
            for local in elements.into_iter().flatten() {
                local.attributes.iter_mut().for_each(|own| remove(own, false));
                local.removed.iter_mut().for_each(|own| remove(own, false));
            }
            let old = names.len();
            names.extend(attributes.iter().cloned());
            names.len() > old
        }
    }
}

/// [Removes what is
/// unsafe](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#remove-unsafe).
fn remove_unsafe(config: &mut Canonical) -> bool {
    static HANDLERS: LazyLock<Vec<ItemName>> = LazyLock::new(|| {
        EVENT_HANDLERS.iter().map(|name| ItemName::known(Namespace::None, name)).collect()
    });
    let mut changed = false;
    for (namespace, name) in BASELINE {
        changed |= remove_element(config, ItemName::known(namespace, name));
    }
    remove_attributes(config, &HANDLERS) || changed
}

/// [Allows an
/// element](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-allowelement).
fn allow_element(config: &mut Canonical, element: SanitizerElementWithAttributes) -> bool {
    let (name, attributes, removed) = canonical_element(element);
    match &mut config.elements {
        Elements::Allowed(elements) => {
            let was_replaced = remove_from(&mut config.replaced, &name);
            let local = reduced(&config.attributes, attributes, removed);
            match elements.get(&name) {
                Some(old) if *old == local => was_replaced,
                _ => {
                    elements.insert(name, local);
                    true
                }
            }
        }
        Elements::Removed(elements) => {
            if attributes.is_some() || removed.is_some_and(|removed| !removed.is_empty()) {
                return false;
            }
            let was_replaced = remove_from(&mut config.replaced, &name);
            elements.remove(&name) || was_replaced
        }
    }
}

/// The lists of an element, without what the global list makes redundant or contradicts.
fn reduced(
    global: &Attributes,
    attributes: Option<Vec<ItemName>>,
    removed: Option<Vec<ItemName>>,
) -> Local {
    match global {
        Attributes::Allowed { names, data } => Local {
            attributes: attributes.map(|own| {
                let is_new = |it: &ItemName| !(names.contains(it) || *data && it.is_data());
                own.into_iter().filter(is_new).collect()
            }),
            removed: removed.map(|own| own.into_iter().filter(|it| names.contains(it)).collect()),
        },
        Attributes::Removed(names) => match attributes {
            Some(own) => {
                let removed: Names = removed.into_iter().flatten().collect();
                let is_new = |it: &ItemName| !removed.contains(it) && !names.contains(it);
                let attributes = Some(own.into_iter().filter(is_new).collect());
                Local { attributes, removed: None }
            }
            None => Local {
                attributes: None,
                removed: removed
                    .map(|own| own.into_iter().filter(|it| !names.contains(it)).collect()),
            },
        },
    }
}

//! [Microdata](https://html.spec.whatwg.org/multipage/microdata.html): items, their properties and values.

use std::borrow::Cow;

use sapwood_names::{HashMap, HashSet, NameId, Namespace, attr, tag};
use sapwood_tree::{ElementHead, Node, Step, Walk, root_of};

/// The microdata items of a document.
///
/// The standard's algorithms can multiply the document. They are bounded: the search for properties by `itemref`
/// ends after 64 steps for each element, and [`is_truncated`](Self::is_truncated) reports that; JSON has a
/// limit of its own.
#[derive(Clone, Debug)]
pub struct Microdata<'d, N> {
    items: Vec<Item<'d, N>>,
    is_truncated: bool,
}

/// An [item](https://html.spec.whatwg.org/multipage/microdata.html#concept-item).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Item<'d, N> {
    /// The element with `itemscope`.
    pub element: N,
    /// Its types: the tokens of `itemtype`.
    pub types: Vec<&'d str>,
    /// Its global identifier, from `itemid`.
    pub id: Option<&'d str>,
    /// Its properties, in tree order.
    pub properties: Vec<Property<N>>,
    /// Whether it isn't a property of another item.
    pub is_top_level: bool,
}

/// A property of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Property<N> {
    /// The element with `itemprop`.
    pub element: N,
    /// The index of the item that is its value, if it is an item.
    item: Option<usize>,
}

/// The [value of a property](https://html.spec.whatwg.org/multipage/microdata.html#concept-property-value).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyValue<'d> {
    /// An item, by its index in [`Microdata::items`].
    Item(usize),
    /// A URL, unresolved.
    Url(&'d str),
    /// A text.
    Text(Cow<'d, str>),
}

impl<'d, N: Node<'d>> Microdata<'d, N> {
    /// Finds the items in `scope`, which may be one itself.
    #[inline]
    #[must_use]
    pub fn of(scope: N) -> Self {
        let mut found = Self { items: Vec::new(), is_truncated: false };
        let mut open = Vec::new();
        let mut elements = 1;
        found.enter(scope, &mut open);
        for step in Walk::over(scope) {
            match step {
                Step::Enter(node) => {
                    elements += 1;
                    found.enter(node, &mut open);
                }
                Step::Leave(node) => {
                    open.pop_if(|item| found.items[*item].element == node);
                }
            }
        }
        if found.items.iter().any(|item| item.references().next().is_some()) {
            found.refer(scope, 64 * elements + 1024);
        }
        found
    }

    /// Adds an item, and a property to the nearest item around it. `open`: the items around it.
    #[inline]
    fn enter(&mut self, node: N, open: &mut Vec<usize>) {
        let is_item = node.known_attribute(attr::ITEMSCOPE).is_some();
        let number = is_item.then_some(self.items.len());
        if names(node).next().is_some()
            && let Some(&around) = open.last()
        {
            self.items[around].properties.push(Property { element: node, item: number });
        }
        if is_item {
            self.items.push(Item::of(node));
            open.extend(number);
        }
    }

    /// Adds [the properties](https://html.spec.whatwg.org/multipage/microdata.html#the-properties-of-an-item)
    /// to which items refer by `itemref`.
    #[inline]
    fn refer(&mut self, scope: N, mut steps: usize) {
        let root = root_of(scope);
        let (mut by_id, mut places) = (HashMap::default(), HashMap::default());
        for (place, node) in root.descendants().enumerate() {
            if let Some(id) = node.known_attribute(attr::ID).filter(|id| !id.is_empty()) {
                by_id.entry(id).or_insert(node);
            }
            if names(node).next().is_some() {
                places.insert(node.index(), place);
            }
        }
        let numbers: HashMap<usize, usize> =
            self.items.iter().enumerate().map(|(at, item)| (item.element.index(), at)).collect();
        for item in &mut self.items {
            let mut met = HashSet::default();
            for target in item.references().filter_map(|id| by_id.get(id)) {
                if item.contains(*target, &mut steps) {
                    continue;
                }
                let Some(added) = properties(*target, &numbers, &mut met, &mut steps) else {
                    self.is_truncated = true;
                    return;
                };
                item.properties.extend(added);
            }
            if !met.is_empty() {
                item.properties.sort_by_key(|it| places.get(&it.element.index()).copied());
            }
        }
    }

    /// The items that aren't properties of others.
    #[inline]
    pub fn top_level(&self) -> impl Iterator<Item = &Item<'d, N>> {
        self.items.iter().filter(|item| item.is_top_level)
    }

    /// All items, in tree order; [`PropertyValue::Item`] is an index into them.
    #[must_use]
    #[inline]
    pub fn items(&self) -> &[Item<'d, N>] {
        &self.items
    }

    /// Whether properties were left out.
    #[must_use]
    #[inline]
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }
}

impl<'d, N: Node<'d>> Item<'d, N> {
    #[inline]
    fn of(element: N) -> Self {
        let types = element.known_attribute(attr::ITEMTYPE).unwrap_or_default();
        Self {
            element,
            types: types.split_ascii_whitespace().collect(),
            id: element.known_attribute(attr::ITEMID),
            properties: Vec::new(),
            is_top_level: names(element).next().is_none(),
        }
    }

    /// The tokens of `itemref`: ids of elements with more of its properties.
    #[inline]
    fn references(&self) -> impl Iterator<Item = &'d str> + use<'d, N> {
        self.element.known_attribute(attr::ITEMREF).unwrap_or_default().split_ascii_whitespace()
    }

    /// Whether `element` lies in the item, so that its properties are the item's without a reference.
    #[inline]
    fn contains(&self, element: N, steps: &mut usize) -> bool {
        if element == self.element {
            return true;
        }
        for around in element.ancestors() {
            *steps = steps.saturating_sub(1);
            if around.known_attribute(attr::ITEMSCOPE).is_some() || *steps == 0 {
                return around == self.element;
            }
        }
        false
    }

    /// The value of the first property of that name.
    #[must_use]
    #[inline]
    pub fn value(&self, name: &str) -> Option<PropertyValue<'d>> {
        self.properties.iter().find(|it| it.names().any(|own| own == name)).map(Property::value)
    }
}

impl<'d, N: Node<'d>> Property<N> {
    /// Its names.
    #[inline]
    pub fn names(&self) -> impl Iterator<Item = &'d str> + use<'d, N> {
        names(self.element)
    }

    /// Its value.
    #[must_use]
    #[inline]
    pub fn value(&self) -> PropertyValue<'d> {
        self.declared_value()
            .unwrap_or_else(|| PropertyValue::Text(Cow::Owned(self.element.text_content())))
    }

    /// Its value, unless that is the text in the element. Elements in each other can have the same long text, which then isn't copied.
    #[must_use]
    #[inline]
    pub fn declared_value(&self) -> Option<PropertyValue<'d>> {
        if let Some(item) = self.item {
            return Some(PropertyValue::Item(item));
        }
        let ElementHead { namespace: Namespace::Html, name, .. } = self.element.element_head()?
        else {
            return None;
        };
        let value = |attribute: NameId| self.element.known_attribute(attribute);
        let text = |value: &'d str| PropertyValue::Text(Cow::Borrowed(value));
        let url = |attribute| Some(PropertyValue::Url(value(attribute).unwrap_or_default()));
        match name {
            tag::META => Some(text(value(attr::CONTENT).unwrap_or_default())),
            tag::AUDIO
            | tag::EMBED
            | tag::IFRAME
            | tag::IMG
            | tag::SOURCE
            | tag::TRACK
            | tag::VIDEO => url(attr::SRC),
            tag::A | tag::AREA | tag::LINK => url(attr::HREF),
            tag::OBJECT => url(attr::DATA),
            tag::DATA | tag::METER => Some(text(value(attr::VALUE).unwrap_or_default())),
            tag::TIME => value(attr::DATETIME).map(text),
            _ => None,
        }
    }
}

/// The tokens of `itemprop`.
#[inline]
fn names<'d, N: Node<'d>>(element: N) -> impl Iterator<Item = &'d str> + use<'d, N> {
    element.known_attribute(attr::ITEMPROP).unwrap_or_default().split_ascii_whitespace()
}

/// The properties that `root` and its descendants add to an item; `None` if the steps are used up.
#[inline]
fn properties<'d, N: Node<'d>>(
    root: N,
    numbers: &HashMap<usize, usize>,
    met: &mut HashSet<usize>,
    steps: &mut usize,
) -> Option<Vec<Property<N>>> {
    let mut found = Vec::new();
    // Returns whether to visit the children.
    let mut enter = |node: N| -> Option<bool> {
        *steps = steps.checked_sub(1)?;
        if !met.insert(node.index()) {
            return Some(false);
        }
        if names(node).next().is_some() {
            found.push(Property { element: node, item: numbers.get(&node.index()).copied() });
        }
        Some(node.known_attribute(attr::ITEMSCOPE).is_none())
    };
    if enter(root)? {
        let mut walk = Walk::over(root);
        while let Some(step) = walk.next() {
            if let Step::Enter(node) = step
                && !enter(node)?
            {
                walk.skip_children();
            }
        }
    }
    Some(found)
}

#[cfg(feature = "json")]
mod json {
    //! Microdata as [JSON](https://html.spec.whatwg.org/multipage/microdata.html#json).

    use serde_json::{Map, Value, json};

    use sapwood_tree::Node;

    use super::{Microdata, Property, PropertyValue};
    use crate::search::as_text;

    /// The maximum depth of items within items.
    const DEPTH: usize = 60;

    impl<'d, N: Node<'d>> Microdata<'d, N> {
        /// The items as [JSON](https://html.spec.whatwg.org/multipage/microdata.html#json):
        /// `{"items": [{"type"?, "id"?, "properties"}]}`. `resolve` resolves a URL.
        ///
        /// An item within itself is `"ERROR"`, by the standard; so is an item more than 60 deep. Once the JSON
        /// takes 4 KiB for each node of the document, further values are `"ERROR"` or left out.
        ///
        /// ```
        /// let document = sapwood::parse("<p itemscope itemtype=https://schema.org/Tree><b itemprop=name>Oak</b>");
        /// let json = document.microdata().to_json(str::to_owned);
        /// assert_eq!(json["items"][0]["properties"]["name"][0], "Oak");
        /// ```
        #[must_use]
        pub fn to_json(&self, mut resolve: impl FnMut(&str) -> String) -> Value {
            let size = self.items.first().map_or(0, |item| item.element.bound());
            let mut left = 64 * size + 1024;
            let mut items = Vec::new();
            for (number, item) in self.items.iter().enumerate() {
                if item.is_top_level {
                    items.push(self.object(number, &mut Vec::new(), &mut left, &mut resolve));
                }
            }
            json!({ "items": items })
        }

        #[inline]
        fn object(
            &self,
            number: usize,
            around: &mut Vec<usize>,
            left: &mut usize,
            resolve: &mut dyn FnMut(&str) -> String,
        ) -> Value {
            let error = Value::from("ERROR");
            if around.contains(&number) || around.len() == DEPTH || *left == 0 {
                return error;
            }
            let item = &self.items[number];
            let size = item.types.iter().chain(&item.id).map(|text| text.len()).sum::<usize>();
            *left = left.saturating_sub(size / 64);
            around.push(number);
            let mut properties = Map::new();
            for property in &item.properties {
                let before = *left;
                let value = match property.declared_value() {
                    Some(PropertyValue::Item(item)) => self.object(item, around, left, resolve),
                    Some(PropertyValue::Url(url)) => Value::from(resolve(url)),
                    Some(PropertyValue::Text(text)) => Value::from(text),
                    None => text(property, left).map_or_else(|| error.clone(), Value::from),
                };
                // Each name gets a copy of the value.
                let cost = before - *left + 1 + value.as_str().map_or(0, str::len) / 64;
                for name in property.names() {
                    let cost = cost + name.len() / 64;
                    if *left < cost {
                        *left = 0;
                        break;
                    }
                    *left -= cost;
                    let values = properties.entry(name).or_insert_with(|| json!([]));
                    if let Value::Array(values) = values {
                        values.push(value.clone());
                    }
                }
            }
            around.pop();
            let mut object = Map::new();
            if !item.types.is_empty() {
                object.insert("type".to_owned(), json!(item.types));
            }
            if let Some(id) = item.id {
                object.insert("id".to_owned(), Value::from(resolve(id)));
            }
            object.insert("properties".to_owned(), Value::Object(properties));
            Value::Object(object)
        }
    }

    /// The text in a property's element; `None` if it exceeds the limit.
    #[inline]
    fn text<'d, N: Node<'d>>(property: &Property<N>, left: &mut usize) -> Option<String> {
        let mut text = String::new();
        for node in property.element.descendants() {
            let own = as_text(node).unwrap_or_default();
            *left = left.checked_sub(1 + own.len() / 64)?;
            text.push_str(own);
        }
        Some(text)
    }
}

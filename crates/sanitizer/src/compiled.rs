//! A configuration as tables that are indexed by the numbers of names.
//!
//! A parsed document numbers the known names as `names` does, and all others for itself. A known element is found in a
//! table by namespace and number, and a known attribute without a namespace is a bit of the element's rule. All other
//! names are compared as text.

use sapwood_names::{HashMap, HashSet, NameId, Namespace, attr, attribute_id, tag_id};

use crate::{
    canonical::{Attributes, Canonical, Elements, Instructions, Local, Names},
    config::ItemName,
    generated::{ANIMATING, NAVIGATING},
    url::is_javascript,
};

/// The decision on an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is removed with its content, or treated as [`Unlisted`](crate::Unlisted) says.
    Remove,
    /// It is replaced by its children.
    Replace,
    /// It is kept, and the rule with this number decides on its attributes.
    Keep(u16),
}

/// Number of known names.
const KNOWN: usize = NameId::FIRST_DYNAMIC.index();

/// Namespaces whose elements are found by number: none, HTML, MathML and SVG.
const TABLES: usize = 4;
const _: () = assert!(Namespace::Svg as usize == TABLES - 1);

/// A set of known attributes.
type Bits = [u64; KNOWN.div_ceil(64)];
const NO_BITS: Bits = [0; KNOWN.div_ceil(64)];

/// Values by namespace URL and name.
type Texts<V> = HashMap<String, HashMap<String, V>>;

/// A set of names, as texts.
#[derive(Debug, Default)]
struct NameSet(HashMap<String, HashSet<String>>);

impl NameSet {
    fn new<'n>(names: impl IntoIterator<Item = &'n ItemName>) -> Self {
        let mut set = Self::default();
        for name in names {
            set.0.entry(name.url().to_owned()).or_default().insert(name.name.clone());
        }
        set
    }

    fn contains(&self, namespace_url: &str, name: &str) -> bool {
        !self.0.is_empty() && self.0.get(namespace_url).is_some_and(|names| names.contains(name))
    }
}

#[derive(Debug)]
pub(crate) struct Compiled {
    /// The verdicts on known elements, by namespace and number.
    known: Vec<Verdict>,
    /// The verdicts on all listed elements.
    texts: Texts<Verdict>,
    /// The verdict on elements that no list has.
    otherwise: Verdict,
    rules: Vec<Rule>,
    /// The global list, for attributes that have no bit.
    attributes: NameSet,
    /// Whether `attributes` are those that are kept.
    allows: bool,
    data: bool,
    pub(crate) comments: bool,
    /// The known local names of attributes that may have to be removed because of their value.
    navigating: Bits,
    instructions: HashSet<String>,
    allows_instructions: bool,
}

/// The decisions on the attributes of an element.
#[derive(Debug)]
pub(crate) struct Rule {
    /// The known attributes without a namespace that are kept.
    kept: Bits,
    /// The lists of the element.
    own: Option<Box<Own>>,
    /// Whether an attribute may have to be removed because of its value.
    pub(crate) has_urls: bool,
}

#[derive(Debug, Default)]
struct Own {
    kept: Option<NameSet>,
    removed: NameSet,
}

impl Compiled {
    /// The tables of a configuration. If `safe`, `javascript:` URLs are removed, too.
    pub(crate) fn new(config: &Canonical, safe: bool) -> Self {
        let (global, allows, data) = match &config.attributes {
            Attributes::Allowed { names, data } => (names, true, *data),
            Attributes::Removed(names) => (names, false, false),
        };
        let (instructions, allows_instructions) = match &config.instructions {
            Instructions::Allowed(targets) => (targets, true),
            Instructions::Removed(targets) => (targets, false),
        };
        let mut this = Self {
            known: Vec::new(),
            texts: HashMap::default(),
            otherwise: Verdict::Remove,
            rules: Vec::new(),
            attributes: NameSet::new(global),
            allows,
            data,
            comments: config.comments,
            navigating: navigating_bits(),
            instructions: instructions.iter().map(|target| target.0.clone()).collect(),
            allows_instructions,
        };
        let bits = global_bits(global, allows, data);
        match &config.elements {
            Elements::Allowed(elements) => {
                this.fill(Verdict::Remove);
                for (name, local) in elements {
                    let has_urls = safe && has_urls(name);
                    let verdict = this.add_rule(rule(&bits, allows, local, has_urls));
                    this.set(name, verdict);
                }
            }
            Elements::Removed(elements) => {
                let keep = this.add_rule(Rule { kept: bits, own: None, has_urls: safe });
                this.fill(keep);
                elements.iter().for_each(|name| this.set(name, Verdict::Remove));
            }
        }
        config.replaced.iter().flatten().for_each(|name| this.set(name, Verdict::Replace));
        this
    }

    fn fill(&mut self, otherwise: Verdict) {
        self.otherwise = otherwise;
        self.known = vec![otherwise; TABLES * KNOWN];
    }

    fn add_rule(&mut self, rule: Rule) -> Verdict {
        // A configuration with more elements shares the last rule, which removes all attributes.
        let number = self.rules.len().min(usize::from(u16::MAX));
        if number == usize::from(u16::MAX) {
            let removed = Own { kept: Some(NameSet::default()), ..Own::default() };
            self.rules.truncate(number);
            self.rules.push(Rule { kept: NO_BITS, own: Some(Box::new(removed)), has_urls: false });
        } else {
            self.rules.push(rule);
        }
        Verdict::Keep(number as u16)
    }

    fn set(&mut self, name: &ItemName, verdict: Verdict) {
        let namespace = Namespace::of_url(name.url());
        let id = tag_id(&name.name);
        if (namespace as usize) < TABLES && id.is_known() {
            self.known[namespace as usize * KNOWN + id.index()] = verdict;
        }
        self.texts.entry(name.url().to_owned()).or_default().insert(name.name.clone(), verdict);
    }

    /// The decision on an element with a known name.
    #[inline]
    pub(crate) fn known_element(&self, namespace: Namespace, name: NameId) -> Option<Verdict> {
        if namespace as usize >= TABLES || !name.is_known() {
            return None;
        }
        self.known.get(namespace as usize * KNOWN + name.index()).copied()
    }

    /// The decision on an element by the text of its name.
    pub(crate) fn element(&self, namespace_url: &str, name: &str) -> Verdict {
        let listed = self.texts.get(namespace_url).and_then(|names| names.get(name));
        listed.copied().unwrap_or(self.otherwise)
    }

    #[inline]
    pub(crate) fn rule(&self, number: u16) -> &Rule {
        &self.rules[usize::from(number)]
    }

    /// Whether an attribute is kept, by the text of its name.
    pub(crate) fn attribute(&self, rule: &Rule, namespace_url: &str, name: &str) -> bool {
        let is_data = self.data && namespace_url.is_empty() && name.starts_with("data-");
        let is_global = || self.attributes.contains(namespace_url, name);
        let Some(own) = rule.own.as_deref() else {
            return if self.allows { is_data || is_global() } else { !is_global() };
        };
        if own.removed.contains(namespace_url, name) {
            return false;
        }
        let kept = own.kept.as_ref().map(|kept| kept.contains(namespace_url, name));
        match (self.allows, kept) {
            (true, kept) => is_data || kept == Some(true) || is_global(),
            (false, Some(is_kept)) => is_kept,
            (false, None) => !is_global(),
        }
    }

    /// Whether an attribute with this local name may have to be removed because of its value.
    #[inline]
    pub(crate) fn may_navigate(&self, name: NameId) -> bool {
        !name.is_known() || has_bit(&self.navigating, name)
    }

    /// Whether a processing instruction is kept.
    pub(crate) fn instruction(&self, target: &str) -> bool {
        self.instructions.contains(target) == self.allows_instructions
    }
}

impl Rule {
    /// Whether a known attribute without a namespace is kept.
    #[inline]
    pub(crate) fn keeps_known(&self, name: NameId) -> bool {
        has_bit(&self.kept, name)
    }
}

#[inline]
fn has_bit(bits: &Bits, name: NameId) -> bool {
    let index = name.index();
    index < KNOWN && bits[index / 64] >> (index % 64) & 1 == 1
}

fn set_bit(bits: &mut Bits, name: NameId, on: bool) {
    let (index, mask) = (name.index() / 64, 1 << (name.index() % 64));
    if on { bits[index] |= mask } else { bits[index] &= !mask }
}

fn set(bits: &mut Bits, name: &ItemName, on: bool) {
    let id = attribute_id(&name.name);
    if name.namespace.is_none() && id.is_known() {
        set_bit(bits, id, on);
    }
}

/// The known local names of attributes that navigate or animate.
fn navigating_bits() -> Bits {
    let mut bits = NO_BITS;
    // The links of MathML are in no list.
    set_bit(&mut bits, attr::HREF, true);
    let names = NAVIGATING.iter().chain(&ANIMATING).map(|it| attribute_id(it.3));
    names.filter(|name| name.is_known()).for_each(|name| set_bit(&mut bits, name, true));
    bits
}

/// The known attributes that are kept on an element without lists of its own.
fn global_bits(global: &Names, allows: bool, data: bool) -> Bits {
    let mut bits = if allows { NO_BITS } else { [u64::MAX; KNOWN.div_ceil(64)] };
    global.iter().for_each(|name| set(&mut bits, name, allows));
    if data {
        for index in 1..KNOWN {
            let name = NameId::from_index(index);
            if name.as_str().starts_with("data-") {
                set_bit(&mut bits, name, true);
            }
        }
    }
    bits
}

fn rule(global: &Bits, allows: bool, local: &Local, has_urls: bool) -> Rule {
    let mut kept: Bits = *global;
    if let Some(own) = &local.attributes {
        if !allows {
            kept = NO_BITS;
        }
        own.iter().for_each(|name| set(&mut kept, name, true));
    }
    local.removed.iter().flatten().for_each(|name| set(&mut kept, name, false));
    let removed = local.removed.iter().flatten();
    let own =
        Own { kept: local.attributes.as_ref().map(NameSet::new), removed: NameSet::new(removed) };
    let has_lists = own.kept.is_some() || !own.removed.0.is_empty();
    Rule { kept, own: has_lists.then(|| Box::new(own)), has_urls }
}

/// Whether an element has attributes that navigate or animate.
fn has_urls(element: &ItemName) -> bool {
    let namespace = Namespace::of_url(element.url());
    namespace == Namespace::MathMl
        || NAVIGATING.iter().any(|it| it.0 == namespace && it.1 == element.name)
        || ANIMATING.iter().any(|it| it.0 == namespace && it.1 == element.name)
}

/// Whether the attribute must be removed from a safe tree because of its value.
pub(crate) fn is_unsafe_value(
    element: (Namespace, &str),
    attribute: (Namespace, &str),
    value: &str,
) -> bool {
    let (namespace, name) = attribute;
    let is_pair = |it: &(Namespace, &str, Namespace, &str)| {
        (it.0, it.1) == element && (it.2, it.3) == attribute
    };
    let is_mathml_link = element.0 == Namespace::MathMl
        && name == "href"
        && matches!(namespace, Namespace::None | Namespace::XLink);
    if is_mathml_link || NAVIGATING.iter().any(is_pair) {
        return is_javascript(value);
    }
    ANIMATING.iter().any(is_pair) && matches!(value, "href" | "xlink:href")
}

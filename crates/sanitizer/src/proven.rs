//! Markup that stays safe when it is parsed again.
//!
//! A sanitized tree can become another tree when it is written and parsed again, because HTML can't express all trees:
//! that is mutation XSS. So the markup is parsed again in the same context, with scripting off and on, and sanitized
//! again. It is returned if that changes neither tree nor markup. Otherwise the changed tree is the next candidate; after
//! a few rounds only simple elements are kept, then only text.

use sapwood_dom::{
    Document, FilterAction, NodeData, NodeId, NodeRef, ParseOptions, document_driver,
};
use sapwood_names::{Namespace, TagSet, sets, tag, tag_id};
use sapwood_serializer::write_inner;
use sapwood_tree_builder::FragmentContext;

use crate::{
    compiled::Compiled,
    instance::Sanitizer,
    pass::Pass,
    policy::{Policy, Rules},
    walk::sanitize_below,
};

/// Elements nest at most this deep in markup. Blink flattens deeper trees.
const MAX_DEPTH: usize = 500;

/// Rounds before only simple elements are kept.
const ROUNDS: usize = 4;

/// Rounds with simple elements before only text is kept.
const SIMPLE_ROUNDS: usize = 2;

impl Sanitizer {
    /// Sanitizes markup that will be the content of a `body`, `div` or similar element.
    ///
    /// # The proof
    ///
    /// The result, parsed by the HTML standard as the content of `body`, with scripting on or off, is a tree from which
    /// the safe methods with this sanitizer remove nothing that has a tag. So it has no element or attribute that the
    /// configuration removes, except those that the parser adds where no tag is, such as `tbody`. Cleaning it again returns
    /// the same text. What would change is left out.
    ///
    /// # Its limits
    ///
    /// * The proof holds for this context. Markup for a `td`, an `svg` or a whole page has
    ///   [`clean_in`](Self::clean_in) and [`clean_document`](Self::clean_document). In an attribute, a script, a style
    ///   sheet or a comment no result is safe.
    /// * It holds for parsers that follow the standard. Elements nest at most 500 deep, since Blink flattens deeper trees.
    /// * It is about scripts and the configuration. Elements that the configuration keeps have their usual effects:
    ///   images are loaded, links lead elsewhere, an `id` can shadow a variable of a script on the page.
    /// * What scripts of the page do with the elements, such as templates of a framework, is theirs.
    ///
    /// ```
    /// use sapwood::sanitizer::Sanitizer;
    ///
    /// let sanitizer = Sanitizer::default();
    /// assert_eq!(sanitizer.clean("<p>1 < 2<img src onerror=evil()>"), "<p>1 &lt; 2</p>");
    /// ```
    #[must_use]
    pub fn clean(&self, html: &str) -> String {
        self.clean_in(html, "body")
    }

    /// Sanitizes markup that will be the content of `context`: the name of an element, such as `"td"` or `"svg desc"`.
    ///
    /// The result is proven as that of [`clean`](Self::clean), in this context. In an element that holds raw text, such as
    /// `script` or `style`, nothing is safe, so the result is empty.
    ///
    /// ```
    /// use sapwood::sanitizer::Sanitizer;
    ///
    /// let sanitizer = Sanitizer::default();
    /// assert_eq!(sanitizer.clean_in("<td onclick=x>1<td>2", "tr"), "<td>1</td><td>2</td>");
    /// assert_eq!(sanitizer.clean_in("a { color: red }", "style"), "");
    /// ```
    #[must_use]
    pub fn clean_in<'c>(&self, html: &str, context: impl Into<FragmentContext<'c>>) -> String {
        self.proof(Some(context.into())).clean(html)
    }

    /// Sanitizes a parsed document, or a fragment that was parsed in `context`, and returns its markup, proven as that
    /// of [`clean_in`](Self::clean_in) or [`clean_document`](Self::clean_document).
    ///
    /// ```
    /// use sapwood::sanitizer::Sanitizer;
    ///
    /// let page = sapwood::parse_bytes(b"<meta charset=utf-8><p onclick=x()>\xc3\xa9");
    /// let html = "<html><head></head><body><p>\u{e9}</p></body></html>";
    /// assert_eq!(Sanitizer::default().clean_parsed(page, None), html);
    /// ```
    #[must_use]
    pub fn clean_parsed<'c>(
        &self,
        document: Document,
        context: impl Into<Option<FragmentContext<'c>>>,
    ) -> String {
        self.proof(context.into()).prove(document)
    }

    /// Sanitizes the markup of a whole page.
    ///
    /// The result is proven as that of [`clean`](Self::clean), as a document of its own.
    ///
    /// ```
    /// use sapwood::sanitizer::Sanitizer;
    ///
    /// let sanitizer = Sanitizer::default();
    /// assert_eq!(
    ///     sanitizer.clean_document("<!doctype html><title>Oak</title><p onclick=x()>A tree"),
    ///     "<!DOCTYPE html><html><head><title>Oak</title></head><body><p>A tree</p></body></html>"
    /// );
    /// ```
    #[must_use]
    pub fn clean_document(&self, html: &str) -> String {
        self.proof(None).clean(html)
    }

    fn proof<'p>(&'p self, context: Option<FragmentContext<'p>>) -> Proof<'p> {
        Proof { compiled: self.compiled(true), rules: None, context }
    }
}

/// # Markup
impl Policy {
    /// Sanitizes markup as [`Sanitizer::clean`] does, under the rules of the policy.
    #[must_use]
    pub fn clean(&self, html: &str) -> String {
        self.clean_in(html, "body")
    }

    /// Sanitizes markup that will be the content of `context`, as [`Sanitizer::clean_in`] does.
    #[must_use]
    pub fn clean_in<'c>(&self, html: &str, context: impl Into<FragmentContext<'c>>) -> String {
        self.proof(Some(context.into())).clean(html)
    }

    /// Sanitizes the markup of a whole page, as [`Sanitizer::clean_document`] does.
    #[must_use]
    pub fn clean_document(&self, html: &str) -> String {
        self.proof(None).clean(html)
    }

    /// Sanitizes a parsed document, or a fragment that was parsed in `context`, as [`Sanitizer::clean_parsed`] does.
    #[must_use]
    pub fn clean_parsed<'c>(
        &self,
        document: Document,
        context: impl Into<Option<FragmentContext<'c>>>,
    ) -> String {
        self.proof(context.into()).prove(document)
    }

    fn proof<'p>(&'p self, context: Option<FragmentContext<'p>>) -> Proof<'p> {
        Proof { compiled: self.sanitizer.compiled(true), rules: Some(&self.rules), context }
    }
}

/// The elements whose content is text without character references, with scripting on or off.
const RAW_TEXT: TagSet = sets::RAW_TEXT_CHILDREN.union(TagSet::new(&[tag::NOSCRIPT]));

/// The elements whose content is parsed by rules of their own in other ways.
const COMPLEX: TagSet = TagSet::new(&[
    tag::TEMPLATE,
    tag::SELECT,
    tag::TEXTAREA,
    tag::LISTING,
    tag::FORM,
    tag::FRAMESET,
]);

/// A way to parse markup again.
#[derive(Clone, Copy)]
struct Mode {
    scripting: bool,
    shadow_roots: bool,
    template_for: bool,
}

impl Mode {
    const PLAIN: Self = Self { scripting: false, shadow_roots: false, template_for: true };

    /// Whether the tree is written as it was parsed. Shadow roots aren't written.
    fn is_written(self) -> bool {
        !self.shadow_roots && self.template_for
    }
}

/// A tree from which candidates for the result are written.
struct Candidate {
    document: Document,
    mode: Mode,
}

struct Proof<'p> {
    compiled: &'p Compiled,
    rules: Option<&'p Rules>,
    context: Option<FragmentContext<'p>>,
}

impl Proof<'_> {
    fn clean(&self, html: &str) -> String {
        self.prove(self.parse(html, &ParseOptions::default()))
    }

    fn prove(&self, document: Document) -> String {
        if self.is_raw_text() {
            return String::new();
        }
        let mut tree = Candidate { document, mode: Mode::PLAIN };
        self.sanitize(&mut tree.document);
        let mut markup = tree.markup();
        // A candidate that grows would not end; the first one is linear in the input.
        let most = 2 * markup.len() + 1024;
        for round in 0..ROUNDS + SIMPLE_ROUNDS {
            let Some(next) = self.disprove(&markup, &mut tree.document) else { return markup };
            tree = next;
            if round + 1 >= ROUNDS {
                keep_simple(&mut tree.document);
            }
            let next = tree.markup();
            if next.len() > most {
                break;
            }
            markup = next;
        }
        let text = self.escaped_text(&markup);
        for last in [text.as_str(), ""] {
            let mut tree = Candidate {
                document: self.parse(last, &ParseOptions::default()),
                mode: Mode::PLAIN,
            };
            self.sanitize(&mut tree.document);
            markup = tree.markup();
            if self.disprove(&markup, &mut tree.document).is_none() {
                return markup;
            }
        }
        String::new()
    }

    /// Whether the markup would be raw text, in which nothing is safe.
    fn is_raw_text(&self) -> bool {
        self.context.as_ref().is_some_and(|context| {
            context.namespace == Namespace::Html && RAW_TEXT.contains(tag_id(context.local_name))
        })
    }

    /// The text of the markup as markup.
    fn escaped_text(&self, markup: &str) -> String {
        let text = self.parse(markup, &ParseOptions::default()).text_content();
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('\u{a0}', "&nbsp;")
    }

    /// Parses the markup again in each mode, in the memory of a document whose content is lost; returns the first tree that
    /// isn't what was written.
    fn disprove(&self, markup: &str, memory: &mut Document) -> Option<Candidate> {
        let has = |part| markup.contains(part);
        let modes = [
            (true, Mode::PLAIN),
            // Nothing but this element depends on scripting.
            (has("<noscript"), Mode { scripting: true, ..Mode::PLAIN }),
            (has("shadowrootmode"), Mode { shadow_roots: true, ..Mode::PLAIN }),
            (has("<template"), Mode { template_for: false, ..Mode::PLAIN }),
        ];
        for (is_needed, mode) in modes {
            if !is_needed {
                continue;
            }
            let mut options = ParseOptions::default()
                .scripting(mode.scripting)
                .declarative_shadow_roots(mode.shadow_roots)
                .template_for(mode.template_for);
            // Markup that was written from a tree needs next to no copies.
            options.tree.amplification = 1;
            let document = self.parse_in(std::mem::take(memory), markup, &options);
            let mut tree = Candidate { document, mode };
            let has_changed = self.sanitize(&mut tree.document);
            if has_changed || mode.is_written() && tree.markup() != markup {
                return Some(tree);
            }
            *memory = tree.document;
        }
        None
    }

    fn parse(&self, html: &str, options: &ParseOptions) -> Document {
        self.parse_in(Document::default(), html, options)
    }

    fn parse_in(&self, memory: Document, html: &str, options: &ParseOptions) -> Document {
        let mut driver = document_driver(memory, self.context.as_ref(), options, html.len());
        driver.get_mut().feed_all(html);
        driver.finish().document
    }

    /// Sanitizes the tree and removes what is too deep; returns whether that removed anything that was in the markup.
    fn sanitize(&self, document: &mut Document) -> bool {
        let mut pass = Pass::with_rules(self.compiled, self.rules, document);
        let root = document.root().node_id();
        sanitize_below(document, root, &mut pass);
        // Each level takes a node.
        document.len() > MAX_DEPTH && remove_deep(document) || pass.changes > pass.implied
    }
}

impl Candidate {
    fn markup(&self) -> String {
        if !self.mode.scripting {
            return self.document.to_html();
        }
        let (mut html, root) = (String::new(), self.document.root());
        let options = sapwood_serializer::SerializeOptions::default().scripting(true);
        // Writing to a string never fails.
        let _ = write_inner(&mut html, &&self.document, &root, &options);
        html
    }
}

/// Removes elements below [`MAX_DEPTH`]; returns whether there were any.
fn remove_deep(document: &mut Document) -> bool {
    let deep = deep_elements(document);
    for element in &deep {
        // A node of this document can be removed.
        let _ = document.remove(*element);
    }
    !deep.is_empty()
}

/// The elements below [`MAX_DEPTH`] that are in no other such element.
fn deep_elements(document: &Document) -> Vec<NodeId> {
    let mut deep = Vec::new();
    // Template contents begin at the depth of their host.
    let mut roots = vec![(document.root(), 0)];
    while let Some((root, depth)) = roots.pop() {
        let Some(mut node) = root.first_child() else { continue };
        let mut depth = depth + 1;
        loop {
            if !node.is_element() {
                // Other nodes have nothing below them.
            } else if depth > MAX_DEPTH {
                deep.push(node.node_id());
            } else {
                if let Some(fragment) = fragment_of(node) {
                    roots.push((fragment, depth));
                }
                if let Some(child) = node.first_child() {
                    node = child;
                    depth += 1;
                    continue;
                }
            }
            let Some((next, levels)) = next_after(node, root) else { break };
            node = next;
            depth -= levels;
        }
    }
    deep
}

/// The template contents or the shadow root of an element.
#[inline]
fn fragment_of(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let shadow = || node.shadow_root().map(|shadow| shadow.root);
    node.template_contents().or_else(shadow)
}

/// The node below `root` that follows `node` and all that is in it, and how many levels it is above `node`.
#[inline]
fn next_after<'d>(mut node: NodeRef<'d>, root: NodeRef<'d>) -> Option<(NodeRef<'d>, usize)> {
    let mut levels = 0;
    loop {
        if let Some(next) = node.next_sibling() {
            return Some((next, levels));
        }
        node = node.parent().filter(|parent| *parent != root)?;
        levels += 1;
    }
}

/// Removes everything whose content isn't parsed like that of other elements: foreign elements, raw text, templates,
/// comments and processing instructions.
fn keep_simple(document: &mut Document) {
    let root = document.root().node_id();
    // The root is a node of the document.
    let _ = document.filter(root, |node, _| match is_simple(node) {
        true => FilterAction::Keep,
        false => FilterAction::Remove,
    });
}

fn is_simple(node: NodeRef<'_>) -> bool {
    match node.data() {
        NodeData::Element(name) => {
            let id = name.name.id;
            name.namespace == Namespace::Html && !RAW_TEXT.union(COMPLEX).contains(id)
        }
        NodeData::Comment(_) | NodeData::ProcessingInstruction { .. } => false,
        _ => true,
    }
}

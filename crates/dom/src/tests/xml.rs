//! Writing trees as XML that no parser made.

use sapwood_names::Namespace;
use sapwood_serializer::xml::{Fault, XmlSerializeOptions, write};
use sapwood_tree::{
    Origin, QualifiedAttribute, QualifiedElement, QualifiedId, QualifiedNames, Span, TreeSink,
};

use crate::{Builder, Document, NodeId};

const XMLNS: &str = Namespace::XmlNs.as_url();

/// A prefix, `""` for none, a namespace and a local name.
type Name = (&'static str, &'static str, &'static str);

type Attributes = &'static [(Name, &'static str)];

struct Tree {
    builder: Builder<false>,
    names: QualifiedNames,
}

impl Tree {
    fn new() -> Self {
        Self {
            builder: Builder::new(crate::BuilderOptions::default()),
            names: QualifiedNames::default(),
        }
    }

    fn name(&mut self, (prefix, url, local): Name) -> QualifiedId {
        let prefix = Some(prefix).filter(|prefix| !prefix.is_empty());
        self.names.add(prefix, url, local).unwrap()
    }

    fn element(&mut self, parent: NodeId, name: Name, attributes: &[(Name, &str)]) -> NodeId {
        let name = self.name(name);
        let attributes: Vec<_> = attributes
            .iter()
            .map(|(name, value)| {
                let name = self.name(*name);
                QualifiedAttribute { name, value, span: Span::default() }
            })
            .collect();
        let element = QualifiedElement {
            name,
            attributes: &attributes,
            names: &self.names,
            origin: Origin::Tag(Span::default()),
        };
        self.builder.append_qualified_element(&parent, element)
    }

    fn root(&mut self, name: Name, attributes: &[(Name, &str)]) -> NodeId {
        let document = self.builder.document();
        self.element(document, name, attributes)
    }

    fn finish(self) -> Document {
        self.builder.finish().document
    }
}

/// Writes as it is by default, and as the standard chooses prefixes.
#[track_caller]
fn check(tree: Tree, kept: &str, usual: &str) {
    let document = tree.finish();
    assert_eq!(document.to_xml(), kept);
    let mut xml = String::new();
    let options = XmlSerializeOptions::default().usual_prefixes(true);
    write(&mut xml, &&document, &document.root(), &options).unwrap();
    assert_eq!(xml, usual);
}

#[test]
fn namespaces_are_declared_where_they_are_needed() {
    let mut tree = Tree::new();
    let root = tree.root(("", "u", "root"), &[]);
    tree.element(root, ("", "u", "same"), &[]);
    let none = tree.element(root, ("", "", "none"), &[]);
    tree.element(none, ("p", "v", "prefixed"), &[(("p", "v", "a"), "1")]);
    let expected =
        r#"<root xmlns="u"><same/><none xmlns=""><p:prefixed xmlns:p="v" p:a="1"/></none></root>"#;
    check(tree, expected, expected);
}

#[test]
fn prefixes_are_generated() {
    let mut tree = Tree::new();
    let root = tree.root(("", "", "r"), &[(("", "u", "a"), "1"), (("", "v", "b"), "2")]);
    tree.element(root, ("", "", "c"), &[(("", "u", "a"), "3")]);
    let expected = r#"<r xmlns:ns1="u" ns1:a="1" xmlns:ns2="v" ns2:b="2"><c ns1:a="3"/></r>"#;
    check(tree, expected, expected);
}

#[test]
fn a_prefix_that_stands_for_another_namespace_is_not_used() {
    let mut tree = Tree::new();
    let root = tree.root(("p", "u", "r"), &[(("xmlns", XMLNS, "p"), "u")]);
    // Its own attribute takes the prefix for another namespace.
    let inner = tree.element(
        root,
        ("p", "u", "e"),
        &[(("xmlns", XMLNS, "p"), "v"), (("p", "u", "a"), "1"), (("p", "v", "a"), "2")],
    );
    tree.element(inner, ("p", "v", "f"), &[]);
    let expected = r#"<p:r xmlns:p="u"><ns1:e xmlns:ns1="u" xmlns:p="v" ns1:a="1" p:a="2"><p:f/></ns1:e></p:r>"#;
    check(tree, expected, expected);
}

#[test]
fn trees_that_the_standard_simplifies() {
    let mut tree = Tree::new();
    let declarations = [(("", XMLNS, "xmlns"), "u"), (("xmlns", XMLNS, "p"), "u")];
    let root = tree.root(("", "u", "r"), &declarations);
    tree.element(root, ("p", "u", "e"), &declarations[1..]);
    check(
        tree,
        r#"<r xmlns="u" xmlns:p="u"><p:e xmlns:p="u"/></r>"#,
        r#"<p:r xmlns="u" xmlns:p="u"><e/></p:r>"#,
    );
}

#[test]
fn html_elements_have_end_tags() {
    let html = Namespace::Html.as_url();
    let mut tree = Tree::new();
    let root = tree.root(("", html, "html"), &[(("", "", "xmlns"), html)]);
    tree.element(root, ("", html, "br"), &[]);
    tree.element(root, ("", html, "p"), &[]);
    tree.element(root, ("", Namespace::Svg.as_url(), "svg"), &[]);
    let expected = concat!(
        r#"<html xmlns="http://www.w3.org/1999/xhtml"><br /><p></p>"#,
        r#"<svg xmlns="http://www.w3.org/2000/svg"/></html>"#
    );
    check(tree, expected, expected);
}

#[test]
fn trees_without_a_well_formed_serialization_are_errors() {
    use Fault::*;
    let elements: &[(Name, Attributes, Fault)] = &[
        (("", "", "a:b"), &[], InvalidName),
        (("", "", "1"), &[], InvalidName),
        (("", "", "a"), &[(("", "", "xmlns"), "u")], InvalidName),
        (("", "", "a"), &[(("", "", "b"), "\u{c}")], InvalidCharacter),
        (("", "", "a"), &[(("xmlns", XMLNS, "p"), "")], EmptyNamespaceOfPrefix),
        (("", "", "a"), &[(("xmlns", XMLNS, "p"), XMLNS)], ReservedNamespace),
        (("xmlns", "u", "a"), &[], ReservedNamespace),
    ];
    for (name, attributes, fault) in elements {
        let mut tree = Tree::new();
        tree.root(*name, attributes);
        assert_eq!(tree.finish().to_well_formed_xml(), Err(*fault), "{name:?}");
    }
    let comment =
        |data| move |builder: &mut Builder<false>| builder.create_comment(data, Span::default());
    check_node(comment("a-"), Err(DoubleHyphenInComment));
    check_node(comment("a--b"), Err(DoubleHyphenInComment));
    check_node(comment("-"), Err(DoubleHyphenInComment));
    check_node(comment("-a"), Ok("<!---a--><r/>"));
    let instruction = |target, data| {
        move |builder: &mut Builder<false>| {
            builder.create_processing_instruction(target, data, Span::default())
        }
    };
    check_node(instruction("a", "?>"), Err(InstructionEndInData));
    check_node(instruction("XML", ""), Err(InvalidInstructionTarget));
    check_node(instruction("a:b", ""), Err(InvalidInstructionTarget));
    check_node(instruction("a", "b?"), Ok("<?a b??><r/>"));
    check_doctype(("1", "", ""), Err(InvalidName));
    check_doctype(("a", "{}", "b"), Err(InvalidPublicIdentifier));
    check_doctype(("a", "b", ""), Err(InvalidSystemIdentifier));
    check_doctype(("a", "", "\"'"), Err(InvalidSystemIdentifier));
    check_doctype(("a", "b", "\""), Ok("<!DOCTYPE a PUBLIC \"b\" '\"'><r/>"));
    assert_eq!(Tree::new().finish().to_well_formed_xml(), Err(MissingRootElement));
}

/// Writes a node and a root element after it.
#[track_caller]
fn check_node(create: impl FnOnce(&mut Builder<false>) -> NodeId, expected: Result<&str, Fault>) {
    let mut tree = Tree::new();
    let node = create(&mut tree.builder);
    let document = tree.builder.document();
    tree.builder.append(&document, &node);
    tree.root(("", "", "r"), &[]);
    assert_eq!(tree.finish().to_well_formed_xml(), expected.map(String::from));
}

#[track_caller]
fn check_doctype((name, public_id, system_id): Name, expected: Result<&str, Fault>) {
    let mut tree = Tree::new();
    tree.builder.append_doctype(name, public_id, system_id, Span::default());
    tree.root(("", "", "r"), &[]);
    assert_eq!(tree.finish().to_well_formed_xml(), expected.map(String::from));
}

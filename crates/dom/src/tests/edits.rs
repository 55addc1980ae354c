//! Changes of a document. The harness `edits` compares random changes with those of a naive tree.

mod rules;

use crate::Document;

#[cfg(feature = "select")]
#[test]
fn descendants_of_a_detached_node_are_found() {
    let mut document = Document::default();
    let [div, p, b] = ["div", "p", "b"].map(|name| document.create_element(name).unwrap());
    document.append(div, p).unwrap();
    document.append(p, b).unwrap();
    for _ in 0..40 {
        let found = |text: &str| document.node(div).unwrap().select(text).unwrap().count();
        assert_eq!(
            ["div b", "div > p", "p b", "div p b", "b div", "div"].map(found),
            [1, 1, 1, 1, 0, 0]
        );
        let div = document.node(div).unwrap();
        assert!(div.matches(":has(> p > b)").unwrap() && div.matches("div:has(b)").unwrap());
    }
}

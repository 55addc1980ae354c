//! A program written for html5ever and `markup5ever_rcdom` compiles with its imports changed, and does the same.

#![forbid(unsafe_code)]

use std::fs;

use sapwood_tests::suites;

mod after;
mod before;

#[test]
fn what_is_printed_is_the_same() {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    // Without what html5ever does otherwise: templates are written without their contents, for one.
    for page in ["article.html", "table.html"] {
        let html = fs::read(suites::fixtures("pages").join(page)).unwrap();
        before::program::run(&mut &*html, &mut before).unwrap();
        after::program::run(&mut &*html, &mut after).unwrap();
    }
    assert!(before.len() > 1_000);
    assert!(before == after);
}

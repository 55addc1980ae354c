//! A program written for html5ever and `markup5ever_rcdom` compiles with other imports and prints the same.

#![forbid(unsafe_code)]

use std::fs;

use sapwood_tests::suites;

mod after;
mod before;

#[test]
fn moved_program_prints_the_same() {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    // Pages without features in which html5ever differs, such as templates, whose contents it does not write.
    for page in ["article.html", "table.html"] {
        let html = fs::read(suites::fixtures("pages").join(page)).unwrap();
        before::program::run(&mut &*html, &mut before).unwrap();
        after::program::run(&mut &*html, &mut after).unwrap();
    }
    assert!(before.len() > 1_000);
    assert!(before == after);
}

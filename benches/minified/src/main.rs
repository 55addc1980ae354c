//! How small pages become, beside `minify-html`:
//! `cargo run --release --manifest-path benches/minified/Cargo.toml -- [PATH…]`.
//!
//! `minify-html` collapses white space whatever its options say, so that its trees are others. It is compared
//! twice: with what Sapwood makes of the same pages, its transforms off and on, and with what Sapwood makes of the
//! very trees that `minify-html` wrote.

#![forbid(unsafe_code)]

use std::path::PathBuf;

use anyhow::Result;
use minify_html::Cfg;
use sapwood::{
    Document, parse,
    serializer::{Minify, minify_inner},
};
use sapwood_benches::{read_pages, sets};

#[expect(clippy::print_stdout, reason = "its output is what it is for")]
fn main() -> Result<()> {
    let mut paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        paths = sets();
    }
    let pages = read_pages(&paths)?;
    // Nothing that changes the tree, but for white space.
    let theirs = Cfg {
        keep_comments: true,
        keep_input_type_text_attr: true,
        keep_ssi_comments: true,
        ..Cfg::new()
    };
    let collapsing = Minify::default().collapse_whitespace(true);
    let (mut of_page, mut of_same_tree) = ([0; 4], [0; 2]);
    for page in &pages {
        let document = parse(&page.text);
        let other = String::from_utf8_lossy(&minify_html::minify(page.text.as_bytes(), &theirs))
            .into_owned();
        let sizes = [
            page.text.len(),
            document.to_minified_html().len(),
            minified(&document, &collapsing).len(),
            other.len(),
        ];
        of_page.iter_mut().zip(sizes).for_each(|(sum, size)| *sum += size);
        let again = parse(&other).to_minified_html();
        of_same_tree
            .iter_mut()
            .zip([other.len(), again.len()])
            .for_each(|(sum, size)| *sum += size);
    }
    let [pages_size, plain, collapsed, other] = of_page;
    println!("{} pages, {pages_size} bytes", pages.len());
    println!("Sapwood, the same tree: {plain}");
    println!("Sapwood, white space collapsed: {collapsed}");
    println!("minify-html, which collapses white space: {other}");
    let [other, again] = of_same_tree;
    println!("the trees that minify-html wrote: {other} by it, {again} by Sapwood");
    Ok(())
}

fn minified(document: &Document, options: &Minify) -> String {
    let mut html = String::new();
    minify_inner(&mut html, &document, &document.root(), options).expect("a string takes all");
    html
}

//! A codemod: adds `loading="lazy"` to the images in the pages of a folder that lack it, and shows what changes. Nothing else in
//! the files changes.
//!
//! ```text
//! cargo run -p sapwood --features lossless --example lazy_images -- FOLDER [--write]
//! ```

use std::{env, error::Error, fs, path::Path};

use sapwood::{ByteOptions, Document, LineIndex, ParseOptions, parse_bytes_with};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let folder = arguments.next().ok_or("usage: lazy_images FOLDER [--write]")?;
    let writes = arguments.next().is_some_and(|it| it == "--write");
    let mut files: Vec<_> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "html"));
    files.sort();
    for path in files {
        change(&path, writes)?;
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn change(path: &Path, writes: bool) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let document = edited(&bytes)?;
    let patches = document.patches()?;
    let source = String::from_utf8_lossy(&bytes);
    let lines = LineIndex::new(&source);
    for patch in &patches {
        // The positions of a page that isn't UTF-8 are near the right ones.
        let place = lines.line_column(patch.range.start.min(source.len()));
        let added = String::from_utf8_lossy(&patch.replacement);
        println!("{}:{}:{}: {}", path.display(), place.line, place.column, added.trim_start());
    }
    if writes && !patches.is_empty() {
        fs::write(path, document.to_source()?)?;
    }
    Ok(())
}

fn edited(bytes: &[u8]) -> Result<Document, Box<dyn Error>> {
    let options = ByteOptions::default().parsing(ParseOptions::default().source(true));
    let mut document = parse_bytes_with(bytes, &options).document;
    let images = document.select_ids("img:not([loading])")?;
    document.set_attribute_of_all(images, "loading", "lazy")?;
    Ok(document)
}

#[test]
fn changes_images_alone() {
    let html = b"<P>\r\n<IMG SRC=a.png><img loading=eager src='b.png'>\xff";
    let document = edited(html).unwrap();
    let expected = b"<P>\r\n<IMG SRC=a.png loading=\"lazy\"><img loading=eager src='b.png'>\xff";
    assert_eq!(document.to_source().unwrap(), expected);
}

//! The index of passages.

use std::{env, fs, path::PathBuf};

use sapwood_examples::search::{index, search};

/// An empty folder of this process.
fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("sapwood-search-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn passages_are_found_with_their_bytes() {
    let pages = folder("pages");
    let text =
        "The wood of the oak is hard and heavy, and lasts for hundreds of years in dry places. "
            .repeat(8);
    let leaves =
        "Leaves of oaks are lobed; they stay green until late in the year, and some until spring. "
            .repeat(8);
    let page = |declaration: &str| {
        format!(
            "<!DOCTYPE html>{declaration}<title>Oak</title><nav><a href=/>Home</a></nav><main><h1>Oak</h1><p>Br\u{e9}: {text}\
             <h2>Leaves</h2><p>{leaves}</main><footer>Imprint</footer>"
        )
    };
    fs::write(pages.join("utf-8.html"), page("<meta charset=utf-8>")).unwrap();
    let latin: Vec<u8> = page("<meta charset=windows-1252>").chars().map(|it| it as u8).collect();
    fs::write(pages.join("latin.html"), latin).unwrap();
    fs::write(pages.join("notes.txt"), "lobed").unwrap();
    let (into, count) = (folder("index").join("new"), 4);
    assert_eq!(index(&pages, &into).unwrap(), count);

    let found = search(&into, "lobed", 10).unwrap();
    assert_eq!(found.len(), 2);
    for passage in &found {
        assert_eq!((&*passage.title, &*passage.headings.join("/")), ("Oak", "Oak/Leaves"));
        assert!(passage.text.contains("lobed"), "{}", passage.text);
        let source = String::from_utf8(passage.source().unwrap()).unwrap();
        assert!(source.starts_with("Leaves</h2><p>Leaves of oaks"), "{source}");
        assert!(source.trim_end().ends_with("until spring."), "{source}");
    }
    // The range is one of bytes, whatever the encoding of the page.
    for passage in search(&into, "heavy", 10).unwrap() {
        let source = passage.source().unwrap();
        assert!(source.starts_with(b"Oak</h1><p>Br"), "{:?}", passage.file);
        assert!(source.trim_ascii_end().ends_with(b"dry places."), "{:?}", passage.file);
    }
    assert!(search(&into, "imprint", 10).unwrap().is_empty());
    assert!(search(&into, "\"lobed", 10).is_err() || search(&into, "lobed AND", 10).is_err());
    fs::remove_dir_all(pages).unwrap();
    fs::remove_dir_all(into.parent().unwrap()).unwrap();
}

#[test]
fn mistakes_name_the_file() {
    let error = search(&env::temp_dir().join("sapwood-no-index"), "x", 1).unwrap_err();
    assert!(format!("{error:#}").contains("sapwood-no-index"), "{error:#}");
}

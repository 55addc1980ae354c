//! Checks the links between the pages of a folder: prints those that lead to no file, or to a part of a page
//! that it doesn't have.
//!
//! `cargo run -p sapwood --features url --example link_checker fixtures/cookbook/site`

use std::{
    collections::HashMap,
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

use sapwood::{Document, extract::url::Url};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("which folder?")?;
    let broken = broken_links(Path::new(&folder))?;
    broken.iter().for_each(|link| println!("{link}"));
    if broken.is_empty() { Ok(()) } else { Err(format!("{} broken links", broken.len()).into()) }
}

/// The links that lead nowhere, each with its page.
pub(crate) fn broken_links(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let folder = folder.canonicalize()?;
    let mut pages = HashMap::new();
    for path in html_files(&folder)? {
        pages.insert(path.clone(), sapwood::parse(&fs::read_to_string(path)?));
    }
    let mut broken = Vec::new();
    for (path, page) in &pages {
        let url = Url::from_file_path(path).map_err(|()| "a path that isn't whole")?;
        let base = page.base_url(Some(&url));
        for link in page.links() {
            // Only links between files are looked at.
            let Ok(target) = link.resolve(base.as_ref()) else { continue };
            let Ok(mut file) = target.to_file_path() else { continue };
            if file.is_dir() {
                file.push("index.html");
            }
            let is_there = match (file.is_file(), pages.get(&file), target.fragment()) {
                (true, Some(page), Some(id)) => has_part(page, id),
                (is_file, _, _) => is_file,
            };
            if !is_there {
                broken.push(format!("{}: {}", path.strip_prefix(&folder)?.display(), link.value));
            }
        }
    }
    broken.sort();
    Ok(broken)
}

/// Whether a page has an element of that ID, or needs none.
fn has_part(page: &Document, id: &str) -> bool {
    let mut nodes = page.root().descendants();
    matches!(id, "" | "top") || nodes.any(|node| node.element_id() == Some(id))
}

/// All pages in a folder and those in it.
fn html_files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                files.push(path);
            }
        }
    }
    Ok(files)
}

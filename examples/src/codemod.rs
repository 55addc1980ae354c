//! A change of markup in many files, of which a diff shows the changed bytes and nothing else: each image gets `loading=lazy`.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use sapwood::{ByteOptions, ParseOptions, Selector, parse_bytes_with};
use similar::TextDiff;

/// Returns a page whose images load when they are near the view, or `None` if it needs no change.
///
/// All other bytes stay as they are, whatever the encoding. The first image is often in view at once, so it stays eager.
pub fn with_lazy_images(page: &[u8]) -> Result<Option<Vec<u8>>> {
    let options = ByteOptions::default().detect_utf8(true);
    let options = options.parsing(ParseOptions::default().source(true));
    let mut document = parse_bytes_with(page, &options).document;
    let images = Selector::new("img")?;
    let images: Vec<_> = images
        .select(document.root())
        .skip(1)
        .filter(|image| !image.has_attribute("loading"))
        .map(|image| image.node_id())
        .collect();
    if images.is_empty() {
        return Ok(None);
    }
    for image in images {
        document.set_attribute(image, "loading", "lazy")?;
    }
    Ok(Some(document.to_source()?))
}

/// Changes the HTML files of a folder and of those in it; without `writes`, only says what would change. Returns the changes as a
/// unified diff.
pub fn change(folder: &Path, writes: bool) -> Result<String> {
    let mut diff = String::new();
    let mut entries = fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        // A symbolic link may lead out of the folder.
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            diff += &change(&path, writes)?;
        } else if path.extension().is_some_and(|it| it == "html" || it == "htm") {
            let name = path.display().to_string();
            let page = fs::read(&path).with_context(|| name.clone())?;
            if let Some(changed) = with_lazy_images(&page).with_context(|| name.clone())? {
                diff += &unified(&name, &page, &changed);
                if writes {
                    fs::write(&path, changed).with_context(|| name)?;
                }
            }
        }
    }
    Ok(diff)
}

/// The unified diff of a file.
fn unified(name: &str, old: &[u8], new: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let diff = TextDiff::from_lines(&*old, &*new);
    diff.unified_diff().context_radius(0).header(name, name).to_string()
}

//! The change of images.

use std::{env, fs};

use sapwood_examples::codemod::{change, with_lazy_images};

#[test]
fn only_images_without_the_attribute_change() {
    let page = b"<IMG SRC=a.png>\r\n<p><img src=b.png><img loading='eager' src=c.png>\xe9<b><i></b>\r\n<img src=d.png/>";
    let changed = with_lazy_images(page).unwrap().unwrap();
    assert_eq!(
        changed,
        b"<IMG SRC=a.png>\r\n<p><img src=b.png loading=\"lazy\"><img loading='eager' src=c.png>\xe9<b><i></b>\r\n\
          <img src=d.png/ loading=\"lazy\">"
    );
    assert_eq!(with_lazy_images(&changed).unwrap(), None);
    assert_eq!(with_lazy_images(b"<img src=a.png>").unwrap(), None);
}

#[test]
fn folders_are_changed_and_shown() {
    let folder = env::temp_dir().join(format!("sapwood-codemod-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("inner")).unwrap();
    let page = folder.join("inner/page.html");
    let old = "<img src=a>\n<p>x\n<img src=b>\n";
    fs::write(&page, old).unwrap();
    fs::write(folder.join("same.html"), "<p>x").unwrap();
    let name = page.display();
    let expected = format!(
        "--- {name}\n+++ {name}\n@@ -3 +3 @@\n-<img src=b>\n+<img src=b loading=\"lazy\">\n"
    );
    assert_eq!(change(&folder, false).unwrap(), expected);
    assert_eq!(fs::read_to_string(&page).unwrap(), old);
    assert_eq!(change(&folder, true).unwrap(), expected);
    assert_eq!(
        fs::read_to_string(&page).unwrap(),
        "<img src=a>\n<p>x\n<img src=b loading=\"lazy\">\n"
    );
    assert_eq!(change(&folder, true).unwrap(), "");
    fs::remove_dir_all(folder).unwrap();
}

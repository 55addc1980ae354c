//! The links of a page that a crawler may follow, resolved.

use sapwood::extract::{LinkKind, url::Url};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let page = "<base href=/wood/><a href=oak>Oak</a><a href=/ad rel=nofollow>Ad</a>";
    for url in links(page, &Url::parse("https://example.com/")?) {
        println!("{url}");
    }
    Ok(())
}

pub(crate) fn links(html: &str, page: &Url) -> Vec<Url> {
    let document = sapwood::parse(html);
    let base = document.base_url(Some(page));
    let followed = document.links().filter(|it| it.kind == LinkKind::Hyperlink && !it.nofollow());
    followed.filter_map(|link| link.resolve(base.as_ref()).ok()).collect()
}

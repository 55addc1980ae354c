//! Changes a page while walking over it: numbers the headings, and opens outside links in a new window.

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", changed("<h2>Oak</h2><a href=https://example.com/>More</a><h2>Elm</h2>")?);
    Ok(())
}

pub(crate) fn changed(html: &str) -> Result<String, Box<dyn std::error::Error>> {
    let page = sapwood::parse(html);
    // A walk borrows the page, so the copy is changed: it takes the nodes of its original.
    let mut copy = page.clone();
    for (number, heading) in (1..).zip(page.select("h2")?) {
        copy.set_text(heading, &format!("{number}. {}", heading.text_content()))?;
    }
    for link in page.select("a[href^='http']")? {
        copy.set_attribute(link, "target", "_blank")?;
        copy.insert_html_after(link, "<sup>↗</sup>")?;
    }
    Ok(copy.body().map_or(String::new(), |body| body.inner_html()))
}

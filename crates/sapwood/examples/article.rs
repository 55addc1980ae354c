//! An article without scripts, styles, advertisements, inline handlers and empty paragraphs.

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", clean("<article><div class=ad>Buy</div><p onclick=x()>Oak<p> </article>")?);
    Ok(())
}

pub(crate) fn clean(html: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut document = sapwood::parse(html);
    document.remove_all("script, style, iframe, nav, aside, .ad")?;
    document.unwrap_all("font, center")?;
    for id in document.select_ids("*")? {
        document.retain_attributes(id, |attribute| !attribute.local_name().starts_with("on"))?;
    }
    for id in document.select_ids("p:not(:has(img))")? {
        if document.node(id).is_some_and(|p| p.text_content().trim().is_empty()) {
            document.remove(id)?;
        }
    }
    let article = document.select_first("article")?.or(document.body());
    Ok(article.map_or(String::new(), |it| it.outer_html()))
}

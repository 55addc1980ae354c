//! The products on offer: the items that have a price and aren't sold out.

use sapwood::NodeRef;

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), sapwood::SelectorError> {
    let page =
        "<ul><li><h2>Oak</h2><b class=price>4 €</b><li><h2>Elm</h2><i class=sold-out></i></ul>";
    for (name, price) in products(page)? {
        println!("{name}: {price}");
    }
    Ok(())
}

pub(crate) fn products(html: &str) -> Result<Vec<(String, String)>, sapwood::SelectorError> {
    let mut found = Vec::new();
    for item in sapwood::parse(html).select("li:has(.price):not(:has(.sold-out))")? {
        let (name, price) = (item.select_first("h2")?, item.select_first(".price")?);
        let text = |node: Option<NodeRef<'_>>| node.map_or(String::new(), NodeRef::inner_text);
        found.push((text(name), text(price)));
    }
    Ok(found)
}

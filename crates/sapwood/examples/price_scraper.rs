//! Prints the products of a shop's page, a line each: their number, price in pence and name.
//!
//! `cargo run -p sapwood --example price_scraper fixtures/cookbook/shop.html`

use std::{env, error::Error, fs};

use sapwood::{NodeRef, Selector};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("which page?")?;
    for product in products(&sapwood::parse(&fs::read_to_string(path)?))? {
        let price = product.pence.map_or("–".to_owned(), |pence| pence.to_string());
        println!("{}\t{price}\t{}", product.number, product.name);
    }
    Ok(())
}

/// A product on a page.
#[derive(Debug, PartialEq)]
pub(crate) struct Product {
    /// The shop's number for it.
    pub number: String,
    /// Its name.
    pub name: String,
    /// Its current price, if it is available.
    pub pence: Option<u32>,
}

/// Finds the products on a page.
pub(crate) fn products(page: &sapwood::Document) -> Result<Vec<Product>, Box<dyn Error>> {
    // Compiled once, used for each product.
    let (name, price) = (Selector::new("h2")?, Selector::new(".price.now")?);
    let mut products = Vec::new();
    for item in page.select("ul.products > li.product[data-sku]")? {
        let text = |selector: &Selector| selector.select_first(item).map(NodeRef::inner_text);
        products.push(Product {
            number: item.attr("data-sku").unwrap_or_default().to_owned(),
            name: text(&name).ok_or("a product without a name")?,
            pence: text(&price).as_deref().and_then(pence),
        });
    }
    Ok(products)
}

/// Reads `£ 1,036.20`.
fn pence(price: &str) -> Option<u32> {
    let digits: String = price.chars().filter(|it| it.is_ascii_digit() || *it == '.').collect();
    let (pounds, pence) = digits.split_once('.').unwrap_or((&digits, "00"));
    Some(pounds.parse::<u32>().ok()? * 100 + pence.parse::<u32>().ok()?)
}

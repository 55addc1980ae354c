//! A product.

use sapwood_names::{attr, tag};
use sapwood_tree::{Node, Step, Walk};

use super::{content::Content, reader::Reader};
use crate::{
    facts::{Fact, Feature, Product, Rating, Source},
    things::label,
};

/// Types of schema.org that are products.
const PRODUCTS: &[&str] = &["Product", "ProductGroup", "IndividualProduct", "ProductModel"];
/// Offers of one product.
const MOST_OFFERS: usize = 100;
/// Features of one product.
const MOST_FEATURES: usize = 200;
/// Longer texts are no price.
const LONGEST_PRICE: usize = 30;
/// Longer texts are no feature.
const LONGEST_FEATURE: usize = 200;

/// Signs of currencies, the longer ones first.
const CURRENCIES: &[(&str, &str)] = &[
    ("US$", "USD"),
    ("CA$", "CAD"),
    ("A$", "AUD"),
    ("R$", "BRL"),
    ("CHF", "CHF"),
    ("EUR", "EUR"),
    ("USD", "USD"),
    ("GBP", "GBP"),
    ("kr", "SEK"),
    ("zł", "PLN"),
    ("Kč", "CZK"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("₽", "RUB"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("₴", "UAH"),
];

impl<'d, N: Node<'d>> Reader<'_, N> {
    pub(super) fn product(&self, content: &Content<N>) -> Product {
        let mut things: Vec<usize> = self.things.of_types(PRODUCTS).collect();
        self.begin_with_subject(&mut things);
        // Beside the one that the page is about, others are related.
        let mut met = Vec::new();
        things.retain(|thing| {
            let source = self.thing(*thing).source;
            let is_first = !met.contains(&source);
            met.push(source);
            is_first
        });
        let with_meta: Vec<_> = things.iter().copied().chain(self.things.metas()).collect();
        let heading = || self.page.title.map(|it| Fact::new(Source::Tree, it.to_owned()));
        let (price, currency) = self.price(&with_meta);
        let mut product = Product {
            name: self.fact(&things, &["name"]).or_else(heading),
            brand: self.fact(&with_meta, &["brand", "manufacturer"]),
            sku: self.fact(&with_meta, &["sku", "mpn", "productID"]),
            price,
            currency,
            availability: self.availability(&with_meta),
            rating: things.iter().find_map(|thing| self.rating(*thing)),
            description: self.fact(&with_meta, &["description"]),
            features: things
                .iter()
                .map(|thing| self.features(*thing))
                .find(|it| !it.is_empty())
                .unwrap_or_default(),
            images: self.facts(&with_meta, &["image"]),
        };
        if product.price.is_none() {
            (product.price, product.currency) = self.price_of_tree();
        }
        if product.features.is_empty() {
            product.features = features_of_tree(content);
        }
        product
    }

    /// Moves the things first, in each notation, whose name is the title of the page.
    fn begin_with_subject(&self, things: &mut [usize]) {
        let title = self.page.title.unwrap_or_default().to_lowercase();
        things.sort_by_cached_key(|thing| {
            let name = self.text(*thing, &["name"]).unwrap_or_default().to_lowercase();
            let is_subject = !name.is_empty() && (title.contains(&name) || name.contains(&title));
            (self.thing(*thing).source, !is_subject)
        });
    }

    /// The price of the cheapest offer of the first thing that has one, and its currency.
    fn price(&self, things: &[usize]) -> (Option<Fact<String>>, Option<Fact<String>>) {
        for thing in things {
            let source = self.thing(*thing).source;
            let offers = self.things.parts(*thing, &["offers"]).take(MOST_OFFERS);
            // A group has no offers, but variants that have.
            let variants = self.things.parts(*thing, &["hasVariant"]).take(MOST_OFFERS);
            let of_variants =
                variants.flat_map(|it| self.things.parts(it, &["offers"]).take(MOST_OFFERS));
            let stated =
                offers.chain(of_variants).chain([*thing]).filter_map(|offer| self.offer(offer));
            let cheapest = stated.min_by(|a, b| {
                let number = |it: &str| it.parse::<f64>().unwrap_or(f64::MAX);
                number(&a.0).total_cmp(&number(&b.0))
            });
            if let Some((price, currency)) = cheapest {
                let currency = currency.map(|it| Fact::new(source, it));
                return (Some(Fact::new(source, price)), currency);
            }
        }
        (None, None)
    }

    /// The price and the currency of an offer.
    fn offer(&self, offer: usize) -> Option<(String, Option<String>)> {
        let specification = self.things.parts(offer, &["priceSpecification"]).next();
        [Some(offer), specification].into_iter().flatten().find_map(|it| {
            let text = self.text(it, &["lowPrice", "price"])?;
            let currency = self.text(it, &["priceCurrency"]);
            Some((amount(&text)?, currency.or_else(|| currency_of(&text).map(str::to_owned))))
        })
    }

    fn availability(&self, things: &[usize]) -> Option<Fact<String>> {
        things.iter().find_map(|thing| {
            let offers = self.things.parts(*thing, &["offers"]).take(MOST_OFFERS);
            let text = offers.chain([*thing]).find_map(|it| self.text(it, &["availability"]))?;
            let name = text.rsplit('/').next().unwrap_or(&text).to_owned();
            Some(Fact::new(
                self.thing(*thing).source,
                availability(&name).map_or(name, str::to_owned),
            ))
        })
    }

    fn rating(&self, thing: usize) -> Option<Fact<Rating>> {
        let rating = self.things.parts(thing, &["aggregateRating"]).next()?;
        let value = self.text(rating, &["ratingValue"])?;
        let best = self.text(rating, &["bestRating"]).unwrap_or_else(|| String::from("5"));
        let count = self.text(rating, &["ratingCount", "reviewCount"]);
        let count = count.and_then(|count| digits(&count).parse().ok());
        Some(Fact::new(self.thing(thing).source, Rating { value, best, count }))
    }

    /// The properties that a thing states by name.
    fn features(&self, thing: usize) -> Vec<Fact<Feature>> {
        let source = self.thing(thing).source;
        let all = self.things.parts(thing, &["additionalProperty"]).take(MOST_FEATURES);
        let feature = |property| {
            let name = self.text(property, &["name", "propertyID"])?;
            let value = self.text(property, &["value"])?;
            Some(Fact::new(source, Feature { name, value }))
        };
        all.filter_map(feature).collect()
    }

    /// The first price in an element that is named so, in the content or beside it.
    fn price_of_tree(&self) -> (Option<Fact<String>>, Option<Fact<String>>) {
        let root = sapwood_tree::root_of(self.page.root);
        let is_price = |node: &N| {
            node.is_element()
                && node.known_attribute(attr::CLASS).is_some_and(|it| {
                    it.split_ascii_whitespace()
                        .any(|name| name.to_ascii_lowercase().contains("price"))
                })
        };
        let found = root.descendants().filter(is_price).take(64).find_map(|node| {
            let text = label(node);
            let currency = currency_of(&text)?;
            (text.chars().count() <= LONGEST_PRICE).then_some((amount(&text)?, currency))
        });
        let fact = |text: String| Fact::new(Source::Tree, text);
        (found.as_ref().map(|it| fact(it.0.clone())), found.map(|it| fact(it.1.to_owned())))
    }
}

/// The name by schema.org, of the ways in which Open Graph writes it.
fn availability(name: &str) -> Option<&'static str> {
    const NAMES: &[(&str, &str)] = &[
        ("instock", "InStock"),
        ("available", "InStock"),
        ("oos", "OutOfStock"),
        ("outofstock", "OutOfStock"),
        ("preorder", "PreOrder"),
        ("backorder", "BackOrder"),
        ("discontinued", "Discontinued"),
    ];
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    NAMES.iter().find(|(key, _)| plain.eq_ignore_ascii_case(key)).map(|it| it.1)
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn currency_of(text: &str) -> Option<&'static str> {
    CURRENCIES.iter().find(|(sign, _)| text.contains(sign)).map(|it| it.1)
}

/// The number in a price, with a point before the decimals: of `1.299,90 €` and `$1,299.90` it is `1299.90`.
fn amount(text: &str) -> Option<String> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let number = &text[start..];
    let is_part =
        |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | ' ' | '\u{a0}' | '\u{202f}');
    let number = &number[..number.find(|c| !is_part(c)).unwrap_or(number.len())];
    let number = number.trim_end_matches(|c: char| !c.is_ascii_digit());
    // Two digits at the end, or one, are decimals; the last of two kinds of marks stands before them.
    let decimals = number.rfind(['.', ',']).filter(|at| {
        let mark = &number[*at..*at + 1];
        let after = number.len() - at - 1;
        let others = if mark == "." { "," } else { "." };
        after != 3 || number[..*at].contains(others) || number.starts_with("0")
    });
    let (whole, decimals) = match decimals {
        Some(at) => (digits(&number[..at]), digits(&number[at + 1..])),
        None => (digits(number), String::new()),
    };
    match (whole.is_empty(), decimals.is_empty()) {
        (true, _) => None,
        (_, true) => Some(whole),
        _ => Some(format!("{whole}.{decimals}")),
    }
}

/// Pairs of tables and `dl` elements, and the entries of lists under a heading about features.
fn features_of_tree<'d, N: Node<'d>>(content: &Content<N>) -> Vec<Fact<Feature>> {
    let mut found: Vec<(String, String)> = Vec::new();
    for table in &content.tables {
        found.extend(rows(*table));
    }
    for list in content.lists.iter().filter(|list| list.is_html(tag::DL)) {
        found.extend(pairs(*list));
    }
    if found.is_empty() {
        let lists = content.lists.iter().filter(|list| list.is_html(tag::UL));
        let lists =
            lists.filter(|list| previous_heading(**list).is_some_and(|it| is_about_features(&it)));
        for entry in lists.flat_map(|list| list.children()).filter(|it| it.is_html(tag::LI)) {
            found.push((String::new(), label(entry)));
        }
    }
    let is_short = |text: &str| text.len() <= LONGEST_FEATURE;
    found.retain(|(name, value)| !value.is_empty() && is_short(name) && is_short(value));
    found.truncate(MOST_FEATURES);
    let feature = |(name, value)| Fact::new(Source::Tree, Feature { name, value });
    found.into_iter().map(feature).collect()
}

/// The rows of two cells.
fn rows<'d, N: Node<'d>>(table: N) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut walk = Walk::over(table);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        if node.is_html(tag::TABLE) {
            walk.skip_children();
        } else if node.is_html(tag::TR) && found.len() < MOST_FEATURES {
            let is_cell = |it: &N| it.is_html(tag::TD) || it.is_html(tag::TH);
            let cells: Vec<_> = node.children().filter(is_cell).take(3).collect();
            if let [name, value] = cells[..] {
                found.push((name_of(name), label(value)));
            }
        }
    }
    found.retain(|(name, _)| !name.is_empty());
    found
}

/// Each `dt` with the `dd` after it.
fn pairs<'d, N: Node<'d>>(list: N) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut name = None;
    // Groups of `dl` elements may be in `div` elements.
    let groups = list.children().flat_map(|it| {
        let is_group = it.is_html(tag::DIV);
        is_group.then(|| it.children()).into_iter().flatten().chain((!is_group).then_some(it))
    });
    for node in groups.take(4 * MOST_FEATURES) {
        if node.is_html(tag::DT) {
            name = Some(name_of(node));
        } else if node.is_html(tag::DD)
            && let Some(name) = name.take()
        {
            found.push((name, label(node)));
        }
    }
    found
}

/// The text of a name, without a colon at its end.
fn name_of<'d>(node: impl Node<'d>) -> String {
    label(node).trim_end_matches([':', ' ']).to_owned()
}

/// The text of the heading that is the nearest sibling before an element.
fn previous_heading<'d, N: Node<'d>>(element: N) -> Option<String> {
    let before = std::iter::successors(element.previous_sibling(), |it| it.previous_sibling());
    let heading = before.take(8).find(|it| {
        it.element_head().is_some_and(|head| sapwood_names::sets::HEADING.contains(head.name))
    });
    heading.map(label)
}

fn is_about_features(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    ["feature", "specification", "detail", "highlight", "about this item"]
        .iter()
        .any(|word| heading.contains(word))
}

#[cfg(test)]
mod tests {
    use super::amount;

    #[test]
    fn amounts() {
        let amounts = [
            ("$1,299.90", Some("1299.90")),
            ("1.299,90 €", Some("1299.90")),
            ("1 299,90 kr", Some("1299.90")),
            ("CHF 1'299.-", Some("1299")),
            ("¥1,299", Some("1299")),
            ("19.9", Some("19.9")),
            ("0.125", Some("0.125")),
            ("12.000", Some("12000")),
            ("free", None),
        ];
        for (text, expected) in amounts {
            assert_eq!(amount(text).as_deref(), expected, "{text}");
        }
    }
}

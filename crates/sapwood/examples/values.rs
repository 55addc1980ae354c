//! Attributes as numbers, dates and sizes, by the standard's rules.

use sapwood::{
    SelectorError,
    microsyntax::{Dimension, date::Date},
};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), SelectorError> {
    println!("{:?}", values("<time datetime=2026-11-21>today</time><img width=50% height=40>")?);
    Ok(())
}

pub(crate) type Values = (Option<Date>, Option<Dimension>, Option<u32>);

pub(crate) fn values(html: &str) -> Result<Values, SelectorError> {
    let document = sapwood::parse(html);
    let (time, image) = (document.select_first("time")?, document.select_first("img")?);
    Ok((
        time.and_then(|it| it.attr_as("datetime")),
        image.and_then(|it| it.attr_as("width")),
        image.and_then(|it| it.attr_as("height")),
    ))
}

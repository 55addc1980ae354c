//! The tests of the façade.

#![forbid(unsafe_code)]

#[cfg(all(feature = "microsyntax", feature = "xml"))]
mod attribute_values;
#[cfg(all(
    feature = "extract",
    feature = "microsyntax",
    feature = "select",
    feature = "url",
    feature = "xml"
))]
mod cookbook;
#[cfg(feature = "select")]
mod first_lines;
mod imports;
#[cfg(all(
    feature = "encoding",
    feature = "extract",
    feature = "select",
    feature = "url",
    feature = "xml"
))]
mod programs;
#[cfg(feature = "rewriting")]
mod rewriting;
#[cfg(all(
    feature = "article",
    feature = "css",
    feature = "encoding",
    feature = "lossless",
    feature = "sanitizer",
    feature = "select",
    feature = "serde",
    feature = "url",
    feature = "xml",
    feature = "xpath"
))]
mod serialize;
#[cfg(feature = "rewriting")]
mod waiting;
#[cfg(feature = "encoding")]
mod writing;

//! Selecting while parsing, in memory that doesn't grow with the page.
//!
//! A [`SelectingParser`] builds no document. For each open element it keeps only the state that matching its
//! children needs. When an element matches, the parser builds a tree of it and its descendants until the
//! element ends, calls the handler with it, and drops the tree. Memory is proportional to the page's depth
//! and its largest match, not to the page's size.
//!
//! # Examples
//!
//! ```
//! use sapwood::selecting::SelectingParser;
//!
//! let mut titles = Vec::new();
//! let mut stream = SelectingParser::default();
//! stream.on("article > h2:first-child", |h2| titles.push(h2.text_content()))?;
//! stream.feed("<!doctype html><article><h2>One</h2><h2>Not this</h2></art");
//! stream.feed("icle><article><h2>T<b>w</b>o");
//! stream.finish();
//! assert_eq!(titles, ["One", "Two"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Handlers that share state take it as an argument: see [`SelectingParser::with_state`].
//!
//! A [`StreamSelector`] is a selector that is prepared once, for any number of parsers:
//!
//! ```
//! use sapwood::{Selector, selecting::{SelectingParser, StreamSelector}};
//!
//! let links = StreamSelector::new(&Selector::new("a[href]")?)?;
//! let mut count = 0;
//! for page in ["<a href=/oak>Oak</a>", "<a href=/elm>Elm</a>"] {
//!     let mut parser = SelectingParser::default();
//!     parser.on(&links, |_| count += 1)?;
//!     parser.feed(page);
//!     parser.finish();
//! }
//! assert_eq!(count, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Supported selectors
//!
//! An element is matched when its start tag is read. A selector that depends on later content is an error: see
//! [`NotStreamable`]. For all others the matches are those of [`Selector::select`](crate::Selector::select) on the document, but for two differences:
//!
//! * An element that the parser moves or copies is found where it began: misnested formatting, content misplaced in a
//!   table, the content of a `<template for>`, the option that a `selectedcontent` shows. An element inserted before a
//!   table counts as following it.
//! * Attributes that a second `<html>` or `<body>` tag adds come too late.
//!
//! As long as a `frameset` may replace the body, its matches wait. As in a document, the contents of a `template` and the
//! content of a shadow root don't match.

#[cfg(feature = "encoding")]
mod bytes;
mod nodes;
mod parser;
mod sink;

pub use sapwood_select::{NotStreamable, StreamSelector};

#[cfg(feature = "encoding")]
pub use self::bytes::SelectingByteParser;
pub use self::parser::SelectingParser;

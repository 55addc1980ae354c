//! [Colours](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#colours).

#[cfg(feature = "css")]
mod css;
mod simple;

#[cfg(feature = "css")]
pub use self::css::{ColorSpace, CssColor};
pub use self::simple::{Color, is_valid, is_valid_lowercase, named, parse, parse_legacy};

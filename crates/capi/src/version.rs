//! The version and the features of the library.

use std::ffi::c_char;

use crate::{
    border::{Out, text, value},
    strings::{Str, write_some},
};

/// The version of the interface that this header declares. It changes whenever a program that was compiled with an older header
/// would not work any more.
pub const SAPWOOD_ABI_VERSION: u32 = 1;

/// The parts of the library that a build may lack one day.
const FEATURES: &[&str] = &[
    #[cfg(feature = "arrow")]
    "arrow",
    "article",
    "edit",
    "encoding",
    "exslt",
    "links",
    "markdown",
    "rewriter",
    "sanitizer",
    "select",
    "source",
    "stream",
    "tables",
    "tokens",
    "xml",
    "xpath",
];

/// Writes the version of the library, such as `0.1.0`: a constant.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_version(version: Out<'_, Str>) {
    value((), || {
        write_some(version, Some(env!("CARGO_PKG_VERSION")));
    });
}

/// Returns the version of the interface that the library has. A program works with it if this is the
/// `SAPWOOD_ABI_VERSION` of its header.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_abi_version() -> u32 {
    SAPWOOD_ABI_VERSION
}

/// Returns whether the library has a feature: `arrow`, `article`, `edit`, `encoding`, `exslt`, `links`, `markdown`, `rewriter`, `sanitizer`, `select`,
/// `source`, `stream`, `tables`, `tokens`, `xml` or `xpath`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_has_feature(name: *const c_char, name_length: usize) -> bool {
    value(false, || text(name, name_length, "name").is_ok_and(|name| FEATURES.contains(&name)))
}

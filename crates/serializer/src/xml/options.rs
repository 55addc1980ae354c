//! Options of the XML writer.

/// Options of the XML writer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether to return an error for trees that can't be written well-formed: the [require
    /// well-formed](https://w3c.github.io/DOM-Parsing/#dfn-require-well-formed) flag. Without it, an XML5
    /// parser reads the same tree again; other parsers may report an error.
    pub well_formed: bool,
    /// Whether to choose prefixes by the standard's algorithm, which drops a prefix where the default namespace
    /// is the same, and declarations without effect.
    pub usual_prefixes: bool,
}

//! Options of the XML writer.

/// Options of the XML writer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct XmlSerializeOptions {
    /// Whether to return an error for trees that can't be written well-formed: the [require
    /// well-formed](https://w3c.github.io/DOM-Parsing/#dfn-require-well-formed) flag. Without it, an XML5
    /// parser reads the same tree again; other parsers may report an error.
    pub well_formed: bool,
    /// Whether to choose prefixes by the standard's algorithm, which drops a prefix where the default namespace
    /// is the same, and declarations without effect.
    pub usual_prefixes: bool,
}

impl XmlSerializeOptions {
    /// Sets [`well_formed`](Self#structfield.well_formed).
    #[must_use]
    #[inline]
    pub fn well_formed(mut self, well_formed: bool) -> Self {
        self.well_formed = well_formed;
        self
    }

    /// Sets [`usual_prefixes`](Self#structfield.usual_prefixes).
    #[must_use]
    #[inline]
    pub fn usual_prefixes(mut self, usual_prefixes: bool) -> Self {
        self.usual_prefixes = usual_prefixes;
        self
    }
}

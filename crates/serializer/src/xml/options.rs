//! What a caller decides before writing XML.

/// How to write XML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether to refuse what can't be written well-formed: the [require
    /// well-formed](https://w3c.github.io/DOM-Parsing/#dfn-require-well-formed) flag. Without it, a reader
    /// that mends XML as XML5 does reads the same tree again; others may refuse.
    pub well_formed: bool,
    /// Whether to choose prefixes and leave out declarations as the algorithm of the standard does, which
    /// drops a prefix where the default namespace is the same, and declarations that change nothing.
    pub usual_prefixes: bool,
}

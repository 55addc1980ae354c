//! The limits of a parse.

use std::fmt;

/// Bytes of input between two looks at the clock and at the limits, and the length of the pieces in which readers are read:
/// 64 KiB.
pub const CHUNK_LENGTH: usize = 1 << 16;

/// The limit that ended a parse early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The input is longer than allowed.
    InputBytes,
    /// The tree has more nodes than allowed.
    Nodes,
    /// Elements are nested deeper than allowed.
    Depth,
    /// A tag has more attributes than allowed.
    Attributes,
    /// A tag, comment, processing instruction or DOCTYPE is longer than allowed.
    TokenLength,
    /// The parse takes longer than allowed.
    Time,
    /// The sink is full: a document's indices of nodes or offsets of text would overflow.
    Capacity,
    /// The copies that the standard's algorithms make exceed the parse's [budget](crate::Budget).
    Amplification,
}

/// How the command line and bindings present a limit.
struct Presentation {
    name: &'static str,
    option: &'static str,
    help: &'static str,
}

impl Limit {
    /// The limits that a caller can set: all but [`Capacity`](Self::Capacity).
    pub const SETTABLE: [Self; 7] = [
        Self::InputBytes,
        Self::Nodes,
        Self::Depth,
        Self::Attributes,
        Self::TokenLength,
        Self::Time,
        Self::Amplification,
    ];

    /// The only place that names and explains the limits; their defaults are those of `Limits`.
    const fn presentation(self) -> Presentation {
        match self {
            Self::InputBytes => Presentation {
                name: "input-bytes",
                option: "max-input-bytes",
                help: "Stop after N bytes of input",
            },
            Self::Nodes => Presentation {
                name: "nodes",
                option: "max-nodes",
                help: "Stop before the document has more than N nodes",
            },
            Self::Depth => Presentation {
                name: "depth",
                option: "max-depth",
                help: "Stop before elements nest more than N deep; `html` is the first",
            },
            Self::Attributes => Presentation {
                name: "attributes",
                option: "max-attributes",
                help: "Stop before a tag with more than N attributes",
            },
            Self::TokenLength => Presentation {
                name: "token-length",
                option: "max-token-length",
                help: "Stop before a tag, comment, processing instruction or DOCTYPE of more than N bytes",
            },
            Self::Time => Presentation {
                name: "time",
                option: "time-budget",
                help: "Stop after N milliseconds of parsing",
            },
            Self::Capacity => Presentation { name: "capacity", option: "", help: "" },
            Self::Amplification => Presentation {
                name: "amplification",
                option: "max-amplification",
                help: "Stop once the parser has copied more than 1 MiB plus N times the input so far, by reopening \
                       formatting elements, filling `selectedcontent` or expanding entities; 0 for no limit",
            },
        }
    }

    /// Returns the name of the limit, such as `input-bytes`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.presentation().name
    }

    /// Returns the option of the command line that sets the limit, such as `max-nodes`; empty if none does.
    #[must_use]
    pub const fn option(self) -> &'static str {
        self.presentation().option
    }

    /// Returns the help on the option, in which N is the limit in the unit of `Limits::with`.
    #[must_use]
    pub const fn help(self) -> &'static str {
        self.presentation().help
    }

    /// Describes input that exceeds the limit: `more than 100 nodes`. The limit `most` is in the unit of `Limits::with`.
    #[must_use]
    pub fn excess(self, most: u64) -> String {
        match self {
            Self::InputBytes => format!("more than {most} bytes"),
            Self::Nodes => format!("more than {most} nodes"),
            Self::Depth => format!("elements more than {most} deep"),
            Self::Attributes => format!("a tag with more than {most} attributes"),
            Self::TokenLength => format!("a token of more than {most} bytes"),
            Self::Time => format!("more than {most} ms"),
            Self::Capacity => "more than a document can hold".to_owned(),
            Self::Amplification => "more copies than the input allows".to_owned(),
        }
    }
}

impl fmt::Display for Limit {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

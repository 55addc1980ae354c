//! Pseudo-classes other than the structural ones.

use std::fmt;

use crate::serialize::{write_identifier, write_string};

/// A pseudo-class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PseudoClass {
    /// Equivalent to another selector.
    Alias(&'static Alias),
    /// Matches nothing without a user, a history or a script.
    Dynamic(&'static str),
    /// Matched by code.
    Rule(Rule),
    /// A function that matches nothing: its name and its serialized argument.
    DynamicFunction(&'static str, Box<str>),
    /// [`:lang()`](https://drafts.csswg.org/selectors/#the-lang-pseudo) with its language ranges.
    Lang(Box<[Box<str>]>),
    /// [`:dir()`](https://drafts.csswg.org/selectors/#the-dir-pseudo); any identifier parses, two can match.
    Dir(Box<str>),
}

/// A pseudo-class that is defined by an equivalent selector.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Alias {
    name: &'static str,
    pub(crate) selector: &'static str,
}

/// A pseudo-class that no other selector can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// [`:checked`](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-checked)
    Checked,
    /// [`:default`](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-default)
    Default,
    /// [`:defined`](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-defined)
    Defined,
    /// [`:indeterminate`](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-indeterminate)
    Indeterminate,
    /// [`:placeholder-shown`](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-placeholder-shown)
    PlaceholderShown,
    /// [`:in-range`](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-in-range)
    InRange,
    /// [`:out-of-range`](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-out-of-range)
    OutOfRange,
    /// [`:valid`](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-valid)
    Valid,
    /// [`:invalid`](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-invalid)
    Invalid,
    /// Whether an element is an [editing host or
    /// editable](https://html.spec.whatwg.org/multipage/interaction.html#editing-host). Only [`ALIASES`] use it.
    Editable,
}

impl Rule {
    /// Whether it is supported: `:valid` and `:invalid` need the feature `validity`.
    fn is_supported(self) -> bool {
        cfg!(feature = "validity") || !matches!(self, Self::Valid | Self::Invalid)
    }

    /// Whether [`Validity`](crate::validity::Validity) answers it.
    pub(crate) fn is_of_validity(self) -> bool {
        matches!(self, Self::InRange | Self::OutOfRange | Self::Valid | Self::Invalid)
    }
}

const RULES: &[(&str, Rule)] = &[
    ("checked", Rule::Checked),
    ("default", Rule::Default),
    ("defined", Rule::Defined),
    ("in-range", Rule::InRange),
    ("indeterminate", Rule::Indeterminate),
    ("invalid", Rule::Invalid),
    ("out-of-range", Rule::OutOfRange),
    ("placeholder-shown", Rule::PlaceholderShown),
    ("valid", Rule::Valid),
];

/// The name of [`Rule::Editable`] within [`ALIASES`].
const EDITABLE: &str = "-editable";

/// The [pseudo-classes of HTML](https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes) that
/// other selectors can express.
static ALIASES: [Alias; 10] = [
    Alias { name: "any-link", selector: LINK },
    Alias { name: "link", selector: LINK },
    Alias {
        name: "disabled",
        selector: "
            :is(html|button, html|input, html|select, html|textarea, html|optgroup, html|option,
                html|fieldset)[disabled],
            html|optgroup[disabled] > html|option,
            html|fieldset[disabled]
                > :is(html|button, html|input, html|select, html|textarea, html|fieldset),
            html|fieldset[disabled] > :not(:nth-child(1 of html|legend))
                :is(html|button, html|input, html|select, html|textarea, html|fieldset)",
    },
    Alias {
        name: "enabled",
        selector: "
            :is(html|button, html|input, html|select, html|textarea, html|optgroup, html|option,
                html|fieldset):not(:disabled)",
    },
    Alias {
        name: "required",
        selector: "
            :is(html|select, html|textarea)[required],
            html|input[required]:not([type=hidden i], [type=range i], [type=color i],
                [type=submit i], [type=image i], [type=reset i], [type=button i])",
    },
    Alias {
        name: "optional",
        selector: "
            :is(html|select, html|textarea):not([required]),
            html|input:not([required], [type=hidden i], [type=range i], [type=color i],
                [type=submit i], [type=image i], [type=reset i], [type=button i])",
    },
    Alias {
        name: "read-write",
        selector: "
            html|textarea:not([readonly], :disabled),
            html|input:not([readonly], :disabled, [type=hidden i], [type=range i],
                [type=color i], [type=checkbox i], [type=radio i], [type=file i],
                [type=submit i], [type=image i], [type=reset i], [type=button i]),
            html|*:-editable:not(html|input, html|textarea)",
    },
    Alias { name: "read-only", selector: "html|*:not(:read-write)" },
    Alias { name: "open", selector: "html|details[open], html|dialog[open]" },
    Alias { name: "muted", selector: "html|audio[muted], html|video[muted]" },
];

const LINK: &str = "html|a[href], html|area[href], svg|a[href], svg|a[xlink|href]";

/// Pseudo-classes that parse and match nothing: a static document has no user, no history and no scripts.
const DYNAMIC: [&str; 30] = [
    "-webkit-autofill",
    "active",
    "autofill",
    "buffering",
    "current",
    "focus",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "future",
    "host",
    "hover",
    "local-link",
    "modal",
    "past",
    "paused",
    "picture-in-picture",
    "playing",
    "popover-open",
    "seeking",
    "stalled",
    "target",
    "target-after",
    "target-before",
    "target-current",
    "target-within",
    "user-invalid",
    "user-valid",
    "visited",
    "volume-locked",
];

impl PseudoClass {
    /// Returns the pseudo-class `name`; `own` allows the internal one of [`ALIASES`].
    pub(crate) fn named(name: &str, own: bool) -> Option<Self> {
        if own && name == EDITABLE {
            return Some(Self::Rule(Rule::Editable));
        }
        let is_it = |known: &str| known.eq_ignore_ascii_case(name);
        if let Some(alias) = ALIASES.iter().find(|alias| is_it(alias.name)) {
            return Some(Self::Alias(alias));
        }
        if let Some((_, rule)) = RULES.iter().find(|(known, _)| is_it(known)) {
            return rule.is_supported().then_some(Self::Rule(*rule));
        }
        DYNAMIC.into_iter().find(|known| is_it(known)).map(Self::Dynamic)
    }

    /// Whether it selects the host of a shadow tree.
    pub(crate) fn is_host(&self) -> bool {
        matches!(self, Self::Dynamic("host") | Self::DynamicFunction("host", _))
    }

    /// Serializes it, with its colon.
    pub(crate) fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let rule = |wanted: Rule| {
            RULES.iter().find(|(_, rule)| *rule == wanted).map_or(EDITABLE, |(name, _)| name)
        };
        let name = match self {
            Self::Alias(alias) => alias.name,
            Self::Dynamic(name) => name,
            Self::Rule(wanted) => rule(*wanted),
            Self::DynamicFunction(name, argument) => return write!(out, ":{name}({argument})"),
            Self::Lang(ranges) => {
                out.write_str(":lang(")?;
                for (index, range) in ranges.iter().enumerate() {
                    if index > 0 {
                        out.write_str(", ")?;
                    }
                    write_string(range, out)?;
                }
                return out.write_char(')');
            }
            Self::Dir(direction) => {
                out.write_str(":dir(")?;
                write_identifier(direction, out)?;
                return out.write_char(')');
            }
        };
        write!(out, ":{name}")
    }
}

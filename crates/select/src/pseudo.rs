//! The pseudo-classes that aren't about the tree's structure.

use std::fmt;

use cssparser::{ParseError, Parser, Token, serialize_identifier, serialize_string};

use crate::error::Fault;

/// A pseudo-class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PseudoClass {
    /// One that another selector says.
    Alias(&'static Alias),
    /// One that nothing matches without a user, a history or a script.
    Dynamic(&'static str),
    /// One with a rule of its own.
    Rule(Rule),
    /// [`:lang()`](https://drafts.csswg.org/selectors/#the-lang-pseudo) with its language ranges.
    Lang(Box<[Box<str>]>),
    /// [`:dir()`](https://drafts.csswg.org/selectors/#the-dir-pseudo) of one that is, or of none.
    Dir(Box<str>),
}

/// A name, and the selector that it is short for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Alias {
    name: &'static str,
    pub(crate) selector: &'static str,
}

/// A pseudo-class that no other selector says.
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
    /// Whether an element is an [editing host or
    /// editable](https://html.spec.whatwg.org/multipage/interaction.html#editing-host). Only [`ALIASES`] use it.
    Editable,
}

const RULES: [(&str, Rule); 4] = [
    ("checked", Rule::Checked),
    ("default", Rule::Default),
    ("defined", Rule::Defined),
    ("indeterminate", Rule::Indeterminate),
];

/// What [`Rule::Editable`] is called within [`ALIASES`].
const EDITABLE: &str = "-editable";

/// The [pseudo-classes of HTML](https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes) that are
/// short for other selectors.
static ALIASES: [Alias; 11] = [
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
        selector: ":is(html|input, html|select, html|textarea):not(:required)",
    },
    Alias {
        name: "read-write",
        selector: "
            html|textarea:not([readonly], :disabled),
            html|input:not([readonly], :disabled, [type=hidden i], [type=range i],
                [type=color i], [type=checkbox i], [type=radio i], [type=file i],
                [type=submit i], [type=image i], [type=reset i], [type=button i]),
            :-editable:not(html|input, html|textarea)",
    },
    Alias { name: "read-only", selector: "html|*:not(:read-write)" },
    Alias {
        name: "placeholder-shown",
        selector: "
            html|textarea[placeholder]:not([placeholder='']):empty,
            html|input[placeholder]:not([placeholder=''], [value]:not([value='']),
                [type=hidden i], [type=date i], [type=month i], [type=week i], [type=time i],
                [type=datetime-local i], [type=range i], [type=color i], [type=checkbox i],
                [type=radio i], [type=file i], [type=submit i], [type=image i], [type=reset i],
                [type=button i])",
    },
    Alias { name: "open", selector: "html|details[open], html|dialog[open]" },
    Alias { name: "muted", selector: "html|audio[muted], html|video[muted]" },
];

const LINK: &str = "html|a[href], html|area[href], svg|a[href], svg|a[xlink|href]";

/// What parses and matches nothing: a page at rest has no user, no history and no scripts.
const DYNAMIC: [&str; 25] = [
    "active",
    "autofill",
    "buffering",
    "current",
    "focus",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "future",
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
    "target-within",
    "user-invalid",
    "user-valid",
    "visited",
    "volume-locked",
];

impl PseudoClass {
    /// The pseudo-class called `name`; `own` is for the selectors of [`ALIASES`].
    pub(crate) fn named(name: &str, own: bool) -> Option<Self> {
        if own && name == EDITABLE {
            return Some(Self::Rule(Rule::Editable));
        }
        let is_it = |known: &str| known.eq_ignore_ascii_case(name);
        if let Some(alias) = ALIASES.iter().find(|alias| is_it(alias.name)) {
            return Some(Self::Alias(alias));
        }
        if let Some((_, rule)) = RULES.iter().find(|(known, _)| is_it(known)) {
            return Some(Self::Rule(*rule));
        }
        DYNAMIC.into_iter().find(|known| is_it(known)).map(Self::Dynamic)
    }

    /// The functional pseudo-class called `name`, its arguments read from `input`.
    pub(crate) fn function<'i>(
        name: &str,
        input: &mut Parser<'i>,
    ) -> Result<Option<Self>, ParseError<Fault>> {
        if name.eq_ignore_ascii_case("lang") {
            let range = |input: &mut Parser<'i>| -> Result<Box<str>, ParseError<Fault>> {
                Ok(Box::from(&**input.expect_ident_or_string()?))
            };
            // `*-CH` is a delimiter and an identifier, so it has to be a string; `\*-CH` is an identifier.
            return Ok(Some(Self::Lang(input.parse_comma_separated(range)?.into())));
        }
        if name.eq_ignore_ascii_case("dir") {
            let direction = match input.next()? {
                Token::Ident(direction) => direction.to_ascii_lowercase().into(),
                _ => return Err(ParseError::unexpected_token()),
            };
            return Ok(Some(Self::Dir(direction)));
        }
        Ok(None)
    }

    /// Writes it as it stands in a selector.
    pub(crate) fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let rule = |wanted: Rule| {
            RULES.iter().find(|(_, rule)| *rule == wanted).map_or(EDITABLE, |(name, _)| name)
        };
        let name = match self {
            Self::Alias(alias) => alias.name,
            Self::Dynamic(name) => name,
            Self::Rule(wanted) => rule(*wanted),
            Self::Lang(ranges) => {
                out.write_str(":lang(")?;
                for (index, range) in ranges.iter().enumerate() {
                    if index > 0 {
                        out.write_str(", ")?;
                    }
                    serialize_string(range, out)?;
                }
                return out.write_char(')');
            }
            Self::Dir(direction) => {
                out.write_str(":dir(")?;
                serialize_identifier(direction, out)?;
                return out.write_char(')');
            }
        };
        write!(out, ":{name}")
    }
}

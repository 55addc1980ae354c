//! The `style` attribute: the few properties that change the rendered text.

use super::{
    lines::WhiteSpace,
    style::{Content, Display},
    text_transform::TextTransform,
};

/// The [cascaded value](https://drafts.csswg.org/css-cascade/#cascaded) of a property in a `style` attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Declared<T> {
    /// No declaration, or `revert-layer`.
    #[default]
    Nothing,
    /// A value, or the initial one.
    Value(T),
    /// `inherit`.
    Inherit,
    /// `revert`: the value of the style sheet of browsers.
    Revert,
}

impl<T> Declared<T> {
    /// Returns the value of the element whose parent has the value `parent`. `hinted` is the value without a
    /// declaration, and `default` the one without presentational attributes either.
    pub(super) fn resolve(self, parent: T, hinted: T, default: T) -> T {
        match self {
            Self::Nothing => hinted,
            Self::Value(value) => value,
            Self::Inherit => parent,
            Self::Revert => default,
        }
    }

    /// Declares a value of the property, if `value` is valid. Its [CSS-wide
    /// keywords](https://drafts.csswg.org/css-cascade/#defaulting-keywords) are those of every property.
    fn declare(
        &mut self,
        value: &str,
        initial: T,
        inherits: bool,
        parse: impl FnOnce(&str) -> Option<T>,
    ) {
        *self = match value {
            "inherit" => Self::Inherit,
            "unset" if inherits => Self::Inherit,
            "initial" | "unset" => Self::Value(initial),
            "revert" => Self::Revert,
            "revert-layer" => Self::Nothing,
            _ => match parse(value) {
                Some(value) => Self::Value(value),
                None => return,
            },
        }
    }
}

/// A value of `display`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DisplayValue {
    pub(super) display: Display,
    pub(super) content: Content,
    /// Whether it turns all children into blocks.
    pub(super) is_flexible: bool,
}

impl DisplayValue {
    pub(super) const INLINE: Self =
        Self { display: Display::Inline, content: Content::Flow, is_flexible: false };
}

/// The properties that [`Declarations`] has.
const PROPERTIES: &[&str] = &[
    "display",
    "visibility",
    "white-space",
    "white-space-collapse",
    "text-transform",
    "content-visibility",
    "float",
    "position",
];

/// The declarations of a `style` attribute.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Declarations {
    pub(super) display: Declared<DisplayValue>,
    pub(super) visible: Declared<bool>,
    pub(super) white_space: Declared<WhiteSpace>,
    pub(super) text_transform: Declared<TextTransform>,
    pub(super) floats: Declared<bool>,
    /// Whether `position` takes the element out of the flow.
    pub(super) is_positioned: Declared<bool>,
    /// Whether `content-visibility` hides the contents.
    pub(super) skips_contents: Declared<bool>,
}

impl Declarations {
    /// Parses the declarations, without those of other properties and invalid ones.
    ///
    /// The last declaration of a property wins, unless an earlier one is `!important`.
    pub(crate) fn parse(style: &str) -> Self {
        let mut declared = Self::default();
        let important_ones: &[bool] = if style.contains('!') { &[false, true] } else { &[false] };
        for &is_important in important_ones {
            for declaration in split(style) {
                let Some((property, value)) = declaration.split_once(':') else { continue };
                let property = property.trim();
                if !PROPERTIES.iter().any(|it| it.eq_ignore_ascii_case(property)) {
                    continue;
                }
                let value = value.trim();
                let (value, important) = match value.rsplit_once('!') {
                    Some((value, last)) if last.trim().eq_ignore_ascii_case("important") => {
                        (value.trim(), true)
                    }
                    _ => (value, false),
                };
                if important == is_important {
                    declared.declare(&property.to_ascii_lowercase(), &value.to_ascii_lowercase());
                }
            }
        }
        declared
    }

    /// Whether the element isn't rendered, as far as these declarations say.
    #[cfg(feature = "article")]
    pub(crate) fn hide(&self) -> bool {
        let is_none = |it: DisplayValue| it.display == Display::None;
        matches!(self.display, Declared::Value(display) if is_none(display))
            || self.visible == Declared::Value(false)
    }

    fn declare(&mut self, property: &str, value: &str) {
        match property {
            "display" => self.display.declare(value, DisplayValue::INLINE, false, display),
            "visibility" => self.visible.declare(value, true, true, |value| {
                keyword(value, &["visible"], &["hidden", "collapse"])
            }),
            "white-space" => {
                self.white_space.declare(value, WhiteSpace::Collapse, true, white_space);
            }
            "white-space-collapse" => {
                self.white_space.declare(value, WhiteSpace::Collapse, true, white_space_collapse);
            }
            "text-transform" => {
                self.text_transform.declare(value, TextTransform::None, true, TextTransform::parse);
            }
            "content-visibility" => self.skips_contents.declare(value, false, false, |value| {
                keyword(value, &["hidden"], &["visible", "auto"])
            }),
            "float" => self.floats.declare(value, false, false, |value| {
                keyword(value, &["left", "right", "inline-start", "inline-end"], &["none"])
            }),
            "position" => self.is_positioned.declare(value, false, false, |value| {
                keyword(value, &["absolute", "fixed"], &["static", "relative", "sticky"])
            }),
            _ => {}
        }
    }
}

/// Whether a value is one of the keywords that are true; `None` if it is no keyword.
fn keyword(value: &str, true_ones: &[&str], false_ones: &[&str]) -> Option<bool> {
    true_ones.contains(&value).then_some(true).or(false_ones.contains(&value).then_some(false))
}

/// The [`white-space` shorthand](https://drafts.csswg.org/css-text/#white-space-property).
fn white_space(value: &str) -> Option<WhiteSpace> {
    match value {
        "normal" | "nowrap" | "wrap" => Some(WhiteSpace::Collapse),
        "pre" | "pre-wrap" => Some(WhiteSpace::Preserve),
        "pre-line" => Some(WhiteSpace::PreserveBreaks),
        _ => {
            let is_wrap = |value: &str| matches!(value, "wrap" | "nowrap");
            white_space_collapse(match value.split_once(' ') {
                Some((wrap, collapse)) if is_wrap(wrap) => collapse.trim_start(),
                Some((collapse, wrap)) if is_wrap(wrap.trim_start()) => collapse,
                _ => value,
            })
        }
    }
}

fn white_space_collapse(value: &str) -> Option<WhiteSpace> {
    match value {
        "collapse" => Some(WhiteSpace::Collapse),
        "preserve" | "break-spaces" => Some(WhiteSpace::Preserve),
        "preserve-breaks" => Some(WhiteSpace::PreserveBreaks),
        _ => None,
    }
}

/// The value of [`display`](https://drafts.csswg.org/css-display/#the-display-properties).
fn display(value: &str) -> Option<DisplayValue> {
    // Of two keywords the first says how the box takes part in the flow.
    if let Some((outer, inner)) = value.split_once(' ') {
        let value = match (outer, inner.trim_start()) {
            ("block", inner) => inner.to_owned(),
            ("inline", "flow" | "list-item") => "inline".to_owned(),
            ("inline", "flow-root") => "inline-block".to_owned(),
            ("inline", inner) => format!("inline-{inner}"),
            _ => return None,
        };
        return if value.contains(' ') { None } else { display(&value) };
    }
    let is_flexible = ["flex", "grid", "-webkit-box"].iter().any(|it| value.ends_with(it));
    let (display, content) = match value {
        "none" => (Display::None, Content::Flow),
        "contents" => (Display::Contents, Content::Flow),
        "inline" => (Display::Inline, Content::Flow),
        "block" | "flow" | "list-item" | "flow-root" => (Display::Block, Content::Flow),
        "inline-block" => (Display::InlineBlock, Content::Flow),
        "flex" | "grid" | "-webkit-box" | "-webkit-flex" => (Display::Block, Content::Boxes),
        "inline-flex" | "inline-grid" => (Display::InlineBlock, Content::Boxes),
        "table" => (Display::Table, Content::Boxes),
        "inline-table" => (Display::InlineTable, Content::Boxes),
        "table-row-group" | "table-header-group" | "table-footer-group" => {
            (Display::TableRowGroup, Content::Boxes)
        }
        "table-row" => (Display::TableRow, Content::Boxes),
        "table-cell" => (Display::TableCell, Content::Flow),
        "table-caption" => (Display::TableCaption, Content::Flow),
        _ => return None,
    };
    Some(DisplayValue { display, content, is_flexible })
}

/// Splits a list of declarations at semicolons outside quotes and parentheses.
fn split(style: &str) -> impl Iterator<Item = &str> {
    let (mut quote, mut depth) = (None, 0_usize);
    // All of these are ASCII, so a part begins and ends between characters.
    let parts = style.as_bytes().split(move |&byte| {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => return false,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(') => depth += 1,
            (None, b')') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
        byte == b';' && depth == 0
    });
    let mut at = 0;
    parts.map(move |part| {
        let start = at;
        at = start + part.len() + 1;
        &style[start..start + part.len()]
    })
}

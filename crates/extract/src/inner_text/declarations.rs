//! The `style` attribute: the few properties that change the rendered text.

use super::{
    display::{Content, Display},
    lines::WhiteSpace,
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
    #[inline]
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
    /// Whether the content is [`Content::Boxes`] rather than [`Content::Flow`].
    pub(super) has_boxes: bool,
    /// Whether it turns all children into blocks.
    pub(super) is_flexible: bool,
}

impl DisplayValue {
    pub(super) const INLINE: Self =
        Self { display: Display::Inline, has_boxes: false, is_flexible: false };

    #[inline]
    pub(super) fn content(self) -> Content {
        if self.has_boxes { Content::Boxes } else { Content::Flow }
    }
}

/// The declarations of a `style` attribute.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Declarations {
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
    #[inline]
    pub fn parse(style: &str) -> Self {
        let mut declared = Self::default();
        for is_important in [false, true] {
            let mut list = List { rest: style, has_mark: false };
            while let Some((property, value)) = list.next() {
                // Most declarations are of other properties.
                let Some(property) = property_named(property.trim_ascii()) else { continue };
                let value = value.trim();
                let (value, important) = match value.rsplit_once('!') {
                    Some((value, last)) if last.trim().eq_ignore_ascii_case("important") => {
                        (value.trim(), true)
                    }
                    _ => (value, false),
                };
                if important != is_important {
                    continue;
                }
                if value.bytes().any(|byte| byte.is_ascii_uppercase()) {
                    declared.declare(property, &value.to_ascii_lowercase());
                } else {
                    declared.declare(property, value);
                }
            }
            if !list.has_mark {
                break;
            }
        }
        declared
    }

    /// Whether a property that changes the rendered text is declared. In most styles, no colon follows the last two letters
    /// of such a name, which is cheap to test.
    pub(super) fn are_in(style: &str) -> bool {
        let bytes = style.as_bytes();
        let mut places = bytes.iter().enumerate();
        let may_be = places.any(|(at, byte)| *byte == b':' && may_end_property(&bytes[..at]));
        let mut list = List { rest: style, has_mark: false };
        may_be
            && std::iter::from_fn(|| list.next())
                .any(|(property, _)| property_named(property.trim_ascii()).is_some())
    }

    /// Whether the element isn't rendered, as far as these declarations say.
    #[inline]
    pub fn hide(&self) -> bool {
        let is_none = |it: DisplayValue| it.display == Display::None;
        matches!(self.display, Declared::Value(display) if is_none(display))
            || self.visible == Declared::Value(false)
    }

    #[inline]
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

/// The property of that name, in any case, if it is one that changes text.
#[inline]
fn property_named(name: &str) -> Option<&'static str> {
    // Each has a length of its own.
    let property = match name.len() {
        5 => "float",
        7 => "display",
        8 => "position",
        10 => "visibility",
        11 => "white-space",
        14 => "text-transform",
        18 => "content-visibility",
        20 => "white-space-collapse",
        _ => return None,
    };
    property.eq_ignore_ascii_case(name).then_some(property)
}

/// Whether a text may end in the name of a [property that changes text](property_named), by its last two letters.
fn may_end_property(text: &[u8]) -> bool {
    let Some(end) = text.last_chunk::<2>() else { return false };
    end[1].is_ascii_whitespace()
        || matches!(
            &end.map(|byte| byte.to_ascii_lowercase()),
            b"at" | b"ay" | b"on" | b"ty" | b"ce" | b"rm" | b"se"
        )
}

/// Whether a value is one of the keywords that are true; `None` if it is no keyword.
#[inline]
fn keyword(value: &str, true_ones: &[&str], false_ones: &[&str]) -> Option<bool> {
    true_ones.contains(&value).then_some(true).or(false_ones.contains(&value).then_some(false))
}

/// The [`white-space` shorthand](https://drafts.csswg.org/css-text/#white-space-property).
#[inline]
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

#[inline]
fn white_space_collapse(value: &str) -> Option<WhiteSpace> {
    match value {
        "collapse" => Some(WhiteSpace::Collapse),
        "preserve" | "break-spaces" => Some(WhiteSpace::Preserve),
        "preserve-breaks" => Some(WhiteSpace::PreserveBreaks),
        _ => None,
    }
}

/// The value of [`display`](https://drafts.csswg.org/css-display/#the-display-properties).
#[inline]
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
    let (display, has_boxes) = match value {
        "none" => (Display::None, false),
        "contents" => (Display::Contents, false),
        "inline" => (Display::Inline, false),
        "block" | "flow" | "list-item" | "flow-root" => (Display::Block, false),
        "inline-block" => (Display::InlineBlock, false),
        "flex" | "grid" | "-webkit-box" | "-webkit-flex" => (Display::Block, true),
        "inline-flex" | "inline-grid" => (Display::InlineBlock, true),
        "table" => (Display::Table, true),
        "inline-table" => (Display::InlineTable, true),
        "table-row-group" | "table-header-group" | "table-footer-group" => {
            (Display::TableRowGroup, true)
        }
        "table-row" => (Display::TableRow, true),
        "table-cell" => (Display::TableCell, false),
        "table-caption" => (Display::TableCaption, false),
        _ => return None,
    };
    Some(DisplayValue { display, has_boxes, is_flexible })
}

/// A list of declarations, which semicolons outside quotes and parentheses separate.
struct List<'a> {
    rest: &'a str,
    /// Whether there was a `!`.
    has_mark: bool,
}

/// The bytes that mean something in a list of declarations, whatever is before them.
const IS_MARK: [bool; 256] = {
    let mut table = [false; 256];
    let mut marks = b";:!\"'()".as_slice();
    while let [mark, rest @ ..] = marks {
        table[*mark as usize] = true;
        marks = rest;
    }
    table
};

impl<'a> List<'a> {
    /// Returns the property and the value of the next declaration. Pieces without a colon are skipped.
    #[inline]
    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        let (mut start, mut colon) = (0, None);
        let (mut quote, mut depth) = (None, 0_usize);
        let style = self.rest;
        for (at, &byte) in style.as_bytes().iter().enumerate() {
            if !IS_MARK[usize::from(byte)] {
                continue;
            }
            match (quote, byte) {
                (_, b':') => colon = colon.or(Some(at)),
                (_, b'!') => self.has_mark = true,
                (Some(open), _) if byte == open => quote = None,
                (Some(_), _) => {}
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'(') => depth += 1,
                (None, b')') => depth = depth.saturating_sub(1),
                (None, _) if depth > 0 => {}
                (None, _) => match colon {
                    Some(colon) => {
                        self.rest = &style[at + 1..];
                        return Some((&style[start..colon], &style[colon + 1..at]));
                    }
                    None => start = at + 1,
                },
            }
        }
        self.rest = "";
        colon.map(|colon| (&style[start..colon], &style[colon + 1..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_property_that_changes_text() {
        let properties = [
            "float",
            "display",
            "position",
            "visibility",
            "white-space",
            "text-transform",
            "content-visibility",
            "white-space-collapse",
        ];
        for property in properties {
            assert_eq!(property_named(property), Some(property));
            for style in ["color: red; P :x", "P:x", "a:b;\nP:x", "font: 'a;P:x'; P:x"] {
                let style = style.replace('P', property);
                assert!(Declarations::are_in(&style), "{style}");
                assert!(Declarations::are_in(&style.replace(property, &property.to_uppercase())));
            }
        }
        for style in ["", ":", "animation: x", "background: url(display:x)", "a'; display:x'"] {
            assert!(!Declarations::are_in(style), "{style}");
        }
    }
}

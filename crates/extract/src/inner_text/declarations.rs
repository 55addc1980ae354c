//! The `style` attribute: the few properties that change the rendered text.

use super::{
    lines::WhiteSpace,
    style::{Content, Display},
    text_transform::TextTransform,
};

/// The declarations of a `style` attribute; `None` where it has none for a property.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Declarations {
    pub(super) display: Option<(Display, Content)>,
    /// Whether that display turns all children into blocks.
    pub(super) is_flexible: bool,
    pub(super) visible: Option<bool>,
    pub(super) white_space: Option<WhiteSpace>,
    pub(super) text_transform: Option<TextTransform>,
    pub(super) floats: Option<bool>,
    /// Whether `position` takes the element out of the flow.
    pub(super) is_positioned: bool,
    /// Whether `content-visibility` hides the contents.
    pub(super) skips_contents: Option<bool>,
}

impl Declarations {
    /// Parses the declarations, without those of other properties and invalid ones.
    ///
    /// The last declaration of a property wins, unless an earlier one is `!important`.
    pub(super) fn parse(style: &str) -> Self {
        let mut declared = Self::default();
        for is_important in [false, true] {
            for declaration in split(style) {
                let Some((property, value)) = declaration.split_once(':') else { continue };
                let value = value.trim();
                let (value, important) = match value.rsplit_once('!') {
                    Some((value, last)) if last.trim().eq_ignore_ascii_case("important") => {
                        (value.trim(), true)
                    }
                    _ => (value, false),
                };
                if important == is_important {
                    declared.declare(
                        &property.trim().to_ascii_lowercase(),
                        &value.to_ascii_lowercase(),
                    );
                }
            }
        }
        declared
    }

    fn declare(&mut self, property: &str, value: &str) {
        match (property, value) {
            ("display", _) => {
                if let Some(display) = display(value) {
                    self.display = Some(display);
                    self.is_flexible =
                        ["flex", "grid", "-webkit-box"].iter().any(|it| value.ends_with(it));
                }
            }
            ("visibility", "visible") => self.visible = Some(true),
            ("visibility", "hidden" | "collapse") => self.visible = Some(false),
            ("white-space", _) => {
                self.white_space = white_space(value).or(self.white_space);
            }
            ("white-space-collapse", _) => {
                self.white_space = white_space_collapse(value).or(self.white_space);
            }
            ("text-transform", _) => {
                self.text_transform = TextTransform::parse(value).or(self.text_transform);
            }
            ("content-visibility", "hidden") => self.skips_contents = Some(true),
            ("content-visibility", "visible" | "auto") => self.skips_contents = Some(false),
            ("float", "left" | "right" | "inline-start" | "inline-end") => {
                self.floats = Some(true);
            }
            ("float", "none") => self.floats = Some(false),
            ("position", "absolute" | "fixed") => self.is_positioned = true,
            ("position", "static" | "relative" | "sticky") => self.is_positioned = false,
            _ => {}
        }
    }
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
        "collapse" | "initial" => Some(WhiteSpace::Collapse),
        "preserve" | "break-spaces" => Some(WhiteSpace::Preserve),
        "preserve-breaks" => Some(WhiteSpace::PreserveBreaks),
        _ => None,
    }
}

/// The value of [`display`](https://drafts.csswg.org/css-display/#the-display-properties).
fn display(value: &str) -> Option<(Display, Content)> {
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
    Some(match value {
        "none" => (Display::None, Content::Flow),
        "contents" => (Display::Contents, Content::Flow),
        "inline" | "initial" | "unset" => (Display::Inline, Content::Flow),
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
    })
}

/// Splits a list of declarations at semicolons outside quotes and parentheses.
fn split(style: &str) -> impl Iterator<Item = &str> {
    let (mut quote, mut depth) = (None, 0_usize);
    style.split(move |character| {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (Some(_), _) => return false,
            (None, '"' | '\'') => quote = Some(character),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
        character == ';' && depth == 0
    })
}

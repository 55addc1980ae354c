//! The `style` attribute: the few properties that decide what text is seen.

use super::{
    lines::WhiteSpace,
    style::{Content, Display},
};

/// What a `style` attribute declares.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Declarations {
    pub(super) display: Option<(Display, Content)>,
    /// Whether that display makes blocks of all children.
    pub(super) is_flexible: bool,
    pub(super) visible: Option<bool>,
    pub(super) white_space: Option<WhiteSpace>,
    /// Whether the element floats or is positioned, so that it is a block.
    pub(super) is_out_of_line: bool,
}

impl Declarations {
    /// Reads the declarations; those of other properties and those in error are passed over.
    ///
    /// Of two that declare the same the later counts, but one that is `!important` stays.
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
                    self.is_flexible = value.ends_with("flex") || value.ends_with("grid");
                }
            }
            ("visibility", "visible") => self.visible = Some(true),
            ("visibility", "hidden" | "collapse") => self.visible = Some(false),
            ("white-space", "normal" | "nowrap") => self.white_space = Some(WhiteSpace::Collapse),
            ("white-space", "pre" | "pre-wrap" | "break-spaces") => {
                self.white_space = Some(WhiteSpace::Preserve);
            }
            ("white-space", "pre-line") => self.white_space = Some(WhiteSpace::PreserveBreaks),
            ("float", "left" | "right" | "inline-start" | "inline-end")
            | ("position", "absolute" | "fixed") => self.is_out_of_line = true,
            ("float", "none") | ("position", "static" | "relative" | "sticky") => {
                self.is_out_of_line = false;
            }
            _ => {}
        }
    }
}

fn display(value: &str) -> Option<(Display, Content)> {
    Some(match value {
        "none" => (Display::None, Content::Flow),
        "contents" => (Display::Contents, Content::Flow),
        "inline" => (Display::Inline, Content::Flow),
        "block" | "list-item" | "flow-root" => (Display::Block, Content::Flow),
        "inline-block" => (Display::InlineBlock, Content::Flow),
        "flex" | "grid" => (Display::Block, Content::Boxes),
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

/// The declarations: what lies between semicolons that stand in no quotes and no parentheses.
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

//! [The rules for parsing tokens in HTML
//! content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhtml), one file for
//! each insertion mode.

mod after_after_body;
mod after_after_frameset;
mod after_body;
mod after_frameset;
mod after_head;
mod before_head;
mod before_html;
pub(crate) mod in_body;
mod in_caption;
mod in_cell;
mod in_column_group;
mod in_frameset;
pub(crate) mod in_head;
mod in_head_noscript;
mod in_row;
mod in_table;
mod in_table_body;
mod in_table_text;
mod in_template;
mod initial;
pub(crate) mod rules;
mod text;

/// [The insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mode {
    // Those before the body come first.
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    InCaption,
    InCell,
    Text,
    InTable,
    InTableText,
    InColumnGroup,
    InTableBody,
    InRow,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

impl Mode {
    /// The number of modes.
    pub(crate) const COUNT: usize = Self::AfterAfterFrameset as usize + 1;

    /// Whether white space and other characters of a text are dealt with separately.
    pub(crate) fn splits_text(self) -> bool {
        use Mode::{InBody, InCaption, InCell, InTemplate, Text};
        !matches!(self, Text | InBody | InCell | InCaption | InTemplate)
    }

    /// Returns the standard's name of the mode.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Initial => "initial",
            Self::BeforeHtml => "before html",
            Self::BeforeHead => "before head",
            Self::InHead => "in head",
            Self::InHeadNoscript => "in head noscript",
            Self::AfterHead => "after head",
            Self::InBody => "in body",
            Self::Text => "text",
            Self::InTable => "in table",
            Self::InTableText => "in table text",
            Self::InCaption => "in caption",
            Self::InColumnGroup => "in column group",
            Self::InTableBody => "in table body",
            Self::InRow => "in row",
            Self::InCell => "in cell",
            Self::InTemplate => "in template",
            Self::AfterBody => "after body",
            Self::InFrameset => "in frameset",
            Self::AfterFrameset => "after frameset",
            Self::AfterAfterBody => "after after body",
            Self::AfterAfterFrameset => "after after frameset",
        }
    }
}

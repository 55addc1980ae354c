//! The groups of rules that apply to the next token as they are in the table.
//!
//! See "Rules and readiness" in `docs/hot-path.md`.

use crate::mode::Mode;

/// The groups of rules that apply to the next token as they are in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ready(u8);

impl Ready {
    pub(crate) const NONE: Ready = Ready(0);
    /// The rules of "in body" apply to most tags.
    pub(crate) const BODY: Ready = Ready(1);
    /// As [`BODY`](Self::BODY), and no formatting element is to be reconstructed.
    pub(crate) const FLOW: Ready = Ready(1 << 1);
    /// Text is inserted, and that is all.
    pub(crate) const TEXT: Ready = Ready(1 << 2);
    /// White space is inserted, and that is all.
    pub(crate) const WHITE_SPACE: Ready = Ready(1 << 3);
    /// The rules of "in head" apply.
    pub(crate) const HEAD: Ready = Ready(1 << 4);
    /// The rules of "in row" apply.
    pub(crate) const ROW: Ready = Ready(1 << 5);
    /// The rules of "in table body" apply.
    pub(crate) const ROW_GROUP: Ready = Ready(1 << 6);
    /// The rules of "in table" apply.
    pub(crate) const TABLE: Ready = Ready(1 << 7);

    /// Returns `true` if any of `groups` applies.
    #[inline(always)]
    pub(crate) const fn has(self, groups: Ready) -> bool {
        self.0 & groups.0 != 0
    }

    pub(crate) const fn with(self, groups: Ready) -> Ready {
        Ready(self.0 | groups.0)
    }

    /// The groups of each mode, before the rest of the state is asked.
    pub(crate) const IN_MODE: [Ready; Mode::COUNT] = {
        let mut groups = [Ready::NONE; Mode::COUNT];
        groups[Mode::InBody as usize] = Ready::BODY;
        groups[Mode::InCaption as usize] = Ready::BODY;
        groups[Mode::InCell as usize] = Ready::BODY;
        groups[Mode::Text as usize] = Ready::TEXT;
        groups[Mode::InHead as usize] = Ready::HEAD.with(Ready::WHITE_SPACE);
        groups[Mode::AfterHead as usize] = Ready::WHITE_SPACE;
        groups[Mode::InTable as usize] = Ready::TABLE;
        groups[Mode::InTableBody as usize] = Ready::ROW_GROUP;
        groups[Mode::InRow as usize] = Ready::ROW;
        groups
    };
}

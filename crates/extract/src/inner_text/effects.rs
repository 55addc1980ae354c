//! The attributes of an element that change its box.

use sapwood_names::{NameId, attr};
use sapwood_tree::{NameFlags, Node};

use super::declarations::Declarations;

/// An attribute may change the box of its element.
const CHANGES_BOX: u8 = 1;
/// It is `aria-hidden`.
pub const IS_ARIA_HIDDEN: u8 = 2;
/// It is `style`, which changes the box if it declares one of a few properties.
const IS_STYLE: u8 = 4;

/// The effects of each known attribute.
static EFFECTS: NameFlags = {
    let mut effects = [0; NameId::FIRST_DYNAMIC.index()];
    let mut changes = [attr::LANG, attr::HIDDEN, attr::POPOVER, attr::ALIGN].as_slice();
    while let [name, rest @ ..] = changes {
        effects[name.index()] = CHANGES_BOX;
        changes = rest;
    }
    effects[attr::ARIA_HIDDEN.index()] = IS_ARIA_HIDDEN;
    effects[attr::STYLE.index()] = IS_STYLE;
    effects
};

/// The effects of the attributes of an element: bits for [`changes_box`], and [`IS_ARIA_HIDDEN`]. Most have none, and
/// this search is short.
#[inline]
pub fn effects_of<'d>(element: impl Node<'d>) -> u8 {
    element.attribute_flags(&EFFECTS, CHANGES_BOX)
}

/// Whether an attribute may change the box of an element, whose attributes have these effects.
#[inline]
pub fn changes_box<'d>(element: impl Node<'d>, effects: u8) -> bool {
    effects & CHANGES_BOX != 0 || effects & IS_STYLE != 0 && declares(element)
}

/// Whether the `style` of an element declares a property that changes the rendered text. Most don't.
#[cold]
#[inline]
fn declares<'d>(element: impl Node<'d>) -> bool {
    element.known_attribute(attr::STYLE).is_some_and(Declarations::are_in)
}

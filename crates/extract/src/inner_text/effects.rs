//! The attributes of an element that change its box.

use sapwood_names::{NameId, attr};

use super::declarations::Declarations;
use crate::{
    Document,
    store::{names::FIRST_QUALIFIED, node::Node},
};

/// An attribute may change the box of its element.
const CHANGES_BOX: u8 = 1;
/// It is `aria-hidden`.
pub(crate) const IS_ARIA_HIDDEN: u8 = 2;
/// It is `style`, which changes the box if it declares one of a few properties.
const IS_STYLE: u8 = 4;

/// The effects of each known attribute.
static EFFECTS: [u8; NameId::FIRST_DYNAMIC.index()] = {
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

/// The effects of the attributes of an element's node. Most have none, and this search is short.
#[inline]
pub(crate) fn effects_of(document: &Document, element: &Node) -> u8 {
    document.attributes_at(element).iter().fold(0, |effects, attribute| {
        let name = attribute.plain_name().index();
        effects
            | match EFFECTS.get(name) {
                Some(its) => *its,
                // A name in a namespace or with a prefix may change the box.
                None => u8::from(name >= FIRST_QUALIFIED) * CHANGES_BOX,
            }
    })
}

/// Whether an attribute may change the box of an element, whose attributes have these effects.
#[inline]
pub(crate) fn changes_box(document: &Document, element: &Node, effects: u8) -> bool {
    effects & CHANGES_BOX != 0 || effects & IS_STYLE != 0 && declares(document, element)
}

/// Whether the `style` of an element declares a property that changes the rendered text. Most don't.
#[cold]
#[inline]
fn declares(document: &Document, element: &Node) -> bool {
    document.attributes_at(element).iter().any(|attribute| {
        attribute.plain_name() == attr::STYLE
            && Declarations::are_in(document.texts.get(attribute.value()))
    })
}

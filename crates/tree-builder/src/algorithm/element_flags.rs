//! The properties of open elements that the algorithms ask for, as bits.

use sapwood_names::{NameId, Namespace, TagSet, sets, tag};

/// The properties of an element that follow from its name, its namespace and its attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flags(u16);

impl Flags {
    pub(crate) const NONE: Flags = Flags(0);
    /// `</body>` is a parse error while this element is open.
    pub(crate) const MUST_BE_CLOSED: Flags = Flags(1);
    /// [Special](https://html.spec.whatwg.org/multipage/parsing.html#special)
    pub(crate) const SPECIAL: Flags = Flags(1 << 9);
    /// The element ends the default scope.
    pub(crate) const SCOPE: Flags = Flags(1 << 1);
    /// The element is special, and neither `address`, `div` nor `p`.
    pub(crate) const STOPS_ITEM: Flags = Flags(1 << 2);
    /// `table`, `tbody`, `tfoot`, `thead` or `tr`: content in it may be foster parented.
    pub(crate) const TABLE_LIKE: Flags = Flags(1 << 3);
    /// `template`: its content is inserted into the template contents, a shadow root or a patch.
    pub(crate) const TEMPLATE: Flags = Flags(1 << 4);
    /// A foreign element, for which the dispatcher may choose the rules for foreign content.
    pub(crate) const FOREIGN: Flags = Flags(1 << 5);
    /// [HTML integration point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point)
    pub(crate) const HTML_INTEGRATION_POINT: Flags = Flags(1 << 6);
    /// [MathML text integration
    /// point](https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point)
    pub(crate) const MATHML_TEXT_INTEGRATION_POINT: Flags = Flags(1 << 7);
    /// MathML `annotation-xml`.
    pub(crate) const ANNOTATION_XML: Flags = Flags(1 << 8);
    /// The element's end tag may be implied.
    pub(crate) const IMPLIED_END: Flags = Flags(1 << 10);
    /// An HTML `option`.
    pub(crate) const OPTION: Flags = Flags(1 << 11);
    /// The form element pointer points to the element.
    pub(crate) const FORM_POINTER: Flags = Flags(1 << 12);
    /// An `option` or `optgroup` with a `disabled` attribute.
    pub(crate) const DISABLED: Flags = Flags(1 << 13);
    /// An `option` with a `selected` attribute.
    pub(crate) const SELECTED: Flags = Flags(1 << 14);
    /// An HTML `select`.
    pub(crate) const SELECT: Flags = Flags(1 << 15);

    /// Returns `true` if any flag of `other` is set.
    #[inline]
    pub(crate) const fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub(crate) const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Returns 1 if the element must be closed before `</body>`, else 0.
    #[inline]
    pub(super) const fn must_be_closed(self) -> u32 {
        (self.0 & Self::MUST_BE_CLOSED.0) as u32
    }

    pub(crate) const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

/// The flags of each HTML element, by its id.
pub(crate) const HTML_FLAGS: [Flags; 256] = {
    const NOT_STOPPING: TagSet = TagSet::new(&[tag::ADDRESS, tag::DIV, tag::P]);
    let mut flags = [Flags::NONE; 256];
    let mut index = 0;
    while index < 256 {
        let id = NameId::from_index(index);
        let mut of_this = Flags::NONE;
        if sets::SPECIAL.contains(id) {
            of_this = of_this.with(Flags::SPECIAL);
            if !NOT_STOPPING.contains(id) {
                of_this = of_this.with(Flags::STOPS_ITEM);
            }
        }
        if sets::SCOPE.contains(id) {
            of_this = of_this.with(Flags::SCOPE);
        }
        if sets::TABLE_LIKE.contains(id) {
            of_this = of_this.with(Flags::TABLE_LIKE);
        }
        if !sets::BODY_END_OK.contains(id) {
            of_this = of_this.with(Flags::MUST_BE_CLOSED);
        }
        if sets::IMPLIED_END.contains(id) {
            of_this = of_this.with(Flags::IMPLIED_END);
        }
        flags[index] = of_this;
        index += 1;
    }
    flags[tag::TEMPLATE.index()] = flags[tag::TEMPLATE.index()].with(Flags::TEMPLATE);
    flags[tag::OPTION.index()] = flags[tag::OPTION.index()].with(Flags::OPTION);
    flags[tag::SELECT.index()] = flags[tag::SELECT.index()].with(Flags::SELECT);
    flags
};

/// Returns the flags of an element. `html_integration_point` applies to an `annotation-xml` whose
/// attributes make it an HTML integration point.
#[inline]
pub(crate) fn flags_of(namespace: Namespace, name: NameId, html_integration_point: bool) -> Flags {
    if namespace == Namespace::Html {
        HTML_FLAGS.get(name.index()).copied().unwrap_or(Flags::MUST_BE_CLOSED)
    } else {
        foreign_flags(namespace, name, html_integration_point)
    }
}

fn foreign_flags(namespace: Namespace, name: NameId, html_integration_point: bool) -> Flags {
    const BOUNDARY: Flags = Flags::SPECIAL.with(Flags::SCOPE).with(Flags::STOPS_ITEM);
    let mut flags = Flags::FOREIGN.with(Flags::MUST_BE_CLOSED);
    match namespace {
        Namespace::Svg if sets::SPECIAL_SVG.contains(name) => {
            flags = flags.with(BOUNDARY).with(Flags::HTML_INTEGRATION_POINT);
        }
        Namespace::MathMl if name == tag::ANNOTATION_XML => {
            flags = flags.with(BOUNDARY).with(Flags::ANNOTATION_XML);
            if html_integration_point {
                flags = flags.with(Flags::HTML_INTEGRATION_POINT);
            }
        }
        Namespace::MathMl if sets::MATHML_TEXT_INTEGRATION.contains(name) => {
            flags = flags.with(BOUNDARY).with(Flags::MATHML_TEXT_INTEGRATION_POINT);
        }
        _ => {}
    }
    flags
}

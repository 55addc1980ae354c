//! Sets of elements and attributes that the standard names. Each fact about names is stated here once, and sets that differ
//! from the standard's are made from these where they are used.
//!
//! The sets hold HTML elements, except [`SPECIAL_SVG`] and [`MATHML_TEXT_INTEGRATION`]. A set doesn't know the
//! namespace of an element, so the caller checks it as well.

use crate::{NameId, TagSet, attr, tag::*};

/// The HTML elements of the [special](https://html.spec.whatwg.org/multipage/parsing.html#special)
/// category.
#[rustfmt::skip]
pub const SPECIAL: TagSet = TagSet::new(&[
    ADDRESS, APPLET, AREA, ARTICLE, ASIDE, BASE, BASEFONT, BGSOUND, BLOCKQUOTE, BODY, BR, BUTTON,
    CAPTION, CENTER, COL, COLGROUP, DD, DETAILS, DIR, DIV, DL, DT, EMBED, FIELDSET, FIGCAPTION,
    FIGURE, FOOTER, FORM, FRAME, FRAMESET, H1, H2, H3, H4, H5, H6, HEAD, HEADER, HGROUP, HR, HTML,
    IFRAME, IMG, INPUT, KEYGEN, LI, LINK, LISTING, MAIN, MARQUEE, MENU, META, NAV, NOEMBED,
    NOFRAMES, NOSCRIPT, OBJECT, OL, P, PARAM, PLAINTEXT, PRE, SCRIPT, SEARCH, SECTION, SELECT,
    SOURCE, STYLE, SUMMARY, TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TITLE, TR,
    TRACK, UL, WBR, XMP,
]);

/// The SVG elements of the [special](https://html.spec.whatwg.org/multipage/parsing.html#special)
/// category. They bound every scope except table scope, and are [HTML integration
/// points](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
pub const SPECIAL_SVG: TagSet = TagSet::new(&[FOREIGN_OBJECT, DESC, TITLE]);

/// The start tags that the insertion modes ["after
/// head"](https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode) and "in template" process by
/// the rules of "in head".
#[rustfmt::skip]
pub const HEAD_CONTENT: TagSet = TagSet::new(&[
    BASE, BASEFONT, BGSOUND, LINK, META, NOFRAMES, SCRIPT, STYLE, TEMPLATE, TITLE,
]);

/// The [formatting](https://html.spec.whatwg.org/multipage/parsing.html#formatting) category.
pub const FORMATTING: TagSet =
    TagSet::new(&[A, B, BIG, CODE, EM, FONT, I, NOBR, S, SMALL, STRIKE, STRONG, TT, U]);

/// The elements that [generate implied end
/// tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags) pops.
pub const IMPLIED_END: TagSet = TagSet::new(&[DD, DT, LI, OPTGROUP, OPTION, P, RB, RP, RT, RTC]);

/// The elements that [generate all implied end tags
/// thoroughly](https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly)
/// pops.
pub const IMPLIED_END_THOROUGHLY: TagSet =
    IMPLIED_END.union(TagSet::new(&[CAPTION, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR]));

/// The HTML elements that bound a
/// [scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope).
pub const SCOPE: TagSet =
    TagSet::new(&[APPLET, CAPTION, HTML, TABLE, TD, TH, MARQUEE, OBJECT, SELECT, TEMPLATE]);

/// The elements that [serialize as
/// void](https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void).
#[rustfmt::skip]
pub const VOID: TagSet = TagSet::new(&[
    AREA, BASE, BR, COL, EMBED, HR, IMG, INPUT, LINK, META, SOURCE, TRACK, WBR,
    BASEFONT, BGSOUND, FRAME, KEYGEN, PARAM,
]);

/// The [escapable raw text elements](https://html.spec.whatwg.org/multipage/syntax.html#escapable-raw-text-elements): their
/// content is text with character references.
pub const RCDATA: TagSet = TagSet::new(&[TEXTAREA, TITLE]);

/// The elements whose content the [generic raw text element parsing
/// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#generic-raw-text-element-parsing-algorithm) reads;
/// `noscript` is one more while scripting is enabled.
pub const RAW_TEXT: TagSet = TagSet::new(&[IFRAME, NOEMBED, NOFRAMES, STYLE, XMP]);

/// The elements whose text is [serialized](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments)
/// as it is; `noscript` is one more while scripting is enabled.
pub const RAW_TEXT_CHILDREN: TagSet = RAW_TEXT.union(TagSet::new(&[SCRIPT, PLAINTEXT]));

/// The elements before which the [end tag of a `p` may be
/// omitted](https://html.spec.whatwg.org/multipage/syntax.html#optional-tags), except `table`, which ends no `p` in quirks mode.
#[rustfmt::skip]
pub const ENDS_P: TagSet = TagSet::new(&[
    ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, DETAILS, DIALOG, DIV, DL, FIELDSET, FIGCAPTION, FIGURE, FOOTER,
    FORM, H1, H2, H3, H4, H5, H6, HEADER, HGROUP, HR, MAIN, MENU, NAV, OL, P, PRE, SEARCH, SECTION, UL,
]);

/// The elements in which a last `p` needs its [end
/// tag](https://html.spec.whatwg.org/multipage/syntax.html#optional-tags), as it does in custom elements.
pub const KEEPS_P: TagSet = TagSet::new(&[A, AUDIO, DEL, INS, MAP, NOSCRIPT, VIDEO]);

/// `h1` to `h6`.
pub const HEADING: TagSet = TagSet::new(&[H1, H2, H3, H4, H5, H6]);

/// The elements that may be open without an error [when `body`
/// ends](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody).
pub const BODY_END_OK: TagSet =
    IMPLIED_END.union(TagSet::new(&[TBODY, TD, TFOOT, TH, THEAD, TR, BODY, HTML]));

/// The start tags that end [foreign
/// content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign); `font` is
/// one more if it has certain attributes.
#[rustfmt::skip]
pub const FOREIGN_BREAKOUT: TagSet = TagSet::new(&[
    B, BIG, BLOCKQUOTE, BODY, BR, CENTER, CODE, DD, DIV, DL, DT, EM, EMBED, H1, H2, H3, H4, H5, H6,
    HEAD, HR, I, IMG, LI, LISTING, MENU, META, NOBR, OL, P, PRE, RUBY, S, SMALL, SPAN, STRIKE,
    STRONG, SUB, SUP, TABLE, TT, U, UL, VAR,
]);

/// The [form-associated
/// elements](https://html.spec.whatwg.org/multipage/forms.html#form-associated-element).
pub const FORM_ASSOCIATED: TagSet =
    TagSet::new(&[BUTTON, FIELDSET, INPUT, OBJECT, OUTPUT, SELECT, TEXTAREA, IMG]);

/// The MathML elements that are [MathML text integration
/// points](https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point).
pub const MATHML_TEXT_INTEGRATION: TagSet = TagSet::new(&[MI, MO, MN, MS, MTEXT]);

/// The items of lists, whose start tags end an item of the same list.
pub const ITEM: TagSet = TagSet::new(&[DD, DT, LI]);

/// The cells of a table.
pub const CELL: TagSet = TagSet::new(&[TD, TH]);

/// The groups of rows of a table.
pub const ROW_GROUP: TagSet = TagSet::new(&[TBODY, TFOOT, THEAD]);

/// The current nodes at which [foster
/// parenting](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node)
/// happens.
pub const TABLE_LIKE: TagSet = ROW_GROUP.union(TagSet::new(&[TABLE, TR]));

/// The elements at which [clearing the stack back to a table
/// context](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context)
/// stops.
pub const TABLE_CONTEXT: TagSet = TagSet::new(&[TABLE, TEMPLATE, HTML]);

/// The elements at which [clearing the stack back to a table body
/// context](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-body-context)
/// stops.
pub const TABLE_BODY_CONTEXT: TagSet = ROW_GROUP.union(TagSet::new(&[TEMPLATE, HTML]));

/// The elements at which [clearing the stack back to a table row
/// context](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-row-context)
/// stops.
pub const TABLE_ROW_CONTEXT: TagSet = TagSet::new(&[TR, TEMPLATE, HTML]);

/// The elements with known names that [can have a shadow
/// root](https://dom.spec.whatwg.org/#valid-shadow-host-name); custom elements can too.
#[rustfmt::skip]
pub const SHADOW_HOST: TagSet = TagSet::new(&[
    ARTICLE, ASIDE, BLOCKQUOTE, BODY, DIV, FOOTER, H1, H2, H3, H4, H5, H6, HEADER, MAIN, NAV, P,
    SECTION, SPAN,
]);

/// The [hidden elements](https://html.spec.whatwg.org/multipage/rendering.html#hidden-elements) of the style sheet of
/// browsers, which have no box.
#[rustfmt::skip]
pub const HIDDEN: TagSet = TagSet::new(&[
    AREA, BASE, BASEFONT, DATALIST, HEAD, LINK, META, NOEMBED, NOFRAMES, PARAM, RP, SCRIPT, STYLE, TEMPLATE, TITLE,
]);

/// The elements that the style sheet of browsers shows as blocks or list items: those of [the
/// page](https://html.spec.whatwg.org/multipage/rendering.html#the-page), [flow
/// content](https://html.spec.whatwg.org/multipage/rendering.html#flow-content-3), [sections and
/// headings](https://html.spec.whatwg.org/multipage/rendering.html#sections-and-headings),
/// [lists](https://html.spec.whatwg.org/multipage/rendering.html#lists), [`fieldset`](https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements),
/// and [`details` and `summary`](https://html.spec.whatwg.org/multipage/rendering.html#the-details-and-summary-elements).
#[rustfmt::skip]
pub const BLOCK: TagSet = HEADING.union(TagSet::new(&[
    ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, BODY, CENTER, DD, DETAILS, DIALOG, DIR, DIV, DL, DT, FIELDSET, FIGCAPTION, FIGURE,
    FOOTER, FORM, HEADER, HGROUP, HR, HTML, LEGEND, LI, LISTING, MAIN, MENU, NAV, OL, P, PLAINTEXT, PRE, SEARCH, SECTION,
    SUMMARY, UL, XMP,
]));

/// The elements that the style sheet of browsers shows as [tables and parts of
/// tables](https://html.spec.whatwg.org/multipage/rendering.html#tables-2).
pub const TABLE_BOX: TagSet = TABLE_LIKE.union(CELL).union(TagSet::new(&[CAPTION, COL, COLGROUP]));

/// The elements in which the style sheet of browsers [keeps white
/// space](https://html.spec.whatwg.org/multipage/rendering.html#flow-content-3) and breaks no lines.
pub const PREFORMATTED: TagSet = TagSet::new(&[LISTING, PLAINTEXT, PRE, XMP]);

/// The attributes that hold one URL, on the elements for which the [standard's
/// index](https://html.spec.whatwg.org/multipage/indices.html#attributes-3) or the [obsolete
/// features](https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features) have them.
#[rustfmt::skip]
pub const URL_ATTRIBUTES: [NameId; 12] = [
    attr::ACTION, attr::BACKGROUND, attr::CITE, attr::CODEBASE, attr::DATA, attr::FORMACTION, attr::HREF, attr::LONGDESC,
    attr::MANIFEST, attr::POSTER, attr::PROFILE, attr::SRC,
];

/// The attributes that hold several URLs, on the elements for which the [standard's
/// index](https://html.spec.whatwg.org/multipage/indices.html#attributes-3) has them.
pub const URL_LIST_ATTRIBUTES: [NameId; 3] = [attr::IMAGESRCSET, attr::PING, attr::SRCSET];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag_id;

    /// The members as the standard lists them, in any order.
    #[test]
    fn sets_hold_what_the_standard_lists() {
        const IMPLIED: &str = "dd dt li optgroup option p rb rp rt rtc";
        const BOUNDS: &str = "applet caption html table td th marquee object select template";
        let special = "address applet area article aside base basefont bgsound blockquote body br \
             button caption center col colgroup dd details dir div dl dt embed fieldset figcaption \
             figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe \
             img input keygen li link listing main marquee menu meta nav noembed noframes noscript \
             object ol p param plaintext pre script search section select source style summary \
             table tbody td template textarea tfoot th thead title tr track ul wbr xmp";
        let breakout = "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 \
             h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike \
             sub sup table tt u ul var";
        #[rustfmt::skip]
        let cases = [
            (SPECIAL, special.to_owned()),
            (SPECIAL_SVG, "foreignObject desc title".to_owned()),
            (HEAD_CONTENT, "base basefont bgsound link meta noframes script style template title".to_owned()),
            (FORMATTING, "a b big code em font i nobr s small strike strong tt u".to_owned()),
            (IMPLIED_END, IMPLIED.to_owned()),
            (IMPLIED_END_THOROUGHLY, format!("{IMPLIED} caption colgroup tbody td tfoot th thead tr")),
            (SCOPE, BOUNDS.to_owned()),
            (VOID, "area base br col embed hr img input link meta source track wbr basefont bgsound frame keygen param".to_owned()),
            (RCDATA, "textarea title".to_owned()),
            (RAW_TEXT, "iframe noembed noframes style xmp".to_owned()),
            (RAW_TEXT_CHILDREN, "style script xmp iframe noembed noframes plaintext".to_owned()),
            (ENDS_P, "address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section ul".to_owned()),
            (KEEPS_P, "a audio del ins map noscript video".to_owned()),
            (HEADING, "h1 h2 h3 h4 h5 h6".to_owned()),
            (BODY_END_OK, format!("{IMPLIED} tbody td tfoot th thead tr body html")),
            (FOREIGN_BREAKOUT, breakout.to_owned()),
            (FORM_ASSOCIATED, "button fieldset input object output select textarea img".to_owned()),
            (MATHML_TEXT_INTEGRATION, "mi mo mn ms mtext".to_owned()),
            (ITEM, "dd dt li".to_owned()),
            (CELL, "td th".to_owned()),
            (ROW_GROUP, "tbody tfoot thead".to_owned()),
            (TABLE_LIKE, "table tbody tfoot thead tr".to_owned()),
            (TABLE_CONTEXT, "table template html".to_owned()),
            (TABLE_BODY_CONTEXT, "tbody tfoot thead template html".to_owned()),
            (TABLE_ROW_CONTEXT, "tr template html".to_owned()),
            (HIDDEN, "area base basefont datalist head link meta noembed noframes param rp script style template title".to_owned()),
            (BLOCK, "html body address blockquote center dialog div figure figcaption footer form header hr legend listing main p plaintext pre search xmp article aside h1 h2 h3 h4 h5 h6 hgroup nav section dir dd dl dt menu ol ul li fieldset details summary".to_owned()),
            (TABLE_BOX, "table caption colgroup col thead tbody tfoot tr td th".to_owned()),
            (PREFORMATTED, "listing plaintext pre xmp".to_owned()),
            (SHADOW_HOST, "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".to_owned()),
        ];
        for (set, list) in cases {
            let mut listed: Vec<_> = list.split(' ').map(tag_id).collect();
            listed.sort_unstable();
            let held: Vec<_> = (0..NameId::FIRST_DYNAMIC.index())
                .map(NameId::from_index)
                .filter(|&id| set.contains(id))
                .collect();
            assert_eq!(held, listed, "{list}");
        }
    }
}

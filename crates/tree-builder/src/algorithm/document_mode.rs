//! The [quirks mode](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode)
//! that a DOCTYPE selects.

use tokenizer::Doctype;
use tree_sink::QuirksMode;

/// Returns the document's mode for a DOCTYPE token.
pub(crate) fn document_mode(doctype: &Doctype<'_>) -> QuirksMode {
    let public_id = doctype.public_id.unwrap_or_default();
    let system_id = doctype.system_id.unwrap_or_default();
    if doctype.force_quirks
        || doctype.name != Some("html")
        || QUIRKY_PUBLIC_IDS.iter().any(|id| public_id.eq_ignore_ascii_case(id))
        || system_id.eq_ignore_ascii_case(QUIRKY_SYSTEM_ID)
        || starts_with_one_of(public_id, &QUIRKY_PUBLIC_ID_PREFIXES)
        || (system_id.is_empty() && starts_with_one_of(public_id, &HTML_4_01_PREFIXES))
    {
        QuirksMode::Quirks
    } else if starts_with_one_of(public_id, &LIMITED_QUIRKS_PREFIXES)
        || starts_with_one_of(public_id, &HTML_4_01_PREFIXES)
    {
        QuirksMode::LimitedQuirks
    } else {
        QuirksMode::NoQuirks
    }
}

/// Returns `true` if a DOCTYPE is not a parse error.
pub(crate) fn is_conforming(doctype: &Doctype<'_>) -> bool {
    doctype.name == Some("html")
        && doctype.public_id.is_none()
        && matches!(doctype.system_id, None | Some("about:legacy-compat"))
}

fn starts_with_one_of(id: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| {
        id.as_bytes()
            .get(..prefix.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
    })
}

const QUIRKY_PUBLIC_IDS: [&str; 3] =
    ["-//W3O//DTD W3 HTML Strict 3.0//EN//", "-/W3C/DTD HTML 4.0 Transitional/EN", "HTML"];

const QUIRKY_SYSTEM_ID: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

const HTML_4_01_PREFIXES: [&str; 2] =
    ["-//W3C//DTD HTML 4.01 Frameset//", "-//W3C//DTD HTML 4.01 Transitional//"];

const LIMITED_QUIRKS_PREFIXES: [&str; 2] =
    ["-//W3C//DTD XHTML 1.0 Frameset//", "-//W3C//DTD XHTML 1.0 Transitional//"];

const QUIRKY_PUBLIC_ID_PREFIXES: [&str; 55] = [
    "+//Silmaril//dtd html Pro v0r11 19970101//",
    "-//AS//DTD HTML 3.0 asWedit + extensions//",
    "-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//",
    "-//IETF//DTD HTML 2.0 Level 1//",
    "-//IETF//DTD HTML 2.0 Level 2//",
    "-//IETF//DTD HTML 2.0 Strict Level 1//",
    "-//IETF//DTD HTML 2.0 Strict Level 2//",
    "-//IETF//DTD HTML 2.0 Strict//",
    "-//IETF//DTD HTML 2.0//",
    "-//IETF//DTD HTML 2.1E//",
    "-//IETF//DTD HTML 3.0//",
    "-//IETF//DTD HTML 3.2 Final//",
    "-//IETF//DTD HTML 3.2//",
    "-//IETF//DTD HTML 3//",
    "-//IETF//DTD HTML Level 0//",
    "-//IETF//DTD HTML Level 1//",
    "-//IETF//DTD HTML Level 2//",
    "-//IETF//DTD HTML Level 3//",
    "-//IETF//DTD HTML Strict Level 0//",
    "-//IETF//DTD HTML Strict Level 1//",
    "-//IETF//DTD HTML Strict Level 2//",
    "-//IETF//DTD HTML Strict Level 3//",
    "-//IETF//DTD HTML Strict//",
    "-//IETF//DTD HTML//",
    "-//Metrius//DTD Metrius Presentational//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 2.0 Tables//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 3.0 Tables//",
    "-//Netscape Comm. Corp.//DTD HTML//",
    "-//Netscape Comm. Corp.//DTD Strict HTML//",
    "-//O'Reilly and Associates//DTD HTML 2.0//",
    "-//O'Reilly and Associates//DTD HTML Extended 1.0//",
    "-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//",
    "-//SQ//DTD HTML 2.0 HoTMetaL + extensions//",
    "-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//",
    "-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//",
    "-//Spyglass//DTD HTML 2.0 Extended//",
    "-//Sun Microsystems Corp.//DTD HotJava HTML//",
    "-//Sun Microsystems Corp.//DTD HotJava Strict HTML//",
    "-//W3C//DTD HTML 3 1995-03-24//",
    "-//W3C//DTD HTML 3.2 Draft//",
    "-//W3C//DTD HTML 3.2 Final//",
    "-//W3C//DTD HTML 3.2//",
    "-//W3C//DTD HTML 3.2S Draft//",
    "-//W3C//DTD HTML 4.0 Frameset//",
    "-//W3C//DTD HTML 4.0 Transitional//",
    "-//W3C//DTD HTML Experimental 19960712//",
    "-//W3C//DTD HTML Experimental 970421//",
    "-//W3C//DTD W3 HTML//",
    "-//W3O//DTD W3 HTML 3.0//",
    "-//WebTechs//DTD Mozilla HTML 2.0//",
    "-//WebTechs//DTD Mozilla HTML//",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doctype_selects_the_document_mode() {
        let transitional = Some("-//w3c//dtd html 4.01 TRANSITIONAL//EN");
        let mode = |name, public_id, system_id| {
            document_mode(&Doctype { name, public_id, system_id, force_quirks: false })
        };
        assert_eq!(mode(Some("html"), None, None), QuirksMode::NoQuirks);
        assert_eq!(mode(Some("html"), Some(""), Some("")), QuirksMode::NoQuirks);
        assert_eq!(mode(None, None, None), QuirksMode::Quirks);
        assert_eq!(mode(Some("HTML"), None, None), QuirksMode::Quirks);
        assert_eq!(mode(Some("html"), transitional, None), QuirksMode::Quirks);
        assert_eq!(mode(Some("html"), transitional, Some("")), QuirksMode::Quirks);
        assert_eq!(mode(Some("html"), transitional, Some("x")), QuirksMode::LimitedQuirks);
    }
}

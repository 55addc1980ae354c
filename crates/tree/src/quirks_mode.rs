//! The [quirks mode](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode)
//! that a DOCTYPE selects.

/// The [mode of a document](https://dom.spec.whatwg.org/#concept-document-quirks), which affects
/// rendering and some rules of parsing and selectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum QuirksMode {
    /// No-quirks mode: rendering follows the standards.
    #[default]
    NoQuirks,
    /// Limited-quirks mode: rendering follows the standards except for the layout of table cells.
    LimitedQuirks,
    /// Quirks mode: rendering emulates the browsers of the 1990s.
    Quirks,
}

impl QuirksMode {
    /// Returns the mode that a DOCTYPE without a syntax error selects; missing identifiers are empty.
    #[must_use]
    pub fn of_doctype(name: &str, public_id: &str, system_id: &str) -> Self {
        if name != "html"
            || QUIRKY_PUBLIC_IDS.iter().any(|id| public_id.eq_ignore_ascii_case(id))
            || system_id.eq_ignore_ascii_case(QUIRKY_SYSTEM_ID)
            || starts_with_one_of(public_id, &QUIRKY_PUBLIC_ID_PREFIXES)
            || (system_id.is_empty() && starts_with_one_of(public_id, &HTML_4_01_PREFIXES))
        {
            Self::Quirks
        } else if starts_with_one_of(public_id, &LIMITED_QUIRKS_PREFIXES)
            || starts_with_one_of(public_id, &HTML_4_01_PREFIXES)
        {
            Self::LimitedQuirks
        } else {
            Self::NoQuirks
        }
    }
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
        let transitional = "-//w3c//dtd html 4.01 TRANSITIONAL//EN";
        let mode = QuirksMode::of_doctype;
        assert_eq!(mode("html", "", ""), QuirksMode::NoQuirks);
        assert_eq!(mode("", "", ""), QuirksMode::Quirks);
        assert_eq!(mode("HTML", "", ""), QuirksMode::Quirks);
        assert_eq!(mode("html", transitional, ""), QuirksMode::Quirks);
        assert_eq!(mode("html", transitional, "x"), QuirksMode::LimitedQuirks);
    }
}

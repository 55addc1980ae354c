//! The syntax check, as JSON.

use sapwood::{FragmentContext, encoding::SniffOptions, xml::XmlParseOptions};
use sapwood_check::{How, json::place};

use crate::{
    memory::{bytes, text},
    packed::{Packed, Texts},
};

/// Checks HTML, or XML with `is_xml`, in bytes, which are UTF-8 if `is_text`. A `context` makes it a fragment. Returns the findings as a
/// JSON array; its first number is 1 if the context is none, and then the text is the message.
///
/// # Safety
///
/// `markup` and `context` have so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sapwood_js_check(
    markup: *const u8,
    markup_length: usize,
    context: *const u8,
    context_length: usize,
    is_text: bool,
    is_xml: bool,
    scripting: bool,
) -> Box<Packed> {
    // SAFETY: the contract of this function.
    let (markup, context) =
        unsafe { (bytes(markup, markup_length), text(context, context_length)) };
    let checked = check(markup, context, is_text, is_xml, scripting);
    let mut texts = Texts::default();
    let failed = checked.is_err();
    texts.push(&checked.unwrap_or_else(|message| message));
    Packed::new(vec![failed.into()], texts)
}

fn check(
    markup: &[u8],
    context: &str,
    is_text: bool,
    is_xml: bool,
    scripting: bool,
) -> Result<String, String> {
    let json = |text: &str, findings: &[sapwood_check::Finding]| {
        serde_json::to_string(&place("", text, findings)).map_err(|error| error.to_string())
    };
    let charset = is_text.then_some(sapwood::encoding::encoding_rs::UTF_8);
    if is_xml {
        let checked = sapwood_check::xml::check_bytes(markup, charset, &XmlParseOptions::default());
        return json(&checked.text, &checked.findings);
    }
    let context = (!context.is_empty()).then(|| FragmentContext::parse(context)).transpose();
    let fragment = context.map_err(|error| error.to_string())?;
    let how = How { fragment, scripting, ..How::default() };
    let sniffing = SniffOptions::default().override_encoding(charset).detect_utf8(true);
    let checked = sapwood_check::check_bytes(markup, &sniffing, &how);
    json(&checked.text, &checked.findings)
}

//! Parsing HTML, as a document or a fragment, with the lines and columns of its errors.

use sapwood::{
    ByteOptions, Document, FragmentContext, Limit, ParseOptions, UnknownContext,
    encoding::{Confidence, Encoding, SniffOptions, Sniffed, Source, decode, sniff},
    parse_bytes_recycling,
};

use crate::json::{self, PlacedError};

/// The result of a parse, with the lines and columns of its errors.
pub(crate) struct Parsed {
    pub(crate) document: Document,
    pub(crate) errors: Vec<PlacedError>,
    pub(crate) encoding: &'static Encoding,
    /// How the encoding was determined.
    pub(crate) source: Source,
    /// The limit that was reached, if any.
    pub(crate) limit: Option<Limit>,
}

/// Parses bytes, as a fragment if there is a context. A document is parsed into the memory of `recycled`.
///
/// A fragment is decoded in the encoding that is sniffed: its declarations come too late to count.
pub(crate) fn parse(
    recycled: Document,
    bytes: &[u8],
    context: Option<&str>,
    options: ParseOptions,
    sniffing: SniffOptions,
) -> Result<Parsed, UnknownContext> {
    if let Some(name) = context {
        let sniffed = sniff(bytes, &sniffing);
        let html = decode(bytes, &sniffed).text;
        let (document, errors, limit) = parse_text(&html, Some(name), &options)?;
        let Sniffed { encoding, source, .. } = sniffed;
        return Ok(Parsed { document, errors, encoding, source, limit });
    }
    let options = ByteOptions::default().parsing(options).sniffing(sniffing);
    let parsed = parse_bytes_recycling(recycled, bytes, &options);
    let (encoding, source, bom_len) = (parsed.encoding, parsed.source, parsed.bom_len);
    let errors = if parsed.errors.is_empty() {
        Vec::new()
    } else {
        let sniffed = Sniffed { encoding, source, confidence: Confidence::Certain, bom_len };
        json::place(&parsed.errors, &decode(bytes, &sniffed).text)
    };
    Ok(Parsed { document: parsed.document, errors, encoding, source, limit: parsed.limit })
}

/// Parses text, as a fragment if there is a context.
pub(crate) fn parse_text(
    html: &str,
    context: Option<&str>,
    options: &ParseOptions,
) -> Result<(Document, Vec<PlacedError>, Option<Limit>), UnknownContext> {
    let parsed = match context {
        Some(name) => sapwood::parse_fragment_with(html, FragmentContext::parse(name)?, options),
        None => sapwood::parse_with(html, options),
    };
    let errors = json::place(&parsed.errors, html);
    Ok((parsed.document, errors, parsed.limit))
}

//! Bounds on nodes, memory and output per byte of input: the oracle against amplification.
//!
//! Every token of the input makes a bounded number of nodes, and everything that the standard's algorithms copy is
//! paid for from the [budget](Budget) of the parse. So each size below is at most a multiple of the input plus a
//! multiple of the default budget. The factors are about twice what the worst known inputs need.

use sapwood::{Document, tree::Budget};

/// The units that the default budget allows for `input` bytes of text.
#[must_use]
pub const fn budget(input: usize) -> usize {
    Budget::BASE as usize + Budget::DEFAULT_FACTOR as usize * input
}

/// Checks the sizes of a document that was parsed from `input` bytes of text under the default budget.
///
/// # Errors
///
/// Returns the size that exceeds its bound.
pub fn check(document: &Document, input: usize) -> Result<(), String> {
    let budget = budget(input);
    // Three bytes can imply three elements, and the document itself has a few nodes.
    at_most("nodes", document.len(), 16 + 2 * input + budget / Budget::NODE as usize, input)?;
    let heap = (64 << 10) + 512 * input + 8 * budget;
    at_most("bytes of heap", document.heap_bytes(), heap, input)?;
    // A quotation mark in an attribute is written as six bytes.
    at_most("bytes of HTML", document.to_html().len(), 1024 + 16 * input + 8 * budget, input)
}

/// Checks the sizes of an XML document, where a unit of the budget pays for a byte of an entity's text. Four bytes of
/// that text can be an element.
///
/// # Errors
///
/// Returns the size that exceeds its bound.
pub fn check_xml(document: &Document, input: usize) -> Result<(), String> {
    let budget = budget(input);
    at_most("nodes", document.len(), 16 + 2 * input + budget / 2, input)?;
    let heap = (64 << 10) + 512 * input + 64 * budget;
    at_most("bytes of heap", document.heap_bytes(), heap, input)
}

fn at_most(what: &str, size: usize, bound: usize, input: usize) -> Result<(), String> {
    if size <= bound {
        return Ok(());
    }
    Err(format!("{size} {what} of {input} bytes of input; at most {bound} are allowed"))
}

#[cfg(test)]
mod tests {
    use sapwood::{ParseOptions, parse_with};

    #[test]
    fn rejects_a_document_larger_than_its_input_allows() {
        let html = "<p>x".repeat(100_000);
        let document = parse_with(&html, &ParseOptions::default()).document;
        assert_eq!(super::check(&document, html.len()), Ok(()));
        let error = super::check(&document, 1_000).unwrap_err();
        assert!(error.contains("nodes of 1000 bytes of input"), "{error}");
    }
}

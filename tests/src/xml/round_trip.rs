//! Writes a tree and parses it again.

use sapwood::{
    Document,
    serializer::xml::{XmlSerializeOptions, write},
    xml::parse,
};

use crate::diff;

/// Checks that writing and parsing returns the same tree. With the standard's choice of prefixes, prefixes and
/// declarations may differ.
///
/// # Errors
///
/// Returns the difference.
pub fn check(document: &Document) -> Result<(), String> {
    let xml = document.to_xml();
    let again = parse(&xml);
    let (before, after) = (document.xml_dump().to_string(), again.xml_dump().to_string());
    if before != after {
        let difference = diff::lines(&before, &after);
        return Err(format!("{xml}\n- before, + read again:\n{difference}"));
    }
    if again.to_xml() != xml {
        return Err(format!("{xml}\nwritten again:\n{}", again.to_xml()));
    }
    let mut xml = String::new();
    let options = XmlSerializeOptions::default().usual_prefixes(true);
    write(&mut xml, &document, &document.root(), &options).map_err(|error| error.to_string())?;
    let (before, after) =
        (super::oracle::our_dump(document), super::oracle::our_dump(&parse(&xml)));
    if before != after {
        let difference = diff::lines(&before, &after);
        return Err(format!("{xml}\n- before, + read again, usual prefixes:\n{difference}"));
    }
    Ok(())
}

//! Writing a tree and reading it again.

use sapwood::{
    Document,
    serializer::xml::{Options, write},
    xml::parse,
};

use crate::diff;

/// Writes `document` and reads it again: the same tree. As the standard chooses prefixes, the same but for
/// those, and for declarations.
///
/// # Errors
///
/// When it is another.
pub fn check(document: &Document) -> Result<(), String> {
    let xml = document.to_xml();
    let again = parse(&xml);
    let (before, after) = (document.xml_outline().to_string(), again.xml_outline().to_string());
    if before != after {
        let difference = diff::lines(&before, &after);
        return Err(format!("{xml}\n- before, + read again:\n{difference}"));
    }
    if again.to_xml() != xml {
        return Err(format!("{xml}\nwritten again:\n{}", again.to_xml()));
    }
    let mut xml = String::new();
    let options = Options { usual_prefixes: true, ..Options::default() };
    write(&mut xml, &document, &document.document(), &options)
        .map_err(|error| error.to_string())?;
    let (before, after) =
        (super::oracle::our_outline(document), super::oracle::our_outline(&parse(&xml)));
    if before != after {
        let difference = diff::lines(&before, &after);
        return Err(format!("{xml}\n- before, + read again, usual prefixes:\n{difference}"));
    }
    Ok(())
}

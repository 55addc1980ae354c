//! [`Serialize`] for the results of parses.

use serde::{Serialize, Serializer, ser::SerializeStruct};

/// `errors`, `limit`, which may be null, `encoding`, `source`, `confidence`, `bom_len`, `malformed`, `restarted`, and `html`:
/// the document as markup.
#[cfg(feature = "encoding")]
impl Serialize for crate::ParsedBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parsed = serializer.serialize_struct("ParsedBytes", 9)?;
        parsed.serialize_field("errors", &self.errors)?;
        parsed.serialize_field("limit", &self.limit)?;
        parsed.serialize_field("encoding", self.encoding.name())?;
        parsed.serialize_field("source", &self.source)?;
        parsed.serialize_field("confidence", &self.confidence)?;
        parsed.serialize_field("bom_len", &self.bom_len)?;
        parsed.serialize_field("malformed", &self.malformed)?;
        parsed.serialize_field("restarted", &self.restarted)?;
        parsed.serialize_field("html", &self.document.to_html())?;
        parsed.end()
    }
}

/// `errors`; `limit` and `declaration`, which may be null; `document_type`, and `xml`: the document as markup.
#[cfg(feature = "xml")]
impl Serialize for crate::xml::Parsed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parsed = serializer.serialize_struct("Parsed", 5)?;
        parsed.serialize_field("errors", &self.errors)?;
        parsed.serialize_field("limit", &self.limit)?;
        parsed.serialize_field("declaration", &self.declaration)?;
        parsed.serialize_field("document_type", &self.document_type)?;
        parsed.serialize_field("xml", &self.document.to_xml())?;
        parsed.end()
    }
}

//! [`Serialize`] for the results of sniffing.

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{Confidence, Sniffed, Source};

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for Confidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// `encoding` by its name, `source`, `confidence`, `bom_len`.
impl Serialize for Sniffed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sniffed = serializer.serialize_struct("Sniffed", 4)?;
        sniffed.serialize_field("encoding", self.encoding.name())?;
        sniffed.serialize_field("source", &self.source)?;
        sniffed.serialize_field("confidence", &self.confidence)?;
        sniffed.serialize_field("bom_len", &self.bom_len)?;
        sniffed.end()
    }
}

//! [`Serialize`] for the results of parses and edits.

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{EditError, Parsed};
#[cfg(feature = "lossless")]
use crate::{Patch, SourceError};

/// `errors`, `limit`, which may be null, and `html`: the document as markup.
impl Serialize for Parsed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parsed = serializer.serialize_struct("Parsed", 3)?;
        parsed.serialize_field("errors", &self.errors)?;
        parsed.serialize_field("limit", &self.limit)?;
        parsed.serialize_field("html", &self.document.to_html())?;
        parsed.end()
    }
}

/// The message.
impl Serialize for EditError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The message.
#[cfg(feature = "lossless")]
impl Serialize for SourceError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// `start`, `end` and `replacement`, which is a list of bytes.
#[cfg(feature = "lossless")]
impl Serialize for Patch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut patch = serializer.serialize_struct("Patch", 3)?;
        patch.serialize_field("start", &self.range.start)?;
        patch.serialize_field("end", &self.range.end)?;
        patch.serialize_field("replacement", &self.replacement)?;
        patch.end()
    }
}

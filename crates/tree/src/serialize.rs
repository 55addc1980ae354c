//! [`Serialize`] for parse errors, spans, limits and modes.

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{ErrorCode, Limit, ParseError};

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// `code`, `start`, `end`.
impl Serialize for ParseError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut error = serializer.serialize_struct("ParseError", 3)?;
        error.serialize_field("code", &self.code)?;
        error.serialize_field("start", &self.span.start)?;
        error.serialize_field("end", &self.span.end)?;
        error.end()
    }
}

impl Serialize for Limit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

//! [`Serialize`] for errors and the names of columns.

use serde::{Serialize, Serializer};

use crate::{Column, ColumnsError, ListError, ManifestError, RecordError, SpecError};

/// Implements [`Serialize`] by the message of an error.
macro_rules! as_message {
    ($($error:ty),*) => {$(
        /// The message.
        impl Serialize for $error {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

as_message!(ColumnsError, ListError, ManifestError, RecordError, SpecError);

/// The name of the column.
impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

//! [`Serialize`] for DOCTYPEs.

use std::collections::BTreeMap;

use serde::{
    Serialize, Serializer,
    ser::{SerializeStruct, SerializeStructVariant},
};

use crate::{AttributeList, DocumentType, Entity};

/// `entities`, `attribute_lists`, `notations` and `instructions`: the first two are maps, sorted by name.
impl Serialize for DocumentType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entities: BTreeMap<_, _> = self.entities().collect();
        let lists: BTreeMap<_, _> = self.attribute_lists().collect();
        let mut document_type = serializer.serialize_struct("DocumentType", 4)?;
        document_type.serialize_field("entities", &entities)?;
        document_type.serialize_field("attribute_lists", &lists)?;
        document_type.serialize_field("notations", self.notations())?;
        document_type.serialize_field("instructions", self.instructions())?;
        document_type.end()
    }
}

/// The definitions in document order.
impl Serialize for AttributeList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.definitions())
    }
}

/// An object with one member: `internal`, the replacement text; `external`, an object with `public_id`, which may be null,
/// and `system_id`; or `unparsed`, the name of the notation.
impl Serialize for Entity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Internal(text) => {
                serializer.serialize_newtype_variant("Entity", 0, "internal", &**text)
            }
            Self::External { public_id, system_id } => {
                let mut entity = serializer.serialize_struct_variant("Entity", 1, "external", 2)?;
                entity.serialize_field("public_id", public_id)?;
                entity.serialize_field("system_id", system_id)?;
                entity.end()
            }
            Self::Unparsed { notation } => {
                serializer.serialize_newtype_variant("Entity", 2, "unparsed", notation)
            }
        }
    }
}

//! [`Serialize`] for what is extracted.

use std::ptr;

use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeStruct},
};

use sapwood_tree::Node;

use crate::{
    forms::{Control, Form, FormOption, Method},
    links::{Link, LinkKind},
    metadata::Meta,
    microdata::Microdata,
    records::Record,
    tables::{Cell, Row, RowGroup, Table},
};

impl Serialize for LinkKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// `kind`, `element`, `attribute`, `value`; `rel` and `descriptor`, which may be null.
impl<'d, N: Node<'d>> Serialize for Link<'d, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut link = serializer.serialize_struct("Link", 6)?;
        link.serialize_field("kind", &self.kind)?;
        link.serialize_field("element", self.element.name().local.text)?;
        link.serialize_field("attribute", self.attribute)?;
        link.serialize_field("value", &*self.value)?;
        link.serialize_field("rel", &self.element.attr("rel"))?;
        link.serialize_field("descriptor", &self.descriptor())?;
        link.end()
    }
}

/// `name`, `property`, `http_equiv`, `charset`, `content`, each of which may be null.
impl<'d, N: Node<'d>> Serialize for Meta<'d, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut meta = serializer.serialize_struct("Meta", 5)?;
        meta.serialize_field("name", &self.name)?;
        meta.serialize_field("property", &self.property)?;
        meta.serialize_field("http_equiv", &self.http_equiv)?;
        meta.serialize_field("charset", &self.charset)?;
        meta.serialize_field("content", &self.content)?;
        meta.end()
    }
}

/// `caption`, which may be null, `header_rows`, and `rows`: lists of texts, null where no cell is.
impl<'d, N: Node<'d>> Serialize for Table<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texts = self.texts();
        let rows: Vec<_> = (0..self.height()).map(|row| texts.row(row)).collect();
        let mut table = serializer.serialize_struct("Table", 3)?;
        table.serialize_field("caption", &self.caption_text())?;
        table.serialize_field("header_rows", &self.header_rows())?;
        table.serialize_field("rows", &rows)?;
        table.end()
    }
}

/// `row`, `column`, `height`, `width`, `is_header`, `text`.
impl<'d, N: Node<'d>> Serialize for Cell<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cell = serializer.serialize_struct("Cell", 6)?;
        cell.serialize_field("row", &self.row)?;
        cell.serialize_field("column", &self.column)?;
        cell.serialize_field("height", &self.height)?;
        cell.serialize_field("width", &self.width)?;
        cell.serialize_field("is_header", &self.is_header)?;
        cell.serialize_field("text", &self.text())?;
        cell.end()
    }
}

/// `group` and `cells`: the cells that cover slots of the row, each once.
impl<'d, N: Node<'d>> Serialize for Row<'_, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cells: Vec<&Cell<N>> = self.cells().flatten().collect();
        cells.dedup_by(|a, b| ptr::eq(*a, *b));
        let mut row = serializer.serialize_struct("Row", 2)?;
        row.serialize_field("group", &self.group)?;
        row.serialize_field("cells", &cells)?;
        row.end()
    }
}

/// The name of the element: `thead`, `tbody`, `tfoot`.
impl Serialize for RowGroup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Head => "thead",
            Self::Body => "tbody",
            Self::Foot => "tfoot",
        })
    }
}

/// A map from headers to texts.
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (header, value) in self.iter() {
            map.serialize_entry(header, value)?;
        }
        map.end()
    }
}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Get => "get",
            Self::Post => "post",
            Self::Dialog => "dialog",
        })
    }
}

/// `name` and `action`, which may be null, `method`, `enctype`, `controls`.
impl<'d, N: Node<'d>> Serialize for Form<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut form = serializer.serialize_struct("Form", 5)?;
        form.serialize_field("name", &self.name())?;
        form.serialize_field("action", &self.action())?;
        form.serialize_field("method", &self.method())?;
        form.serialize_field("enctype", self.enctype())?;
        form.serialize_field("controls", &self.controls)?;
        form.end()
    }
}

/// `name`, which may be null, `kind`, `value`, `is_disabled`, `is_checked`, `options`.
impl<'d, N: Node<'d>> Serialize for Control<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut control = serializer.serialize_struct("Control", 6)?;
        control.serialize_field("name", &self.name())?;
        control.serialize_field("kind", self.kind)?;
        control.serialize_field("value", &self.value())?;
        control.serialize_field("is_disabled", &self.is_disabled)?;
        control.serialize_field("is_checked", &self.is_checked())?;
        control.serialize_field("options", &self.options)?;
        control.end()
    }
}

/// `value`, `label`, `is_disabled`, `is_selected`.
impl<'d, N: Node<'d>> Serialize for FormOption<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut option = serializer.serialize_struct("FormOption", 4)?;
        option.serialize_field("value", &self.value())?;
        option.serialize_field("label", &self.label())?;
        option.serialize_field("is_disabled", &self.is_disabled)?;
        option.serialize_field("is_selected", &self.is_selected)?;
        option.end()
    }
}

/// `method`, `url`, `content_type`, which may be null, and `body`, a list of bytes.
#[cfg(feature = "url")]
impl Serialize for crate::Submission {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut submission = serializer.serialize_struct("Submission", 4)?;
        submission.serialize_field("method", &self.method)?;
        submission.serialize_field("url", self.url.as_str())?;
        submission.serialize_field("content_type", &self.content_type)?;
        submission.serialize_field("body", &self.body)?;
        submission.end()
    }
}

/// The [standard's JSON](https://html.spec.whatwg.org/multipage/microdata.html#json), as
/// [`to_json`](Microdata::to_json) makes it, with URLs as they are written.
impl<'d, N: Node<'d>> Serialize for Microdata<'d, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json(str::to_owned).serialize(serializer)
    }
}

//! JSON Lines: an object for each row.

use std::io::Write;

use arrow_array::{
    Array, ListArray, MapArray, RecordBatch, StringArray, StructArray,
    cast::AsArray,
    types::{Float32Type, Int32Type, Int64Type, TimestampMicrosecondType},
};
use arrow_schema::DataType;

use crate::extract::write_date;

/// Appends each row of a batch to `out` as a line of JSON. Values that are missing are left out.
///
/// Texts, numbers, lists, structs and maps are their likes in JSON, and dates are texts such as `2025-09-04T10:11:12Z`.
///
/// ```
/// use sapwood_warc::{BatchBuilder, Extractor, Limits, Page, Spec, write_json_lines};
///
/// let extractor = Extractor::new("title,language,links".parse()?, Spec::default(), Limits::default());
/// let mut batch = BatchBuilder::new(&extractor);
/// batch.push(&Page::text("<title>The \"oak\"</title><a href=/>x</a>").url("http://a.b/c"));
/// let mut out = Vec::new();
/// write_json_lines(&batch.finish(), &mut out);
/// let expected = r#"{"title":"The \"oak\"","links":[{"url":"http://a.b/","text":"x"}]}"#;
/// assert_eq!(String::from_utf8(out)?, format!("{expected}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_json_lines(batch: &RecordBatch, out: &mut Vec<u8>) {
    let schema = batch.schema();
    let columns: Vec<_> = batch
        .columns()
        .iter()
        .zip(schema.fields())
        .map(|(array, field)| (Values::of(array.as_ref()), array, field.name()))
        .collect();
    for row in 0..batch.num_rows() {
        let present = columns.iter().filter(|(_, array, _)| array.is_valid(row));
        write_object(out, present.map(|(values, _, name)| (&***name, (values, row))));
        out.push(b'\n');
    }
}

/// The values of an array, as one of the types that batches have.
enum Values<'a> {
    Text(&'a StringArray),
    Int64(&'a [i64]),
    Int32(&'a [i32]),
    Float32(&'a [f32]),
    Time(&'a [i64]),
    List(&'a ListArray, Box<Self>),
    Struct(Vec<(&'a str, &'a dyn Array, Self)>),
    /// Keys and values of the entries.
    Map(&'a MapArray, &'a StringArray, &'a StringArray),
    Unknown,
}

impl<'a> Values<'a> {
    /// Nesting follows the schema, which is two levels deep.
    fn of(array: &'a dyn Array) -> Self {
        match array.data_type() {
            DataType::Utf8 => Self::Text(array.as_string()),
            DataType::Int64 => Self::Int64(array.as_primitive::<Int64Type>().values()),
            DataType::Int32 => Self::Int32(array.as_primitive::<Int32Type>().values()),
            DataType::Float32 => Self::Float32(array.as_primitive::<Float32Type>().values()),
            DataType::Timestamp(..) => {
                Self::Time(array.as_primitive::<TimestampMicrosecondType>().values())
            }
            DataType::List(_) => {
                let list = array.as_list();
                Self::List(list, Box::new(Self::of(list.values().as_ref())))
            }
            DataType::Struct(fields) => {
                let array: &StructArray = array.as_struct();
                let columns = fields.iter().zip(array.columns());
                Self::Struct(
                    columns
                        .map(|(field, array)| {
                            (field.name().as_str(), array.as_ref(), Self::of(array.as_ref()))
                        })
                        .collect(),
                )
            }
            DataType::Map(..) => {
                let map = array.as_map();
                Self::Map(map, map.keys().as_string(), map.values().as_string())
            }
            _ => Self::Unknown,
        }
    }

    fn write(&self, row: usize, out: &mut Vec<u8>) {
        match self {
            Self::Text(array) => write_text(array.value(row), out),
            Self::Int64(values) => write_number(values[row], out),
            Self::Int32(values) => write_number(values[row], out),
            Self::Float32(values) => write_number(values[row], out),
            Self::Time(values) => write_text(&write_date(values[row]), out),
            Self::List(array, values) => {
                let offsets = array.value_offsets();
                out.push(b'[');
                for item in offsets[row]..offsets[row + 1] {
                    if item > offsets[row] {
                        out.push(b',');
                    }
                    values.write(item as usize, out);
                }
                out.push(b']');
            }
            Self::Struct(fields) => {
                let present = fields.iter().filter(|(_, array, _)| array.is_valid(row));
                write_object(out, present.map(|(name, _, values)| (*name, (values, row))));
            }
            Self::Map(array, keys, values) => {
                let offsets = array.value_offsets();
                let entries = (offsets[row]..offsets[row + 1]).map(|it| it as usize);
                let entries = entries.filter(|entry| values.is_valid(*entry));
                let values = Self::Text(values);
                write_object(out, entries.map(|entry| (keys.value(entry), (&values, entry))));
            }
            Self::Unknown => out.extend_from_slice(b"null"),
        }
    }
}

/// Writes members, each of which is a value of a column and a row.
fn write_object<'v, 'a: 'v>(
    out: &mut Vec<u8>,
    members: impl Iterator<Item = (&'v str, (&'v Values<'a>, usize))>,
) {
    out.push(b'{');
    for (index, (name, (values, row))) in members.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_text(name, out);
        out.push(b':');
        values.write(row, out);
    }
    out.push(b'}');
}

fn write_number(number: impl std::fmt::Display, out: &mut Vec<u8>) {
    // Writing to memory can't fail.
    let _ = write!(out, "{number}");
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    // As above.
    let _ = serde_json::to_writer(out, text);
}

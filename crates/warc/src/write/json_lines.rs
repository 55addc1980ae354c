//! JSON Lines: an object for each row.

use std::io::Write;

use crate::{
    Batch,
    extract::{Array, Entries, List, Structs, write_date},
};

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
pub fn write_json_lines(batch: &Batch, out: &mut Vec<u8>) {
    for row in 0..batch.len() {
        let mut object = Object::begin(out);
        for (name, array) in batch.columns() {
            write_value(&mut object, name, array, row);
        }
        object.end();
        out.push(b'\n');
    }
}

/// Writes the value of a row as a member of an object, unless it is missing.
fn write_value(object: &mut Object<'_>, name: &str, array: &Array, row: usize) {
    match array {
        Array::Text(texts) => object.text(name, texts.get(row)),
        Array::Int64(numbers) => object.member(name, numbers.get(row), write_number),
        Array::Int32(numbers) => object.member(name, numbers.get(row), write_number),
        Array::Float32(numbers) => object.member(name, numbers.get(row), write_number),
        Array::Time(times) => object.text(name, times.get(row).map(write_date).as_deref()),
        Array::Texts(list) => write_list(object, name, list, row, |texts, item, out| {
            write_text(texts.get(item).unwrap_or_default(), out);
        }),
        Array::Structs(list) => write_list(object, name, list, row, |structs, item, out| {
            let Structs { fields, values } = structs;
            let mut object = Object::begin(out);
            for ((name, _), texts) in fields.iter().zip(values) {
                object.text(name, texts.get(item));
            }
            object.end();
        }),
        Array::Map(list) => object.member(name, list.get(row), |items, out| {
            let Entries { key, value } = &list.items;
            let mut object = Object::begin(out);
            for item in items {
                object.text(key.get(item).unwrap_or_default(), value.get(item));
            }
            object.end();
        }),
    }
}

fn write_list<T>(
    object: &mut Object<'_>,
    name: &str,
    list: &List<T>,
    row: usize,
    write: impl Fn(&T, usize, &mut Vec<u8>),
) {
    object.member(name, list.get(row), |items, out| {
        out.push(b'[');
        for item in items.clone() {
            if item > items.start {
                out.push(b',');
            }
            write(&list.items, item, out);
        }
        out.push(b']');
    });
}

/// An object that is being written.
struct Object<'o> {
    out: &'o mut Vec<u8>,
    is_empty: bool,
}

impl<'o> Object<'o> {
    fn begin(out: &'o mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, is_empty: true }
    }

    /// Writes a member, unless its value is missing.
    fn member<T>(&mut self, name: &str, value: Option<T>, write: impl FnOnce(T, &mut Vec<u8>)) {
        let Some(value) = value else { return };
        if !std::mem::take(&mut self.is_empty) {
            self.out.push(b',');
        }
        write_text(name, self.out);
        self.out.push(b':');
        write(value, self.out);
    }

    fn text(&mut self, name: &str, value: Option<&str>) {
        self.member(name, value, write_text);
    }

    fn end(self) {
        self.out.push(b'}');
    }
}

fn write_number(number: impl std::fmt::Display, out: &mut Vec<u8>) {
    // Writing to memory can't fail.
    let _ = write!(out, "{number}");
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    // As above.
    let _ = serde_json::to_writer(out, text);
}

//! Documents as markup.

use std::{
    ffi::{c_char, c_void},
    fmt,
};

#[cfg(feature = "full")]
use sapwood::serializer::{Minify, minify_inner, minify_outer, pretty_inner};
use sapwood::{
    NodeRef,
    serializer::{SerializeOptions, write_inner, write_outer},
};

use crate::{
    border::{ErrorOut, Out, UserData, pointer, required, run, text},
    document::{Document, node_or_root, shared},
    failure::{Failure, Status},
    node::{NodeNumber, write_string},
    strings::OwnedString,
};

/// A function that takes a piece of output, which lives as long as the call: whole UTF-8 characters of markup, or from a rewriter bytes
/// in the encoding of the page. A result other than 0 ends the output.
///
/// ```c
/// static int32_t write_to_stdout(void *user_data, const char *piece, size_t piece_length) {
///     (void)user_data;
///     return fwrite(piece, 1, piece_length, stdout) == piece_length ? 0 : 1;
/// }
///
/// sapwood_document *document = NULL;
/// sapwood_parse(SAPWOOD_TEXT("<p>a<p>b"), NULL, &document, NULL);
/// sapwood_serialize_to(document, 0, SAPWOOD_TEXT("minified"), write_to_stdout, NULL, NULL);
/// sapwood_document_free(document);
/// ```
pub type WriteFunction =
    Option<extern "C" fn(user_data: *mut c_void, piece: *const c_char, piece_length: usize) -> i32>;

/// A form of markup.
#[derive(Clone, Copy)]
enum Format {
    InnerHtml,
    OuterHtml,
    #[cfg(feature = "full")]
    Other(OtherFormat),
}

/// A form of markup that the library has with all functions.
#[cfg(feature = "full")]
#[derive(Clone, Copy)]
enum OtherFormat {
    Pretty,
    Minified,
    Xml,
    WellFormedXml,
}

#[cfg(feature = "full")]
const FORMATS: &str = "html, inner-html, pretty, minified, xml and well-formed-xml";
#[cfg(not(feature = "full"))]
const FORMATS: &str = "html and inner-html";

impl Format {
    fn named(name: &str) -> Result<Self, Failure> {
        Ok(match name {
            "html" => Self::OuterHtml,
            "inner-html" => Self::InnerHtml,
            #[cfg(feature = "full")]
            "pretty" => Self::Other(OtherFormat::Pretty),
            #[cfg(feature = "full")]
            "minified" => Self::Other(OtherFormat::Minified),
            #[cfg(feature = "full")]
            "xml" => Self::Other(OtherFormat::Xml),
            #[cfg(feature = "full")]
            "well-formed-xml" => Self::Other(OtherFormat::WellFormedXml),
            _ => {
                let message = format!("there is no format `{name}`; there are {FORMATS}");
                return Err(Failure::argument(message));
            }
        })
    }

    fn write(self, node: NodeRef<'_>, out: &mut impl fmt::Write) -> Result<(), Failure> {
        let document = node.owner();
        let is_root = node == document.root();
        let options = SerializeOptions::default();
        let written = match self {
            // A document or fragment has no tags of its own.
            Self::OuterHtml if !is_root => write_outer(out, &document, &node, &options),
            Self::OuterHtml | Self::InnerHtml => write_inner(out, &document, &node, &options),
            #[cfg(feature = "full")]
            Self::Other(format) => format.write(node, is_root, out)?,
        };
        written.map_err(|_| Failure::new(Status::Stopped, "the function for the output ended it"))
    }
}

#[cfg(feature = "full")]
impl OtherFormat {
    fn write(
        self,
        node: NodeRef<'_>,
        is_root: bool,
        out: &mut impl fmt::Write,
    ) -> Result<fmt::Result, Failure> {
        let document = node.owner();
        Ok(match self {
            Self::Pretty => pretty_inner(out, &document, &node, &SerializeOptions::default()),
            Self::Minified if !is_root => minify_outer(out, &document, &node, &Minify::default()),
            Self::Minified => minify_inner(out, &document, &node, &Minify::default()),
            Self::Xml if is_root => out.write_str(&document.to_xml()),
            Self::Xml => out.write_str(&node.outer_xml()),
            Self::WellFormedXml if is_root => {
                let xml = document
                    .to_well_formed_xml()
                    .map_err(|fault| Failure::new(Status::NotRepresentable, fault.to_string()))?;
                out.write_str(&xml)
            }
            Self::WellFormedXml => {
                let message = "only a whole document can be written as well-formed XML";
                return Err(Failure::argument(message));
            }
        })
    }
}

/// Hands the output over in pieces.
struct Pieces {
    write: extern "C" fn(*mut c_void, *const c_char, usize) -> i32,
    user_data: UserData,
    /// Output that has not been handed over.
    buffer: String,
}

/// The length of a piece, but for the last.
const PIECE: usize = 1 << 16;

impl Pieces {
    fn flush(&mut self) -> fmt::Result {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let text = self.buffer.as_bytes();
        let answer = (self.write)(self.user_data.0, pointer(text), text.len());
        self.buffer.clear();
        if answer == 0 { Ok(()) } else { Err(fmt::Error) }
    }
}

impl fmt::Write for Pieces {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.buffer.push_str(text);
        if self.buffer.len() >= PIECE { self.flush() } else { Ok(()) }
    }
}

/// Writes a node as markup in a format; 0 stands for the root:
///
/// * `html`: with its own tags, the `outerHTML` of the DOM; a document, fragment or template contents has none
/// * `inner-html`: its content alone, the `innerHTML` of the DOM
/// * `pretty`: its content, indented
/// * `minified`: as `html`, in fewer bytes
/// * `xml`: as XML
/// * `well-formed-xml`: a document as well-formed XML, or the status `SAPWOOD_STATUS_NOT_REPRESENTABLE`
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_serialize(
    document: Option<&Document>,
    node: NodeNumber,
    format: *const c_char,
    format_length: usize,
    string: Out<'_, Option<Box<OwnedString>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let format = Format::named(text(format, format_length, "format")?)?;
        write_string(document, node, string, |node| {
            let mut markup = String::new();
            format.write(node, &mut markup)?;
            Ok(markup)
        })
    })
}

/// Writes a node as markup, in pieces, by a function that is called with `user_data`; see `sapwood_serialize`. The function may use
/// and free the document, but not edit it.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_serialize_to(
    document: *const Document,
    node: NodeNumber,
    format: *const c_char,
    format_length: usize,
    write: WriteFunction,
    user_data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let write = required(write, "write")?;
        let format = Format::named(text(format, format_length, "format")?)?;
        let document = shared(document)?;
        let content = document.read();
        let tree = content.document().ok_or_else(Failure::stale)?;
        let node = node_or_root(tree, node)?;
        let mut pieces = Pieces { write, user_data: UserData(user_data), buffer: String::new() };
        format.write(node, &mut pieces)?;
        pieces
            .flush()
            .map_err(|_| Failure::new(Status::Stopped, "the function for the output ended it"))
    })
}

//! Documents as markup.

use std::{
    ffi::{c_char, c_void},
    fmt,
};

#[cfg(feature = "full")]
use sapwood::serializer::{Minify, minify_inner, minify_outer, pretty_inner};
use sapwood::{
    NodeRef,
    serializer::{SerializeOptions, ShadowRoots, write_inner, write_outer},
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
/// sapwood_serialize_to(document, 0, SAPWOOD_TEXT("minified drop-comments"), write_to_stdout, NULL, NULL);
/// sapwood_document_free(document);
/// ```
pub type WriteFunction =
    Option<extern "C" fn(user_data: *mut c_void, piece: *const c_char, piece_length: usize) -> i32>;

/// A form of markup with its options.
struct Format {
    form: Form,
    /// The options that are set, of those that [`Form::options`] lists.
    options: Vec<&'static str>,
}

#[derive(Clone, Copy)]
enum Form {
    InnerHtml,
    OuterHtml,
    #[cfg(feature = "full")]
    Pretty,
    #[cfg(feature = "full")]
    Minified,
    #[cfg(feature = "full")]
    Xml,
    #[cfg(feature = "full")]
    WellFormedXml,
}

impl Form {
    /// The forms by their names.
    const ALL: &[(&str, Self)] = &[
        ("html", Self::OuterHtml),
        ("inner-html", Self::InnerHtml),
        #[cfg(feature = "full")]
        ("pretty", Self::Pretty),
        #[cfg(feature = "full")]
        ("minified", Self::Minified),
        #[cfg(feature = "full")]
        ("xml", Self::Xml),
        #[cfg(feature = "full")]
        ("well-formed-xml", Self::WellFormedXml),
    ];

    /// The options that a form has.
    fn options(self) -> &'static [&'static str] {
        const OF_HTML: &[&str] = &["scripting", "shadow-roots", "empty-selectedcontent"];
        match self {
            Self::InnerHtml | Self::OuterHtml => OF_HTML,
            #[cfg(feature = "full")]
            Self::Pretty => OF_HTML,
            #[cfg(feature = "full")]
            Self::Minified => {
                &["scripting", "collapse-whitespace", "drop-comments", "drop-redundant-attributes"]
            }
            #[cfg(feature = "full")]
            Self::Xml | Self::WellFormedXml => &[],
        }
    }
}

impl Format {
    fn named(text: &str) -> Result<Self, Failure> {
        let mut words = text.split_ascii_whitespace();
        let name = words.next().unwrap_or_default();
        let Some((_, form)) = Form::ALL.iter().find(|(known, _)| *known == name) else {
            let names: Vec<_> = Form::ALL.iter().map(|(name, _)| *name).collect();
            let message = format!("there is no format `{name}`; there are {}", names.join(", "));
            return Err(Failure::argument(message));
        };
        let mut options = Vec::new();
        for word in words {
            let known = form.options();
            let Some(option) = known.iter().find(|it| **it == word) else {
                let has = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                let message =
                    format!("the format `{name}` has no option `{word}`; its options: {has}");
                return Err(Failure::argument(message));
            };
            options.push(*option);
        }
        Ok(Self { form: *form, options })
    }

    fn has(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    fn serialize_options<'d>(&self) -> SerializeOptions<'d, NodeRef<'d>> {
        let shadow_roots = match self.has("shadow-roots") {
            true => ShadowRoots::Serializable,
            false => ShadowRoots::None,
        };
        SerializeOptions::default()
            .scripting(self.has("scripting"))
            .shadow_roots(shadow_roots)
            .empty_selectedcontent(self.has("empty-selectedcontent"))
    }

    #[cfg(feature = "full")]
    fn minify(&self) -> Minify {
        Minify::default()
            .scripting(self.has("scripting"))
            .collapse_whitespace(self.has("collapse-whitespace"))
            .drop_comments(self.has("drop-comments"))
            .drop_redundant_attributes(self.has("drop-redundant-attributes"))
    }

    fn write(&self, node: NodeRef<'_>, out: &mut impl fmt::Write) -> Result<(), Failure> {
        let document = node.owner();
        // A document or fragment has no tags of its own.
        let is_root = node == document.root();
        let written = match self.form {
            Form::OuterHtml if !is_root => {
                write_outer(out, &document, &node, &self.serialize_options())
            }
            Form::OuterHtml | Form::InnerHtml => {
                write_inner(out, &document, &node, &self.serialize_options())
            }
            #[cfg(feature = "full")]
            Form::Pretty => pretty_inner(out, &document, &node, &self.serialize_options()),
            #[cfg(feature = "full")]
            Form::Minified if !is_root => minify_outer(out, &document, &node, &self.minify()),
            #[cfg(feature = "full")]
            Form::Minified => minify_inner(out, &document, &node, &self.minify()),
            #[cfg(feature = "full")]
            Form::Xml if is_root => out.write_str(&document.to_xml()),
            #[cfg(feature = "full")]
            Form::Xml => out.write_str(&node.outer_xml()),
            #[cfg(feature = "full")]
            Form::WellFormedXml if is_root => {
                let xml = document
                    .to_well_formed_xml()
                    .map_err(|fault| Failure::new(Status::NotRepresentable, fault.to_string()))?;
                out.write_str(&xml)
            }
            #[cfg(feature = "full")]
            Form::WellFormedXml => {
                let message = "only a whole document can be written as well-formed XML";
                return Err(Failure::argument(message));
            }
        };
        written.map_err(|_| Failure::new(Status::Stopped, "the function for the output ended it"))
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
///
/// Options may follow the format, after spaces: `minified drop-comments`. `html`, `inner-html` and `pretty` have `scripting` (scripts run,
/// so `noscript` holds raw text), `shadow-roots` (serializable shadow roots are written as templates) and `empty-selectedcontent`.
/// `minified` has `scripting`, `collapse-whitespace`, `drop-comments` and `drop-redundant-attributes`, of which the last three change the
/// tree.
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

//! Parsing input that comes in pieces.

use std::{
    ffi::c_char,
    sync::{Mutex, PoisonError},
};

use sapwood::{ByteParser, Limit, xml};

use crate::{
    border::{Changed, ErrorOut, Out, bytes, required, run, text, value},
    document::{Content, Document, hand_over},
    failure::{Failure, Status},
    options::{Options, Settings},
    parse::context,
    strings::{Str, write_some},
};

/// A parser of input that comes in pieces. The tree does not depend on how the input was cut.
///
/// ```c
/// sapwood_parser *text = NULL, *bytes = NULL, *fragment = NULL, *xml = NULL;
/// sapwood_parser_new(NULL, &text, NULL);
/// sapwood_parser_new_bytes(NULL, &bytes, NULL);
/// sapwood_parser_new_fragment(SAPWOOD_TEXT("div"), NULL, &fragment, NULL);
/// sapwood_parser_new_xml(NULL, &xml, NULL);
/// sapwood_parser *parsers[] = {text, bytes, fragment, xml};
/// for (size_t at = 0; at < 4; at++) {
///     sapwood_document *document = NULL;
///     sapwood_str limit;
///     sapwood_parser_feed(parsers[at], SAPWOOD_TEXT("<p>o"), NULL);
///     sapwood_parser_feed(parsers[at], SAPWOOD_TEXT("ne</p>"), NULL);
///     assert(!sapwood_parser_limit(parsers[at], &limit));
///     sapwood_parser_finish(parsers[at], &document, NULL);
///     sapwood_parser_free(parsers[at]);
///     sapwood_document_free(document);
/// }
/// ```
pub struct Parser(Mutex<Option<State>>);

enum State {
    Text(sapwood::Parser),
    #[cfg(feature = "full")]
    Bytes(Box<ByteParser>),
    #[cfg(feature = "full")]
    Xml(Box<xml::ByteParser>),
}

impl State {
    fn limit(&self) -> Option<Limit> {
        match self {
            Self::Text(parser) => parser.limit(),
            #[cfg(feature = "full")]
            Self::Bytes(parser) => parser.limit(),
            #[cfg(feature = "full")]
            Self::Xml(parser) => parser.limit(),
        }
    }
}

/// The error of using what has been finished.
pub(crate) fn finished() -> Failure {
    Failure::new(Status::Finished, "it has been finished")
}

fn hand_over_parser(parser: Out<'_, Option<Box<Parser>>>, state: State) -> Result<(), Failure> {
    required(parser, "parser")?.write(Some(Box::new(Parser(Mutex::new(Some(state))))));
    Ok(())
}

/// Writes a parser of HTML text. To be freed by `sapwood_parser_free`, whether or not it was finished.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parser_new(
    options: Option<&Options>,
    parser: Out<'_, Option<Box<Parser>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let options = Settings::of(options).html();
        hand_over_parser(parser, State::Text(sapwood::Parser::new(&options)))
    })
}

/// Writes a parser of HTML in bytes, whose pieces may end anywhere.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parser_new_bytes(
    options: Option<&Options>,
    parser: Out<'_, Option<Box<Parser>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let options = Settings::of(options).bytes();
        hand_over_parser(parser, State::Bytes(Box::new(ByteParser::new(&options))))
    })
}

/// Writes a parser of an HTML fragment; see `sapwood_parse_fragment`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parser_new_fragment(
    context_name: *const c_char,
    context_length: usize,
    options: Option<&Options>,
    parser: Out<'_, Option<Box<Parser>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let context = context(context_name, context_length)?;
        let options = Settings::of(options).html();
        hand_over_parser(parser, State::Text(sapwood::Parser::new_fragment(&context, &options)))
    })
}

/// Writes a parser of XML in bytes, whose pieces may end anywhere.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parser_new_xml(
    options: Option<&Options>,
    parser: Out<'_, Option<Box<Parser>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let settings = Settings::of(options);
        let xml = xml::ByteParser::new(&settings.xml(), settings.transport());
        hand_over_parser(parser, State::Xml(Box::new(xml)))
    })
}

/// Frees a parser. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parser_free(parser: Option<Box<Parser>>) {
    value((), || drop(parser));
}

/// Parses the next piece. A piece of text must be whole UTF-8 characters. Once a limit is reached, pieces are ignored.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parser_feed(
    parser: Changed<'_, Parser>,
    piece: *const c_char,
    piece_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let parser = required(parser, "parser")?;
        let mut state = parser.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.as_mut().ok_or_else(finished)? {
            State::Text(parser) => parser.feed(text(piece, piece_length, "piece")?),
            #[cfg(feature = "full")]
            State::Bytes(parser) => parser.feed(bytes(piece, piece_length, "piece")?),
            #[cfg(feature = "full")]
            State::Xml(parser) => parser.feed(bytes(piece, piece_length, "piece")?),
        }
        Ok(())
    })
}

/// Writes the name of the limit that was reached. Returns `false` if none was.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parser_limit(parser: Option<&Parser>, name: Out<'_, Str>) -> bool {
    value(false, || {
        let limit = parser.and_then(|parser| {
            let state = parser.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.as_ref()?.limit()
        });
        write_some(name, limit.map(Limit::as_str))
    })
}

/// Ends the input and writes the document. The parser is still to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_parser_finish(
    parser: Changed<'_, Parser>,
    document: Out<'_, Option<Box<Document>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let parser = required(parser, "parser")?;
        let document = required(document, "document")?;
        let mut state = parser.0.lock().unwrap_or_else(PoisonError::into_inner);
        let content: Content = match state.take().ok_or_else(finished)? {
            State::Text(parser) => parser.finish().into(),
            #[cfg(feature = "full")]
            State::Bytes(parser) => parser.finish().into(),
            #[cfg(feature = "full")]
            State::Xml(parser) => parser.finish().into(),
        };
        hand_over(Some(document), content)
    })
}

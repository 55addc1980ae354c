//! The options on the encoding of HTML, the same for all commands.

use clap::Args;
use sapwood::encoding::{Encoding, SniffOptions, Source};

use crate::{content::Syntax, input::Expected, messages::complain, values};

/// Options on the encoding of the input.
#[derive(Args)]
#[command(next_help_heading = "Encoding")]
pub(crate) struct EncodingOptions {
    /// Read the input in this encoding, whatever it declares; only a byte order mark takes precedence
    #[arg(short = 'E', long, value_name = "LABEL", value_parser = values::label)]
    encoding: Option<&'static Encoding>,
    /// Assume that the `Content-Type` header declared this encoding
    #[arg(long, alias = "transport-charset", value_name = "LABEL", value_parser = values::label)]
    http_charset: Option<&'static Encoding>,
    /// Read input that declares no encoding, and isn't valid UTF-8 as a whole, in this encoding [default:
    /// windows-1252]
    #[arg(long, value_name = "LABEL", value_parser = values::label)]
    default_encoding: Option<&'static Encoding>,
}

impl EncodingOptions {
    /// Options for sniffing the encoding. Input that declares none and is valid UTF-8 as a whole is read as
    /// UTF-8, which the standard allows for files that aren't from the network.
    pub(crate) fn sniffing(&self) -> SniffOptions {
        let options = SniffOptions::default().override_encoding(self.encoding);
        let options = options.http_charset(self.http_charset).detect_utf8(true);
        match self.default_encoding {
            Some(encoding) => options.default_encoding(encoding),
            None => options,
        }
    }

    /// Whether the encoding of all input without a byte order mark is known before it is read.
    pub(crate) fn is_stated(&self) -> bool {
        self.encoding.or(self.http_charset).is_some()
    }

    /// Facts about an input of HTML of which `most` bytes are of use.
    pub(crate) fn expected(&self, most: Option<usize>) -> Expected {
        let is_encoding_known = self.is_stated();
        Expected { syntax: Syntax::Html, is_encoding_known, most }
    }

    /// The encoding of undeclared input that isn't valid UTF-8, and whether an option states it.
    pub(crate) fn default_encoding(&self) -> (&'static Encoding, bool) {
        let default = self.default_encoding;
        (default.unwrap_or(SniffOptions::default().default), default.is_some())
    }

    /// Warns of input whose encoding is a mere default: it may be damaged UTF-8.
    pub(crate) fn note(&self, bytes: &[u8], source: Source, name: &str) {
        if source == Source::Default
            && self.default_encoding.is_none()
            && let Err(error) = str::from_utf8(bytes)
        {
            complain(&default_is_used(name, error.valid_up_to()));
        }
    }
}

/// The warning of input whose encoding is a mere default.
pub(crate) fn default_is_used(name: &str, offset: usize) -> String {
    format!(
        "{name}: not UTF-8 at byte {offset}, and no encoding is declared; read as windows-1252, unless \
         --encoding or --default-encoding names another"
    )
}

//! Options of a rewriter, and the errors that end a rewrite.

use std::{error::Error, fmt, io};

use sapwood_encoding::SniffOptions;
use sapwood_tree::Limit;

use crate::ParseOptions;

/// Options of a [`Rewriter`](super::Rewriter).
#[derive(Clone, Debug, Default)]
pub struct RewriteOptions {
    pub(super) parse: ParseOptions,
    pub(super) sniffing: SniffOptions,
    pub(super) after_limit: AfterLimit,
    pub(super) waiting: bool,
}

/// The treatment of the input after a [limit](crate::Limits) was reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterLimit {
    /// The rewrite ends with [`RewriteError::Limit`].
    #[default]
    Stop,
    /// The rest of the input passes through as it is, even within an element that was to be removed.
    PassThrough,
}

impl RewriteOptions {
    /// Sets the options of the parser, among them its limits. Those on errors and positions have no effect, and neither has the
    /// limit on nodes, because no tree is built.
    #[must_use]
    pub fn parsing(mut self, options: ParseOptions) -> Self {
        self.parse = options;
        self
    }

    /// Sets how the encoding is detected.
    ///
    /// ```
    /// use sapwood::encoding::{SniffOptions, encoding_rs::SHIFT_JIS};
    /// use sapwood::rewriting::{Content, RewriteOptions, Rewriter};
    ///
    /// let sniffing = SniffOptions::default().http_charset(Some(SHIFT_JIS));
    /// let mut rewriter = Rewriter::new(&RewriteOptions::default().sniffing(sniffing));
    /// rewriter.on_element("p", |p| {
    ///     p.append(Content::text("木 €"));
    ///     Ok(())
    /// })?;
    /// let mut output = Vec::new();
    /// rewriter.feed(b"<p>\x8e\xf7</p>", |bytes| output.extend_from_slice(bytes))?;
    /// rewriter.finish(|bytes| output.extend_from_slice(bytes))?;
    /// assert_eq!(output, b"<p>\x8e\xf7\x96\xd8 &#8364;</p>");
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    #[must_use]
    pub fn sniffing(mut self, options: SniffOptions) -> Self {
        self.sniffing = options;
        self
    }

    /// Sets what happens after a limit was reached.
    #[must_use]
    pub fn after_limit(mut self, after_limit: AfterLimit) -> Self {
        self.after_limit = after_limit;
        self
    }

    /// Sets whether handlers may [wait](super::Wait). Then what they are to be called for is kept until a part of the input has been
    /// parsed, which takes longer.
    #[must_use]
    pub fn waiting(mut self, may_wait: bool) -> Self {
        self.waiting = may_wait;
        self
    }
}

/// The reason why a rewrite ended early.
#[derive(Debug)]
#[non_exhaustive]
pub enum RewriteError {
    /// A handler returned this error.
    Handler(Box<dyn Error + Send + Sync>),
    /// This limit was reached.
    Limit(Limit),
    /// A handler [waits](super::Wait), so the rewriter has to be [resumed](super::Rewriter::resume) first.
    Waiting,
    /// The rewrite had ended before: by [`Rewriter::end`](super::Rewriter::end), or with an error that was returned then.
    Ended,
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handler(error) => error.fmt(f),
            Self::Limit(limit) => write!(f, "limit reached: {limit}"),
            Self::Waiting => f.write_str("a handler waits, so the rewriter must be resumed first"),
            Self::Ended => f.write_str("the rewrite has ended"),
        }
    }
}

impl Error for RewriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Handler(error) => Some(&**error),
            _ => None,
        }
    }
}

impl From<RewriteError> for io::Error {
    fn from(error: RewriteError) -> Self {
        match error {
            RewriteError::Limit(_) => Self::new(io::ErrorKind::QuotaExceeded, error),
            RewriteError::Handler(_) | RewriteError::Waiting | RewriteError::Ended => {
                Self::other(error)
            }
        }
    }
}

//! Adding handlers to a rewriter.

use sapwood_select::{NotStreamable, StreamSelector};

use super::{
    content::HandlerResult,
    element::Element,
    handlers::ContentHandler,
    rewriter::Rewriter,
    units::{Comment, Doctype, DocumentEnd, TextPiece},
};

/// # Handlers
///
/// Handlers must be added before the first input. They are called in the order in which they were added, and must be [`Send`]. What
/// can't be sent to another thread belongs into the [state](Self::with_state).
impl<'h, S> Rewriter<'h, S> {
    /// Calls `call` for each element that matches `selector`, when its start tag has been read.
    ///
    /// `selector` is text, a [`Selector`](crate::Selector), or a [`StreamSelector`], which is prepared once for many rewriters. An
    /// element whose start tag is implied matches as well; if its attributes are
    /// changed, its tag is written.
    ///
    /// # Errors
    ///
    /// If `selector` isn't valid, or depends on content after a start tag.
    pub fn on_element<T>(
        &mut self,
        selector: T,
        mut call: impl FnMut(&mut Element<'_, S>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        self.on_element_with(selector, move |_, element| call(element))
    }

    /// [`on_element`](Self::on_element) with the [state](Self::with_state).
    ///
    /// # Errors
    ///
    /// As [`on_element`](Self::on_element).
    pub fn on_element_with<T>(
        &mut self,
        selector: T,
        call: impl FnMut(&mut S, &mut Element<'_, S>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        let selector = selector.try_into()?;
        self.sink().on_element(selector, Box::new(call));
        Ok(self)
    }

    /// Calls `call` for each piece of text in an element that matches `selector`, at any depth.
    ///
    /// # Errors
    ///
    /// As [`on_element`](Self::on_element).
    pub fn on_text<T>(
        &mut self,
        selector: T,
        mut call: impl FnMut(&mut TextPiece<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        self.on_text_with(selector, move |_, text| call(text))
    }

    /// [`on_text`](Self::on_text) with the [state](Self::with_state).
    ///
    /// # Errors
    ///
    /// As [`on_element`](Self::on_element).
    pub fn on_text_with<T>(
        &mut self,
        selector: T,
        call: impl FnMut(&mut S, &mut TextPiece<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        let selector = selector.try_into()?;
        self.sink().on_content(selector, ContentHandler::Text(Box::new(call)));
        Ok(self)
    }

    /// Calls `call` for each comment in an element that matches `selector`, at any depth.
    ///
    /// # Errors
    ///
    /// As [`on_element`](Self::on_element).
    pub fn on_comment<T>(
        &mut self,
        selector: T,
        mut call: impl FnMut(&mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        self.on_comment_with(selector, move |_, comment| call(comment))
    }

    /// [`on_comment`](Self::on_comment) with the [state](Self::with_state).
    ///
    /// # Errors
    ///
    /// As [`on_element`](Self::on_element).
    pub fn on_comment_with<T>(
        &mut self,
        selector: T,
        call: impl FnMut(&mut S, &mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        let selector = selector.try_into()?;
        self.sink().on_content(selector, ContentHandler::Comment(Box::new(call)));
        Ok(self)
    }

    /// Calls `call` for each piece of text in the document, also in the contents of a `template`.
    pub fn on_document_text(
        &mut self,
        mut call: impl FnMut(&mut TextPiece<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.on_document_text_with(move |_, text| call(text))
    }

    /// [`on_document_text`](Self::on_document_text) with the [state](Self::with_state).
    pub fn on_document_text_with(
        &mut self,
        call: impl FnMut(&mut S, &mut TextPiece<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.sink().on_document_content(ContentHandler::Text(Box::new(call)));
        self
    }

    /// Calls `call` for each comment in the document, also in the contents of a `template`.
    pub fn on_document_comment(
        &mut self,
        mut call: impl FnMut(&mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.on_document_comment_with(move |_, comment| call(comment))
    }

    /// [`on_document_comment`](Self::on_document_comment) with the [state](Self::with_state).
    pub fn on_document_comment_with(
        &mut self,
        call: impl FnMut(&mut S, &mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.sink().on_document_content(ContentHandler::Comment(Box::new(call)));
        self
    }

    /// Calls `call` for the DOCTYPE, if there is one where it counts.
    pub fn on_doctype(
        &mut self,
        mut call: impl FnMut(&mut Doctype<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.on_doctype_with(move |_, doctype| call(doctype))
    }

    /// [`on_doctype`](Self::on_doctype) with the [state](Self::with_state).
    pub fn on_doctype_with(
        &mut self,
        call: impl FnMut(&mut S, &mut Doctype<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.sink().on_doctype(Box::new(call));
        self
    }

    /// Calls `call` at the end of the document. It isn't called after a limit or an error.
    ///
    /// ```
    /// use sapwood::rewriting::{Content, Rewriter};
    ///
    /// let mut rewriter = Rewriter::default();
    /// rewriter.on_end(|end| {
    ///     end.append(Content::html("<!-- the end -->"));
    ///     Ok(())
    /// });
    /// assert_eq!(rewriter.rewrite("<p>x")?, "<p>x<!-- the end -->");
    /// # Ok::<(), sapwood::rewriting::RewriteError>(())
    /// ```
    pub fn on_end(
        &mut self,
        mut call: impl FnMut(&mut DocumentEnd<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.on_end_with(move |_, end| call(end))
    }

    /// [`on_end`](Self::on_end) with the [state](Self::with_state).
    pub fn on_end_with(
        &mut self,
        call: impl FnMut(&mut S, &mut DocumentEnd<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.sink().on_end(Box::new(call));
        self
    }
}

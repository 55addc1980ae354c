"""The exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._sapwood import Document


class SapwoodError(Exception):
    """The base of all exceptions of this package."""


class SelectorError(SapwoodError, ValueError):
    """A CSS selector isn't valid.

    >>> import sapwood
    >>> try:
    ...     sapwood.parse("").select("p > > a")
    ... except sapwood.SelectorError as error:
    ...     error.offset, error.line, error.column
    (4, 1, 5)
    """

    offset: int | None
    """The position in bytes of UTF-8."""
    line: int | None
    """The line, from 1."""
    column: int | None
    """The column, from 1."""

    def __init__(
        self,
        message: str,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.offset = offset
        self.line = line
        self.column = column


class XPathError(SapwoodError, ValueError):
    """An XPath expression isn't valid, or takes too many steps.

    >>> import sapwood
    >>> try:
    ...     sapwood.parse("").xpath("//p[")
    ... except sapwood.XPathError as error:
    ...     error.line, error.column
    (1, 5)
    """

    offset: int | None
    """The position in bytes of UTF-8; ``None`` if the fault is in no place."""
    line: int | None
    """The line, from 1."""
    column: int | None
    """The column, from 1."""

    def __init__(
        self,
        message: str,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.offset = offset
        self.line = line
        self.column = column


class StaleNodeError(SapwoodError, ReferenceError):
    """A node was dropped by `Document.compact`."""


class EditError(SapwoodError, ValueError):
    """An edit was refused; the document is as it was."""


class LimitError(SapwoodError):
    """A strict parse or a rewrite reached a limit."""

    limit: str
    """The name of the limit, as in `Document.limit`."""
    document: Document | None
    """What was parsed before; ``None`` for a rewrite."""

    def __init__(self, message: str, limit: str, document: Document | None) -> None:
        super().__init__(message)
        self.limit = limit
        self.document = document

    def __reduce__(self) -> tuple[type[LimitError], tuple[str, str, Document | None]]:
        return LimitError, (str(self), self.limit, self.document)

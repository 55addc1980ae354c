"""Selectors and their lists."""

from __future__ import annotations

import codecs
import json
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeVar, overload
from xml.sax.saxutils import escape, quoteattr

from .._errors import XPathError
from .._sapwood import Document, Element, Limits, Node, Text, document_events, own_texts, parse, parse_fragment, parse_xml
from .root import Root
from .utils import extract_regex, shorten
from .xpathfuncs import functions_in

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "CannotDropElementWithoutParent",
    "CannotRemoveElementWithoutParent",
    "CannotRemoveElementWithoutRoot",
    "Selector",
    "SelectorList",
]

_T = TypeVar("_T")
_SelectorType = TypeVar("_SelectorType", bound="Selector")
_Regex = str | re.Pattern[str]
_PSEUDO = re.compile(r"::(?:(text)|attr\(\s*([^)\s]+)\s*\))\s*\Z")
_DIGIT_ID = re.compile(r"""("[^"]*"|'[^']*')|#(\d)""")
_XML_DECLARATION = re.compile(r"[\s\ufeff]*<\?xml\s")
_JSON_TEXT = re.compile(r"\s*[\[{]")
# A byte order mark and the zeros of UTF-16 and UTF-32 may come first.
_JSON_BYTES = re.compile(rb"[\xef\xbb\xbf\xff\xfe\0\s]*[\[{]")
_NOT_SET: Any = object()
# The depth at which lxml stops without `huge_tree`.
_SMALL_DEPTH = 255


class CannotRemoveElementWithoutRoot(Exception):
    """A text or an attribute can't be removed."""


class CannotRemoveElementWithoutParent(Exception):
    """The root element can't be removed."""


class CannotDropElementWithoutParent(CannotRemoveElementWithoutParent):
    """The root element can't be dropped."""


class SelectorList(list[_SelectorType]):
    """A list of selectors, which has their methods."""

    @overload
    def __getitem__(self, pos: SupportsIndex) -> _SelectorType: ...
    @overload
    def __getitem__(self, pos: slice) -> SelectorList[_SelectorType]: ...
    def __getitem__(self, pos: SupportsIndex | slice) -> _SelectorType | SelectorList[_SelectorType]:
        found = super().__getitem__(pos)
        return self.__class__(found) if isinstance(found, list) else found

    def __getstate__(self) -> None:
        raise TypeError("can't pickle SelectorList objects")

    def jmespath(self, query: str, **kwargs: Any) -> SelectorList[_SelectorType]:
        """Returns what a JMESPath query finds in each part."""
        return self.__class__(it for each in self for it in each.jmespath(query, **kwargs))

    def xpath(
        self, xpath: str, namespaces: Mapping[str, str] | None = None, **kwargs: Any
    ) -> SelectorList[_SelectorType]:
        """Returns what an XPath expression yields for each part."""
        return self.__class__(it for each in self for it in each.xpath(xpath, namespaces=namespaces, **kwargs))

    def css(self, query: str) -> SelectorList[_SelectorType]:
        """Returns what matches in each part."""
        return self.__class__(it for each in self for it in each.css(query))

    @overload
    def get(self, default: None = None) -> str | None: ...
    @overload
    def get(self, default: _T) -> str | _T: ...
    def get(self, default: Any = None) -> Any:
        """Returns the result of `Selector.get` for the first part, or ``default``."""
        return self[0].get() if self else default

    extract_first = get

    def getall(self) -> list[str]:
        """Returns the result of `Selector.get` for each part."""
        return [each.get() for each in self]

    extract = getall

    def re(self, regex: _Regex, replace_entities: bool = True) -> list[str]:
        """Returns what a regular expression finds in the parts."""
        return [it for each in self for it in each.re(regex, replace_entities=replace_entities)]

    @overload
    def re_first(self, regex: _Regex, default: None = None, replace_entities: bool = True) -> str | None: ...
    @overload
    def re_first(self, regex: _Regex, default: _T, replace_entities: bool = True) -> str | _T: ...
    def re_first(self, regex: _Regex, default: Any = None, replace_entities: bool = True) -> Any:
        """Returns the first result of `re`, or ``default``."""
        found = (it for each in self for it in each.re(regex, replace_entities=replace_entities))
        return next(found, default)

    @property
    def attrib(self) -> Mapping[str, str]:
        """The attributes of the first part."""
        return self[0].attrib if self else {}

    def drop(self) -> None:
        """Removes the elements from their documents."""
        for each in self:
            each.drop()


class Selector:
    """A part of a document: all of it, an element, a text that a query found, or a value of JSON.

    Args:
        text: The markup or JSON as text.
        type: ``html``, ``xml``, ``json`` or ``text``. By default an object or array of JSON is ``json``, markup with an XML
            declaration is ``xml``, and all else is ``html``.
        body: The markup or JSON as bytes.
        encoding: The encoding of the bytes; ``None`` detects it.
        namespaces: Prefixes for XPath expressions and their URLs.
        root: A document or element of Sapwood, or a value of JSON, in place of text.
        base_url: The URL of the document, which ``root.base`` and ``root.make_links_absolute()`` use.
        huge_tree: Whether elements may be nested more than 255 deep.
    """

    __slots__ = ("__weakref__", "_base_url", "_expr", "_huge_tree", "_root", "_text", "namespaces", "type")

    _default_namespaces: ClassVar[dict[str, str]] = {
        "re": "http://exslt.org/regular-expressions",
        "set": "http://exslt.org/sets",
    }
    _lxml_smart_strings = False
    selectorlist_cls: ClassVar[type[SelectorList[Any]]] = SelectorList
    type: str
    namespaces: dict[str, str]

    def __init__(
        self,
        text: str | None = None,
        type: str | None = None,
        body: bytes | bytearray = b"",
        encoding: str | None = "utf-8",
        namespaces: Mapping[str, str] | None = None,
        root: Any = _NOT_SET,
        base_url: str | None = None,
        _expr: str | None = None,
        huge_tree: bool = True,
    ) -> None:
        if type not in (None, "html", "json", "text", "xml"):
            raise ValueError(f"Invalid type: {type}; expected html, json, text or xml")
        if text is not None:
            if root is not _NOT_SET:
                warnings.warn("Selector got both text and root, root is being ignored.", stacklevel=2)
            if not isinstance(text, str):
                raise TypeError(f"text argument should be of type str, got {text.__class__}; bytes are the argument body")
            self._root, self.type = _of_text(text, type, huge_tree)
        elif body:
            if not isinstance(body, (bytes, bytearray)):
                raise TypeError(f"body argument should be of type bytes or bytearray, got {body.__class__}")
            self._root, self.type = _of_bytes(bytes(body), encoding, type, huge_tree)
        elif root is _NOT_SET:
            raise ValueError("Selector needs text, body, or root arguments")
        else:
            self._root, self.type = _of_root(root, type)
        self.namespaces = {**self._default_namespaces, **(namespaces or {})}
        self._expr = _expr
        self._huge_tree = huge_tree
        self._text = text
        self._base_url = base_url

    @property
    def root(self) -> Any:
        """The element, with the names of lxml's, the text or the value of JSON."""
        return Root(self._root, self._base_url) if isinstance(self._root, Element) else self._root

    @root.setter
    def root(self, root: Any) -> None:
        self._root = root.element if isinstance(root, Root) else root

    def __getstate__(self) -> Any:
        raise TypeError("can't pickle Selector objects")

    def _part(self, root: Any, query: str) -> Self:
        """A selector of a part."""
        cls = self.__class__
        kind = "xml" if self.type == "xml" else "html"
        if cls.__init__ is not Selector.__init__:
            part = cls(root=root, _expr=query, namespaces=self.namespaces, type=kind)
            part._base_url = self._base_url
            return part
        part = cls.__new__(cls)
        part._root, part.type, part.namespaces = root, kind, self.namespaces
        part._expr, part._huge_tree, part._text, part._base_url = query, self._huge_tree, None, self._base_url
        return part

    def _parts(self, roots: Iterable[Any], query: str) -> SelectorList[Self]:
        found: SelectorList[Self] = self.selectorlist_cls(self._part(root, query) for root in roots)
        return found

    def _tree(self, what: str) -> Element | Document | None:
        """The root of a query; ``None`` for a text or number, in which nothing is found."""
        if self.type not in ("html", "xml", "text"):
            raise ValueError(f"Cannot use {what} on a Selector of type {self.type!r}")
        if self.type == "text":
            return _html(self._root, self._huge_tree)
        if hasattr(self._root, "getroottree"):
            return _of_lxml(self._root, self.type)
        return self._root if isinstance(self._root, (Element, Document)) else None

    def css(self, query: str) -> SelectorList[Self]:
        """Returns what matches in this part, the element itself included.

        ``::text`` yields the texts in an element and ``::attr(name)`` an attribute's value. Compounds before a combinator
        may match elements around this one.

        Raises:
            SelectorError: The selector isn't valid.
        """
        root = self._tree("css")
        parts = _split(query)
        if root is None:
            return self._parts((), query)
        if isinstance(root, Element) and root.document.root == root:
            root = root.document
        wanted = {pseudo for _, pseudo, _ in parts}
        if len(wanted) > 1:
            return self._parts(_merged(root, parts), query)
        css = ", ".join(css for css, _, _ in parts)
        own = ", ".join(css for css, _, is_compound in parts if is_compound)
        itself = bool(own) and isinstance(root, Element) and root.matches(own)
        return self._parts(_taken(root, css, itself, wanted.pop()), query)

    def xpath(self, query: str, namespaces: Mapping[str, str] | None = None, **kwargs: Any) -> SelectorList[Self]:
        """Returns what an XPath expression yields. ``has-class("a", …)`` tests the classes of an element.

        Raises:
            XPathError: The expression isn't valid; it is a ``ValueError``.
        """
        root = self._tree("xpath")
        if not isinstance(query, str):
            raise ValueError(f"XPath error: All strings must be XML compatible, and this is no str: {query!r}")
        if root is None:
            is_own = isinstance(self._root, str) and query.strip() == "."
            return self._parts([self._root] if is_own else (), query)
        names = {**self.namespaces, **namespaces} if namespaces else self.namespaces
        try:
            found = root.xpath(query, namespaces=names, functions=functions_in(query), **kwargs)
        except XPathError as error:
            message = f"XPath error: {_kind(error, query)} in {query}: {error}"
            raise XPathError(message, error.offset, error.line, error.column) from None
        return self._parts(found if isinstance(found, list) else [found], query)

    def jmespath(self, query: str, **kwargs: Any) -> SelectorList[Self]:
        """Returns what a JMESPath query finds in a value of JSON, or in the text of an element that is JSON."""
        # It has no types.
        jmespath: Any = import_module("jmespath")
        data = self._root
        if isinstance(data, Element):
            first = next(iter(data.children), None)
            data = first.data if isinstance(first, Text) else None
        if isinstance(data, str):
            data = _json_or(data, None)
        elif self.type != "json":
            data = None
        found = jmespath.search(query, data, **kwargs)
        values = found if isinstance(found, list) else [] if found is None else [found]
        parts: SelectorList[Self] = self.selectorlist_cls(
            self.__class__(text=it, _expr=query, type="text")
            if isinstance(it, str)
            else self.__class__(root=it, _expr=query)
            for it in values
        )
        return parts

    def get(self) -> Any:
        """Returns the markup of an element, a text as it is, and a value of JSON as a Python object.

        An empty ``head`` at the start of a page is left out: every page has one, but lxml adds none.
        """
        root = self._root
        if self.type in ("json", "text"):
            return root
        if isinstance(root, bool):
            return "1" if root else "0"
        if hasattr(root, "getroottree"):
            root = self._tree("get")
        if isinstance(root, Document):
            return root.to_xml() if root.is_xml else root.html
        if isinstance(root, Element) and root.document.is_xml:
            return root.to_xml()
        if isinstance(root, Element) and _has_empty_head(root):
            # The first one, because "<" is escaped in attributes.
            return root.html.replace("<head></head>", "", 1)
        return root.html if isinstance(root, Node) else str(root)

    extract = get

    def getall(self) -> list[str]:
        """Returns a list with the result of `get`."""
        return [self.get()]

    def re(self, regex: _Regex, replace_entities: bool = True) -> list[str]:
        """Returns what a regular expression finds in the result of `get`: the group ``extract``, or all groups."""
        return extract_regex(regex, self.get(), replace_entities)

    @overload
    def re_first(self, regex: _Regex, default: None = None, replace_entities: bool = True) -> str | None: ...
    @overload
    def re_first(self, regex: _Regex, default: _T, replace_entities: bool = True) -> str | _T: ...
    def re_first(self, regex: _Regex, default: Any = None, replace_entities: bool = True) -> Any:
        """Returns the first result of `re`, or ``default``."""
        return next(iter(self.re(regex, replace_entities=replace_entities)), default)

    def register_namespace(self, prefix: str, uri: str) -> None:
        """Declares a prefix for the expressions of this selector, and of those that it finds from now on."""
        self.namespaces = {**self.namespaces, prefix: uri}

    def remove_namespaces(self) -> None:
        """Makes the names of elements and attributes names without a namespace.

        The selector gets a copy of its part; selectors that it found earlier keep theirs.
        """
        if isinstance(self._root, Element) and self._root.document.is_xml:
            self._root = _without_namespaces(self._root)

    @property
    def attrib(self) -> dict[str, str]:
        """The attributes of the element."""
        return dict(self._root.attrs.items()) if isinstance(self._root, Element) else {}

    def drop(self) -> None:
        """Removes the element from its document.

        Raises:
            CannotRemoveElementWithoutRoot: This is a text or an attribute.
            CannotRemoveElementWithoutParent: This is the root element.
        """
        if not isinstance(self._root, (Node, Document)):
            raise CannotRemoveElementWithoutRoot(
                "a text or attribute can't be removed: select the element, as 'li' in place of 'li::text'"
            )
        if isinstance(self._root, Document) or self._root.parent is None:
            raise CannotDropElementWithoutParent("the root element can't be removed from its document")
        self._root.remove()

    def __bool__(self) -> bool:
        return bool(self.get())

    def __str__(self) -> str:
        return str(self.get())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} query={self._expr!r} data={shorten(str(self.get()), width=40)!r}>"


def _has_empty_head(element: Element) -> bool:
    """Whether an element is a page that begins with an empty head."""
    if element.tag != "html":
        return False
    head = next(iter(element), None)
    return isinstance(head, Element) and head.tag == "head" and not head.attrs and next(iter(head), None) is None


def _json_or(text: str | bytes, default: Any) -> Any:
    try:
        return json.loads(text)
    except (RecursionError, ValueError):
        return default


def _json(text: str | bytes, kind: str | None) -> Any:
    """The value of a text that is JSON, by its type or by its content."""
    if kind == "json":
        return _json_or(text, None)
    # Numbers and strings are texts as well. Markup isn't decoded for JSON to refuse it.
    begins = _JSON_TEXT.match(text) if isinstance(text, str) else _JSON_BYTES.match(text)
    return _json_or(text, _NOT_SET) if kind is None and begins else _NOT_SET


def _limits(huge_tree: bool) -> Limits | None:
    return None if huge_tree else Limits(depth=_SMALL_DEPTH)


def _checked(document: Document, huge_tree: bool) -> Element | Document:
    """The root element of a document."""
    if not huge_tree and document.limit == "depth":
        warnings.warn("Input data is too deep. Set huge_tree=True for huge_tree support.", stacklevel=4)
    return document if document.root is None else document.root


def _html(text: str | bytes, huge_tree: bool, encoding: str | None = None) -> Element | Document:
    return _checked(parse(text, encoding=encoding, limits=_limits(huge_tree)), huge_tree)


def _xml(text: str | bytes, huge_tree: bool) -> Element | Document:
    document = parse_xml(text, limits=_limits(huge_tree))
    return _checked(document if document.root is not None else parse_xml("<html/>"), huge_tree)


def _of_text(text: str, kind: str | None, huge_tree: bool) -> tuple[Any, str]:
    """The root and the type of a text."""
    if kind == "text":
        return text, kind
    if (data := _json(text, kind)) is not _NOT_SET:
        return data, "json"
    if (kind or ("xml" if _XML_DECLARATION.match(text) else "html")) == "xml":
        return _xml(text.replace("\0", "").strip("\ufeff \t\r\n"), huge_tree), "xml"
    return _html(text, huge_tree), "html"


def _of_bytes(body: bytes, encoding: str | None, kind: str | None, huge_tree: bool) -> tuple[Any, str]:
    """The root and the type of bytes."""
    is_utf_8 = encoding is not None and codecs.lookup(encoding).name == "utf-8"
    if encoding is not None and not (is_utf_8 and kind != "text"):
        text = body.decode(encoding, errors="replace")
        # Only UTF-8 is looked at as JSON.
        if kind is None:
            kind = "xml" if _XML_DECLARATION.match(text) else "html"
        return _of_text(text, kind, huge_tree)
    if (data := _json(body, kind)) is not _NOT_SET:
        return data, "json"
    start = body[:256].decode("utf-8", errors="ignore")
    if (kind or ("xml" if _XML_DECLARATION.match(start) else "html")) == "xml":
        body = body.replace(b"\0", b"").strip()
        return _xml(body.decode("utf-8", errors="replace") if is_utf_8 else body, huge_tree), "xml"
    return _html(body, huge_tree, "utf-8" if is_utf_8 else None), "html"


def _of_root(root: Any, kind: str | None) -> tuple[Any, str]:
    """The root and its type. An element of lxml is read anew."""
    if isinstance(root, Root):
        root = root.element
    if hasattr(root, "getroottree") and kind not in ("json", "text"):
        return root, kind or "html"
    if not isinstance(root, (Node, Document)):
        return root, kind or "json"
    if kind in ("json", "text"):
        raise ValueError(f"Selector got a {type(root).__name__} object as root, and {kind!r} as type.")
    document = root if isinstance(root, Document) else root.document
    if isinstance(root, Document) and root.root is not None:
        root = root.root
    return root, kind or ("xml" if document.is_xml else "html")


def _of_lxml(element: Any, kind: str) -> Element | Document:
    """A copy of an element of lxml."""
    import lxml.etree

    markup = lxml.etree.tostring(element, method=kind, encoding="unicode", with_tail=False)
    if kind == "xml":
        return _xml(markup, True)
    if element.tag == "html":
        return _html(markup, True)
    parent = element.getparent()
    fragment = parse_fragment(markup, "body" if parent is None else parent.tag)
    elements = fragment.select("*")
    return elements[0] if elements else fragment


def _kind(error: XPathError, query: str) -> str:
    """The words of libxml2 for the kind of an error."""
    message = str(error)
    if "undeclared namespace prefix" in message:
        return "Undefined namespace prefix"
    if "unknown function" in message:
        return "Unregistered function"
    if "has-class() takes" in message:
        return "has-class must have at least 1 argument"
    if "expected a string" in message:
        return "has-class arguments must be strings"
    before = query.encode()[: error.offset or 0]
    return "Invalid predicate" if before.count(b"[") > before.count(b"]") else "Invalid expression"


def _split(css: str) -> list[tuple[str, str | None, bool]]:
    """The parts of a selector list: each with the pseudo-element, and whether it is a compound without combinators."""
    # cssselect takes ids that begin with a digit, such as `#1`.
    css = _DIGIT_ID.sub(lambda it: it[1] or f"#\\3{it[2]} ", css)
    parts: list[tuple[str, str | None, bool]] = []
    start, depth, quote, combinators = 0, 0, "", False
    for at, character in enumerate(css + ","):
        if quote:
            quote = "" if character == quote and css[at - 1] != "\\" else quote
        elif character in "\"'":
            quote = character
        elif character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif depth == 0 and character in " \t\n\r\f>+~":
            combinators = combinators or bool(css[start:at].strip()) and bool(css[at:].lstrip(" \t\n\r\f")[:1].strip(","))
        elif depth == 0 and character == ",":
            parts += _part_of(css[start:at].strip(), not combinators)
            start, combinators = at + 1, False
    return parts


def _part_of(part: str, is_compound: bool) -> Iterator[tuple[str, str | None, bool]]:
    """The selectors of a part: ``p ::text`` takes the texts of ``p`` and of its descendants."""
    pseudo = _PSEUDO.search(part)
    if not pseudo:
        yield part, None, is_compound
        return
    wanted = "::text" if pseudo[1] else pseudo[2].strip("\"'")
    css = part[: pseudo.start()]
    if css.strip() and css[-1] in " \t\n\r\f" and css.rstrip()[-1] not in ">+~":
        outer = css.strip()
        yield outer, wanted, not any(it in outer for it in " \t\n\r\f>+~")
        yield f"{outer} *", wanted, False
    else:
        css = css.strip()
        yield (css + "*" if not css or css[-1] in ">+~" else css), wanted, is_compound


def _merged(root: Element | Document, parts: list[tuple[str, str | None, bool]]) -> list[Any]:
    """The union of parts that take different things of elements, in tree order."""
    order: dict[Any, int] = {root: 0}
    for number, node in enumerate(root.descendants(), 1):
        order[node] = number
    found: dict[tuple[int, str], Any] = {}
    for css, pseudo, is_compound in parts:
        elements = root.select(css)
        if is_compound and isinstance(root, Element) and root.matches(css):
            elements.insert(0, root)
        for element in elements:
            if pseudo == "::text":
                texts = [it for it in element.children if isinstance(it, Text)]
                found.update({(order[it], ""): it.data for it in texts})
            elif pseudo is None:
                found[order[element], ""] = element
            elif (value := element.get(pseudo)) is not None:
                found[order[element], pseudo] = value
    return [it for _, it in sorted(found.items(), key=lambda it: it[0])]


def _taken(root: Element | Document, css: str, itself: bool, pseudo: str | None) -> Sequence[Any]:
    """The elements that match, and with ``itself`` the root, their texts or the values of an attribute, in tree order."""
    if pseudo == "::text":
        return own_texts(root, css, itself)
    first = [root] if itself and isinstance(root, Element) else []
    if pseudo is None:
        return first + root.select(css)
    return [value for it in first if (value := it.get(pseudo)) is not None] + root.select_attr(css, pseudo)


def _without_namespaces(element: Element) -> Element:
    """A copy of an element of XML, in a document of its own, whose names have no namespace."""
    parts: list[str] = []
    names: list[str] = []
    for event in document_events(parse_xml(element.to_xml())):
        if event is None:
            parts.append(f"</{names.pop()}>")
        elif isinstance(event, str):
            parts.append(escape(event))
        elif isinstance(event[0], str):
            names.append(event[0].rpartition(":")[2])
            attributes = {
                name.rpartition(":")[2]: value
                for name, value in (event[3] or {}).items()
                if name != "xmlns" and not name.startswith("xmlns:")
            }
            parts.append(f"<{names[-1]}{''.join(f' {name}={quoteattr(value)}' for name, value in attributes.items())}>")
        elif event[0] == 8:
            parts.append(f"<!--{event[-1]}-->")
        elif event[0] != 10:
            parts.append(f"<?{event[1]} {event[-1]}?>")
    root = parse_xml("".join(parts)).root
    assert root is not None
    return root

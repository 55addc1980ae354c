"""Selectors with the interface of parsel, which Scrapy uses, over Sapwood's documents.

>>> from sapwood.parsel import Selector
>>> page = Selector("<ul><li><a href=/oak>Oak</a><li><a href=/elm>Elm</a></ul>")
>>> page.css("li a::text").getall()
['Oak', 'Elm']
>>> page.css("a::attr(href)").re_first("/(e.*)")
'elm'
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, SupportsIndex, TypeVar, overload

from ._sapwood import Document, Element, Node, Text, parse, parse_xml

__all__ = ["Selector", "SelectorList"]

_T = TypeVar("_T")
_Regex = str | re.Pattern[str]
_PSEUDO = re.compile(r"::(?:(text)|attr\(\s*([^)\s]+)\s*\))\s*\Z")
_KEPT = re.compile(r"&(?:amp|lt|#38|#60|#x26|#x3c);?", re.IGNORECASE)


def _split(css: str) -> list[tuple[str, str | None, bool]]:
    """The parts of a selector list: each with the pseudo-element, and whether it is a compound without combinators."""
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
            part = css[start:at].strip()
            pseudo = _PSEUDO.search(part)
            wanted = None
            if pseudo:
                wanted = "::text" if pseudo[1] else pseudo[2]
                part = part[: pseudo.start()]
                part = part + "*" if not part or part[-1] in " \t\n\r\f>+~" else part
            parts.append((part.strip(), wanted, not combinators))
            start, combinators = at + 1, False
    return parts


class Selector:
    """A part of a document: all of it, an element, or a text that a query found.

    Args:
        text: The markup as text.
        body: The markup as bytes.
        encoding: The encoding of the bytes; detected by default.
        type: ``html`` or ``xml``.
        root: A document or element of Sapwood, in place of markup.
    """

    __slots__ = ("_root",)

    def __init__(
        self,
        text: str | None = None,
        type: str | None = None,
        body: bytes = b"",
        encoding: str | None = None,
        root: Any = None,
    ) -> None:
        if type not in (None, "html", "xml"):
            raise ValueError(f"type must be html or xml, not {type!r}")
        if root is not None:
            self._root = root
        elif text is None:
            self._root = parse_xml(body) if type == "xml" else parse(body, encoding=encoding)
        elif isinstance(text, str):
            self._root = parse_xml(text) if type == "xml" else parse(text)
        else:
            raise TypeError(f"text must be str, not {text.__class__.__name__}; pass bytes as body")

    @property
    def root(self) -> Any:
        """The document, the element, or the text."""
        return self._root

    def css(self, query: str) -> SelectorList:
        """Returns what matches in this part, the element itself included.

        ``::text`` yields the texts in an element and ``::attr(name)`` an attribute's value. Compounds before a combinator
        may match elements around this one.

        Raises:
            SelectorError: The selector isn't valid.
        """
        root = self._root
        if not isinstance(root, (Document, Element)):
            raise ValueError("a text has no elements to select")
        parts = _split(query)
        wanted = {pseudo for _, pseudo, _ in parts}
        if len(wanted) > 1:
            return self._merged(parts)
        found: list[Element] = root.select(", ".join(css for css, _, _ in parts))
        own = ", ".join(css for css, _, is_compound in parts if is_compound)
        if own and isinstance(root, Element) and root.matches(own):
            found.insert(0, root)
        return SelectorList(_taken(found, wanted.pop()))

    def _merged(self, parts: list[tuple[str, str | None, bool]]) -> SelectorList:
        """The union of parts that take different things of elements, in tree order."""
        order: dict[Any, int] = {self._root: 0}
        for number, node in enumerate(self._root.descendants(), 1):
            order[node] = number
        found: dict[tuple[int, str], Selector] = {}
        for css, pseudo, is_compound in parts:
            elements = self._root.select(css)
            if is_compound and isinstance(self._root, Element) and self._root.matches(css):
                elements.insert(0, self._root)
            for element in elements:
                if pseudo == "::text":
                    texts = [it for it in element.children if isinstance(it, Text)]
                    found.update({(order[it], ""): Selector(root=it.data) for it in texts})
                elif pseudo is None:
                    found[order[element], ""] = Selector(root=element)
                elif (value := element.get(pseudo)) is not None:
                    found[order[element], pseudo] = Selector(root=value)
        return SelectorList(it for _, it in sorted(found.items(), key=lambda it: it[0]))

    def xpath(self, query: str, namespaces: Mapping[str, str] | None = None, **variables: Any) -> SelectorList:
        """Returns what an XPath expression yields.

        Raises:
            XPathError: The expression isn't valid.
        """
        if not isinstance(self._root, (Document, Element)):
            raise ValueError("a text has no nodes to select")
        found = self._root.xpath(query, namespaces=namespaces, **variables)
        return SelectorList(Selector(root=it) for it in (found if isinstance(found, list) else [found]))

    def get(self) -> str:
        """Returns the HTML of an element or document, and a text as it is."""
        root = self._root
        if isinstance(root, bool):
            return "1" if root else "0"
        if isinstance(root, Document):
            return root.to_xml() if root.is_xml else root.html
        if isinstance(root, Node):
            return root.document.is_xml and isinstance(root, Element) and root.to_xml() or root.html
        return str(root)

    extract = get

    def getall(self) -> list[str]:
        """Returns a list with the result of `get`."""
        return [self.get()]

    def re(self, regex: _Regex, replace_entities: bool = True) -> list[str]:
        """Returns what a regular expression finds in the result of `get`: the group ``extract``, or all groups."""
        pattern = re.compile(regex, re.UNICODE) if isinstance(regex, str) else regex
        text = self.get()
        found: list[Any]
        if "extract" in pattern.groupindex:
            match = pattern.search(text)
            found = [match["extract"]] if match and match["extract"] is not None else []
        else:
            found = pattern.findall(text)
        flat = [it for each in found for it in (each if isinstance(each, tuple) else [each])]
        return [_unescaped(it) for it in flat] if replace_entities else flat

    @overload
    def re_first(
        self, regex: _Regex, default: None = None, replace_entities: bool = True
    ) -> str | None: ...
    @overload
    def re_first(self, regex: _Regex, default: _T, replace_entities: bool = True) -> str | _T: ...
    def re_first(self, regex: _Regex, default: Any = None, replace_entities: bool = True) -> Any:
        """Returns the first result of `re`, or ``default``."""
        return next(iter(self.re(regex, replace_entities)), default)

    @property
    def attrib(self) -> dict[str, str]:
        """The attributes of the element."""
        return dict(self._root.attrs.items()) if isinstance(self._root, Element) else {}

    def drop(self) -> None:
        """Removes the element from its document."""
        if not isinstance(self._root, Node):
            raise ValueError("only a node can be removed from its document")
        self._root.remove()

    def __bool__(self) -> bool:
        return bool(self.get())

    def __str__(self) -> str:
        return self.get()

    def __repr__(self) -> str:
        return f"<Selector {self._root!r}>"


class SelectorList(list[Selector]):
    """A list of selectors, which has their methods."""

    @overload
    def __getitem__(self, index: SupportsIndex) -> Selector: ...
    @overload
    def __getitem__(self, index: slice) -> SelectorList: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Selector | SelectorList:
        found = super().__getitem__(index)
        return SelectorList(found) if isinstance(found, list) else found

    def css(self, query: str) -> SelectorList:
        """Returns what matches in each part."""
        return SelectorList(it for each in self for it in each.css(query))

    def xpath(self, query: str, namespaces: Mapping[str, str] | None = None, **variables: Any) -> SelectorList:
        """Returns what an XPath expression yields for each part."""
        return SelectorList(it for each in self for it in each.xpath(query, namespaces, **variables))

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
        return [it for each in self for it in each.re(regex, replace_entities)]

    def re_first(self, regex: _Regex, default: Any = None, replace_entities: bool = True) -> Any:
        """Returns the first result of `re`, or ``default``."""
        return next((it for each in self for it in each.re(regex, replace_entities)), default)

    @property
    def attrib(self) -> dict[str, str]:
        """The attributes of the first part."""
        return self[0].attrib if self else {}

    def drop(self) -> None:
        """Removes the elements from their documents."""
        for each in self:
            each.drop()


def _taken(elements: list[Element], pseudo: str | None) -> Iterable[Selector]:
    """The elements, their texts or the values of an attribute, in tree order."""
    if pseudo is None:
        return (Selector(root=element) for element in elements)
    if pseudo != "::text":
        values = (element.get(pseudo) for element in elements)
        return (Selector(root=value) for value in values if value is not None)
    return (Selector(root=text) for text in _texts(elements))


def _texts(elements: list[Element]) -> Iterator[str]:
    """The texts that are children of the elements, which may contain each other."""
    wanted = set(elements)
    seen: set[Element] = set()
    for element in elements:
        if element in seen:
            continue
        if not element.elements:
            yield from (node.data for node in element.children if isinstance(node, Text))
            continue
        for node in element.descendants():
            if isinstance(node, Text):
                if node.parent in wanted:
                    yield node.data
            elif isinstance(node, Element):
                seen.add(node)


def _unescaped(text: str) -> str:
    """The text with character references replaced, except those of ``&`` and ``<``."""
    parts, start = [], 0
    for kept in _KEPT.finditer(text):
        parts += [html.unescape(text[start : kept.start()]), kept[0]]
        start = kept.end()
    return "".join([*parts, html.unescape(text[start:])])

"""Elements with the names of lxml's, for code that takes the `root` of a selector."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, SupportsIndex, overload
from urllib.parse import urljoin

from .._sapwood import Attributes, Element, Node, Text

__all__ = ["Root"]

# A name with its namespace: `{url}name`.
_NAME = re.compile(r"\{([^{}]*)\}([\w.-]+)")


class Root:
    """An element with the names of lxml's elements: ``tag``, ``text``, ``tail``, ``attrib``, ``getparent()``, ``iter()`` and so on.

    It is no copy: what changes it changes the document. Comments and processing instructions are not among its children. Names
    that lxml's elements lack are those of Sapwood's element, which is ``element``.

    >>> from sapwood.parsel import Selector
    >>> li = Selector("<ul class=a>x<li>Oak</ul>").css("li")[0].root
    >>> (li.tag, li.text, li.getparent().text, li.getparent().attrib["class"], li.inner_html)
    ('li', 'Oak', 'x', 'a', 'Oak')
    """

    __slots__ = ("_base_url", "element")

    def __init__(self, element: Element, base_url: str | None = None) -> None:
        self.element = element
        self._base_url = base_url

    def __getattr__(self, name: str) -> Any:
        # A root that isn't complete has no element to ask.
        if name in Root.__slots__ or name.startswith("__"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.element, name)

    def __copy__(self) -> Root:
        return Root(self.element.copy(), self._base_url)

    def __deepcopy__(self, _memo: Any) -> Root:
        return self.__copy__()

    def __reduce__(self) -> Any:
        raise TypeError("can't pickle Root objects: pickle the document")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Root) and self.element == other.element

    def __hash__(self) -> int:
        return hash(self.element)

    def __repr__(self) -> str:
        return f"<Root {self.tag}>"

    def _of(self, found: Any) -> Any:
        """The elements of a result as roots."""
        if isinstance(found, list):
            return [self._of(it) for it in found]
        return Root(found, self._base_url) if isinstance(found, Element) else found

    # Names and attributes

    @property
    def tag(self) -> str:
        """The name; in XML with the namespace in braces."""
        element = self.element
        if element.document.is_xml and element.namespace:
            return f"{{{element.namespace}}}{element.tag.rpartition(':')[2]}"
        return element.tag

    @tag.setter
    def tag(self, name: str) -> None:
        self.element.rename(name)

    @property
    def attrib(self) -> Attributes:
        """The attributes."""
        return self.element.attrs

    def get(self, key: str, default: Any = None) -> Any:
        """Returns the value of an attribute."""
        return self.element.attrs.get(key, default)

    def set(self, key: str, value: str) -> None:
        """Sets an attribute."""
        self.element.attrs[key] = value

    def keys(self) -> list[str]:
        """Returns the names of the attributes."""
        return self.element.attrs.keys()

    def values(self) -> list[str]:
        """Returns the values of the attributes."""
        return self.element.attrs.values()

    def items(self) -> list[tuple[str, str]]:
        """Returns the attributes."""
        return self.element.attrs.items()

    # Texts

    @property
    def text(self) -> str | None:
        """The text before the first child."""
        return _joined(self._texts())

    @text.setter
    def text(self, text: str | None) -> None:
        for node in self._texts():
            node.remove()
        if text:
            self.element.prepend(self.element.document.create_text(text))

    @property
    def tail(self) -> str | None:
        """The text between the element and the next one."""
        return _joined(self._tails())

    @tail.setter
    def tail(self, text: str | None) -> None:
        for node in self._tails():
            node.remove()
        if text:
            self.element.after(self.element.document.create_text(text))

    def _texts(self) -> list[Text]:
        return _leading(next(iter(self.element), None))

    def _tails(self) -> list[Text]:
        return _leading(self.element.next_sibling)

    def _with_tail(self) -> list[Node]:
        return [self.element, *self._tails()]

    def itertext(self) -> Iterator[str]:
        """The texts in the element, in tree order."""
        return (node.data for node in self.element.descendants() if isinstance(node, Text))

    def text_content(self) -> str:
        """Returns the texts in the element as one."""
        return "".join(self.itertext())

    # Relatives

    def __len__(self) -> int:
        return len(self.element.elements)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Root]:
        return iter(self.getchildren())

    @overload
    def __getitem__(self, at: SupportsIndex) -> Root: ...
    @overload
    def __getitem__(self, at: slice) -> list[Root]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Root | list[Root]:
        return self.getchildren()[at]

    def __contains__(self, child: object) -> bool:
        return isinstance(child, Root) and child.getparent() == self

    def getchildren(self) -> list[Root]:
        """Returns the child elements."""
        return [Root(it, self._base_url) for it in self.element.elements]

    def index(self, child: Root) -> int:
        """Returns the place of a child element."""
        return self.element.elements.index(child.element)

    def getparent(self) -> Root | None:
        """Returns the parent element."""
        found: Root | None = self._of(self.element.parent) if isinstance(self.element.parent, Element) else None
        return found

    def getnext(self) -> Root | None:
        """Returns the next sibling element."""
        found: Root | None = self._of(self.element.next_element)
        return found

    def getprevious(self) -> Root | None:
        """Returns the previous sibling element."""
        found: Root | None = self._of(self.element.previous_element)
        return found

    def iter(self, *tags: str | None) -> Iterator[Root]:
        """This element and those in it, in tree order, with one of the names if there are any."""
        if _fits(self, tags):
            yield self
        yield from self.iterdescendants(*tags)

    def iterdescendants(self, *tags: str | None) -> Iterator[Root]:
        """The elements in this one, in tree order."""
        return self._fitting((it for it in self.element.descendants() if isinstance(it, Element)), tags)

    def iterchildren(self, *tags: str | None, reversed: bool = False) -> Iterator[Root]:
        """The child elements."""
        children = self.element.elements
        return self._fitting(iter(children[::-1] if reversed else children), tags)

    def iterancestors(self, *tags: str | None) -> Iterator[Root]:
        """The elements around this one, the innermost first."""
        return self._fitting((it for it in self.element.ancestors() if isinstance(it, Element)), tags)

    def itersiblings(self, *tags: str | None, preceding: bool = False) -> Iterator[Root]:
        """The sibling elements after this one, or before it, the nearest first."""
        nodes = self.element.previous_siblings() if preceding else self.element.next_siblings()
        return self._fitting((it for it in nodes if isinstance(it, Element)), tags)

    def _fitting(self, elements: Iterator[Element], tags: tuple[str | None, ...]) -> Iterator[Root]:
        return (it for it in (Root(it, self._base_url) for it in elements) if _fits(it, tags))

    # Queries

    def xpath(self, path: str, namespaces: Mapping[str, str] | None = None, **variables: Any) -> Any:
        """Returns what an XPath expression yields."""
        return self._of(self.element.xpath(path, namespaces=dict(namespaces or {}), **variables))

    def cssselect(self, selector: str) -> list[Root]:
        """Returns the elements in this one, and this one, that match a CSS selector."""
        own = [self] if self.element.matches(selector) else []
        return own + [Root(it, self._base_url) for it in self.element.select(selector)]

    def iterfind(self, path: str, namespaces: Mapping[str, str] | None = None) -> Iterator[Root]:
        """The elements at a path, as `xml.etree.ElementTree` takes it: ``body//a[@href]``."""
        prefixes = dict(namespaces or {})

        def prefixed(name: re.Match[str]) -> str:
            if name[1] == "*":
                return f"*[local-name()='{name[2]}']"
            prefix = f"n{len(prefixes)}"
            prefixes[prefix] = name[1]
            return f"{prefix}:{name[2]}"

        found: list[Root] = self.xpath(_NAME.sub(prefixed, path), prefixes)
        return iter(found)

    def find(self, path: str, namespaces: Mapping[str, str] | None = None) -> Root | None:
        """Returns the first element at a path, as `iterfind` takes it."""
        return next(self.iterfind(path, namespaces), None)

    def findall(self, path: str, namespaces: Mapping[str, str] | None = None) -> list[Root]:
        """Returns the elements at a path, as `iterfind` takes it."""
        return list(self.iterfind(path, namespaces))

    def findtext(self, path: str, default: Any = None, namespaces: Mapping[str, str] | None = None) -> Any:
        """Returns the text of the first element at a path, or ``default``."""
        found = self.find(path, namespaces)
        return default if found is None else found.text or ""

    # Edits

    def append(self, child: Root) -> None:
        """Makes an element, with its tail, the last child."""
        for node in child._with_tail():
            self.element.append(node)

    def insert(self, index: int, child: Root) -> None:
        """Inserts a child, with its tail, before the one at a place."""
        following = self.element.elements[index:][:1]
        if following:
            Root(following[0]).addprevious(child)
        else:
            self.append(child)

    def addnext(self, sibling: Root) -> None:
        """Inserts an element, with its tail, after this one."""
        for node in reversed(sibling._with_tail()):
            self.element.after(node)

    def addprevious(self, sibling: Root) -> None:
        """Inserts an element, with its tail, before this one."""
        for node in sibling._with_tail():
            self.element.before(node)

    def remove(self, child: Root) -> None:
        """Removes a child with its tail.

        Raises:
            ValueError: The element is no child of this one.
        """
        if child.getparent() != self:
            raise ValueError("Element is not a child of this node.")
        child.tail = None
        child.element.remove()

    def drop_tree(self) -> None:
        """Removes the element from its document; the text after it stays."""
        self.element.remove()

    def drop_tag(self) -> None:
        """Puts the children of the element in its place."""
        self.element.unwrap()

    # Links

    @property
    def base_url(self) -> str | None:
        """The URL of the document, if the selector was given one."""
        return self._base_url

    @property
    def base(self) -> str | None:
        """The URL that links are relative to."""
        declared = self._base_element()
        return self._base_url if declared is None else urljoin(self._base_url or "", declared.attrs["href"])

    def make_links_absolute(
        self, base_url: str | None = None, resolve_base_href: bool = True, handle_failures: str | None = None
    ) -> None:
        """Resolves the links in the element, and those of its own attributes.

        A link that isn't valid raises `ValueError`; with ``handle_failures="ignore"`` it stays, and with ``"discard"`` its
        attribute is removed.

        Raises:
            TypeError: There is no base URL.
        """
        base_url = base_url if base_url is not None else self._base_url
        if base_url is None:
            raise TypeError("No base_url given, and the document has no base_url")
        if handle_failures not in (None, "ignore", "discard"):
            raise ValueError(f"handle_failures is None, 'ignore' or 'discard', not {handle_failures!r}")
        if resolve_base_href:
            self.resolve_base_href(handle_failures)

        def resolved(link: str) -> str | None:
            try:
                return urljoin(base_url, link)
            except ValueError:
                if handle_failures is None:
                    raise
                return link if handle_failures == "ignore" else None

        self.rewrite_links(resolved, resolve_base_href=False)

    def resolve_base_href(self, handle_failures: str | None = None) -> None:
        """Resolves the links by the document's ``<base href>``, and removes that element."""
        if (base := self._base_element()) is not None:
            base.remove()
            self.make_links_absolute(base.attrs["href"], False, handle_failures)

    def rewrite_links(
        self, link_repl_func: Callable[[str], str | None], resolve_base_href: bool = True, base_href: str | None = None
    ) -> None:
        """Replaces each link by what a function returns for it, and removes the attribute if that is ``None``."""
        if base_href is not None:
            self.make_links_absolute(base_href, resolve_base_href)
        elif resolve_base_href:
            self.resolve_base_href()
        # An attribute may have many links, and is written once.
        links: dict[tuple[Element, str], list[str]] = {}
        for link in self.element.links():
            # The attribute of SVG has a prefix.
            name = link.attribute if link.attribute in link.element.attrs else f"xlink:{link.attribute}"
            if name in link.element.attrs:
                links.setdefault((link.element, name), []).append(link.value)
        for (element, attribute), values in links.items():
            rewritten = _rewritten(element.attrs[attribute], values, link_repl_func)
            if rewritten is None:
                del element.attrs[attribute]
            else:
                element.attrs[attribute] = rewritten

    def _base_element(self) -> Element | None:
        return None if self.element.document.is_xml else self.element.document.select_one("base[href]")


def _rewritten(text: str, links: list[str], replaced: Callable[[str], str | None]) -> str | None:
    """The value of an attribute with its links replaced; ``None`` if one has no replacement."""
    parts: list[str] = []
    end = 0
    for link in links:
        start = text.find(link, end)
        if start < 0:
            continue
        new = replaced(link.strip())
        if new is None:
            return None
        parts += (text[end:start], new)
        end = start + len(link)
    return "".join(parts) + text[end:]


def _leading(node: Node | None) -> list[Text]:
    """A node and the siblings after it, up to the first that is no text."""
    texts: list[Text] = []
    while isinstance(node, Text):
        texts.append(node)
        node = node.next_sibling
    return texts


def _joined(texts: list[Text]) -> str | None:
    return "".join(it.data for it in texts) if texts else None


def _fits(element: Root, tags: tuple[str | None, ...]) -> bool:
    """Whether an element has one of the names; ``*``, ``None`` and no names at all stand for any."""
    return not tags or any(it in (None, "*") or it == element.tag for it in tags)

"""A tree builder for Beautiful Soup: after ``import sapwood.bs4``, ``BeautifulSoup(markup, "sapwood")`` uses Sapwood.

The tree is the one that a browser builds, as with html5lib, but many times faster than html5lib or lxml.

>>> import bs4, sapwood.bs4
>>> soup = bs4.BeautifulSoup("<p class='a b'>One<p>Two", "sapwood")
>>> soup.p
<p class="a b">One</p>
>>> soup.p["class"]
['a', 'b']
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

from bs4.builder import (
    HTML,
    HTML_5,
    PERMISSIVE,
    DetectsXMLParsedAsHTML,
    HTMLTreeBuilder,
    builder_registry,
)
from bs4.element import (
    AttributeDict,
    Comment,
    Doctype,
    HTMLAttributeDict,
    NamespacedAttribute,
    NavigableString,
    ProcessingInstruction,
    Tag,
)

from ._sapwood import events

__all__ = ["SapwoodTreeBuilder"]

_XHTML = "http://www.w3.org/1999/xhtml"
_NAMESPACES = {
    "xlink": "http://www.w3.org/1999/xlink",
    "xml": "http://www.w3.org/XML/1998/namespace",
    "xmlns": "http://www.w3.org/2000/xmlns/",
}


class SapwoodTreeBuilder(HTMLTreeBuilder):
    """Builds Beautiful Soup's objects from the tree that Sapwood parses.

    ``store_line_numbers=True`` sets `Tag.sourceline` and `Tag.sourcepos`, which takes time; they are ``None`` otherwise.
    """

    NAME = "sapwood"
    ALTERNATE_NAMES: Iterable[str] = []
    features: Iterable[str] = [NAME, HTML, HTML_5, PERMISSIVE]
    TRACKS_LINE_NUMBERS = False

    _encoding: str | None = None

    def prepare_markup(
        self,
        markup: str | bytes,
        user_specified_encoding: str | None = None,
        document_declared_encoding: str | None = None,
        exclude_encodings: Any = None,
    ) -> Iterator[tuple[str | bytes, str | None, str | None, bool]]:
        """Returns the markup as it is: Sapwood detects the encoding as a browser does."""
        for value, name in (
            (document_declared_encoding, "document_declared_encoding"),
            (exclude_encodings, "exclude_encodings"),
        ):
            if value:
                message = f"You provided a value for {name}, but the sapwood tree builder doesn't support {name}."
                warnings.warn(message, stacklevel=3)
        self._encoding = user_specified_encoding
        DetectsXMLParsedAsHTML.warn_if_markup_looks_like_xml(markup, stacklevel=3)
        yield markup, None, None, False

    def feed(self, markup: str | bytes) -> None:
        """Parses the markup and builds the objects."""
        soup = self.soup
        assert soup is not None
        encoding = None if isinstance(markup, str) else self._encoding
        try:
            detected, nodes = events(markup, encoding, self.store_line_numbers)
        except ValueError:
            # Beautiful Soup ignores encodings that nobody knows.
            detected, nodes = events(markup, None, self.store_line_numbers)
        soup.original_encoding = detected.lower() if detected else None
        if soup.parse_only is not None or soup.element_classes:
            self._handle(nodes)
            return
        # Every object is reachable at the end, so a collection during the build would find nothing.
        collects = gc.isenabled()
        gc.disable()
        try:
            _build(soup, self, nodes)
        finally:
            if collects:
                gc.enable()

    def _handle(self, nodes: list[Any]) -> None:
        """Passes the nodes to the handlers of the soup, which respect ``parse_only`` and ``element_classes``."""
        soup: Any = self.soup
        names: list[tuple[str, str | None, bool]] = []
        for node in nodes:
            if node is None:
                name, prefix, is_open = names.pop()
                if is_open:
                    soup.handle_endtag(name, prefix)
            elif type(node) is str:
                soup.handle_data(node)
            elif node[0] == 8:
                soup.endData()
                soup.handle_data(node[1])
                soup.endData(Comment)
            elif node[0] == 7:
                soup.endData()
                soup.handle_data(f"{node[1]} {node[2]}")
                soup.endData(ProcessingInstruction)
            elif node[0] == 10:
                soup.endData()
                doctype = _doctype(node)
                if not soup.parse_only or soup.parse_only.allow_string_creation(doctype):
                    soup.object_was_parsed(doctype)
            else:
                name, prefix, namespace, attributes, *place = node
                own = self.attribute_dict_class()
                for key, value in (_attributes(namespace, attributes) or {}).items():
                    own[key] = value
                line, column = place or (None, None)
                tag = soup.handle_starttag(name, namespace, prefix, own, line, column)
                names.append((name, prefix, tag is not None))

    def test_fragment_to_document(self, fragment: str) -> str:
        """Returns the document that the parser makes of a fragment; for the tests of Beautiful Soup."""
        return f"<html><head></head><body>{fragment}</body></html>"


def _doctype(node: tuple[int, str, str, str]) -> Doctype:
    _, name, public_id, system_id = node
    return Doctype.for_name_and_ids(name, public_id or None, system_id or None)


def _attributes(namespace: str, attributes: dict[str, str] | None) -> dict[str, str] | None:
    """The attributes, the names of foreign ones with their namespaces."""
    if namespace == _XHTML or attributes is None:
        return attributes
    named = {}
    for name, value in attributes.items():
        prefix, colon, local = name.partition(":")
        if colon and prefix in _NAMESPACES:
            name = NamespacedAttribute(prefix, local, _NAMESPACES[prefix])
        named[name] = value
    return named


def _build(soup: Any, builder: SapwoodTreeBuilder, nodes: list[Any]) -> None:
    """Builds the objects and links them, as the constructors of Beautiful Soup would, only faster.

    Each object is made without its constructor. The links to the nodes after it are filled in when those are made.
    """
    containers = builder.string_containers
    empty = builder.empty_element_tags or ()
    lists = builder.cdata_list_attributes or {}
    universal = lists.get("*", set())
    list_class = builder.attribute_value_list_class
    dict_class: type[AttributeDict] = builder.attribute_dict_class
    # These classes treat strings and lists as `dict` does.
    is_plain = dict_class in (AttributeDict, HTMLAttributeDict)
    main_types = soup.MAIN_CONTENT_STRING_TYPES
    new, new_string = Tag.__new__, str.__new__
    soup_class, known_xml = soup.__class__, builder.is_xml
    cdata, preserved = builder.cdata_list_attributes, builder.preserve_whitespace_tags
    can_be_empty = builder.empty_element_tags is None
    has_places = builder.store_line_numbers
    line = column = None
    parent: Any = soup
    append = soup.contents.append
    last: Any = soup
    sibling: Any = None
    container: type[NavigableString] = NavigableString
    open_nodes: list[Any] = []
    push, pop = open_nodes.append, open_nodes.pop
    for node in nodes:
        if node is None:
            sibling = parent
            parent, append, container = pop()
            continue
        kind = type(node)
        if kind is tuple and type(node[0]) is str:
            if has_places:
                name, prefix, namespace, attributes, line, column = node
            else:
                name, prefix, namespace, attributes = node
            tag: Any = new(Tag)
            tag.parser_class = soup_class
            tag.name = name
            tag.namespace = namespace
            tag._namespaces = {}
            tag.prefix = prefix
            tag.sourceline = line
            tag.sourcepos = column
            tag.attribute_value_list_class = list_class
            if attributes is None:
                tag.attrs = dict_class()
            else:
                if namespace != _XHTML:
                    attributes = _attributes(namespace, attributes)
                specific = lists.get(name)
                for key in attributes:
                    if key in universal or specific and key in specific:
                        attributes[key] = list_class(attributes[key].split())
                if is_plain:
                    tag.attrs = dict_class(attributes)
                else:
                    tag.attrs = values = dict_class()
                    for key in attributes:
                        values[key] = attributes[key]
            tag.known_xml = known_xml
            inner: list[Any] = []
            tag.contents = inner
            tag.parent = parent
            tag.previous_element = last
            tag.next_element = None
            tag.next_sibling = None
            tag.previous_sibling = sibling
            tag.hidden = False
            tag.can_be_empty_element = can_be_empty or name in empty
            tag.cdata_list_attributes = cdata
            tag.preserve_whitespace_tags = preserved
            tag.interesting_string_types = main_types
            last.next_element = tag
            if sibling is not None:
                sibling.next_sibling = tag
            append(tag)
            if name == "meta":
                builder.set_up_substitutions(tag)
            push((parent, append, container))
            parent, append, sibling, last = tag, inner.append, None, tag
            if name in containers:
                container = containers[name]
                tag.interesting_string_types = {container}
            continue
        made: Any
        if kind is str:
            made = new_string(container, node)
        elif node[0] == 8:
            made = new_string(Comment, node[1])
        elif node[0] == 7:
            made = new_string(ProcessingInstruction, f"{node[1]} {node[2]}")
        else:
            made = _doctype(node)
        made.hidden = False
        made.parent = parent
        made.previous_element = last
        made.next_element = None
        made.next_sibling = None
        made.previous_sibling = sibling
        last.next_element = made
        if sibling is not None:
            sibling.next_sibling = made
        append(made)
        last = sibling = made
    soup._most_recent_element = last


builder_registry.register(SapwoodTreeBuilder)
# Without a name Beautiful Soup takes the builder that was registered last; that choice stays as it was.
builder_registry.builders.append(builder_registry.builders.pop(0))
for _feature in (HTML, HTML_5, PERMISSIVE):
    _builders = builder_registry.builders_for_feature[_feature]
    _builders.append(_builders.pop(0))

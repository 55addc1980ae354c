"""Documents as trees of lxml."""

from __future__ import annotations

import re
from typing import Any

import lxml.etree
import lxml.html

from ._sapwood import Document, document_events

# Characters that XML, and so lxml, doesn't allow.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_IN_NAMES = re.compile(r"[^\w.-]", re.ASCII)


def _clean(text: str) -> str:
    # A form feed is white space in HTML.
    return _FORBIDDEN.sub("\ufffd", text.replace("\f", " "))


def to_lxml(document: Document) -> Any:
    """Returns the root element of a copy of the document."""
    if document.is_xml:
        return lxml.etree.fromstring(document.to_xml(well_formed=True).encode())
    if document.root is None:
        raise ValueError("a fragment has no root element: parse a document")
    events = document_events(document)
    root = _empty(events)
    # The nodes before the root element go before it, those after it follow it.
    open_elements: list[Any] = []
    parent: Any = None
    last: Any = None
    is_done = False
    for event in events:
        if event is None:
            last = open_elements.pop()
            parent = open_elements[-1] if open_elements else None
            is_done = parent is None
        elif type(event) is str:
            text = event if event.isprintable() else _clean(event)
            if parent is None:
                continue
            if last is None:
                parent.text = (parent.text or "") + text
            else:
                last.tail = (last.tail or "") + text
        elif type(event[0]) is str:
            if parent is None:
                element = root
                element.attrib.update(_attributes(event[3]))
            else:
                element = _sub_element(parent, event[0], _attributes(event[3]))
            open_elements.append(element)
            parent, last = element, None
        elif event[0] != 10:
            node = _other(event)
            if parent is not None:
                parent.append(node)
                last = node
            elif is_done:
                _after(root, node)
            else:
                root.addprevious(node)
    return root


def _empty(events: list[Any]) -> Any:
    """An ``html`` element in a document with the doctype."""
    doctype = ""
    for event in events:
        if type(event) is tuple and event[0] == 10:
            _, name, public_id, system_id = event
            doctype = f"<!DOCTYPE {_NOT_IN_NAMES.sub('_', name)}"
            public_id, system_id = (re.sub("[\"'<>]", "", _clean(it)) for it in (public_id, system_id))
            if public_id:
                doctype += f' PUBLIC "{public_id}" "{system_id}"'
            elif system_id:
                doctype += f' SYSTEM "{system_id}"'
            doctype += ">"
            break
    parser = lxml.html.HTMLParser(encoding="utf-8")
    root = lxml.html.document_fromstring(f"{doctype}<html></html>".encode(), parser=parser, ensure_head_body=False)
    for child in list(root):
        root.remove(child)
    root.attrib.clear()
    root.text = None
    return root


def _attributes(attributes: dict[str, str] | None) -> dict[str, str]:
    if not attributes:
        return {}
    return {
        # A colon would be a prefix that isn't declared, and a brace a namespace.
        name if name.isidentifier() else _NOT_IN_NAMES.sub("_", name): value if value.isprintable() else _clean(value)
        for name, value in attributes.items()
    }


def _sub_element(parent: Any, name: str, attributes: dict[str, str]) -> Any:
    try:
        return lxml.etree.SubElement(parent, name, attributes)
    except ValueError:
        return lxml.etree.SubElement(parent, "_" + _NOT_IN_NAMES.sub("_", name), attributes)


def _other(event: tuple[Any, ...]) -> Any:
    data = _clean(event[-1])
    if event[0] == 8:
        data = data.replace("--", "- -").replace("--", "- -")
        return lxml.html.HtmlComment(data + " " if data.endswith("-") else data)
    target = _NOT_IN_NAMES.sub("_", event[1])
    if target.lower() == "xml":
        target = "_" + target
    return lxml.etree.ProcessingInstruction(target, data.replace("?>", "? >"))


def _after(root: Any, node: Any) -> None:
    """Adds a node after the root element and what follows it."""
    last = root
    while last.getnext() is not None:
        last = last.getnext()
    last.addnext(node)

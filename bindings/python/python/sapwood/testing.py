"""Assertions about HTML, for tests: two texts are equal if browsers make the same tree of them.

>>> from sapwood.testing import assert_html_equal
>>> assert_html_equal("<P CLASS='b a'>Oak &amp; elm</P>", "<p class='a b'>Oak & elm")
>>> assert_html_equal("<ul><li>Oak<li>Elm</ul>", "<ul><li>Oak</li></ul>")
Traceback (most recent call last):
AssertionError: the HTML differs
--- expected
+++ got
@@ -1,3 +1,5 @@
 <ul>
   <li>
     "Oak"
+  <li>
+    "Elm"

With pytest, `assert_html_equal` is also a fixture.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from ._sapwood import (
    Comment,
    Doctype,
    Document,
    Element,
    Node,
    ProcessingInstruction,
    Text,
    parse,
    parse_fragment,
)

__all__ = ["assert_html_equal", "tree_lines"]

# A comment has one end, so that a text of many comments is matched in one way.
_PAGE = re.compile(r"\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_VERBATIM = frozenset({"pre", "textarea", "script", "style", "listing", "plaintext", "xmp"})


def assert_html_equal(
    got: str | bytes | Document | Element,
    expected: str | bytes | Document | Element,
    *,
    exact: bool = False,
    context: str = "div",
) -> None:
    """Raises an `AssertionError` with the difference of the trees, if two pieces of HTML aren't equal.

    The order of attributes never counts. White space at the edges of texts, its amount between words, comments and the order
    of classes don't count either, but in ``pre`` and the like.

    Args:
        got: Markup, a document or an element. Markup that begins with a doctype, ``html``, ``head`` or ``body`` is a page,
            other markup a fragment.
        expected: What `got` should be equal to.
        exact: All white space, comments and the order of classes count.
        context: The element that fragments are parsed in, such as ``tr`` for cells.
    """
    wanted, found = [list(tree_lines(it, exact=exact, context=context)) for it in (expected, got)]
    if wanted != found:
        difference = difflib.unified_diff(wanted, found, "expected", "got", lineterm="")
        raise AssertionError("\n".join(["the HTML differs", *difference]))


def tree_lines(
    value: str | bytes | Document | Element, *, exact: bool = False, context: str = "div"
) -> Iterator[str]:
    """Yields the tree of a piece of HTML, one line for each node, as `assert_html_equal` compares it."""
    # A stack of nodes with their depths: trees may be deeper than the interpreter's own.
    waiting: list[tuple[Node, int, bool]] = [(node, 0, exact) for node in reversed(_nodes(value, context))]
    while waiting:
        node, depth, is_verbatim = waiting.pop()
        indent = "  " * min(depth, 100)
        if isinstance(node, Text):
            text = node.data if is_verbatim else " ".join(node.data.split())
            if text:
                yield f'{indent}"{text}"'
        elif isinstance(node, Element):
            yield f"{indent}<{node.tag}{''.join(_attributes(node, exact))}>"
            content = node.content
            children = node.children if content is None else content.children
            verbatim = is_verbatim or node.tag in _VERBATIM
            waiting.extend((child, depth + 1, verbatim) for child in reversed(children))
        elif isinstance(node, Doctype):
            yield f'{indent}<!DOCTYPE {node.name} "{node.public_id}" "{node.system_id}">'
        elif exact and isinstance(node, (Comment, ProcessingInstruction)):
            yield f"{indent}{node.html}"


def _nodes(value: str | bytes | Document | Element, context: str) -> list[Node]:
    """The topmost nodes."""
    if isinstance(value, Element):
        return [value]
    if not isinstance(value, Document):
        start = value[:1024].decode("latin-1") if isinstance(value, bytes) else value[:1024]
        value = parse(value) if _PAGE.match(start) else parse_fragment(value, context)
    return list(value.children)


def _attributes(element: Element, exact: bool) -> Iterator[str]:
    """The attributes in the order of their names."""
    for name, value in sorted(element.attrs.items()):
        if name == "class" and not exact:
            value = " ".join(sorted(set(value.split())))
        yield f' {name}="{value}"'

"""Helpers of selectors: nested lists, regular expressions, shortened texts."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import Any

__all__ = ["extract_regex", "flatten", "iflatten", "shorten"]

_KEPT = re.compile(r"&(?:amp|lt|#38|#60|#x26|#x3c);?", re.IGNORECASE)


def iflatten(values: Iterable[Any]) -> Iterator[Any]:
    """Yields the values of iterables in iterables, but not the characters of texts."""
    open_iterators = [iter(values)]
    while open_iterators:
        for value in open_iterators[-1]:
            if hasattr(value, "__iter__") and not isinstance(value, (str, bytes)):
                open_iterators.append(iter(value))
                break
            yield value
        else:
            open_iterators.pop()


def flatten(values: Iterable[Any]) -> list[Any]:
    """Returns the values of iterables in iterables as a list."""
    return list(iflatten(values))


def extract_regex(regex: str | re.Pattern[str], text: str, replace_entities: bool = True) -> list[str]:
    """Returns what a regular expression finds: the group ``extract``, or all groups, or the whole of each match."""
    pattern = re.compile(regex, re.UNICODE) if isinstance(regex, str) else regex
    found: list[Any]
    if "extract" in pattern.groupindex:
        match = pattern.search(text)
        found = [match["extract"]] if match and match["extract"] is not None else []
    else:
        found = flatten(pattern.findall(text))
    return [unescaped(it) for it in found] if replace_entities else found


def unescaped(text: str) -> str:
    """The text with character references replaced, except those of ``&`` and ``<``."""
    parts, start = [], 0
    for kept in _KEPT.finditer(text):
        parts += [html.unescape(text[start : kept.start()]), kept[0]]
        start = kept.end()
    return "".join([*parts, html.unescape(text[start:])])


def shorten(text: str, width: int, suffix: str = "...") -> str:
    """Returns at most ``width`` characters of a text, of which the last are ``suffix`` if it is cut."""
    if width < 0:
        raise ValueError("width must be equal or greater than 0")
    if len(text) <= width:
        return text
    return text[: max(width - len(suffix), 0)] + suffix[max(len(suffix) - width, 0) :]

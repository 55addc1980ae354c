"""The calls `clean` and `linkify` of bleach over Sapwood's parser and sanitizer.

>>> from sapwood import bleach
>>> bleach.clean("An <b>oak</b><script>x()</script>")
'An <b>oak</b>&lt;script&gt;x()&lt;/script&gt;'
>>> bleach.linkify("See oak.example.org.")
'See <a href="http://oak.example.org" rel="nofollow">oak.example.org</a>.'

Whatever is allowed, elements and event handlers that run scripts are removed, and ``javascript:`` URLs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sapwood._sapwood import Sanitizer, parse_fragment

from . import callbacks
from .linkifier import DEFAULT_CALLBACKS, Linker, linkify

__all__ = [
    "ALLOWED_ATTRIBUTES",
    "ALLOWED_PROTOCOLS",
    "ALLOWED_TAGS",
    "DEFAULT_CALLBACKS",
    "Cleaner",
    "Linker",
    "callbacks",
    "clean",
    "linkify",
]

_Test = Callable[[str, str, str], bool]
_Attributes = Mapping[str, Iterable[str] | _Test] | Iterable[str] | _Test

ALLOWED_TAGS = frozenset({"a", "abbr", "acronym", "b", "blockquote", "code", "em", "i", "li", "ol", "strong", "ul"})
"""The tags that are kept by default."""
ALLOWED_ATTRIBUTES: dict[str, list[str]] = {"a": ["href", "title"], "abbr": ["title"], "acronym": ["title"]}
"""The attributes that are kept by default, by tag."""
ALLOWED_PROTOCOLS = frozenset({"http", "https", "mailto"})
"""The schemes of URLs that are kept by default."""


class Cleaner:
    """Rules that clean any number of texts; the arguments are those of bleach.

    Args:
        tags: The tags that are kept.
        attributes: The attributes that are kept: a list for all tags; a dictionary by tag, where ``*`` stands for all, of lists or
            functions; or a function of the tag, the name and the value.
        protocols: The schemes that URLs may have.
        strip: Whether other tags are removed; they are shown as text otherwise.
        strip_comments: Whether comments are removed.
        css_sanitizer: An object whose ``allowed_css_properties`` are those that ``style`` attributes keep.
    """

    def __init__(
        self,
        tags: Iterable[str] = ALLOWED_TAGS,
        attributes: _Attributes = ALLOWED_ATTRIBUTES,
        protocols: Iterable[str] = ALLOWED_PROTOCOLS,
        strip: bool = False,
        strip_comments: bool = True,
        css_sanitizer: Any = None,
    ) -> None:
        self._tags = sorted(tags)
        self._attributes = attributes
        self._comments = not strip_comments
        self._options: dict[str, Any] = {
            "unlisted": "unwrap" if strip else "escape",
            "url_schemes": sorted(protocols),
            # The content of all tags is kept, as text.
            "drop_content": [],
        }
        if css_sanitizer is not None:
            self._options["style_properties"] = sorted(css_sanitizer.allowed_css_properties)
        self._tests: dict[str, _Test] = {}
        self._names: dict[str, list[str]] = {}
        if callable(attributes):
            self._tests["*"] = attributes
        elif isinstance(attributes, Mapping):
            for tag, allowed in attributes.items():
                if callable(allowed):
                    self._tests[tag] = allowed
                else:
                    self._names[tag] = sorted(allowed)
        else:
            self._names["*"] = sorted(attributes)
        self._sanitizer = None if self._tests else self._with(self._names)

    def _with(self, names: Mapping[str, list[str]]) -> Sanitizer:
        elements = [{"name": tag, "attributes": names.get(tag, [])} for tag in self._tags]
        config = {"elements": elements, "attributes": names.get("*", []), "comments": self._comments}
        return Sanitizer(config, **self._options)

    def _passes(self, tag: str, name: str, value: str) -> bool:
        """Whether a function allows an attribute."""
        test = self._tests.get(tag) or self._tests.get("*")
        return test is not None and bool(test(tag, name, value))

    def clean(self, text: str) -> str:
        """Returns a fragment of HTML with what isn't allowed removed or shown as text."""
        if not isinstance(text, str):
            raise TypeError(f"argument cannot be of {type(text).__name__!r} type, must be of text type")
        if self._sanitizer is not None:
            return self._sanitizer.clean(text)
        names = {tag: list(allowed) for tag, allowed in self._names.items()}
        for element in parse_fragment(text, "body").select("*"):
            for name, value in element.attrs.items():
                if self._passes(element.tag, name, value):
                    names.setdefault(element.tag, []).append(name)
        fragment = parse_fragment(self._with({tag: sorted(set(it)) for tag, it in names.items()}).clean(text), "body")
        for element in fragment.select("*"):
            # A function for a tag decides alone.
            listed = set() if element.tag in self._tests else {*self._names.get(element.tag, ()), *self._names.get("*", ())}
            for name, value in list(element.attrs.items()):
                if name not in listed and not self._passes(element.tag, name, value):
                    del element[name]
        return fragment.html


def clean(text: str, *rules: Any, **options: Any) -> str:
    """Returns a fragment of HTML with what isn't allowed removed or shown as text; the rules are the arguments of `Cleaner`."""
    return (Cleaner(*rules, **options) if rules or options else _DEFAULT).clean(text)


_DEFAULT = Cleaner()

"""The calls of nh3 over Sapwood's sanitizer: `clean`, `Cleaner`, `clean_text` and `is_html`.

>>> from sapwood import nh3
>>> nh3.clean("<unknown>An <b onclick=x()>oak</b><script>x()</script>")
'An <b>oak</b>'

Whatever is allowed, elements and event handlers that run scripts are removed, and ``javascript:`` URLs. Values that
``attribute_filter``, ``set_tag_attribute_values`` or a callable ``url_relative`` give are taken as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from typing import Any

from ._sapwood import Sanitizer, parse_fragment

__all__ = [
    "ALLOWED_ATTRIBUTES",
    "ALLOWED_TAGS",
    "ALLOWED_URL_SCHEMES",
    "CLEAN_CONTENT_TAGS",
    "Cleaner",
    "clean",
    "clean_text",
    "is_html",
]

_Filter = Callable[[str, str, str], str | None]
_Relative = str | tuple[str, str] | Callable[[str], str | None]

_PRESET = Sanitizer(preset="nh3").config
_GENERIC = {it["name"] for it in _PRESET["attributes"]}

ALLOWED_TAGS: set[str] = {it["name"] for it in _PRESET["elements"]} - {"html", "head", "body"}
"""The tags that are kept by default."""
ALLOWED_ATTRIBUTES: dict[str, set[str]] = {
    it["name"]: {attribute["name"] for attribute in it["attributes"]} for it in _PRESET["elements"] if it["attributes"]
} | {"tfoot": {"align", "char", "charoff"}}
"""The attributes that are kept by default, by tag, beside ``lang`` and ``title``."""
ALLOWED_URL_SCHEMES: set[str] = set(
    "bitcoin ftp ftps geo http https im irc ircs magnet mailto mms mx news nntp openpgp4fpr sip sms smsto ssh tel url webcal "
    "wtai xmpp".split()
)
"""The schemes of URLs that are kept by default."""
CLEAN_CONTENT_TAGS: set[str] = {"script", "style"}
"""The tags whose content is removed with them by default."""

_HAS_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_URL_ATTRIBUTES = ("action", "background", "cite", "data", "formaction", "href", "longdesc", "poster", "src")
_TAG = re.compile(r"</?[A-Za-z][^>]*>|<!--|<!doctype", re.IGNORECASE)
_REFERENCES = {
    "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "`": "&grave;", "/": "&#47;", "&": "&amp;", "=": "&#61;",
    " ": "&#32;", "\t": "&#9;", "\n": "&#10;", "\f": "&#12;", "\r": "&#13;", "\0": "&#65533;",
}  # fmt: skip


class Cleaner:
    """Rules that clean any number of texts; the arguments are those of nh3.

    >>> Cleaner(tags={"b"}).clean("<b><i>bold italic</i></b>")
    '<b>bold italic</b>'
    """

    def __init__(
        self,
        tags: Set[str] | None = None,
        clean_content_tags: Set[str] | None = None,
        attributes: Mapping[str, Set[str]] | None = None,
        attribute_filter: _Filter | None = None,
        strip_comments: bool = True,
        link_rel: str | None = "noopener noreferrer",
        generic_attribute_prefixes: Set[str] | None = None,
        tag_attribute_values: Mapping[str, Mapping[str, Set[str]]] | None = None,
        set_tag_attribute_values: Mapping[str, Mapping[str, str]] | None = None,
        url_schemes: Set[str] | None = None,
        allowed_classes: Mapping[str, Set[str]] | None = None,
        filter_style_properties: Set[str] | None = None,
        url_relative: _Relative | None = None,
        id_prefix: str | None = None,
    ) -> None:
        tags = ALLOWED_TAGS if tags is None else tags
        by_tag = dict(ALLOWED_ATTRIBUTES if attributes is None else attributes)
        generic = by_tag.pop("*", _GENERIC)
        # What limits the values of an attribute allows it.
        limited = {tag: set(values) for tag, values in (tag_attribute_values or {}).items()}
        for tag in allowed_classes or {}:
            limited.setdefault(tag, set()).add("class")
        content = CLEAN_CONTENT_TAGS if clean_content_tags is None else clean_content_tags
        if both := sorted(set(content) & set(tags)):
            raise ValueError(f"tags and clean_content_tags both name {', '.join(both)}")
        if attribute_filter is not None and not callable(attribute_filter):
            raise TypeError("attribute_filter must be callable")
        elements = [{"name": tag, "attributes": sorted({*by_tag.get(tag, ()), *limited.get(tag, ())})} for tag in sorted(tags)]
        config = {"elements": elements, "attributes": sorted(generic), "comments": not strip_comments}
        options: dict[str, Any] = {
            "unlisted": "unwrap",
            "drop_content": sorted(content),
            "url_schemes": sorted(ALLOWED_URL_SCHEMES if url_schemes is None else url_schemes),
            "link_rel": link_rel,
            "id_prefix": id_prefix,
        }
        if url_relative == "deny":
            options["relative_urls"] = "drop"
        elif isinstance(url_relative, tuple):
            kind, base = url_relative
            if kind != "rewrite_with_base":
                raise ValueError(f"url_relative must be (\"rewrite_with_base\", base), not {url_relative!r}")
            options["relative_urls"] = base
        elif not (url_relative is None or url_relative == "passthrough" or callable(url_relative)):
            raise ValueError(f"url_relative must be \"deny\", \"passthrough\", a tuple or a callable, not {url_relative!r}")
        if generic_attribute_prefixes is not None:
            options["attribute_prefixes"] = sorted(generic_attribute_prefixes)
        if tag_attribute_values is not None:
            options["attribute_values"] = {
                tag: {name: sorted(allowed) for name, allowed in values.items()}
                for tag, values in tag_attribute_values.items()
            }
        if allowed_classes is not None:
            options["classes"] = {tag: sorted(classes) for tag, classes in allowed_classes.items()}
        if filter_style_properties is not None:
            options["style_properties"] = sorted(filter_style_properties)
        self._sanitizer = Sanitizer(config, **options)
        self._filter = attribute_filter
        self._values = set_tag_attribute_values or {}
        self._relative = url_relative if callable(url_relative) else None

    def clean(self, html: str) -> str:
        """Returns a fragment of HTML with what isn't allowed removed."""
        cleaned = self._sanitizer.clean(html)
        if not (self._filter or self._values or self._relative):
            return cleaned
        fragment = parse_fragment(cleaned, "body")
        for element in fragment.select("*"):
            for name, value in list(element.attrs.items()):
                new: str | None = value
                if self._relative and name in _URL_ATTRIBUTES and not _HAS_SCHEME.match(value):
                    new = self._relative(value)
                if self._filter and new is not None:
                    new = self._filter(element.tag, name, new)
                if new is None:
                    del element[name]
                elif new != value:
                    element[name] = new
            for name, value in self._values.get(element.tag, {}).items():
                element[name] = value
        return fragment.html


def clean(html: str, **options: Any) -> str:
    """Returns a fragment of HTML with what isn't allowed removed; the options are those of `Cleaner`."""
    return (Cleaner(**options) if options else _DEFAULT).clean(html)


_DEFAULT = Cleaner()


def clean_text(html: str) -> str:
    """Returns a text that any place in HTML shows as it is, attributes without quotes included.

    >>> clean_text("<b> = 1")
    '&lt;b&gt;&#32;&#61;&#32;1'
    """
    return "".join(_REFERENCES.get(character, character) for character in html)


def is_html(html: str) -> bool:
    """Whether a text has a tag, a comment or a DOCTYPE.

    >>> is_html("<b>"), is_html("a < b")
    (True, False)
    """
    return bool(_TAG.search(html))

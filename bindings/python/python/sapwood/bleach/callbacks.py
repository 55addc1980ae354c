"""Callbacks of `linkify`: functions of a link's attributes and of whether the link is new, which return the attributes or None.

The attributes are by namespace, which is None, and name; ``_text`` is the text of the link.
"""

from __future__ import annotations

from typing import TypeAlias

Attributes: TypeAlias = dict[tuple[str | None, str] | str, str]
"""The attributes of a link, and its text."""

_HREF = (None, "href")
_REL = (None, "rel")
_TARGET = (None, "target")


def _leads_to_a_page(attrs: Attributes) -> bool:
    return _HREF in attrs and not attrs[_HREF].startswith("mailto:")


def nofollow(attrs: Attributes, new: bool = False) -> Attributes:
    """Adds ``nofollow`` to ``rel``, except to a link to a mailbox.

    >>> from sapwood import bleach
    >>> bleach.callbacks.nofollow({(None, "href"): "/", (None, "rel"): "tag"})[(None, "rel")]
    'tag nofollow'
    """
    if _leads_to_a_page(attrs):
        rel = [value for value in attrs.get(_REL, "").split(" ") if value]
        if "nofollow" not in (value.lower() for value in rel):
            rel.append("nofollow")
        attrs[_REL] = " ".join(rel)
    return attrs


def target_blank(attrs: Attributes, new: bool = False) -> Attributes:
    """Makes a link open a new tab, except a link to a mailbox."""
    if _leads_to_a_page(attrs):
        attrs[_TARGET] = "_blank"
    return attrs

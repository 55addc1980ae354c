"""Selectors with the interface of parsel, which Scrapy uses, over Sapwood's documents.

>>> from sapwood.parsel import Selector
>>> page = Selector("<ul><li><a href=/oak>Oak</a><li><a href=/elm>Elm</a></ul>")
>>> page.css("li a::text").getall()
['Oak', 'Elm']
>>> page.css("a::attr(href)").re_first("/(e.*)")
'elm'

HTML is parsed as browsers do, so a page has a ``head`` and a ``body`` even without their tags. ``root`` is an element of Sapwood with
the names of lxml's. `css2xpath` needs cssselect, `Selector.jmespath` needs jmespath.
"""

from typing import TYPE_CHECKING, Any

from . import xpathfuncs
from .selector import Selector, SelectorList

if TYPE_CHECKING:
    from .csstranslator import css2xpath

__all__ = ["Selector", "SelectorList", "css2xpath", "xpathfuncs"]


def __getattr__(name: str) -> Any:
    if name == "css2xpath":
        from .csstranslator import css2xpath

        return css2xpath
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

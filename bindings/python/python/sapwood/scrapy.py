"""Scrapy over Sapwood's documents, by one setting.

With this in ``settings.py``, ``response.css``, ``response.xpath`` and item loaders use `sapwood.parsel`::

    DOWNLOADER_MIDDLEWARES = {"sapwood.scrapy.SapwoodMiddleware": 50}

`LinkExtractor` has the arguments of Scrapy's. Scrapy's own works on such responses as well, over a copy for lxml that is made when it is
first asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urljoin

import lxml.etree
import lxml.html
from scrapy.http import HtmlResponse, Request, Response, TextResponse, XmlResponse
from scrapy.link import Link
from scrapy.linkextractors import LinkExtractor as _LinkExtractor
from scrapy.loader import ItemLoader
from w3lib.html import strip_html5_whitespace
from w3lib.url import safe_url_string

from . import parsel
from ._sapwood import Document, Element
from .parsel.selector import _NOT_SET

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "LinkExtractor",
    "SapwoodHtmlResponse",
    "SapwoodMiddleware",
    "SapwoodSelector",
    "SapwoodXmlResponse",
]

class SapwoodSelector(parsel.Selector):
    """A selector of a response, with the arguments of Scrapy's."""

    __slots__ = ("_copies", "response")

    selectorlist_cls: ClassVar[type[parsel.SelectorList[Any]]] = parsel.SelectorList
    response: TextResponse | None
    # The elements' copies for lxml, if they were made; the selectors of a response share them.
    _copies: dict[Any, Any]

    def __init__(
        self,
        response: TextResponse | None = None,
        text: str | None = None,
        type: str | None = None,
        root: Any = _NOT_SET,
        **kwargs: Any,
    ) -> None:
        if response is not None and text is not None:
            raise ValueError("a selector is made of a response or of a text, not of both")
        if type is None and root is _NOT_SET:
            if isinstance(response, XmlResponse):
                type = "xml"
            elif response is None or isinstance(response, HtmlResponse):
                type = "html"
        self.response = response
        self._copies = {}
        super().__init__(text=text if response is None else response.text, type=type, root=root, **kwargs)

    @property
    def root(self) -> Any:
        """A copy of the element for lxml, as Scrapy's own link extractor needs it; a text or a value as it is.

        Elements of one document have copies in one tree, but for those that were removed from it.
        """
        if not isinstance(self._root, (Document, Element)):
            return self._root
        document = self._root if isinstance(self._root, Document) else self._root.document
        element = document.root if isinstance(self._root, Document) else self._root
        # An element that was added since is in a new copy alone.
        if element not in self._copies:
            self._copies.update(_copies(document))
        if element is not None and element not in self._copies:
            self._copies[element] = _copy_alone(element)
        return self._copies[element]

    @root.setter
    def root(self, root: Any) -> None:
        self._root = root

    def _part(self, root: Any, query: str) -> Self:
        part = super()._part(root, query)
        part._copies = self._copies
        return part


def _copies(document: Document) -> dict[Element, Any]:
    """The elements of a document, each with its copy for lxml. The contents of a template are elements in lxml alone."""
    copies: dict[Element, Any] = {}
    pairs = [(document.root, document.to_lxml())]
    while pairs:
        element, copy = pairs.pop()
        if element is not None:
            copies[element] = copy
            pairs += zip(element.elements, (it for it in copy if isinstance(it.tag, str)))
    return copies


def _copy_alone(element: Element) -> Any:
    """A copy for lxml of an element outside of the tree."""
    if element.document.is_xml:
        return lxml.etree.fromstring(element.to_xml().encode())
    return lxml.html.fragment_fromstring(element.to_html())


def _url(selector: parsel.Selector) -> str:
    """The URL of a link, or the text that is one.

    Raises:
        ValueError: The selector is of something else.
    """
    root = selector._root
    if isinstance(root, Element) and root.tag in ("a", "link") and "href" in root:
        root = root["href"]
    if not isinstance(root, str):
        raise ValueError(f"only <a> and <link> elements with href, and texts, can be followed, not {selector}")
    url: str = strip_html5_whitespace(root)
    return url


class _SapwoodResponse(TextResponse):
    def follow(self, url: Any, *args: Any, **kwargs: Any) -> Request:
        """Returns the request for a URL, a link or a selector."""
        return super().follow(_url(url) if isinstance(url, parsel.Selector) else url, *args, **kwargs)

    def follow_all(
        self, urls: Any = None, *args: Any, css: str | None = None, xpath: str | None = None, **kwargs: Any
    ) -> Iterable[Request]:
        """Returns the requests for URLs, links or selectors; those of ``css`` and ``xpath`` that are no links are left out."""
        if sum(it is not None for it in (urls, css, xpath)) != 1:
            raise ValueError("follow_all() needs exactly one of urls, css and xpath")
        found = self.css(css) if css else self.xpath(xpath) if xpath else urls
        if isinstance(found, parsel.SelectorList):
            urls = []
            for selector in found:
                with suppress(ValueError):
                    urls.append(_url(selector))
        else:
            urls = [_url(it) if isinstance(it, parsel.Selector) else it for it in found]
        return super().follow_all(urls, *args, **kwargs)

    @property
    def selector(self) -> Any:
        if self._cached_selector is None:
            self._cached_selector = SapwoodSelector(self)  # type: ignore[assignment]
        return self._cached_selector


class SapwoodHtmlResponse(_SapwoodResponse, HtmlResponse):
    """A response of HTML whose selector is Sapwood's."""


class SapwoodXmlResponse(_SapwoodResponse, XmlResponse):
    """A response of XML whose selector is Sapwood's."""


class SapwoodMiddleware:
    """A downloader middleware that gives responses, and item loaders, Sapwood's selectors."""

    @classmethod
    def from_crawler(cls, crawler: Any) -> SapwoodMiddleware:
        """Makes the middleware. Item loaders of this process use Sapwood's selectors from now on."""
        ItemLoader.default_selector_class = SapwoodSelector  # type: ignore[assignment]
        return cls()

    def process_response(self, request: Any, response: Response, spider: Any = None) -> Response:
        """Returns a response with the same content."""
        if isinstance(response, _SapwoodResponse):
            return response
        if isinstance(response, HtmlResponse):
            return response.replace(cls=SapwoodHtmlResponse)
        if isinstance(response, XmlResponse):
            return response.replace(cls=SapwoodXmlResponse)
        return response


class LinkExtractor(_LinkExtractor):
    """Scrapy's link extractor, with all of its arguments, over Sapwood's elements."""

    def _extract_links(self, selector: Any, response_url: str, response_encoding: str, base_url: str) -> list[Link]:
        if not isinstance(selector, SapwoodSelector):
            found: list[Link] = super()._extract_links(selector, response_url, response_encoding, base_url)
            return found
        links: list[Link] = []
        extractor = self.link_extractor
        node = selector._root
        if not isinstance(node, (Document, Element)):
            return links
        for element in ([node] if isinstance(node, Element) else []) + node.select("*"):
            if not extractor.scan_tag(element.tag):
                continue
            for name, value in element.attrs.items():
                if not extractor.scan_attr(name):
                    continue
                try:
                    url = urljoin(base_url, strip_html5_whitespace(value) if extractor.strip else value)
                    processed = extractor.process_attr(url)
                    if processed is None:
                        continue
                    url = urljoin(response_url, safe_url_string(processed, encoding=response_encoding))
                except ValueError:
                    continue
                nofollow = "nofollow" in re.split(r"[\s,]+", element.get("rel", ""))
                links.append(Link(url, element.text, nofollow=nofollow))
        deduplicated: list[Link] = extractor._deduplicate_if_needed(links)
        return deduplicated

    def extract_links(self, response: TextResponse) -> list[Link]:
        """Returns the links of a response that the arguments allow."""
        if isinstance(response, HtmlResponse) and not isinstance(response, _SapwoodResponse):
            response = response.replace(cls=SapwoodHtmlResponse)
        links: list[Link] = super().extract_links(response)
        return links


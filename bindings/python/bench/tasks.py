"""The tasks of the benchmarks, one function for each library.

Each takes the bytes of a page and returns a result that can be compared in size with those of the others.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import urljoin

import bs4
import lxml.etree
import lxml.html
import parsel
import selectolax.lexbor as selectolax
import turbohtml

import sapwood
import sapwood.bs4
import sapwood.parsel

BASE = "https://example.com/a/b.html"
Task = Callable[[bytes], object]

EACH = "li, article, tr"
FIELDS = {
    "title": "h1, h2, h3",
    "link": ("a[href]", "href"),
    "name": "a",
    "image": ("img", "src"),
    "alt": ("img", "alt"),
    "price": ".price",
    "time": "time",
    "text": "p",
    "first": "td:first-child",
}
EXTRACTOR = sapwood.Extractor(EACH, FIELDS)
CSS = {name: (field if isinstance(field, str) else field[0]) for name, field in FIELDS.items()}
ATTRIBUTES = {name: (None if isinstance(field, str) else field[1]) for name, field in FIELDS.items()}
PLAN = [(name, CSS[name], ATTRIBUTES[name]) for name in FIELDS]


# Ten queries of a page with parsel.
CSS_QUERIES = [
    "title::text", "a::attr(href)", "h1::text, h2::text", "p::text", "div.content p", "img::attr(src)", "ul > li a",
]  # fmt: skip
XPATH_QUERIES = ["//meta[@name='description']/@content", "//a[contains(@href,'http')]/text()", "count(//li)"]


def queries(selector: type, page: bytes) -> list[list[str]]:
    """The results of the ten queries."""
    root = selector(body=page)
    return [root.css(it).getall() for it in CSS_QUERIES] + [root.xpath(it).getall() for it in XPATH_QUERIES]


def scrape(items: list, select_one: Callable, text: Callable, attribute: Callable) -> list[dict[str, str | None]]:
    """The list scrape as a loop over items."""
    rows = []
    for item in items:
        row = {}
        for name, css, key in PLAN:
            found = select_one(item, css)
            row[name] = None if found is None else text(found) if key is None else attribute(found, key)
        rows.append(row)
    return rows


# sapwood


def sapwood_list(page: bytes) -> object:
    rows = []
    for item in sapwood.parse(page).select(EACH):
        row = {}
        for name, css, key in PLAN:
            found = item.select_one(css)
            row[name] = None if found is None else found.text if key is None else found.get(key)
        rows.append(row)
    return rows


def sapwood_metadata(page: bytes) -> object:
    document = sapwood.parse(page)
    return document.title, document.meta, document.json_ld()


def sapwood_edit(page: bytes) -> object:
    document = sapwood.parse(page)
    document.remove_all("script, style, noscript")
    document.set_all("a[href]", "rel", "nofollow")
    document.unwrap_all("span")
    return document.html


# turbohtml


def turbohtml_list(page: bytes) -> object:
    rows = []
    for item in turbohtml.parse(page).select(EACH):
        row = {}
        for name, css, key in PLAN:
            found = item.select_one(css)
            row[name] = None if found is None else found.text if key is None else found.attr(key)
        rows.append(row)
    return rows


def turbohtml_links(page: bytes) -> object:
    document = turbohtml.parse(page)
    document.resolve_links(BASE)
    return [link.url for link in document.links()]


def turbohtml_metadata(page: bytes) -> object:
    document = turbohtml.parse(page)
    title = document.select_one("title")
    meta = {
        it.attr("property") or it.attr("name"): it.attr("content") for it in document.select("meta[name], meta[property]")
    }
    return title and title.text, meta, document.json_ld()


def turbohtml_edit(page: bytes) -> object:
    document = turbohtml.parse(page)
    document.remove("script, style, noscript")
    for link in document.select("a[href]"):
        link.attrs["rel"] = "nofollow"
    document.strip_tags("span")
    return document.html


# selectolax


def selectolax_list(page: bytes) -> object:
    return scrape(
        selectolax.LexborHTMLParser(page).css(EACH),
        lambda item, css: item.css_first(css),
        lambda found: found.text(),
        lambda found, key: found.attributes.get(key),
    )


def selectolax_links(page: bytes) -> object:
    links = selectolax.LexborHTMLParser(page).css("a[href]")
    return [urljoin(BASE, link.attributes["href"] or "") for link in links]


def selectolax_metadata(page: bytes) -> object:
    document = selectolax.LexborHTMLParser(page)
    title = document.css_first("title")
    meta = {}
    for it in document.css("meta[name], meta[property]"):
        attributes = it.attributes
        meta[attributes.get("property") or attributes.get("name")] = attributes.get("content")
    scripts = document.css('script[type="application/ld+json"]')
    return title and title.text(), meta, json_values(it.text() for it in scripts)


def selectolax_edit(page: bytes) -> object:
    document = selectolax.LexborHTMLParser(page)
    for node in document.css("script, style, noscript"):
        node.decompose()
    for link in document.css("a[href]"):
        link.attrs["rel"] = "nofollow"
    document.unwrap_tags(["span"])
    return document.html


def json_values(texts) -> list[object]:
    values = []
    for text in texts:
        try:
            values.append(json.loads(text))
        except ValueError:
            pass
    return values


# lxml


def lxml_list(page: bytes) -> object:
    return scrape(
        lxml.html.document_fromstring(page).cssselect(EACH),
        lambda item, css: next(iter(item.cssselect(css)), None),
        lambda found: found.text_content(),
        lambda found, key: found.get(key),
    )


def lxml_links(page: bytes) -> object:
    document = lxml.html.document_fromstring(page)
    document.make_links_absolute(BASE, handle_failures="ignore")
    return [link for _, _, link, _ in document.iterlinks()]


def lxml_metadata(page: bytes) -> object:
    document = lxml.html.document_fromstring(page)
    meta = {it.get("property") or it.get("name"): it.get("content") for it in document.iter("meta")}
    scripts = document.xpath('//script[@type="application/ld+json"]/text()')
    return document.findtext(".//title"), meta, json_values(scripts)


def lxml_edit(page: bytes) -> object:
    document = lxml.html.document_fromstring(page)
    lxml.etree.strip_elements(document, "script", "style", "noscript", with_tail=False)
    for link in document.iter("a"):
        if "href" in link.attrib:
            link.set("rel", "nofollow")
    lxml.etree.strip_tags(document, "span")
    return lxml.html.tostring(document)


# BeautifulSoup over lxml


def soup(page: bytes) -> bs4.BeautifulSoup:
    return bs4.BeautifulSoup(page, "lxml")


def bs4_metadata(page: bytes) -> object:
    document = soup(page)
    meta = {it.get("property") or it.get("name"): it.get("content") for it in document.find_all("meta")}
    scripts = document.find_all("script", type="application/ld+json")
    return document.title and document.title.string, meta, json_values(it.string or "" for it in scripts)


def bs4_edit(page: bytes) -> object:
    document = soup(page)
    for node in document.find_all(["script", "style", "noscript"]):
        node.decompose()
    for link in document.find_all("a", href=True):
        link["rel"] = "nofollow"
    for span in document.find_all("span"):
        span.unwrap()
    return str(document)


TASKS: dict[str, dict[str, Task]] = {
    "parse": {
        "sapwood": sapwood.parse,
        "turbohtml": turbohtml.parse,
        "selectolax": selectolax.LexborHTMLParser,
        "lxml": lxml.html.document_fromstring,
        "bs4": soup,
    },
    "list": {
        "sapwood": sapwood_list,
        "sapwood Extractor": EXTRACTOR.rows,
        "turbohtml": turbohtml_list,
        "selectolax": selectolax_list,
        "lxml": lxml_list,
        "bs4": lambda page: scrape(
            soup(page).select(EACH),
            lambda item, css: item.select_one(css),
            lambda found: found.text,
            lambda found, key: found.get(key),
        ),
    },
    "links": {
        "sapwood": lambda page: [link.url for link in sapwood.parse(page).links(BASE)],
        "sapwood in one call": lambda page: [link.url for link in sapwood.links(page, BASE)],
        "turbohtml": turbohtml_links,
        "selectolax": selectolax_links,
        "lxml": lxml_links,
        "bs4": lambda page: [urljoin(BASE, link["href"]) for link in soup(page).find_all("a", href=True)],
    },
    "text": {
        "sapwood": lambda page: sapwood.parse(page).text,
        "turbohtml": lambda page: turbohtml.parse(page).text,
        "selectolax": lambda page: selectolax.LexborHTMLParser(page).text(),
        "lxml": lambda page: lxml.html.document_fromstring(page).text_content(),
        "bs4": lambda page: soup(page).text,
    },
    "metadata": {
        "sapwood": sapwood_metadata,
        "turbohtml": turbohtml_metadata,
        "selectolax": selectolax_metadata,
        "lxml": lxml_metadata,
        "bs4": bs4_metadata,
    },
    "edit": {
        "sapwood": sapwood_edit,
        "turbohtml": turbohtml_edit,
        "selectolax": selectolax_edit,
        "lxml": lxml_edit,
        "bs4": bs4_edit,
    },
    "parsel": {
        "sapwood": lambda page: queries(sapwood.parsel.Selector, page),
        "parsel": lambda page: queries(parsel.Selector, page),
    },
    "bs4": {
        "sapwood": lambda page: bs4.BeautifulSoup(page, "sapwood"),
        "bs4 over lxml": soup,
    },
}

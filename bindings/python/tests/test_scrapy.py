"""`sapwood.scrapy`: selectors, item loaders and link extractors, and a crawl of a site."""

import json
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import sapwood

pytest.importorskip("scrapy")

import scrapy
import scrapy.linkextractors
from sapwood.scrapy import LinkExtractor, SapwoodHtmlResponse, SapwoodMiddleware, SapwoodSelector
from scrapy.http import HtmlResponse, Request, TextResponse, XmlResponse
from scrapy.loader import ItemLoader

SPIDER = Path(__file__).parent / "scrapy_spider.py"


def respond(body: bytes, cls: type[TextResponse] = HtmlResponse, **options: Any) -> Any:
    response = cls("http://example.com/a/", body=body, **options)
    return SapwoodMiddleware().process_response(Request(response.url), response)


def test_responses_have_selectors_of_ours(page: bytes) -> None:
    response = respond(page, encoding="utf-8")
    theirs = HtmlResponse("http://example.com/a/", body=page, encoding="utf-8")
    if response.xpath("count(//a)").get() != theirs.xpath("count(//a)").get():
        pytest.skip("lxml parses this page as another tree")
    assert isinstance(response, SapwoodHtmlResponse) and isinstance(response.selector, SapwoodSelector)
    assert response.css("a::attr(href)").getall() == theirs.css("a::attr(href)").getall()
    assert [it.root.get("href") for it in response.css("a[href]")] == response.css("a[href]").xpath("string(@href)").getall()


def test_other_responses_and_arguments() -> None:
    response = respond("<p>\u00e9".encode("latin-1"), headers={"Content-Type": "text/html; charset=latin-1"})
    assert response.css("p::text").get() == "\u00e9" and response.selector.response is response
    xml = respond(b"<a xmlns:b='u'><b:c>1</b:c></a>", XmlResponse)
    assert xml.xpath("//b:c/text()", namespaces={"b": "u"}).get() == "1"
    assert xml.selector.root.tag == "a"
    text = TextResponse("http://example.com/", body=b"x")
    assert SapwoodMiddleware().process_response(Request(text.url), text) is text
    with pytest.raises(ValueError, match="not of both"):
        SapwoodSelector(response, text="x")
    assert SapwoodSelector(text="<b>x").css("b::text").get() == "x"


def test_elements_outside_of_the_tree_have_copies_for_lxml() -> None:
    response = respond(b"<table><tr><td>1<td>2</table>")
    row = response.css("tr")[0]
    tree = row.root.getroottree()
    assert response.css("td")[0].root.getroottree() is not None and tree.getroot().tag == "html"
    row.drop()
    cell = row.css("td")[1]
    row._copies.clear()
    assert (row.root.tag, len(row.root), cell.root.text) == ("tr", 2, "2")
    fragment = SapwoodSelector(root=sapwood.parse_fragment("<i>1"))
    with pytest.raises(ValueError, match="a fragment has no root element"):
        fragment.root
    xml = respond(b"<a><b c='1'/></a>", XmlResponse).css("b")[0]
    xml.drop()
    assert xml.root.get("c") == "1"


def test_item_loaders_use_our_selectors() -> None:
    before = ItemLoader.default_selector_class
    try:
        SapwoodMiddleware.from_crawler(None)
        loader = ItemLoader(item={}, response=respond(b"<h1>Oak</h1><p class=price>4"))
        loader.add_css("name", "h1::text")
        loader.add_xpath("price", "//p[@class='price']/text()")
        assert isinstance(loader.selector, SapwoodSelector)
        assert loader.load_item() == {"name": ["Oak"], "price": ["4"]}
    finally:
        ItemLoader.default_selector_class = before


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"tags": ("a", "img"), "attrs": ("href", "src"), "deny_extensions": []},
        {"unique": False, "restrict_css": "p"},
        {"restrict_xpaths": "//ul", "allow": r"/[a-m]"},
        {"process_value": lambda value: None if "nofollow" in value else value, "canonicalize": True},
    ],
    ids=lambda it: ",".join(it) or "default",
)
def test_both_link_extractors_find_the_same_links(options: dict[str, Any], page: bytes) -> None:
    theirs = HtmlResponse("http://example.com/a/", body=page, encoding="utf-8")
    trees = [[it.split() for it in each.xpath("//*").xpath("string()").getall()] for each in (theirs, respond(page, encoding="utf-8"))]
    if trees[0] != trees[1]:
        pytest.skip("lxml parses this page as another tree")
    expected = scrapy.linkextractors.LinkExtractor(**options).extract_links(theirs)
    ours = respond(page, encoding="utf-8")
    for found in (
        LinkExtractor(**options).extract_links(ours),
        LinkExtractor(**options).extract_links(theirs),
        scrapy.linkextractors.LinkExtractor(**options).extract_links(ours),
    ):
        assert [(it.url, it.nofollow) for it in found] == [(it.url, it.nofollow) for it in expected]
        assert [it.text.split() for it in found] == [it.text.split() for it in expected]


def test_follows_selectors() -> None:
    response = respond(b"<a href=' /oak '>Oak</a><b>x</b><link href=elm><a>none</a>")
    urls = ["http://example.com/oak", "http://example.com/a/elm"]
    assert [it.url for it in response.follow_all(css="a, b, link")] == urls
    assert [it.url for it in response.follow_all(response.css("::attr(href)"))] == urls
    assert [it.url for it in response.follow_all(["/oak", response.css("link")[0]])] == urls
    assert response.follow(response.css("a")[0]).url == urls[0]
    with pytest.raises(ValueError, match="can be followed"):
        response.follow(response.css("b")[0])
    with pytest.raises(ValueError, match="exactly one"):
        response.follow_all(["/"], css="a")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def test_a_crawl_gives_the_same_items_with_the_setting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count = 500
    for number in range(count):
        links = "".join(f"<li><a href=/{it}.html>Tree {it}</a>" for it in (2 * number + 1, 2 * number + 2) if it < count)
        rows = "".join(f"<tr><td>{it}<td>{it * number % 97}" for it in range(40))
        page = f"<!doctype html><title>Tree {number}</title><h1>Tree {number}</h1><p class=price>{number} EUR<ul>{links}</ul>"
        (tmp_path / f"{number}.html").write_text(f"{page}<table>{rows}</table>")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=server.serve_forever, daemon=True).start()
    results: dict[str, Any] = {}
    try:
        for way in ("lxml", "sapwood"):
            url = f"http://127.0.0.1:{server.server_port}/0.html"
            run = subprocess.run([sys.executable, SPIDER, way, url], capture_output=True, text=True, check=True, timeout=120)
            results[way] = json.loads(run.stdout)
    finally:
        server.shutdown()
    assert len(results["lxml"]["items"]) == count
    assert results["sapwood"]["items"] == results["lxml"]["items"]
    assert results["sapwood"]["selectors"] == "SapwoodSelector"
    with capsys.disabled():
        times = ", ".join(f"{way} {results[way]['seconds']:.1f} s" for way in results)
        print(f"\nscrapy: {count} pages: {times}", end="")

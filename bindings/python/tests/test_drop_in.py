"""`sapwood.parsel` and `Document.to_lxml`, compared with the originals."""

import doctest
import re

import pytest

import sapwood
import sapwood.parsel

lxml_html = pytest.importorskip("lxml.html")
parsel = pytest.importorskip("parsel")

QUERIES = [
    "a::attr(href)", "h1, h2, h3", "h2::text", "p", "p::text", "img::attr(src), a::attr(href)", "li a::text", "title::text",
    "a[href]::attr(href), title::text", "div > p", "meta::attr(content)", "::text", "td, th",
]  # fmt: skip


def rest(element) -> list:
    """The tags, attributes and texts in tree order."""
    return [(it.tag, dict(it.attrib), it.text or "", it.tail or "") for it in element.iter() if isinstance(it.tag, str)]


def test_lxml_tree_is_that_of_the_document(page: bytes) -> None:
    document = sapwood.parse(page)
    root = document.to_lxml()
    assert isinstance(root, lxml_html.HtmlElement)
    tags = [it.tag for it in root.iter() if isinstance(it.tag, str)]
    expected = [it.tag for it in document.select("*")]
    if "template" not in expected:
        assert tags == expected
        text = "".join(it for it in root.itertext(with_tail=True))
        comments = "".join(it.text or "" for it in root.iter() if not isinstance(it.tag, str))
        assert len(document.text) <= len(text) <= len(document.text) + len(comments) + 10
    assert parsel.Selector(root=root).xpath("/html/head/title/text()").getall() == document.xpath("/html/head/title/text()")


def test_parsel_runs_on_the_tree(page: bytes) -> None:
    document = sapwood.parse(page)
    if document.select("template"):
        document.remove_all("template")
    ours, theirs = sapwood.parsel.Selector(root=document), parsel.Selector(root=document.to_lxml())
    # lxml has no control characters.
    clean = lambda texts: [" ".join(re.sub("[\x00-\x08\x0e-\x1f\ufffd]", "", it).split()) for it in texts]  # noqa: E731
    for query in QUERIES:
        if query in ("h1, h2, h3", "p", "div > p", "td, th"):
            assert len(ours.css(query)) == len(theirs.css(query))
            continue
        found, expected = clean(ours.css(query).getall()), clean(theirs.css(query).getall())
        if query == "::text":
            # lxml joins texts that are beside each other.
            found, expected = clean(["".join(found)]), clean(["".join(expected)])
        assert found == expected, query
    for query in ("//a/@href", "//p[1]/text()", "count(//a)", "string(/html/head/title)", "boolean(//nope)", "//img"):
        assert len(ours.xpath(query)) == len(theirs.xpath(query))


def test_names_and_characters_that_lxml_refuses() -> None:
    root = sapwood.parse(
        '<!DOCTYPE html PUBLIC "a" "b"><!--x--y---><p @click=1 a:b=2 {c}d=3 é=4 title="\x01\x0c">\x01\x0c\ufffe<a<b>1</a<b>'
        "<svg xlink:href=x><foreignObject>t</svg><?php x?><!-- - --></html><!--after-->"
    ).to_lxml()
    assert root.getroottree().docinfo.public_id == "a"
    assert root.xpath("//svg") and root.xpath("//p")[0].get("_click") == "1"
    assert "\x01" not in lxml_html.tostring(root, encoding="unicode")
    assert [type(it).__name__ for it in root.getroottree().getroot().itersiblings()] == ["HtmlComment"]
    with pytest.raises(ValueError, match="a fragment has no root"):
        sapwood.parse_fragment("<p>").to_lxml()
    assert sapwood.parse_xml("<a xmlns='u'><b/></a>").to_lxml()[0].tag == "{u}b"


def test_selector_interface() -> None:
    html = "<ul><li class=a id=1>One <b>1</b></li><li>Two &amp; <a href=/x?a=1&amp;b=2>x</a></li></ul>"
    ours, theirs = sapwood.parsel.Selector(text=html), parsel.Selector(text=html)
    for call in (
        lambda it: it.css("li").getall(),
        lambda it: it.css("li").get(),
        lambda it: it.css("nope").get("d"),
        lambda it: it.css("li::text").re(r"\w+"),
        lambda it: it.css("li").re_first(r"class=\"(\w)\" id=\"(\d)\""),
        lambda it: it.css("a::attr(href)").re(r"(?P<extract>b=\d)"),
        lambda it: it.css("li")[0].attrib,
        lambda it: it.css("li").attrib,
        lambda it: it.css("li")[1:].css("a::attr(href)").get(),
        lambda it: it.css("li")[0].css("::text").getall(),
        lambda it: it.css("li")[0].css("li.a").getall(),
        lambda it: it.css("li")[0].css("b::text, b").getall(),
        lambda it: it.css("b, li::attr(id)").getall(),
        lambda it: it.css("li").xpath("./text()").getall(),
        lambda it: it.xpath("count(//li)").get(),
        lambda it: it.xpath("//li[@id=$id]/b/text()", id="1").get(),
        lambda it: it.xpath("boolean(//li)").get(),
        lambda it: it.css("li + li").re(r"[&<]\w+;?"),
        lambda it: bool(it.css("nope")),
    ):
        assert call(ours) == call(theirs)
    ours.css("b").drop()
    assert ours.css("b") == [] and isinstance(ours.css("li"), sapwood.parsel.SelectorList)
    with pytest.raises(sapwood.SelectorError):
        ours.css("..")
    with pytest.raises(TypeError):
        sapwood.parsel.Selector(text=b"x")
    assert ours.css("li::text")[0].css("a") == []
    with pytest.raises(ValueError, match="Undefined namespace prefix in //a:b"):
        ours.xpath("//a:b")
    assert sapwood.parsel.Selector(body="<p>é".encode()).css("p::text").get() == "é"
    assert sapwood.parsel.Selector(text="<A><b/></A>", type="xml").xpath("//A").get() == "<A><b/></A>"


@pytest.mark.parametrize("module", [sapwood.parsel, sapwood])
def test_examples_of_modules(module) -> None:
    assert doctest.testmod(module).failed == 0


def test_bytes_of_json_in_any_utf() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"):
        selector = sapwood.parsel.Selector(body='{"a": "\u00e9"}'.encode(encoding))
        assert (selector.type, selector.root) == ("json", {"a": "\u00e9"}), encoding


def test_json_too_deep_for_its_parser_is_markup() -> None:
    for text in ("[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000):
        for selector in (sapwood.parsel.Selector(text=text), sapwood.parsel.Selector(body=text.encode())):
            assert selector.type == "html"
        assert sapwood.parsel.Selector(text=text, type="json").root is None

"""`sapwood.parsel` and `Document.to_lxml`, compared with the originals."""

import copy
import doctest
import pickle
import re

import pytest

import sapwood
import sapwood.parsel

lxml_html = pytest.importorskip("lxml.html")
parsel = pytest.importorskip("parsel")

QUERIES = [
    "a::attr(href)", "h1, h2, h3", "h2::text", "p", "p::text", "img::attr(src), a::attr(href)", "li a::text", "title::text",
    "a[href]::attr(href), title::text", "div > p", "li::text", "div::text", "meta::attr(content)", "::text", "td, th",
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


def test_a_root_has_the_names_of_lxml(page: bytes) -> None:
    document = sapwood.parse(page)
    document.remove_all("template")
    ours, theirs = sapwood.parsel.Selector(root=document, base_url="https://tree.example/oak/").root, document.to_lxml()
    # lxml has no control characters, and other characters in names.
    clean = lambda text: re.sub("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffd\ufffe\uffff]", "", (text or "").replace("\f", " "))  # noqa: E731
    elements = [it for it in theirs.iter() if isinstance(it.tag, str)]
    tag_of = lambda element: None if element is None else element.tag  # noqa: E731
    of_theirs = lambda steps: next((it for it in steps if isinstance(it.tag, str)), None)  # noqa: E731
    count = 0
    for our, their in zip(ours.iter(), elements, strict=True):
        assert (our.tag, clean(our.text), clean(our.tail)) == (their.tag, clean(their.text), clean(their.tail))
        assert tag_of(our.getparent()) == tag_of(their.getparent())
        children = [it.tag for it in their if isinstance(it.tag, str)]
        assert [it.tag for it in our] == children and len(our) == len(children)
        count += 1
        if count % 20 == 0:
            assert tag_of(our.getnext()) == tag_of(of_theirs(their.itersiblings()))
            assert tag_of(our.getprevious()) == tag_of(of_theirs(their.itersiblings(preceding=True)))
            assert [it.tag for it in our.iterancestors()] == [it.tag for it in their.iterancestors()]
            assert our.getparent()[our.getparent().index(our)] == our
            assert our.get("class") == our.attrib.get("class") and set(our.keys()) == set(our.attrib)
    for path in ("head/title", ".//a", ".//a[@href]", "body/*", ".//li/a", "head/meta[1]", "body//div[p]"):
        assert [it.tag for it in ours.findall(path)] == [it.tag for it in theirs.findall(path)], path
        assert clean(ours.findtext(path)) == clean(theirs.findtext(path)), path
    assert len(ours.xpath("//a")) == len(theirs.xpath("//a")) and len(ours.cssselect("a")) == len(theirs.xpath("//a"))
    ours.make_links_absolute()
    links = [it.get("href") for it in ours.iter("a") if it.get("href")]
    assert all(re.match("[A-Za-z][A-Za-z0-9+.-]*:", link) for link in links), links


def test_a_root_changes_its_document() -> None:
    selector = sapwood.parsel.Selector("<ul><li>Oak<b>!</b> tail<li>Elm</ul><img srcset='a.png 1x, a.png 2x'>", base_url="https://a.example/b/")
    oak, elm = (it.root for it in selector.css("li"))
    assert (oak.text, oak[0].tail, oak.text_content(), elm.tail) == ("Oak", " tail", "Oak! tail", None)
    oak.text, oak[0].tail, elm.tail = "Beech", "?", "end"
    oak.set("class", "tree")
    oak[0].drop_tag()
    assert selector.css("ul").get() == '<ul><li class="tree">Beech!?</li><li>Elm</li>end</ul>'
    oak.getparent().insert(0, elm)
    assert selector.css("li::text").getall()[0] == "Elm"
    with pytest.raises(ValueError, match="no child|not a child"):
        elm.remove(oak)
    # An element takes its tail along.
    assert elm.tail == "end"
    oak.getparent().remove(oak)
    assert selector.css("ul").get() == "<ul><li>Elm</li>end</ul>"
    root = selector.root
    assert root.base == root.base_url == selector.css("li")[0].root.base == "https://a.example/b/"
    root.make_links_absolute()
    assert selector.css("img::attr(srcset)").get() == "https://a.example/b/a.png 1x, https://a.example/b/a.png 2x"
    root.rewrite_links(lambda link: None)
    assert "srcset" not in root.iter("img").__next__().attrib
    copied = copy.deepcopy(selector.css("li")[0].root)
    assert (copied.tag, copied.text_content(), copied.getparent()) == ("li", "Elm", None) and copied != selector.css("li")[0].root
    with pytest.raises(TypeError, match="pickle the document"):
        pickle.dumps(copied)
    with pytest.raises(AttributeError):
        sapwood.parsel.root.Root.__new__(sapwood.parsel.root.Root).tag  # noqa: B018
    with pytest.raises(TypeError, match="base_url"):
        sapwood.parsel.Selector("<a href=b>").root.make_links_absolute()
    based = sapwood.parsel.Selector("<base href=/c/><a href=b>", base_url="https://a.example/").root
    based.make_links_absolute()
    assert based.xpath("string(//a/@href)") == "https://a.example/c/b" and not based.findall(".//base")
    image = sapwood.parsel.Selector("<svg><image xlink:href=a.png></svg>", base_url="https://a.example/b/")
    image.root.make_links_absolute()
    assert image.css("svg").get() == '<svg><image xlink:href="https://a.example/b/a.png"></image></svg>'
    of_invalid = lambda: sapwood.parsel.Selector("<a href='http://[x'>", base_url="https://a.example/").root  # noqa: E731
    with pytest.raises(ValueError, match="IPv6"):
        of_invalid().make_links_absolute()
    for failures, href in (("ignore", "http://[x"), ("discard", None)):
        root = of_invalid()
        root.make_links_absolute(handle_failures=failures)
        assert root.find(".//a").get("href") == href
    based = sapwood.parsel.Selector("<base href=https://b.example/><a href=b>").root
    based.rewrite_links(str.upper)
    assert based.find(".//a").get("href") == "HTTPS://B.EXAMPLE/B"
    xml = sapwood.parsel.Selector("<a xmlns='u'><b/></a>", type="xml").root
    assert (xml.tag, xml[0].tag, xml.find("{u}b"), sapwood.parsel.Selector(root=xml[0]).get()) == ("{u}a", "{u}b", xml[0], '<b xmlns="u"/>')


def test_a_root_takes_time_by_the_length_of_its_document() -> None:
    count = 20_000
    page = sapwood.parsel.Selector("<p>x" * count + f"<img srcset='{', '.join(f'{at}.png {at}x' for at in range(1, count))}'>")
    memory = len(page.get())
    page.root.make_links_absolute("https://a.example/")
    srcset = page.css("img::attr(srcset)").get()
    assert srcset.count("https://a.example/") == count - 1 and len(page.get()) < memory + 20 * count
    assert sum(it.text == "x" and it.tail is None for it in page.root.iter("p")) == count


def test_an_empty_head_is_left_out() -> None:
    get = lambda markup: sapwood.parsel.Selector(markup).get()  # noqa: E731
    assert get("<p>Oak") == "<html><body><p>Oak</p></body></html>"
    assert get("<html lang='<head></head>'><p>Oak") == '<html lang="&lt;head&gt;&lt;/head&gt;"><body><p>Oak</p></body></html>'
    assert get("<title>Oak</title>") == "<html><head><title>Oak</title></head><body></body></html>"
    assert get("<head class=a>") == '<html><head class="a"></head><body></body></html>'
    assert get("<html><!--<head></head>--><p>Oak").endswith("<head></head><body><p>Oak</p></body></html>")
    for markup in ("<p>Oak", "<p>Oak<script>'<head></head>'</script>"):
        again = sapwood.parsel.Selector(get(markup))
        assert (again.get(), again.css("head, p").getall()) == (get(markup), sapwood.parsel.Selector(markup).css("head, p").getall())

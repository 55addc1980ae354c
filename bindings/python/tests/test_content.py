"""Main content, sanitizing, and checks."""

import pytest

import sapwood
from sapwood.details import Fact, Feature, Person, Rating, Section

PAGE = """<!DOCTYPE html><html lang=en><head><title>Oak - Trees</title><meta property=og:site_name content=Trees>
<link rel=canonical href=/oak></head><body><nav><a href=/>Home</a></nav><main><h1>Oak</h1>
<p class=byline>By Ann Elm, <time datetime=2025-09-04>last week</time>
<p>The oak is a tree of the beech family, and it grows slowly. <a href=/beech>Beech</a>
<div class=share-buttons><a href=/x>Share</a></div></main>
<section class=comments><div class=comment>First comment of a reader</div></section></body></html>"""


def test_details_are_dataclasses() -> None:
    details = sapwood.parse(PAGE).article().details
    assert details.authors == [Person("Ann Elm", None, "tree")]
    assert details.published == Fact("2025-09-04", "tree")
    assert details.sections == [Section(1, "Oak", None)]
    assert (details.posts, details.product, details.items) == ([], None, [])


def test_details_of_threads_and_products() -> None:
    question = """<script type=application/ld+json>{"@type": "Question", "text": "Why?", "author": "Ann",
        "acceptedAnswer": {"@type": "Answer", "text": "So.", "upvoteCount": 3, "dateCreated": "2025-09-04T10:00:00Z"}}</script>
        <link rel=canonical href=https://trees.example/questions/7><p>Why?<p>So."""
    first, second = sapwood.parse(question).article().details.posts
    assert first.author == Person("Ann", None, "json-ld") and first.is_question
    assert (second.votes, second.is_accepted) == (Fact(3, "json-ld"), True)
    assert second.published == Fact("2025-09-04T10:00Z", "json-ld")
    product = sapwood.parse(
        """<div itemscope itemtype=https://schema.org/Product><h1 itemprop=name>Oak</h1>
        <p itemprop=aggregateRating itemscope><b itemprop=ratingValue>4.5</b> of <b itemprop=ratingCount>12</b></p>
        <table><tr><th>Height<td>40 cm</table></div>"""
    ).article().details.product
    assert product is not None and product.name == Fact("Oak", "microdata")
    assert product.rating == Rating("4.5", "5", 12, "microdata")
    assert product.features == [Feature("Height", "40 cm", "tree")]


def test_article_has_metadata_and_content() -> None:
    document = sapwood.parse(PAGE)
    article = document.article()
    assert (article.title, article.byline, article.published) == ("Oak", "Ann Elm", "2025-09-04")
    assert (article.language, article.site_name, article.canonical_url) == ("en", "Trees", "/oak")
    assert (article.kind, article.modified, article.image) == ("article", None, None)
    assert article.root == document.select_one("main")
    assert all(isinstance(it, sapwood.Element) for it in article.comments)
    assert "beech family" in article.text and "Share" not in article.text
    assert "Share" not in article.html and '<a href="/beech">' in article.html
    assert "[Beech](https://trees.example/beech)" in article.to_markdown(base="https://trees.example/")
    assert repr(article) == '<Article "Oak">'


def test_article_follows_edits_of_its_document() -> None:
    document = sapwood.parse(PAGE)
    article = document.article()
    document.remove_all("h1")
    assert "Oak\n" not in article.text
    document.compact()
    with pytest.raises(sapwood.StaleNodeError):
        article.root.text  # noqa: B018


def test_article_of_real_pages(page: bytes) -> None:
    article = sapwood.parse(page).article()
    assert article.kind in ("article", "thread", "product", "list", "documentation", "sections")
    assert len(article.text) <= len(page) and len(article.html) <= 3 * len(page)


def test_sanitize_removes_what_runs_scripts() -> None:
    html = '<p onclick="x()">1<script>x()</script><a href="javascript:x()">2</a><img src=x onerror=x()>'
    assert sapwood.sanitize(html) == "<p>1<a>2</a></p>"
    assert sapwood.sanitize("<td onclick=x>1", context="tr") == "<td>1</td>"
    assert sapwood.sanitize("a{}", context="style") == ""
    document = sapwood.parse(html, positions=True)
    removals = document.sanitize()
    assert [(it.kind, it.name, it.element) for it in removals] == [
        ("attribute", "onclick", "p"), ("element", "script", None), ("attribute", "href", "a"), ("element", "img", None),
    ]  # fmt: skip
    assert [html[slice(*it.span)] for it in removals if it.kind == "element"] == ["<script>", "<img src=x onerror=x()>"]
    assert document.body.inner_html == "<p>1<a>2</a></p>"
    assert document.sanitize() == []


def test_sanitize_below_an_element() -> None:
    document = sapwood.parse("<div id=a onclick=x><img></div><img>")
    assert [it.name for it in document.select_one("div").sanitize()] == ["img"]
    assert document.body.inner_html == '<div id="a" onclick="x"></div><img>'


def test_presets_are_those_of_the_command() -> None:
    for preset in ("default", "ammonia", "nh3", "bleach", "dompurify"):
        assert sapwood.Sanitizer(preset=preset).clean("<b onclick=x()>x</b>") == "<b>x</b>"


def test_sanitizing_bytes_detects_their_encoding() -> None:
    markup = "<meta charset=windows-1251><p>Дуб".encode("windows-1251")
    assert sapwood.sanitize(markup) == sapwood.Sanitizer().clean(bytearray(markup)) == "<p>Дуб</p>"
    assert "<p>Дуб</p>" in sapwood.Sanitizer().clean_document(markup)


def test_outputs_have_the_defaults_of_the_command() -> None:
    page = sapwood.parse("<base href=https://a.example/b/><meta charset=koi8-r><a href=c>Д</a>")
    assert page.to_markdown(base="https://x.example") == "[Д](https://a.example/b/c)\n"
    assert "koi8-r" in page.to_html()
    encoded = page.to_html(encoding="utf-8")
    assert b'<meta charset="utf-8">' in encoded and "Д".encode() in encoded


def test_sanitizers_have_rules() -> None:
    assert sapwood.Sanitizer(preset="ammonia").clean("<u-v><a href=/>x</a>") == '<a href="/" rel="noopener noreferrer">x</a>'
    assert sapwood.Sanitizer(preset="dompurify").clean("<img src=x onerror=x()>") == '<img src="x">'
    sanitizer = sapwood.Sanitizer(
        {"elements": ["p", "a", "i"], "attributes": ["href", "class", "id", "style", "dir"]},
        unlisted="unwrap", drop_content=["script"], url_schemes=["https"], relative_urls="https://example.com/a/",
        style_properties=["color"], classes={"*": ["ok"]}, attribute_values={"p": {"dir": ["ltr"]}}, attribute_prefixes=["aria-"],
        id_prefix="user-", link_rel="nofollow", data_urls=["img"],
    )  # fmt: skip
    assert sanitizer.clean("<b>1<script>2</script></b>") == "1"
    assert sanitizer.clean("<a href=oak>1</a>") == '<a href="https://example.com/a/oak" rel="nofollow">1</a>'
    assert sanitizer.clean("<a href=ftp://x/>1</a>") == '<a rel="nofollow">1</a>'
    assert sanitizer.clean("<p id=a class='ok no' dir=rtl aria-label=b>") == '<p id="user-a" class="ok" aria-label="b"></p>'
    assert sanitizer.clean("<i style='color: red; top: 0'>1</i>") == '<i style="color: red">1</i>'
    assert {it["name"] for it in sanitizer.config["elements"]} == {"p", "a", "i"}
    assert sapwood.Sanitizer(sanitizer.config).config == sanitizer.config
    assert sapwood.sanitize("<b><i>1", sanitizer) == "<i>1</i>"


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        ([{"elements": ["p"], "removeElements": ["b"]}], {}, "elements"),
        ([{"elements": 1}], {}, "elements"),
        ([[]], {}, "object"),
        ([{}], {"preset": "ammonia"}, "choose one"),
        ([], {"preset": "tidy"}, "default, ammonia, nh3, bleach, dompurify"),
        ([], {"unlisted": "keep"}, "drop, unwrap or escape"),
        ([], {"relative_urls": "/x"}, "absolute URL"),
    ],
)
def test_sanitizer_rejects_contradictions(arguments: list[object], named: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sapwood.Sanitizer(*arguments, **named)


def test_check_reports_mistakes_with_positions() -> None:
    text = "<!DOCTYPE html><html lang=en><title>é</title>\n<p>é<b a=1 a=2>x</b>\n<i>"
    findings = sapwood.check(text)
    assert [(it.code, it.line, it.column, text[slice(*it.span)]) for it in findings if it.code == "duplicate-attribute"] == [
        ("duplicate-attribute", 2, 12, "a")
    ]
    duplicate = findings[0]
    assert duplicate.title and duplicate.help and duplicate.url.startswith("https://html.spec.whatwg.org/")
    assert not duplicate.is_note
    assert [it.span for it in sapwood.parse(text, errors=True).check()] == [it.span for it in findings]
    assert [str(it) for it in sapwood.check("<p a a>", context="div")] == ["1:6: duplicate-attribute: attribute given more than once"]


def test_check_of_bytes_reports_encodings() -> None:
    page = b"<!DOCTYPE html><html lang=en><title>\xff</title>"
    codes = {it.code for it in sapwood.check(page, encoding="utf-8")}
    assert "malformed-bytes" in codes
    assert sapwood.check(page + b"<b>", http_charset="windows-1252") != []


def test_check_of_xml() -> None:
    assert sapwood.check("<a><b/></a>", xml=True) == []
    codes = [it.code for it in sapwood.check(b"<a>&</b>", xml=True)]
    assert codes == ["unescaped-ampersand", "unexpected-end-tag", "unclosed-elements"]
    assert [it.code for it in sapwood.parse_xml("<a>&</a>", positions=True).check()] == ["unescaped-ampersand"]


def test_check_says_what_it_needs() -> None:
    with pytest.raises(ValueError, match="positions=True"):
        sapwood.parse("<p>").check()
    with pytest.raises(ValueError, match="fragment"):
        sapwood.parse_fragment("<p>", positions=True).check()
    with pytest.raises(ValueError, match="xml=True"):
        sapwood.check("<p>", xml=True, context="div")
    with pytest.raises(ValueError, match="encoding"):
        sapwood.check("<p>", encoding="utf-8")
    with pytest.raises(ValueError):
        sapwood.check("<p>", context="<")


def test_check_of_real_pages(page: bytes) -> None:
    spans = [it.span for it in sapwood.check(page)]
    assert spans == sorted(spans)


def test_trees_fold_in_notebooks_and_run_nothing() -> None:
    page = sapwood.parse("<!DOCTYPE html><p class='a\"b' onclick=x()>A<b>&lt;i></b><script>alert(1)</script><img src=x onerror=y><!--c--><template><i>t</i></template>")
    view = sapwood.parse_fragment(page._repr_html_())
    assert {element.tag for element in view.select("*")} == {"div", "details", "summary", "b"}
    assert {name for element in view.select("*") for name in element.attrs} <= {"style", "open"}
    text = view.inner_text
    for part in ("<!DOCTYPE html>", '<p class="a"b" onclick="x()">', "<i>", "alert(1)", '<img src="x" onerror="y">', "<!--c-->", "t"):
        assert part in text, text
    (p,) = page.select("p")
    assert p._repr_html_().startswith("<div") and "DOCTYPE" not in p._repr_html_()
    large = sapwood.parse("<p a=1 b=2 c=3>" + "x" * 1000)._repr_html_() * 1
    assert "x" * 200 + "…" in large and "x" * 201 not in large


def test_trees_in_notebooks_are_bounded() -> None:
    for html in ("<div>" * 100_000, "<p>x" * 100_000, "<p " + " ".join(f"a{i}=" + "v" * 500 for i in range(5_000)) + ">"):
        assert len(sapwood.parse(html)._repr_html_()) < 1_000_000
    page = sapwood.parse("<p>a")
    (p,) = page.select("p")
    p.remove()
    assert "p" in p._repr_html_()

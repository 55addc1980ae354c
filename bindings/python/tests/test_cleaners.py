"""`sapwood.nh3` and `sapwood.bleach`, compared with the originals."""

from copy import deepcopy
from random import Random
from time import process_time
from typing import Any

import pytest
import sapwood.bleach
import sapwood.nh3

TEXTS = [
    "",
    "plain & <b>bold</b>",
    "<unknown>hi",
    "<p onclick=x()>An <a href=/oak title=t>oak</a><img src=x onerror=x()>",
    "<script>x()</script><style>p{}</style>safe",
    "<a href='javascript:x()'>x</a><a href=https://e.org/?a&b>y</a><a href=ssh:x>z</a>",
    "<!-- c --><i>i</i>",
    "<b><i>bold italic</i></b>",
    "<span class='a b' style='color: red; position: fixed'>s</span>",
    "<div role=alert id=x data-a=1>d</div>",
    "<td>cell</td><table><tr><td colspan=2>c</table>",
]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"tags": {"b"}},
    {"tags": {"a", "b", "img"}, "attributes": {"a": {"href"}, "*": {"id", "title"}}, "link_rel": None},
    {"strip_comments": False},
    {"tags": {"div", "span"}, "tag_attribute_values": {"div": {"role": {"alert", "status"}}}},
    {"tags": {"div"}, "set_tag_attribute_values": {"div": {"class": "safe"}}},
    {"tags": {"span"}, "allowed_classes": {"span": {"a"}}},
    {"tags": {"div"}, "generic_attribute_prefixes": {"data-"}},
    {"tags": {"div"}, "attributes": {"div": {"id"}}, "id_prefix": "user-"},
    {"url_schemes": {"https"}},
    {"url_relative": "deny"},
    {"url_relative": ("rewrite_with_base", "https://e.org/")},
    {"tags": {"a", "img"}, "attributes": {"img": {"src"}}, "url_relative": lambda url: f"https://cdn.example{url}"},
    {"clean_content_tags": {"unknown", "script"}},
    {"attribute_filter": lambda tag, name, value: None if name == "title" else value.upper()},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda it: ",".join(it) or "default")
def test_nh3_cleans_alike(options: dict[str, Any]) -> None:
    nh3 = pytest.importorskip("nh3")
    for text in TEXTS:
        # A difference: what is listed as `*` comes first there.
        assert sorted(sapwood.nh3.clean(text, **options)) == sorted(nh3.clean(text, **deepcopy(options))), text


def test_nh3_has_the_same_defaults_and_texts() -> None:
    nh3 = pytest.importorskip("nh3")
    assert sapwood.nh3.ALLOWED_TAGS == nh3.ALLOWED_TAGS
    assert sapwood.nh3.ALLOWED_ATTRIBUTES == nh3.ALLOWED_ATTRIBUTES
    assert sapwood.nh3.ALLOWED_URL_SCHEMES == nh3.ALLOWED_URL_SCHEMES
    assert sapwood.nh3.CLEAN_CONTENT_TAGS == nh3.CLEAN_CONTENT_TAGS
    for text in [*TEXTS, "a <b> &'\"`/=\t\n\0\f\r", "a<b", "</b>", "</", "<>", "< b>", "&lt;", "<!doctype html>"]:
        assert sapwood.nh3.clean_text(text) == nh3.clean_text(text), text
        assert sapwood.nh3.is_html(text) == nh3.is_html(text), text
    with pytest.raises(ValueError, match="both name script"):
        sapwood.nh3.Cleaner(tags={"script"})
    with pytest.raises(ValueError, match="url_relative"):
        sapwood.nh3.Cleaner(url_relative="no")


def test_bleach_cleans_alike() -> None:
    bleach = pytest.importorskip("bleach")
    cases: list[dict[str, Any]] = [
        {},
        {"strip": True},
        {"strip_comments": False},
        {"tags": {"a", "b"}, "attributes": ["href", "title"], "strip": True},
        {"tags": {"a", "div"}, "attributes": {"*": ["title"], "div": lambda tag, name, value: name == "id"}, "strip": True},
        {"tags": {"a"}, "attributes": lambda tag, name, value: value.startswith("https:"), "strip": True},
        {"protocols": {"https"}},
    ]
    texts = [
        "",
        "plain &amp; <b>bold</b>",
        "<a href='https://e.org/' title=t onclick=x()>y</a>",
        "<a href='javascript:x()'>x</a><a href=ssh:x>z</a><a href=/r>r</a>",
        "<!-- c --><i>i</i>",
        '<div id="x" title="t">d</div>',
    ]
    for options in cases:
        for text in texts:
            assert sapwood.bleach.clean(text, **options) == bleach.clean(text, **options), (text, options)
    with pytest.raises(TypeError, match="must be of text type"):
        sapwood.bleach.clean(b"x")  # type: ignore[arg-type]


TEXTS_WITH_URLS = [
    "",
    "oak",
    "example.com",
    "See http://a.com. And www.a.co.uk/x_y, or (https://a.com/(x))!",
    "(a.com) ((a.com/x)) a.com/x) (a.com",
    "a.com/?q=[1]&amp;r=2#s a.com#x a.com/{x} a.com?x",
    "ftp://a.com //a.com/x http:///a.com http://user:pw@a.com/ HTTP://A.COM:80/",
    "a.b.c a.comx a_b.com -a.com h\u00e9llo.com xn--p1ai.com 1.2.3.4 http://localhost",
    "<a href='http://x.com'>x.com</a> <a href='http://x.com' rel='tag'><b>y</b></a>",
    "<b>a.com</b> <pre>a.com <i>b.com</i></pre> <ul><li>c.org/d</ul>",
    "&lt;a.com&gt; a.com&amp;",
    "me@a.com, mailto:me@a.com; me.too+x@mail.a.co.uk! @a.com me@@a.com http://me@a.com",
]


def note_new(attrs: Any, new: bool) -> Any:
    attrs[None, "data-new"] = str(new)
    return attrs


def only_org(attrs: Any, new: bool) -> Any:
    return attrs if attrs[None, "href"].endswith(".org") else None


def shorten(attrs: Any, new: bool) -> Any:
    attrs["_text"] = attrs["_text"][:4]
    return attrs


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"parse_email": True},
        {"skip_tags": ["pre", "b"]},
        {"skip_tags": []},
        {"callbacks": []},
        {"callbacks": [note_new]},
        {"callbacks": [shorten, only_org]},
    ],
)
def test_bleach_linkifies_alike(options: dict[str, Any]) -> None:
    bleach = pytest.importorskip("bleach")
    for text in TEXTS_WITH_URLS:
        assert sapwood.bleach.linkify(text, **options) == bleach.linkify(text, **options), text


def test_linkify_finds_the_urls_of_bleach_in_random_texts() -> None:
    linkifier = pytest.importorskip("bleach.linkifier")
    pieces = "a b-c x_y http:// https:// ftp: mailto: // / ? # . com .com .co.uk .org @ :80 : ( ) , .. ! é %20 & = [ ] { 1 - _ + www. .py".split()
    random = Random(1)
    found = 0
    for _ in range(20_000):
        text = "".join(random.choices([*pieces, " "], k=random.randint(1, 9)))
        ours = [match[0] for match in sapwood.bleach.linkifier.URL_RE.finditer(text)]
        assert ours == [match[0] for match in linkifier.URL_RE.finditer(text)], text
        found += len(ours)
    assert found > 500


def test_linkify_differs_from_bleach_where_the_documentation_says_so() -> None:
    bleach = pytest.importorskip("bleach")
    for text, ours, theirs in [
        # An unknown element stays one.
        ("<foo>x</foo>", "<foo>x</foo>", "&lt;foo&gt;x&lt;/foo&gt;"),
        # Text that isn't read as markup stays as it is.
        ("<textarea>a.com</textarea>", "<textarea>a.com</textarea>", None),
        # Hosts of abolished domains.
        ("a.yu", "a.yu", '<a href="http://a.yu" rel="nofollow">a.yu</a>'),
    ]:
        assert sapwood.bleach.linkify(text) == ours
        if theirs is not None:
            assert bleach.linkify(text) == theirs
    # A mailbox ends where its host does.
    text = "me@a.comhttp"
    assert sapwood.bleach.linkify(text, parse_email=True) == text
    assert bleach.linkify(text, parse_email=True) != text
    with pytest.raises(TypeError, match="must be of text type"):
        sapwood.bleach.linkify(b"a.com")  # type: ignore[arg-type]


def test_linkify_takes_linear_time() -> None:
    for unit in ["a.", "(", "a-", "http:", "a@", '"\\"', "a.com(", "a.a@", "x@a.", "<a><pre>", "<b>a.com", "a.com "]:
        start = process_time()
        sapwood.bleach.linkify(unit * (100_000 // len(unit)), skip_tags=["pre", "b"], parse_email=True)
        assert process_time() - start < 10, unit


def test_callbacks_of_bleach() -> None:
    callbacks = pytest.importorskip("bleach.callbacks")
    for attrs in [
        {(None, "href"): "http://a.com", "_text": "x"},
        {(None, "href"): "mailto:me@a.com", "_text": "x"},
        {(None, "href"): "/", (None, "rel"): "tag NoFollow"},
        {(None, "rel"): "tag"},
    ]:
        for name in ["nofollow", "target_blank"]:
            ours, theirs = getattr(sapwood.bleach.callbacks, name), getattr(callbacks, name)
            assert ours(deepcopy(attrs), True) == theirs(deepcopy(attrs), True)

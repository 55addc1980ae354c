"""`sapwood.nh3` and `sapwood.bleach`, compared with the originals."""

from copy import deepcopy
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

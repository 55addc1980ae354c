"""Assertions about HTML."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sapwood
from sapwood.testing import assert_html_equal as is_equal
from sapwood.testing import tree_lines

EQUAL: list[tuple[str | bytes, str]] = [
    ("<p>a", "<p>a</p>"),
    ("<p id=a class='b c'>x", '<P CLASS="c b c" ID="a">x</P>'),
    ("<p> a\n b </p>\n<p>c", "<p>a b</p><p>c"),
    ("<p>a<!-- b -->", "<p>a"),
    ("<!DOCTYPE html><p>a", "<!doctype html><html><head></head><body><p>a</p></body></html>"),
    (b"<p>&eacute;", "<p>é"),
    ("<table><tr><td>a</table>", "<table><tbody><tr><td>a</td></tr></tbody></table>"),
    ("<template><b>a</template>", "<template><b>a</b></template>"),
    ("&lt;", "<"),
    ("", " "),
]
DIFFERENT = [
    ("<p>a", "<p>b"),
    ("<p id=a>", "<p id=b>"),
    ("<p>a", "<div>a"),
    ("<pre>a  b", "<pre>a b"),
    ("<template><b>a</template>", "<template><i>a</template>"),
    ("<!DOCTYPE html><p>a", "<!DOCTYPE html SYSTEM 'about:legacy-compat'><p>a"),
    ("<p>a b", "<p>a<b> b"),
]


@pytest.mark.parametrize(("got", "expected"), EQUAL)
def test_equal(got: str | bytes, expected: str) -> None:
    is_equal(got, expected)
    is_equal(expected, got)


@pytest.mark.parametrize(("got", "expected"), DIFFERENT)
def test_different(got: str, expected: str) -> None:
    with pytest.raises(AssertionError, match="the HTML differs"):
        is_equal(got, expected)


def test_exact_counts_spaces_comments_and_the_order_of_classes() -> None:
    for got, expected in [("<p> a", "<p>a"), ("<p>a<!--b-->", "<p>a"), ("<p class='a b'>", "<p class='b a'>")]:
        is_equal(got, expected)
        with pytest.raises(AssertionError):
            is_equal(got, expected, exact=True)
    is_equal("<p id=a class=b>x", "<p class=b id=a>x</p>", exact=True)


def test_documents_elements_and_contexts() -> None:
    page = sapwood.parse("<p>One<p>Two")
    is_equal(page.select("p")[1], "<p>Two</p>")
    is_equal(page, "<html><p>One</p><p>Two</p>")
    is_equal("<td>1<td>2", "<td>1</td><td>2</td>", context="tr")
    assert list(tree_lines("<td>1", context="tr")) == ["<td>", '  "1"']


def test_many_comments() -> None:
    comments = "<!--a-->" * 120
    is_equal(comments + "<p>a", "<p>a")
    is_equal("<!-- a -->\n<!-- b --><html><p>a", "<html><p>a")


def test_a_deep_tree() -> None:
    deep = "<div>" * 100_000
    is_equal(deep, deep)
    with pytest.raises(AssertionError):
        is_equal(deep + "a", deep)


def test_the_fixture(assert_html_equal: Callable[..., None]) -> None:
    assert_html_equal("<b>a", "<b>a</b>")

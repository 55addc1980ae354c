"""The tree builder for Beautiful Soup: its own tests, and agreement with the document."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

bs4 = pytest.importorskip("bs4")

from bs4.element import Comment, Doctype, NavigableString, PageElement, Script, Tag  # noqa: E402
from conftest import ROOT  # noqa: E402

import sapwood  # noqa: E402
from sapwood.bs4 import SapwoodTreeBuilder  # noqa: E402

# Tests that contradict the standard; html5lib's builder in Beautiful Soup replaces both of them, too.
BY_THE_STANDARD = {
    "test_processing_instruction": "a document always has the elements html, head and body",
    "test_correctly_nested_tables": "a row that is in no table section gets a tbody",
}


def sources() -> Path | None:
    """The source distribution of the installed version, which has the tests; pip fetches it once."""
    folder = ROOT / "target" / "python" / "bs4"
    name = f"beautifulsoup4-{version('beautifulsoup4')}"
    if not (folder / name).is_dir():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
        command = [*pip, "--no-build-isolation", "--dest", str(folder), name.replace("4-", "4==")]
        if subprocess.run(command, capture_output=True).returncode != 0:
            return None
        with tarfile.open(folder / f"{name}.tar.gz") as archive:
            archive.extractall(folder, filter="data")
    return folder / name


SOURCES = sources()

if SOURCES:
    bs4.__path__.append(str(SOURCES / "bs4"))
    from bs4.tests import HTML5TreeBuilderSmokeTest

    class TestSmoke(HTML5TreeBuilderSmokeTest):
        """The tests that Beautiful Soup has for builders of HTML5 trees."""

        @property
        def default_builder(self) -> type[SapwoodTreeBuilder]:
            return SapwoodTreeBuilder

    for name, reason in BY_THE_STANDARD.items():
        setattr(TestSmoke, name, pytest.mark.xfail(reason=reason, strict=True)(getattr(TestSmoke, name)))


def test_sources_of_beautiful_soup_are_there() -> None:
    if SOURCES is None:
        pytest.skip("pip can't fetch the source distribution of Beautiful Soup")


def soup(markup: str | bytes, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return bs4.BeautifulSoup(markup, "sapwood", **options)


def check_links(document: Any) -> None:
    """Each object is linked as a walk over `contents` says."""
    order: list[PageElement] = [document]
    stack = [iter(document.contents)]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            continue
        order.append(node)
        if isinstance(node, Tag):
            stack.append(iter(node.contents))
            for before, after in zip([None, *node.contents], [*node.contents, None]):
                assert before is None or before.next_sibling is after
                assert after is None or (after.previous_sibling is before and after.parent is node)
    for before, after in zip(order, [*order[1:], None]):
        assert before.next_element is after
        assert after is None or after.previous_element is before


def test_tree_is_that_of_the_document(page: bytes) -> None:
    made = soup(page)
    check_links(made)
    document = sapwood.parse(page)
    assert made.original_encoding == document.encoding.lower()
    elements = [element for element in document.select("*")]
    tags = [tag for tag in made.find_all(True) if not tag.find_parent("template")]
    assert [tag.name for tag in tags] == [element.tag for element in elements]
    for tag, element in zip(tags, elements):
        values = {key: value if isinstance(value, str) else list(value) for key, value in tag.attrs.items()}
        expected = dict(element.attrs)
        for key, value in values.items():
            assert value == expected[key] or value == expected[key].split()
        assert list(values) == list(expected)


def test_handlers_build_the_same_tree(page: bytes) -> None:
    class Own(Tag):
        pass

    direct, handled = soup(page), soup(page, element_classes={Tag: Own})
    assert type(handled.html) is Own and type(direct.html) is Tag
    assert [tag.name for tag in direct.find_all(True)] == [tag.name for tag in handled.find_all(True)]
    assert direct.get_text("", strip=True) == handled.get_text("", strip=True)


def test_parse_only_filters() -> None:
    links = soup("<p>x<a href=/>1</a><a>2", parse_only=bs4.SoupStrainer("a"))
    assert str(links) == '<a href="/">1</a><a>2</a>'


def test_kinds_of_nodes() -> None:
    made = soup("<!DOCTYPE html><!--c--><script>s</script><template><p>t</template><svg xlink:href=x><rect/></svg><p>y")
    assert isinstance(made.contents[0], Doctype) and str(made.contents[0]) == "html"
    assert isinstance(made.contents[1], Comment)
    assert type(made.script.string) is Script and type(made.p.string).__name__ == "TemplateString"
    assert made.svg.namespace == "http://www.w3.org/2000/svg" and made.svg["xlink:href"] == "x"
    assert next(iter(made.svg.attrs)).namespace == "http://www.w3.org/1999/xlink"
    assert type(made.find_all("p")[1].string) is NavigableString
    assert soup('<!DOCTYPE html PUBLIC "a">').contents[0].endswith('"a"')


def test_line_numbers_if_asked_for() -> None:
    made = soup("<p>\n <b>x", store_line_numbers=True)
    assert (made.b.sourceline, made.b.sourcepos, made.body.sourceline) == (2, 1, None)
    assert soup("<p>").p.sourceline is None


def test_encodings_and_choice() -> None:
    russian = "<p>Дуб".encode("windows-1251")
    assert soup(russian, from_encoding="windows-1251").p.string == "Дуб"
    assert soup("<p>Дуб".encode(), from_encoding="no-such").p.string == "Дуб"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert bs4.BeautifulSoup("<p>").builder.NAME != "sapwood"


def test_edits_after_the_parse() -> None:
    made = soup("<div><p>1</p><p>2</p></div>")
    made.div.insert(1, made.new_tag("hr"))
    made.p.extract()
    made.div.append("3")
    check_links(made)
    assert str(made.div) == "<div><hr/><p>2</p>3</div>"

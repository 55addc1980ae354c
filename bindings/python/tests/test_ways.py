"""Every way to ask a selector, an expression or a task in Python gives the library's answer.

The questions and answers are those of the harness ``ways``, which writes them to ``target/ways.jsonl``; ``cargo xtask python``
runs it if the file is missing.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import os
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sapwood
from sapwood.parsel import Selector

ROOT = Path(__file__).resolve().parents[3]
QUESTIONS = Path(os.environ.get("SAPWOOD_WAYS", ROOT / "target" / "ways.jsonl"))

Match = tuple[str, str]


@pytest.fixture(scope="module")
def pages() -> list[dict[str, Any]]:
    """Documents with selectors and their matches."""
    if not QUESTIONS.exists():
        pytest.skip(f"{QUESTIONS} is missing; `cargo xtask python` writes it")
    with QUESTIONS.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def answers(question: dict[str, Any]) -> list[Match]:
    """The matches in tree order."""
    return [(match["text"], match["html"]) for match in question["matches"]]


def _in_parsel(html: str) -> str:
    """The markup of an element as parsel's calls give it: a page without the empty head at its start."""
    return re.sub(r"\A(<html(?: [^<>]*)?>)<head></head>", r"\1", html)


def streamed(markup: bytes, selector: str, cuts: random.Random) -> list[Match]:
    """The matches of a stream, fed in pieces."""
    found: list[Match] = []
    stream = sapwood.Stream().on(selector, lambda element: found.append((element.text, element.html)))
    while markup:
        length = cuts.choice((1, 10, 1000))
        stream.feed(markup[:length])
        markup = markup[length:]
    stream.close()
    return found


def test_ways(pages: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    cuts = random.Random(1)
    asked: Counter[str] = Counter()
    found: Counter[str] = Counter()

    def compare(way: str, got: object, expected: list[Any], question: dict[str, Any], markup: bytes) -> None:
        asked[way] += 1
        found[way] += bool(expected)
        assert got == expected, (way, question["selector"], markup)

    for page in pages:
        markup = base64.b64decode(page["bytes"])
        document = sapwood.parse(markup)
        parsel = Selector(text=page["text"])
        for question in page["questions"]:
            selector, expected = question["selector"], answers(question)
            texts = [text for text, _ in expected]
            compare("select", [(it.text, it.html) for it in document.select(selector)], expected, question, markup)
            compare("select_text", document.select_text(selector), texts, question, markup)
            first = document.select_one(selector)
            compare("select_one", [(it.text, it.html) for it in [first] if it], expected[:1], question, markup)
            rows = sapwood.Extractor(selector, {"text": (None, None)}).rows(markup)
            compare("Extractor", [row["text"] for row in rows], texts, question, markup)
            compare("parsel", parsel.css(selector).getall(), [_in_parsel(html) for _, html in expected], question, markup)
            if question["streams"]:
                # A stream reports an inner element before the one that contains it.
                compare("Stream", sorted(streamed(markup, selector, cuts)), sorted(expected), question, markup)
    with capsys.disabled():
        for way, count in asked.items():
            print(f"\nways: {way}: {count} answers, {found[way]} of them not empty", end="")


def in_utf16(text: str, line: int, column: int) -> int:
    """A column in UTF-16 code units, as the library counts them; Python's are in characters."""
    before = re.split("\r\n|\r|\n", text)[line - 1][: column - 1]
    return 1 + len(before.encode("utf-16-le")) // 2


def task_answers(markup: bytes, text: str) -> dict[str, Any]:
    """The answers to all tasks, in the form in which the harness writes them."""
    document = sapwood.parse(markup)
    article = document.article()
    # A URL that can't be resolved is left as it was written.
    links = [[it.kind, it.attribute, it.value, it.url] for it in document.links()]
    return {
        "text": document.inner_text,
        "html": document.to_html(),
        "markdown": document.to_markdown(),
        "article": [
            article.title,
            article.kind,
            article.text,
            article.to_markdown(),
            dataclasses.asdict(article.details),
        ],
        "links": links,
        "tables": [[it.caption, it.header_rows, it.rows] for it in document.tables()],
        "sanitize": sapwood.sanitize(text),
        "sanitize-document": sapwood.Sanitizer().clean_document(text),
        "check": [[it.code, it.line, in_utf16(text, it.line, it.column)] for it in sapwood.check(markup)],
    }


def xpath_strings(value: Any) -> list[str]:
    """The string-values of nodes, or the only value as XPath's ``string()`` converts it."""
    if isinstance(value, list):
        return [it if isinstance(it, str) else it.text for it in value]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    return [value if isinstance(value, str) else f"{value:g}"]


def test_tasks(pages: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    found: Counter[str] = Counter()
    for page in pages:
        markup = base64.b64decode(page["bytes"])
        expected = page["tasks"]
        expected["links"] = [[*link, url or link[2]] for *link, url in expected["links"]]
        answers = task_answers(markup, page["text"])
        expression, strings = page["xpath"]
        answers["xpath"], expected["xpath"] = xpath_strings(sapwood.parse(markup).xpath(expression)), strings
        assert answers.keys() == expected.keys()
        for task, answer in answers.items():
            assert answer == expected[task], (task, expression, markup)
            found[task] += bool(answer)
    with capsys.disabled():
        for task, count in found.items():
            print(f"\nways: {task}: {len(pages)} answers, {count} of them not empty", end="")


def test_bs4_asks_the_same_tree(pages: list[dict[str, Any]]) -> None:
    bs4 = pytest.importorskip("bs4")
    import sapwood.bs4  # noqa: F401

    count = 0
    for page in pages:
        # Beautiful Soup puts the contents of a template into the tree, and its selectors have an engine of their own:
        # here they are asked for names and classes alone.
        if "<template" in page["text"]:
            continue
        soup = bs4.BeautifulSoup(page["text"], "sapwood")
        document = sapwood.parse(page["text"])
        for selector in ("p", "div > p", "li:first-child", ".a", "x-card", "div .b", "td + td"):
            texts = [element.text for element in document.select(selector)]
            assert [element.get_text() for element in soup.select(selector)] == texts, (selector, page["text"])
            count += bool(texts)
    assert count > len(pages) / 4

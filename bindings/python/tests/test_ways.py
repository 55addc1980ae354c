"""Every way to ask a selector in Python gives the library's answer.

The questions and answers are those of the harness ``ways``, which writes them to ``target/ways.jsonl``; ``cargo xtask python``
runs it if the file is missing.
"""

from __future__ import annotations

import base64
import json
import os
import random
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
            compare("parsel", parsel.css(selector).getall(), [html for _, html in expected], question, markup)
            if question["streams"]:
                # A stream reports an inner element before the one that contains it.
                compare("Stream", sorted(streamed(markup, selector, cuts)), sorted(expected), question, markup)
    with capsys.disabled():
        for way, count in asked.items():
            print(f"\nways: {way}: {count} answers, {found[way]} of them not empty", end="")


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

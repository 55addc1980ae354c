"""Markdown in chunks, and the places in the source."""

from __future__ import annotations

import threading

import pytest
import sapwood

HTML = (
    "<nav><a href=/>Höme</a></nav><main><h1 id=oak>Öak &amp; elm</h1><p>The oak grows slowly. "
    "It lives for a thousand years.<table><tr><th>a<tr><td>1<tr><td>2<tr><td>3</table></main>"
)


def joined(chunks: list[sapwood.Chunk]) -> str:
    """The chunks without what is repeated."""
    text = ""
    for chunk in chunks:
        at = 0
        for start, end in chunk.repeated:
            text += chunk.text[at:start]
            at = end
        text += chunk.text[at:]
    return text


@pytest.mark.parametrize("size", [1, 7, 30, 2000])
def test_chunks_are_the_markdown(size: int) -> None:
    page = sapwood.parse(HTML, source=True)
    chunks = page.chunks(size, whole=True)
    assert joined(chunks) == page.to_markdown()
    assert chunks[0].range[0] == 0
    for chunk in chunks:
        assert chunk.oversized == (len(chunk.text) > size)
        assert joined([chunk]) == page.to_markdown()[slice(*chunk.range)]
        assert not any("<h1" in HTML[start:end] for start, end in chunk.sources)


def test_sources_are_those_of_the_input() -> None:
    chunk = sapwood.parse(HTML, source=True).chunks(40)[0]
    assert (chunk.headings, chunk.id) == (["Öak & elm"], "oak")
    assert [HTML[start:end] for start, end in chunk.sources] == ["Öak &amp; elm", "The oak grows slowly."]
    for encoding in ("utf-8", "windows-1252"):
        markup = f"<meta charset={encoding}>{HTML}".encode(encoding)
        chunk = sapwood.parse(markup, source=True).chunks(40)[0]
        assert markup[slice(*chunk.sources[0])] == "Öak &amp; elm".encode(encoding)
    assert sapwood.parse(HTML).chunks(40)[0].sources == []


def test_a_measure_counts_the_size_and_may_use_the_document() -> None:
    page = sapwood.parse(HTML)

    def words(text: str) -> int:
        page.set_all("main", "data-x", text[:1])
        return len(text.split())

    assert [len(chunk.text.split()) for chunk in page.chunks(8, measure=words)][:2] == [8, 6]
    with pytest.raises(ZeroDivisionError):
        page.chunks(8, measure=lambda _: 1 // 0)
    with pytest.raises(TypeError):
        page.chunks(8, measure=lambda _: "1")  # type: ignore[arg-type,return-value]
    with pytest.raises(ValueError, match="at least 1"):
        page.chunks(0)
    with pytest.raises(ValueError, match="absolute URL"):
        page.chunks(base="x")


def test_threads_cut_one_document() -> None:
    page = sapwood.parse(HTML * 500, source=True)
    expected = [chunk.text for chunk in page.chunks(100)]
    found: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda: found.append([chunk.text for chunk in page.chunks(100)])) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_text_fragments_find_the_chunks() -> None:
    page = sapwood.parse("<p>Oak is hard.<p>Elm is tough.<p>Oak is hard.")
    chunks = page.chunks(14, whole=True, text_fragments=True)
    assert chunks[1].text_fragment == "text=Elm%20is%20tough."
    # The second of two equal paragraphs is told by what is before it.
    assert chunks[2].text_fragment == "text=tough.-,Oak%20is%20hard."
    assert [chunk.text_fragment for chunk in page.chunks(14, whole=True)] == [None] * 3
    assert page.select("p")[2].text_fragment() == chunks[2].text_fragment
    assert sapwood.parse("<p><img>").select("p")[0].text_fragment() is None

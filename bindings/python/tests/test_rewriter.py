"""Rewriting pages while they stream, and the ASGI middleware."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest
import sapwood
from sapwood.asgi import RewriteMiddleware


def test_rewrites_text_and_bytes() -> None:
    def secure(link: sapwood.RewriterElement) -> None:
        assert link.tag == "a" and "HREF" in link and link.get("none") is None and link.get("none", 1) == 1
        assert link.attrs == [("href", "http://oak.example/?a&b")]
        link["href"] = link["href"].replace("http:", "https:")
        assert link["href"] == "https://oak.example/?a&b"

    rewriter = sapwood.Rewriter().on_element("a[href]", secure)
    page = "<!doctype HTML><A HREF='http://oak.example/?a&amp;b' >Oak\u00e9</A><p>x"
    expected = page.replace("http:", "https:")
    assert rewriter.rewrite(page) == expected
    assert rewriter.rewrite(page.encode()) == expected.encode()
    for encoding in ("utf-16le", "shift_jis", "latin-1"):
        text = page.replace("\u00e9", "\u6a39" if encoding == "shift_jis" else "\u00e9")
        own = sapwood.Rewriter(encoding="windows-1252" if encoding == "latin-1" else encoding)
        own.on_element("a[href]", secure)
        assert own.rewrite(text.encode(encoding)) == text.replace("http:", "https:").encode(encoding)


def test_pieces_give_what_the_whole_gives(page: bytes) -> None:
    def mark(element: sapwood.RewriterElement) -> None:
        element["data-n"] = "1"
        element.append("<b>end</b>", html=True)

    rewriter = sapwood.Rewriter(encoding="utf-8").on_element("*", mark)
    whole = rewriter.rewrite(page)
    assert whole != page and b"data-n" in whole
    for size in (1, 7, 1000):
        rewrite = rewriter.start()
        pieces = [rewrite.feed(page[start : start + size]) for start in range(0, len(page), size)]
        assert b"".join([*pieces, rewrite.close()]) == whole
    untouched = sapwood.Rewriter().on_element("*", lambda element: None)
    assert untouched.rewrite(page) == page


def test_all_changes_of_an_element() -> None:
    def rewrite(change: object, html: str = "<p>a<b>x</b>c") -> str:
        return sapwood.Rewriter().on_element("b", change).rewrite(html)  # type: ignore[arg-type]

    def rename(element: sapwood.RewriterElement) -> None:
        element.tag = "strong"
        assert element.tag == "strong"

    def without_class(element: sapwood.RewriterElement) -> None:
        del element["class"]
        assert "class" not in element
        with pytest.raises(KeyError):
            del element["class"]

    def pieces() -> Iterator[str]:
        yield from ("<", "1")

    def at_end(element: sapwood.RewriterElement) -> None:
        def end(tag: sapwood.RewriterEndTag) -> None:
            tag.before(tag.name)
            tag.after(str(tag.is_implied))

        element.on_end_tag(end)

    assert rewrite(lambda it: it.before("<")) == "<p>a&lt;<b>x</b>c"
    assert rewrite(lambda it: it.after("<i>", html=True)) == "<p>a<b>x</b><i>c"
    assert rewrite(lambda it: it.prepend("1")) == "<p>a<b>1x</b>c"
    assert rewrite(lambda it: it.append("1")) == "<p>a<b>x1</b>c"
    assert rewrite(lambda it: it.set_inner_content("1")) == "<p>a<b>1</b>c"
    assert rewrite(lambda it: it.replace(pieces())) == "<p>a&lt;1c"
    assert rewrite(lambda it: it.remove()) == "<p>ac"
    assert rewrite(lambda it: it.remove_and_keep_content()) == "<p>axc"
    assert rewrite(rename) == "<p>a<strong>x</strong>c"
    assert rewrite(without_class, "<b class=a id=b>x") == "<b id=b>x"
    assert rewrite(at_end) == "<p>a<b>xb</b>Falsec"


def test_texts_comments_doctype_and_end() -> None:
    texts: list[tuple[str, bool]] = []

    def comment(it: sapwood.RewriterComment) -> None:
        if it.data == "drop":
            it.remove()
        else:
            it.data = it.data.upper()

    rewriter = (
        sapwood.Rewriter()
        .on_text("p", lambda it: texts.append((it.text, it.is_last)))
        .on_text("b", lambda it: it.replace(it.text.upper()))
        .on_comment(None, comment)
        .on_doctype(lambda it: it.remove() if it.name == "html" else None)
        .on_end(lambda it: it.append("<!-- end -->", html=True))
    )
    assert rewriter.rewrite("<!doctype html><p>a&amp;</p><b>x</b><!--drop--><!--keep-->") == (
        "<p>a&amp;</p><b>X</b><!--KEEP--><!-- end -->"
    )
    assert "".join(text for text, _ in texts) == "a&" and texts[-1][1]


def test_failures() -> None:
    def fail(element: sapwood.RewriterElement) -> None:
        raise LookupError(element.tag)

    with pytest.raises(LookupError, match="b"):
        sapwood.Rewriter().on_element("b", fail).rewrite("<b>")
    rewrite = sapwood.Rewriter().on_element("b", fail).start()
    assert rewrite.feed(b"<meta charset=utf-8>" + b" " * 2000 + b"<p>x") != b""
    with pytest.raises(LookupError, match="b"):
        rewrite.feed(b"<b>")
    with pytest.raises(RuntimeError, match="the page is closed"):
        rewrite.feed(b"x")
    with pytest.raises(sapwood.SelectorError, match="depends on content"):
        sapwood.Rewriter().on_element("p:last-child", print)
    with pytest.raises(TypeError, match="callable"):
        sapwood.Rewriter().on_element("p", None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="after_limit"):
        sapwood.Rewriter(after_limit="stop")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be bytes"):
        sapwood.Rewriter().start().feed("x")  # type: ignore[arg-type]
    with pytest.raises(sapwood.EditError, match="name"):
        sapwood.Rewriter().on_element("p", lambda it: it.__setitem__("a b", "")).rewrite("<p>")
    kept: list[sapwood.RewriterElement] = []
    sapwood.Rewriter().on_element("p", kept.append).rewrite("<p>")
    with pytest.raises(RuntimeError, match="until its callback returns"):
        kept[0].remove()
    rewriter = sapwood.Rewriter().on_element("p", print)
    held = rewriter.start()
    with pytest.raises(RuntimeError, match="while no page is rewritten"):
        rewriter.on_element("p", print)
    assert held.close() == b""
    rewriter.on_element("b", print)

    def again(element: sapwood.RewriterElement) -> None:
        page.feed(b"x")

    page = sapwood.Rewriter(encoding="utf-8").on_element("p", again).start()
    with pytest.raises(RuntimeError, match="in use by another call"):
        page.feed(b"<p>x")


def test_limits() -> None:
    deep = b"<p>" + b"<i>" * 100
    limits = sapwood.Limits(depth=20)
    with pytest.raises(sapwood.LimitError) as caught:
        sapwood.Rewriter(limits=limits).rewrite(deep)
    assert caught.value.limit == "depth" and caught.value.document is None
    rewrite = sapwood.Rewriter(limits=limits, after_limit="pass").on_element("p", lambda it: it.after("!")).start()
    assert rewrite.feed(deep) + rewrite.close() == deep
    assert rewrite.limit == "depth"


def test_callbacks_are_collected() -> None:
    class Owner:
        rewriter: sapwood.Rewriter

    owner = Owner()
    owner.rewriter = sapwood.Rewriter().on_element("p", lambda it, owner=owner: None)
    owner.rewriter.rewrite("<p>")
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


def respond(content_type: bytes, pieces: list[bytes]) -> tuple[list[tuple[bytes, bytes]], list[bytes]]:
    """The headers and the pieces that a client gets."""

    async def app(scope: object, receive: object, send: object) -> None:
        length = str(sum(map(len, pieces))).encode()
        headers = [(b"content-type", content_type), (b"Content-Length", length)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})  # type: ignore[operator]
        for number, piece in enumerate(pieces):
            more = number + 1 < len(pieces)
            await send({"type": "http.response.body", "body": piece, "more_body": more})  # type: ignore[operator]

    def lazy(image: sapwood.RewriterElement) -> None:
        image["loading"] = "lazy"
        image["alt"] = "\u00fc"

    sent: list[dict[str, object]] = []

    async def send(event: dict[str, object]) -> None:
        sent.append(event)

    middleware = RewriteMiddleware(app, sapwood.Rewriter().on_element("img", lazy))  # type: ignore[arg-type]
    asyncio.run(middleware({"type": "http"}, None, send))  # type: ignore[arg-type]
    return sent[0]["headers"], [event["body"] for event in sent[1:]]  # type: ignore[return-value, misc]


def test_asgi_middleware_rewrites_html_while_it_is_sent() -> None:
    pieces = [b"<title>T</title>" + b" " * 2000 + b"<im", b"g src=a>", b"<p>x"]
    headers, sent = respond(b"text/html; charset=iso-8859-1", pieces)
    assert headers == [(b"content-type", b"text/html; charset=iso-8859-1")]
    assert b"".join(sent) == b"".join(pieces).replace(b"src=a", b'src=a loading="lazy" alt="\xfc"')
    assert len(sent) == 3 and sent[0] != b""
    headers, sent = respond(b"text/plain", pieces)
    assert sent == pieces and len(headers) == 2

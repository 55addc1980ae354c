"""Extraction, streams, batches and Arrow."""

import threading
import time

import pytest

import sapwood

SHOP = """<ul><li id=1><a href=/oak> Oak </a> <b>20 <i>€</i></b><li id=2><a href=/elm>Elm</a><li id=3></ul>"""
FIELDS = {"name": "a", "url": ("a", "href"), "price": ("b", None), "id": (None, "id"), "all": None}


def loop(page: object) -> list[dict[str, str | None]]:
    """What an extractor does, as a loop."""
    document = sapwood.parse(page)
    rows = []
    for item in document.select("li"):
        link, price = item.select_one("a"), item.select_one("b")
        rows.append(
            {
                "name": link.text if link else None,
                "url": link.get("href") if link else None,
                "price": price.text if price else None,
                "id": item.get("id"),
                "all": item.text,
            }
        )
    return rows


def test_extractor_does_what_a_loop_does(page: bytes) -> None:
    extractor = sapwood.Extractor("li", FIELDS)
    expected = loop(page)
    assert extractor.rows(page) == expected
    assert extractor.rows(sapwood.parse(page)) == expected
    columns = extractor.columns(page)
    assert list(columns) == list(FIELDS)
    assert [dict(zip(columns, row)) for row in zip(*columns.values())] == expected


def test_extractor_strips_if_asked() -> None:
    names = sapwood.Extractor("li", {"name": "a"}, strip=True).columns(SHOP)["name"]
    assert names == ["Oak", "Elm", None]


def test_many_and_arrow_agree_with_one_by_one(pages: list[bytes]) -> None:
    extractor = sapwood.Extractor("li", FIELDS)
    expected = [extractor.rows(page) for page in pages]
    for threads in (1, 2, 5, None):
        assert list(extractor.many(iter(pages), threads=threads)) == expected
    documents = list(sapwood.parse_many(pages))
    assert list(extractor.many(documents)) == expected
    assert [document.html for document in documents] == [sapwood.parse(page).html for page in pages]
    table = extractor.to_arrow(pages, page="page", threads=2)
    rows = [{**row, "page": number} for number, rows in enumerate(expected) for row in rows]
    assert len(table) == len(rows)

    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.table(table).to_pylist() == rows
    assert pyarrow.table(table).to_pylist() == rows, "a table can be read again"
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(table).to_dicts() == rows


def test_arrow_of_nothing() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for pages in ([], ["<p>"]):
        table = pyarrow.table(sapwood.Extractor("li", {"a": None}).to_arrow(pages))
        assert table.num_rows == 0 and table.column_names == ["a"]
    assert pyarrow.table(sapwood.Extractor("p", {}).to_arrow(["<p>"])).num_columns == 0
    with pytest.raises(ValueError, match="the name of a field"):
        sapwood.Extractor("li", {"a": None}).to_arrow([], page="a")


def test_extractor_rejects_what_it_cannot_use() -> None:
    with pytest.raises(sapwood.SelectorError):
        sapwood.Extractor("li", {"a": ".."})
    for fields in ({"a": 1}, {"a": ("a",)}, {"a": ("a", "b", "c")}, {"a": (1, "b")}, {1: "a"}, ["a"], {"a": ("a", 1)}):
        with pytest.raises(TypeError):
            sapwood.Extractor("li", fields)
    extractor = sapwood.Extractor("li", {"a": None})
    for wrong in (None, 1, ["x"]):
        with pytest.raises(TypeError, match="a page must be"):
            extractor.rows(wrong)
    with pytest.raises(TypeError):
        extractor.many(5)
    with pytest.raises(ValueError, match="threads"):
        extractor.many([], threads=0)
    document = sapwood.parse(SHOP)
    item = document.select_one("ul")
    document.compact()
    for use in (lambda: extractor.rows(item), lambda: list(extractor.many([item]))):
        with pytest.raises(sapwood.StaleNodeError):
            use()


def test_batches_raise_after_the_pages_before() -> None:
    def source():
        yield "<title>1"
        yield "<title>2"
        raise LookupError("no more")

    documents = sapwood.parse_many(source(), threads=2)
    assert [next(documents).title, next(documents).title] == ["1", "2"]
    with pytest.raises(LookupError, match="no more"):
        next(documents)
    with pytest.raises(StopIteration):
        next(documents)
    documents = sapwood.parse_many(["<title>1", 5])
    assert next(documents).title == "1"
    with pytest.raises(TypeError, match="markup must be"):
        next(documents)


def test_batches_take_endless_input_lazily() -> None:
    taken = 0

    def source():
        nonlocal taken
        while True:
            taken += 1
            yield "<p>"

    documents = sapwood.parse_many(source(), threads=2)
    for _ in range(100):
        next(documents)
    assert taken < 200


def test_a_source_that_asks_its_own_batches_is_refused() -> None:
    class Source:
        def __iter__(self):
            return self

        def __next__(self):
            return next(documents)

    documents = sapwood.parse_many(Source())
    with pytest.raises(RuntimeError, match="in use by another call"):
        next(documents)


def test_parser_takes_pieces(page: bytes) -> None:
    whole = sapwood.parse(page)
    parser = sapwood.Parser()
    for start in range(0, len(page), 1000):
        parser.feed(page[start : start + 1000])
    document = parser.close()
    assert document.html == whole.html or document.encoding != whole.encoding
    for use in (parser.close, lambda: parser.feed(b"")):
        with pytest.raises(RuntimeError, match="the parser is closed"):
            use()


def test_parser_rejects_mixed_pieces() -> None:
    parser = sapwood.Parser()
    parser.feed("<p>1")
    with pytest.raises(TypeError, match="all str or all bytes"):
        parser.feed(b"2")
    parser.feed("</p>3")
    assert parser.close().body.inner_html == "<p>1</p>3"
    assert sapwood.Parser().close().html == "<html><head></head><body></body></html>"
    parser = sapwood.Parser(limits=sapwood.Limits(depth=5), strict=True)
    parser.feed("<b>" * 100)
    with pytest.raises(sapwood.LimitError):
        parser.close()


def test_stream_finds_what_a_document_finds(page: bytes) -> None:
    found = []
    stream = sapwood.Stream(encoding="utf-8").on("a[href]", lambda link: found.append((link["href"], link.text)))
    for start in range(0, len(page), 5000):
        stream.feed(page[start : start + 5000])
    stream.close()
    links = sapwood.parse(page, encoding="utf-8").select("a[href]")
    # A stream reports an element when it ends.
    assert sorted(found) == sorted((link["href"], link.text) for link in links)


def test_stream_elements_are_documents_of_their_own() -> None:
    elements = []
    stream = sapwood.Stream().on("p", elements.append).on("b", elements.append)
    stream.feed("<div><p>1<b>2</b></p></div><p>3")
    assert [element.tag for element in elements] == ["b", "p"]
    stream.close()
    [bold, first, last] = elements
    assert first.document.root == first and first.parent is None
    first.append(last.text)
    assert (bold.html, first.html, last.html) == ("<b>2</b>", "<p>1<b>2</b>3</p>", "<p>3</p>")


def test_stream_refuses_misuse() -> None:
    with pytest.raises(sapwood.SelectorError):
        sapwood.Stream().on("p:last-child", print)
    with pytest.raises(TypeError, match="callable"):
        sapwood.Stream().on("p", None)
    stream = sapwood.Stream().on("p", lambda _: stream.feed("<p>"))
    with pytest.raises(RuntimeError, match="in use by another call"):
        stream.feed("<body><p></p>")
    with pytest.raises(RuntimeError, match="the stream is closed"):
        stream.feed("<p></p>")

    def fail(element: sapwood.Element) -> None:
        raise LookupError(element.text)

    stream = sapwood.Stream().on("p", fail)
    with pytest.raises(LookupError, match="1"):
        stream.feed("<p>1</p>")
    stream = sapwood.Stream(limits=sapwood.Limits(depth=3)).on("p", print)
    stream.feed(b"<div>" * 1000)
    stream.close()
    assert stream.limit == "depth"
    stream = sapwood.Stream()
    stream.feed("x")
    with pytest.raises(RuntimeError, match="before the first piece"):
        stream.on("p", print)


def test_streams_can_move_between_threads() -> None:
    found = []
    stream = sapwood.Stream().on("p", lambda it: found.append(it.text))
    for number in range(10):
        thread = threading.Thread(target=stream.feed, args=(f"<p>{number}</p>",))
        thread.start()
        thread.join()
    thread = threading.Thread(target=stream.close)
    thread.start()
    thread.join()
    assert found == [str(number) for number in range(10)]


def test_links_resolve_against_base() -> None:
    document = sapwood.parse("<base href=/b/><a href=x rel='nofollow ugc'>1</a><img src=i srcset='j 2x'><a href='http://['>")
    links = document.links("https://example.com/a/")
    assert [link.url for link in links] == ["https://example.com/b/x", "https://example.com/b/i", "https://example.com/b/j", "http://["]
    assert links[0].nofollow and links[0].rel == ("nofollow", "ugc") and links[0].element == document.select_one("a")
    assert [link.descriptor for link in links] == [None, None, "2x", None]
    assert [link.url for link in document.links(kind="image")] == ["i", "j"]
    with pytest.raises(ValueError, match="base must be an absolute URL"):
        document.links("/a")
    with pytest.raises(ValueError, match="kind must be one of"):
        document.links(kind="nope")


def lines(links: list[sapwood.Link]) -> list[tuple[object, ...]]:
    return [(it.url, it.value, it.kind, it.attribute, it.rel, it.nofollow, it.descriptor) for it in links]


def test_links_in_one_call_are_those_of_the_document(page: bytes) -> None:
    for base in (None, "https://example.com/a/"):
        assert lines(sapwood.links(page, base)) == lines(sapwood.parse(page).links(base))
    assert lines(sapwood.links(page, kind="image")) == lines(sapwood.parse(page).links(kind="image"))
    text = page.decode("latin-1")
    found = sapwood.links(text)
    assert lines(found) == lines(sapwood.parse(text).links())
    for link, other in zip(found, sapwood.parse(text).links()):
        assert repr(link) == repr(other) and link.element.html == other.element.html


def test_options_of_links_in_one_call() -> None:
    page = "<base href=/b/><a href=дуб>1</a><noscript><a href=x></noscript>".encode("windows-1251")
    for options in ({"encoding": "windows-1251"}, {"http_charset": "koi8-r"}, {"scripting": True}, {"limits": sapwood.Limits(nodes=6)}):
        expected = lines(sapwood.parse(page, **options).links("https://example.com/"))
        assert lines(sapwood.links(page, "https://example.com/", **options)) == expected
        assert lines(sapwood.links(bytearray(page), "https://example.com/", **options)) == expected
    with pytest.raises(sapwood.LimitError):
        sapwood.links(page, limits=sapwood.Limits(nodes=6), strict=True)
    with pytest.raises(ValueError, match="text has no encoding"):
        sapwood.links("<a>", encoding="utf-8")
    with pytest.raises(ValueError, match="unknown encoding label"):
        sapwood.links(b"<a>", encoding="utf8x")
    with pytest.raises(ValueError, match="base must be an absolute URL"):
        sapwood.links(b"<a>", "/a")
    with pytest.raises(ValueError, match="kind must be one of"):
        sapwood.links(b"<a>", kind="nope")
    with pytest.raises(TypeError, match="markup must be"):
        sapwood.links(None)


def test_elements_of_links_in_one_call() -> None:
    links = sapwood.links("<p><a href=1>One</a><img src=2 srcset='3, 4 2x'><a href=5>Five</a>")
    assert [link.element.tag for link in links] == ["a", "img", "img", "img", "a"]
    assert links[0].element.text == "One" and links[1].element == links[2].element
    assert links[0].element.document == links[4].element.document
    links[4].element.remove()
    assert links[4].element.text == "Five"
    [image, *_] = sapwood.links(b"<a href=1><img src=2>", kind="image")
    assert image.element.parent.tag == "a"


def test_every_link_names_its_attribute(page: bytes) -> None:
    for link in sapwood.parse(page).links():
        assert link.attribute and any(key.endswith(link.attribute) for key in link.element.attrs)
    every = "<a href=x ping=y><link imagesrcset=x><img src=x longdesc=y><video poster=x><body background=x><object data=x codebase=y>"
    found = sapwood.parse(f"{every}<form action=x><button formaction=x><q cite=x><meta http-equiv=refresh content='0;url=x'>").links()
    assert "" not in [link.attribute for link in found] and len(found) >= 12


@pytest.mark.parametrize("base", ["https://example.com/a/b?c#d", "http://user:pw@example.com:8080", "file:///x/y", "data:,x"])
def test_urls_resolve_as_the_parser_resolves_them(base: str, page: bytes) -> None:
    document = sapwood.parse(page)
    document.remove_all("base")
    for link in document.links(base):
        # The parser removes tabs, and with one in it a URL takes the long way.
        same = sapwood.parse_fragment("<a>")
        same.select_one("a")["href"] = f"{link.value[:1]}\t{link.value[1:]}"
        [other] = same.links(base)
        assert other.url.replace("\t", "").strip() == link.url.replace("\t", "").strip()


def test_urls_that_look_plain_but_are_not() -> None:
    values = {
        "/a/../b": "https://h.example/b", "/./a": "https://h.example/a", "//x.example/y": "https://x.example/y", "/a b": "https://h.example/a%20b",
        "http://EXAMPLE.com/": "http://example.com/", "http://example.com": "http://example.com/", "http://0x7f.1/": "http://127.0.0.1/",
        "http://1.2.3/": "http://1.2.0.3/", "http://example.com:80/": "http://example.com/", "/a\\b": "https://h.example/a/b",
        "/%7Ea": "https://h.example/%7Ea", "http://a..b/": "http://a..b/", "/a'b?c'd": "https://h.example/a'b?c%27d", "/.": "https://h.example/",
        "http://example.com/..": "http://example.com/", "?a=1": "https://h.example/p/q?a=1", "#x": "https://h.example/p/q#x",
    }  # fmt: skip
    document = sapwood.parse_fragment("<a>")
    for value, url in values.items():
        document.select_one("a")["href"] = value
        assert [link.url for link in document.links("https://h.example/p/q")] == [url], value


def test_tables_and_forms() -> None:
    document = sapwood.parse(
        "<table><caption>T<tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>"
        "<form name=f method=post action=/go><input name=q><select name=s><option>x<option value=2>y</select>"
        "<input type=checkbox name=c value=on></form>"
    )
    [table] = document.tables()
    assert (table.caption, table.header_rows, table.rows) == ("T", 1, [["a", "b"], ["1", "2"], ["1", "3"]])
    assert table.records() == [{"a": "1", "b": "2"}, {"a": "1", "b": "3"}]
    assert table.element.tables()[0].rows == table.rows
    [form] = document.forms()
    assert (form.name, form.method, form.action, form.enctype) == ("f", "post", "/go", "application/x-www-form-urlencoded")
    assert form.set("q", "oak").set("s", "2").data() == [("q", "oak"), ("s", "2")]
    assert form.data() == [("q", ""), ("s", "x")]
    with pytest.raises(KeyError):
        form.set("no", "x")
    with pytest.raises(ValueError):
        form.set("s", "nope")


def test_tables_become_data_frames() -> None:
    html = (
        "<table><tr><th rowspan=2>Tree<th colspan=2>Height<th><th>Tree 2<th>Tree<tr><th>m<th>ft<th><th><th>"
        "<tr><td>Oak<td>20<td>65<td><td>x<td>y<tr><td>Elm</table><table><tr><td>1<td>2</table><table></table>"
    )
    table, plain, empty = sapwood.parse(html).tables()
    [odd] = sapwood.parse("<table><tr><th><th>column_1<th>a<th>a<th>a 2<th>a").tables()
    assert odd.to_arrow().column_names == ["column_1_", "column_1", "a", "a 2", "a 2 2", "a 3"]
    names = ["Tree", "Height m", "Height ft", "column_4", "Tree 2", "Tree 3"]
    rows = [["Oak", "20", "65", "", "x", "y"], ["Elm", None, None, None, None, None]]
    arrow = table.to_arrow()
    assert (arrow.column_names, len(arrow)) == (names, 2)
    assert (plain.to_arrow().column_names, len(plain.to_arrow()), len(empty.to_arrow())) == (["column_1", "column_2"], 1, 0)
    dicts = [dict(zip(names, row)) for row in rows]
    pytest.importorskip("polars")
    assert table.to_polars().to_dicts() == dicts
    assert plain.to_polars().rows() == [("1", "2")] and empty.to_polars().shape == (0, 0)
    pandas = pytest.importorskip("pandas")
    frame = table.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == names
    assert frame.iloc[0].tolist() == rows[0] and frame.iloc[1].isna().tolist() == [False] + [True] * 5


def test_forms_are_filled_in_and_encoded() -> None:
    html = (
        "<form action=/find><input name=q value=oak><input type=checkbox name=old value=1 checked>"
        "<select name=s multiple><option>a<option>b</select><button name=go value=1>Go</button><button name=no value=2>No</button></form>"
        "<form method=post enctype=multipart/form-data><input name=q value='\u00e4\n'></form><form method=dialog></form>"
    )
    form, upload, dialog = sapwood.parse(html).forms()
    copy = form.set("q", "elm")
    form["q"] = "ash & co"
    form["s"] = "b"
    form["s"] = "a"
    del form["old"]
    assert form["q"] == "ash & co" and "old" not in form and "s" in form and copy["q"] == "elm"
    request = form.encoded("https://example.com/a/")
    url = "https://example.com/find?q=ash+%26+co&s=a&s=b&"
    assert request == {"method": "GET", "url": url + "go=1", "headers": {}, "content": None}
    assert form.encoded("https://example.com/", button="no")["url"] == url + "no=2"
    form["old"] = "1"
    assert form["old"] == "1"
    for name, error in (("x", KeyError), ("s", ValueError), ("old", ValueError)):
        with pytest.raises(error):
            form[name] = "no such value"
    for call in (lambda: form["x"], lambda: form.__delitem__("x"), lambda: form.encoded("https://example.com/", button="x")):
        with pytest.raises(KeyError, match="x"):
            call()
    request = upload.encoded("https://example.com/a/")
    assert (request["method"], request["url"]) == ("POST", "https://example.com/a/")
    boundary = request["headers"]["Content-Type"].removeprefix("multipart/form-data; boundary=")
    part = 'Content-Disposition: form-data; name="q"\r\n\r\n\u00e4\r\n'
    assert request["content"].decode() == f"--{boundary}\r\n{part}--{boundary}--\r\n"
    for wrong, message in ((lambda: dialog.encoded(), "closes a dialog"), (lambda: form.encoded(), "not a URL"), (lambda: form.encoded("a"), "base")):
        with pytest.raises(ValueError, match=message):
            wrong()
    latin = sapwood.parse(b"<meta charset=latin1><form action=https://e/><input name=q value=\xe4></form>").forms()[0]
    assert latin.encoded()["url"] == "https://e/?q=%E4"


def test_what_was_cleared_stays_cleared() -> None:
    [form] = sapwood.parse("<form><input name=q value=1><input name=q value=2></form>").forms()
    del form["q"]
    form["q"] = "a"
    form["q"] = "b"
    assert form.data() == [("q", "b"), ("q", "")]


def test_threads_fill_in_one_form() -> None:
    names = [f"n{number}" for number in range(200)]
    [form] = sapwood.parse("<form>" + "".join(f"<input name={name}>" for name in names)).forms()

    def fill(part: list[str]) -> None:
        for name in part:
            form[name] = name

    threads = [threading.Thread(target=fill, args=(names[start::8],)) for start in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert form.data() == [(name, name) for name in names]


def test_a_form_that_is_filled_in_often_stays_small() -> None:
    [form] = sapwood.parse("<form><input name=q><select name=s><option>a<option>b</select></form>").forms()
    start = time.perf_counter()
    for number in range(20000):
        form["q"] = str(number)
        form["s"] = "ab"[number % 2]
    assert form.data() == [("q", "19999"), ("s", "b")]
    assert time.perf_counter() - start < 30


def test_metadata(page: bytes) -> None:
    document = sapwood.parse(page)
    assert isinstance(document.meta, dict)
    for value in document.json_ld():
        assert isinstance(value, (dict, list, str, int, float, bool, type(None)))
    for item in document.microdata("https://example.com"):
        assert isinstance(item["properties"], dict)


def test_json_values() -> None:
    data = '{"a": [1, -2, 18446744073709551615, 1.5, true, null, "x"], "b": {}}'
    page = f'<script type="application/ld+json">{data}</script><script type="application/ld+json">{{</script>'
    assert sapwood.parse(page).json_ld() == [{"a": [1, -2, 18446744073709551615, 1.5, True, None, "x"], "b": {}}]

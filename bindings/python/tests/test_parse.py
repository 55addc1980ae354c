"""Parsing: markup, encodings, options, limits."""

import array
import copy
import pickle

import pytest

import sapwood


def test_takes_text_bytes_and_buffers() -> None:
    html = "<p>Café"
    data = html.encode()
    for markup in (html, data, bytearray(data), memoryview(data), array.array("b", data)):
        assert sapwood.parse(markup).body.inner_html == "<p>Café</p>"


@pytest.mark.parametrize("markup", [None, 1, 1.5, [], {}, object(), ["<p>"], range(3)])
def test_rejects_other_markup(markup: object) -> None:
    for parse in (sapwood.parse, sapwood.parse_fragment, sapwood.parse_xml):
        with pytest.raises(TypeError, match="markup must be str, bytes or a buffer, not"):
            parse(markup)


def test_replaces_lone_surrogates() -> None:
    assert sapwood.parse("<p>a\ud800b\udfffc").body.text == "a\ufffdb\ufffdc"
    assert sapwood.parse("<p>😀\ud800").body.text == "😀\ufffd"


def test_detects_encodings() -> None:
    assert sapwood.parse("<p>Дуб".encode("utf-8")).encoding == "UTF-8"
    assert sapwood.parse(b"<meta charset=shift_jis><p>\x8e\xf7").text == "樹"
    russian = "<p>Дуб".encode("windows-1251")
    assert sapwood.parse(russian, encoding="cp1251").text == "Дуб"
    assert sapwood.parse(russian, http_charset="windows-1251").text == "Дуб"
    assert sapwood.parse(b"<p>caf\xe9").text == "café"
    assert sapwood.parse("<p>x").encoding is None
    assert sapwood.parse_xml(b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>").text == "é"
    assert sapwood.parse_fragment("Дуб".encode("windows-1251"), encoding="windows-1251").text == "Дуб"


@pytest.mark.parametrize(
    "page",
    [
        b"", b"<p>a", b"<p>\xe9", "<p>\u00e9".encode(), b"\xef\xbb\xbf<p>", b"\xff\xfe<\0p\0>\0", b"<\0?\0x\0", b"\0<\0?\0x", b"\0",
        b"<?xml version='1.0' encoding='windows-1251'?><p>\xe9", b"<?xml version='1.0' encoding='windows-1251'?><p>a", b"<?xml?><p>",
        b"<meta charset=cp1251><p>a", b"<!-- <meta charset=cp1251> --><p>a", b" <?xml encoding='cp1251'?>", b"\x1b$B", b"<p>\x80",
    ],
)  # fmt: skip
def test_short_pages_are_decoded_as_long_ones(page: bytes) -> None:
    padding = b"\n" * 2048
    short, long = sapwood.parse(page), sapwood.parse(page + padding)
    if not page.startswith((b"\xff\xfe", b"<\0", b"\0<")):
        assert short.text == long.text.rstrip("\n")
    assert short.encoding == long.encoding


def test_rejects_unknown_encodings() -> None:
    with pytest.raises(ValueError, match='unknown encoding label "utf9"'):
        sapwood.parse(b"", encoding="utf9")
    with pytest.raises(ValueError, match="text has no encoding"):
        sapwood.parse("", encoding="utf-8")


def test_fragment_contexts() -> None:
    assert sapwood.parse_fragment("<td>1", "tr").html == "<td>1</td>"
    assert sapwood.parse_fragment("<td>1").html == "1"
    assert sapwood.parse_fragment("<path/>", "svg svg").select_one("path").namespace.endswith("svg")
    with pytest.raises(ValueError):
        sapwood.parse_fragment("", "xul box")


def test_scripting_decides_on_noscript() -> None:
    html = "<noscript><p>x</noscript>"
    assert sapwood.parse(html).select("noscript p, body p") != []
    assert sapwood.parse(html, scripting=True).select("p") == []


def test_errors_have_positions_in_characters() -> None:
    document = sapwood.parse("<!DOCTYPE html>\n<p>日本<b a=1 a=2>", errors=True)
    [error] = [error for error in document.errors if error.code == "duplicate-attribute"]
    # The standard reports the error after the name.
    assert (error.line, error.column) == (2, 14)
    assert document.source[: error.span[0]].endswith(" a")
    assert sapwood.parse("<p a=1 a=2>").errors == []


def test_spans_are_in_characters() -> None:
    text = "é" * 2000 + "\r\n<p title=日本>𐍈<b>x</b>\r<i>y"
    document = sapwood.parse(text, positions=True)
    bold = document.select_one("b")
    assert text[slice(*bold.span)] == "<b>" and text[slice(*bold.end_span)] == "</b>"
    assert bold.line_column == (2, 14)
    assert document.select_one("i").line_column == (3, 1)
    assert document.body.span is None or text[slice(*document.body.span)] == ""
    assert sapwood.parse(text).select_one("b").span is None


def test_limits_are_data_or_raise() -> None:
    deep = "<div>" * 1000
    limits = sapwood.Limits(depth=100, time=10)
    assert sapwood.parse(deep, limits=limits).limit == "depth"
    with pytest.raises(sapwood.LimitError, match="depth") as raised:
        sapwood.parse(deep, limits=limits, strict=True)
    assert raised.value.limit == "depth"
    assert len(raised.value.document.select("div")) == 98
    assert sapwood.parse(deep, strict=True).limit is None
    assert sapwood.parse(b"<p>" * 1000, limits=sapwood.Limits(input_bytes=30)).limit == "input-bytes"
    assert sapwood.parse_xml("<a>" * 50, limits=sapwood.Limits(nodes=10)).limit == "nodes"
    assert repr(limits) == "Limits(depth=100, time=10)"
    for wrong in (-1, float("nan"), float("inf")):
        with pytest.raises((ValueError, OverflowError)):
            sapwood.Limits(time=wrong)
    with pytest.raises(OverflowError):
        sapwood.Limits(depth=-1)
    with pytest.raises(TypeError):
        sapwood.parse("", limits={"depth": 1})


def test_amplification_of_0_is_no_limit() -> None:
    page = "<p>" + "".join(f"<b id={number}>" for number in range(100)) + "<p>x" * 1000
    assert sapwood.parse(page).limit == "amplification"
    unlimited = sapwood.Limits(amplification=0)
    assert sapwood.parse(page, limits=unlimited).limit is None
    assert (unlimited.amplification, repr(unlimited)) == (0, "Limits(amplification=0)")


def test_documents_pickle_as_markup_and_copy() -> None:
    for document in (
        sapwood.parse("<!DOCTYPE html><title>x</title><table><tr><td>1</table>"),
        sapwood.parse_fragment("<td>1", "tr"),
        sapwood.parse_xml("<a xmlns='urn:x'><b/></a>"),
    ):
        assert pickle.loads(pickle.dumps(document)).to_xml() == document.to_xml()
        twin = copy.deepcopy(document)
        assert twin != document and twin.html == document.html
        twin.select_one("*").remove()
        assert twin.html != document.html
    with pytest.raises(TypeError, match="a node can't be pickled"):
        pickle.dumps(sapwood.parse("<p>").body)


def test_xml_keeps_case_and_prefixes() -> None:
    document = sapwood.parse_xml('<x:Feed xmlns:x="urn:f" a:b="1" xmlns:a="urn:a"><Item/><?go now?></x:Feed>')
    assert document.is_xml and document.root.tag == "x:Feed"
    assert document.root.namespace == "urn:f" and document.root["a:b"] == "1"
    assert document.select("Item") and not document.select("item")
    selector = sapwood.Selector("f|Feed", namespaces={"f": "urn:f"})
    assert selector.select(document) == [document.root]
    assert document.xpath("/f:Feed/@k:b", namespaces={"f": "urn:f", "k": "urn:a"}) == ["1"]
    [instruction] = [node for node in document.root if isinstance(node, sapwood.ProcessingInstruction)]
    assert (instruction.target, instruction.data) == ("go", "now")


def test_short_pages_are_parsed_as_long_ones_are() -> None:
    pages = [
        b"", b"<p>a", b"<!DOCTYPE html><title>x</title>", b"\xef\xbb\xbf<p>x", b"\xff\xfe<\0p\0", "<p>é".encode(), b"<p>\xe9",
        b"<meta charset=koi8-r><p>\xc4", b"<META http-equiv=content-type content='text/html; charset=koi8-r'>\xc4", b"\0\r\n<a b=\"&amp;",
        b"<svg><title>x", b"<plaintext>x", b"<frameset>", b"<table>x<tr>y", b"&notin", b"<!--", b"<template><p>x",
    ]  # fmt: skip
    for page in pages * 2:
        # A limit that isn't reached takes the way of long pages.
        long = sapwood.parse(page, limits=sapwood.Limits(nodes=10**6))
        short = sapwood.parse(page)
        assert (short.html, short.encoding, short.quirks_mode) == (long.html, long.encoding, long.quirks_mode)
        text = page.decode("latin-1")
        assert sapwood.parse(text).html == sapwood.parse(text, limits=sapwood.Limits(nodes=10**6)).html


def test_errors_show_the_place_in_the_expression():
    document = sapwood.parse("<p>")
    with pytest.raises(sapwood.SelectorError) as caught:
        document.select("p:nth-child(2n+)")
    assert str(caught.value) == "1:16: expected a number after `+`\n  p:nth-child(2n+)\n                 ^"
    assert caught.value.column == 16
    with pytest.raises(sapwood.SelectorError, match=r"undeclared namespace prefix `dc`[^^]*\^\ndeclare the prefix with"):
        document.select("dc|x")
    with pytest.raises(sapwood.XPathError) as caught:
        document.xpath("//dc:x")
    assert str(caught.value).endswith('  //dc:x\n    ^\ndeclare the prefix with namespaces={"dc": "URL"}')
    assert caught.value.offset == 2

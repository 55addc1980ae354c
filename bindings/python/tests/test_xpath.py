"""Functions in Python that XPath expressions call."""

import threading

import pytest

import sapwood

PAGE = "<ul><li id=a>3<li id=b>10<li id=c>7</ul><p>Oak"


def test_functions_take_and_return_all_types() -> None:
    page = sapwood.parse(PAGE)
    calls = []

    def record(context, *arguments):
        calls.append((context, arguments))
        return arguments[0] if arguments else None

    items = page.select("li")
    for argument, expected in (
        ("//li", items),
        ("//li/@id", TypeError),
        ("'x'", "x"),
        ("2 + 1", 3.0),
        ("true()", True),
        ("$v", "given"),
    ):
        if isinstance(expected, type):
            # Attributes and texts are `str`, which are no nodes.
            with pytest.raises(expected, match=r"record\(\) returned str, expected"):
                page.xpath(f"record({argument})", functions={"record": record})
        else:
            assert page.xpath(f"record({argument})", functions={"record": record}, v="given") == expected
    assert calls[0] == (page, (items,)) and calls[1] == (page, (["a", "b", "c"],))
    assert page.xpath("record()", functions={"record": record}) == []
    assert page.xpath("//li[large(.)]/@id", functions={"large": lambda _, it: float(it[0].text) > 5}) == ["b", "c"]
    assert page.xpath("//li[large()]", functions={"large": lambda li: float(li.text) > 5}) == items[1:]
    assert page.xpath("//li/@id[twice() = 'bb']", functions={"twice": lambda text: text * 2}) == ["b"]
    # In document order, once.
    assert page.xpath("all()", functions={"all": lambda _: (*items[::-1], items[0])}) == items
    assert page.xpath("my:f()", namespaces={"my": "urn:my"}, functions={"my:f": lambda _: 1}) == 1.0
    # One of the caller takes precedence.
    assert page.xpath("count(//li)", functions={"count": lambda *_: "mine"}) == "mine"


def test_errors() -> None:
    page = sapwood.parse(PAGE)
    with pytest.raises(sapwood.XPathError, match="unknown function"):
        page.xpath("f()")
    with pytest.raises(sapwood.XPathError, match="unknown function"):
        page.xpath("f()", functions={})
    with pytest.raises(ZeroDivisionError):
        page.xpath("//li[f()]", functions={"f": lambda _: 1 / 0})
    with pytest.raises(TypeError):
        page.xpath("f(1, 2)", functions={"f": lambda _: 1})
    with pytest.raises(TypeError):
        page.xpath("f()", functions={"f": 3})
    with pytest.raises(TypeError):
        page.xpath("1", functions={3: len})
    with pytest.raises(TypeError, match=r"f\(\) returned dict, expected str, a number, bool, None, a node or a list of nodes"):
        page.xpath("f()", functions={"f": lambda _: {}})
    with pytest.raises(ValueError, match="lacked"):
        page.xpath("f()", functions={"f": lambda _: sapwood.parse("<p>").body})
    with pytest.raises(ValueError, match="lacked"):
        page.xpath("f()", functions={"f": lambda _: page.create_element("b")})


def test_functions_may_edit_and_query() -> None:
    page = sapwood.parse(PAGE)

    def remove(context):
        for it in page.select("li"):
            it.remove()
        return page.xpath("count(//li)", functions={"unused": remove}) == 0.0 and context.text == "Oak"

    # The evaluation sees the tree as it was.
    assert page.xpath("count(//li[//p[f()]])", functions={"f": remove}) == 3.0
    assert page.xpath("count(//li)", functions={"f": remove}) == 0.0
    page.body.append_html("<li>new")
    assert [it.text for it in page.xpath("//li[f()]", functions={"f": lambda _: True})] == ["new"]


def test_many_calls_are_linear_and_threads_share_a_document() -> None:
    page = sapwood.parse("<p><b>x</b>" * 20_000)
    counts = []

    def count() -> None:
        counts.append(sum(len(it.xpath("b[f()]", functions={"f": lambda _: True})) for it in page.select("p")))

    threads = [threading.Thread(target=count) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [20_000, 20_000]

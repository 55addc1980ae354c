"""Editing."""

from time import process_time

import pytest

import sapwood


def body(html: str) -> sapwood.Element:
    found = sapwood.parse(html).body
    assert found is not None
    return found


def test_text_is_inserted_as_text() -> None:
    element = body("<p>1</p>").select_one("p")
    element.before("<a>")
    element.after("<b>", "&amp;")
    element.prepend("x<")
    element.append(">y")
    assert element.document.body.inner_html == "&lt;a&gt;<p>x&lt;1&gt;y</p>&lt;b&gt;&amp;amp;"


def test_nodes_keep_their_order() -> None:
    root = body("<i>0</i>")
    new = [root.document.create_element(tag) for tag in "abcd"]
    root.select_one("i").after(*new)
    assert [it.tag for it in root.elements] == ["i", "a", "b", "c", "d"]
    root.prepend(new[3], new[2])
    assert [it.tag for it in root.elements] == ["d", "c", "i", "a", "b"]
    root.select_one("i").before(*new)
    assert [it.tag for it in root.elements] == ["a", "b", "c", "d", "i"]
    root.append(new[0], new[1])
    assert [it.tag for it in root.elements] == ["c", "d", "i", "a", "b"]
    root.select_one("i").replace_with(new[1], "t", new[0])
    assert root.inner_html == "<c></c><d></d><b></b>t<a></a>"


def test_fragments_are_copied_into_the_document() -> None:
    root = body("<p></p>")
    fragment = sapwood.parse_fragment("<b>1</b>2")
    root.select_one("p").append(fragment, fragment, sapwood.parse_fragment(""), "3")
    assert root.inner_html == "<p><b>1</b>2<b>1</b>23</p>"
    root.select_one("p").prepend(fragment, "x")
    assert root.inner_html.startswith("<p><b>1</b>2x<b>")
    root.select_one("p").replace_with(sapwood.parse_fragment("<hr><br>"))
    assert root.inner_html == "<hr><br>"


def test_removed_nodes_stay_usable() -> None:
    root = body("<p>One<b>two</b></p>")
    bold = root.select_one("b")
    bold.remove()
    assert (bold.text, bold.parent, bold.get("class")) == ("two", None, None)
    bold["class"] = "x"
    root.append(bold)
    assert root.inner_html == '<p>One</p><b class="x">two</b>'


def test_refused_edits_change_nothing() -> None:
    root = body("<p>One<b>two</b></p>")
    paragraph, bold = root.select_one("p"), root.select_one("b")
    before = root.html
    other = body("<i>").select_one("i")
    for edit in (
        lambda: bold.append(paragraph),
        lambda: bold.append("x", bold),
        lambda: bold.append(other),
        lambda: bold.append(other.document),
        lambda: bold.after(paragraph),
        lambda: bold.rename("a b"),
        lambda: bold.__setitem__("a b", ""),
        lambda: root.document.create_element(""),
    ):
        with pytest.raises(sapwood.EditError):
            edit()
        assert root.html == before
    loose = root.document.create_element("u")
    for edit in (lambda: loose.after("x"), lambda: loose.before(bold), lambda: loose.replace_with("x")):
        with pytest.raises(sapwood.EditError):
            edit()
        assert root.html == before
    for edit in (
        lambda: bold.append(1),
        lambda: bold.append(None),
        lambda: bold.wrap(None),
        lambda: bold.__setitem__("a", 1),
        lambda: bold.__setitem__("a", None),
    ):
        with pytest.raises(TypeError):
            edit()
        assert root.html == before


def test_nodes_of_all_kinds_are_created() -> None:
    page = sapwood.parse("<p>x")
    svg = page.create_element("svg", {"viewBox": "0"}, namespace="http://www.w3.org/2000/svg")
    assert (svg.namespace, svg["viewBox"]) == ("http://www.w3.org/2000/svg", "0")
    instruction = page.create_processing_instruction("a", "b")
    assert isinstance(instruction, sapwood.ProcessingInstruction)
    page.body.append(svg, instruction)
    doctype = page.create_doctype("html", "p")
    assert isinstance(doctype, sapwood.Doctype)
    assert (doctype.name, doctype.public_id, doctype.system_id) == ("html", "p", "")
    page.children[0].before(doctype)
    assert page.html == '<!DOCTYPE html><html><head></head><body><p>x</p><svg viewBox="0"></svg><?a b?></body></html>'
    for create in (
        lambda: page.create_processing_instruction("a b", ""),
        lambda: page.create_element("a b", namespace="http://www.w3.org/2000/svg"),
        lambda: page.create_element("x:svg", namespace=""),
    ):
        with pytest.raises(sapwood.EditError):
            create()


def test_adopt_copies_a_node() -> None:
    root, other = body("<p>"), body("<b>x</b>").select_one("b")
    copy = root.document.adopt(other)
    assert copy != other and copy.document == root.document
    root.append(copy)
    assert root.inner_html == "<p></p><b>x</b>" and other.parent is not None
    assert root.document.adopt(copy) == copy


def test_html_is_parsed_where_it_says_so() -> None:
    root = body("<table><tr><td>1</table>")
    row = root.select_one("tr")
    row.inner_html = "<td>a<td>b"
    row.append_html("<td>c")
    row.prepend_html("<th>h")
    row.after_html("<tr><td>after")
    row.before_html("<tr><td>before")
    assert root.select_text("tr") == ["before", "habc", "after"]
    row.html = "<tr id=new>"
    assert row.parent is None and root.select_one("#new") is not None


def test_bulk_edits() -> None:
    document = sapwood.parse("<p><b>1</b><script>x</script><a href=/>l</a><b>2</b></p>")
    assert document.remove_all("script") == 1
    assert document.unwrap_all("b") == 2
    assert document.set_all("a[href]", "rel", "nofollow") == 1
    assert document.body.inner_html == '<p>1<a href="/" rel="nofollow">l</a>2</p>'
    assert document.body.set_all("a", "rel", None) == 1
    assert document.body.inner_html == '<p>1<a href="/">l</a>2</p>'
    with pytest.raises(sapwood.SelectorError):
        document.remove_all("..")


def test_attributes_are_a_live_mapping() -> None:
    from collections.abc import MutableMapping

    element = body("<a HREF=/ title=x class='b a'>").select_one("a")
    attrs = element.attrs
    assert isinstance(attrs, MutableMapping) and len(attrs) == 3
    assert list(attrs) == ["href", "title", "class"] and attrs["HREF"] == "/"
    assert attrs == {"href": "/", "title": "x", "class": "b a"} and attrs != {}
    attrs.update({"id": "1"}, lang="de")
    assert element["id"] == "1" and element.attrs.pop("lang") == "de"
    assert attrs.setdefault("id", "2") == "1" and attrs.pop("no", None) is None
    with pytest.raises(KeyError):
        attrs.pop("no")
    with pytest.raises(KeyError):
        del attrs["no"]
    with pytest.raises(KeyError, match="no"):
        element["no"]
    del element["title"]
    element.classes.add("c")
    element.classes.discard("b")
    assert element["class"] == "a c" and element.classes.toggle("a") is False
    with pytest.raises(KeyError):
        element.classes.remove("zz")
    attrs.clear()
    assert element.html == "<a></a>" and bool(element)


def test_patterns_match_nodes() -> None:
    match body("<p id=1>One").select_one("p"):
        case sapwood.Element("p", {"id": "1"}, [sapwood.Text(data)]):
            assert data == "One"
        case _:
            pytest.fail("no match")


def test_trim_keeps_nodes() -> None:
    document = sapwood.parse("<p class=a>1 &amp; 2<p>3")
    first, second = document.select("p")
    second.remove()
    document.trim()
    assert (first.text, first.attrs["class"], second.text) == ("1 & 2", "a", "3")
    document.body.append(second)
    assert document.body.inner_html == '<p class="a">1 &amp; 2</p><p>3</p>'


def test_compact_makes_nodes_stale() -> None:
    document = sapwood.parse("<p>1<p>2")
    paragraph = document.select_one("p")
    attrs, classes = paragraph.attrs, paragraph.classes
    paragraph.remove()
    document.compact()
    for use in (
        lambda: paragraph.text,
        lambda: paragraph.tag,
        lambda: paragraph.select("b"),
        lambda: paragraph.append("x"),
        lambda: paragraph.remove(),
        lambda: document.body.append(paragraph),
        lambda: document.select_one("p").before(paragraph),
        lambda: repr(paragraph),
        lambda: attrs["x"],
        lambda: dict(attrs),
        lambda: classes.add("x"),
        lambda: list(paragraph.descendants()),
        lambda: paragraph.xpath("b"),
    ):
        with pytest.raises(sapwood.StaleNodeError):
            use()
    assert paragraph != document.select_one("p") and paragraph == paragraph
    assert document.body.inner_html == "<p>2</p>"


def test_a_template_has_its_contents() -> None:
    template = body("<div><template><p>x<template><i>").select_one("template")
    assert template.content.select_one("p").text == "x"
    assert [node.tag for node in template.content] == ["p"]
    assert template.children == [] and body("<p>").content is None


def test_source() -> None:
    """Only the edited parts of the source differ."""
    html = "<!DOCTYPE html>\r\n<Title>Ö</Title>\n<P Class='a'>One<p>Tw&eacute;"
    page = sapwood.parse(html, source=True)
    assert page.to_source() == html
    assert page.patches() == []
    page.select("p")[0]["class"] = "b"
    page.select("p")[1].append("!")
    edited = html.replace("'a'", "'b'") + "!"
    assert page.to_source() == edited
    written = html
    for start, end, replacement in reversed(page.patches()):
        assert isinstance(replacement, str)
        written = written[:start] + replacement + written[end:]
    assert written == edited


def test_source_of_bytes() -> None:
    """Bytes stay in their encoding; what it lacks becomes a reference."""
    markup = b"<meta charset=windows-1252><p>\xe9\xff<b>x</b>"
    page = sapwood.parse(markup, source=True)
    page.select_one("b").text = "é☃"
    assert page.to_source() == markup.replace(b"x</b>", b"\xe9&#9731;</b>")
    [(start, end, replacement)] = page.patches()
    assert markup[start:end] == b"x" and replacement == b"\xe9&#9731;"


def test_source_that_cannot_be() -> None:
    """Reasons are in the error."""
    with pytest.raises(ValueError, match="parsed without its source"):
        sapwood.parse("<p>").to_source()
    page = sapwood.parse("<p>", source=True)
    page.select_one("p").append(page.create_element("p"))
    with pytest.raises(ValueError, match="no markup is parsed as this tree"):
        page.to_source()
    with pytest.raises(ValueError, match="kept for text"):
        sapwood.parse_fragment(b"<p>", source=True)
    feed = sapwood.parse_xml("<a ><b/></a>", source=True)
    feed.select_one("b")["c"] = "d"
    assert feed.to_source() == '<a ><b c="d"/></a>'


def test_inserting_into_deep_trees_takes_linear_time() -> None:
    document = sapwood.parse_fragment("x <b>" * 20_000, "body")
    texts = [node for node in document.descendants() if isinstance(node, sapwood.Text)]
    start = process_time()
    for node in texts:
        node.before("y", document.create_element("i", text="z"))
    assert process_time() - start < 5


def test_nodes_are_inserted_all_or_none() -> None:
    document = sapwood.parse_fragment("<p><b><i>x</i></b></p><template><u>y</u></template>", "body")
    p, b, i, template = (document.select_one(tag) for tag in ["p", "b", "i", "template"])
    assert p and b and i and template and template.content
    inner = template.content.select_one("u")
    assert inner
    before = document.html
    for target, nodes in [(i, ["new", b]), (i, ["new", p]), (inner, ["new", template])]:
        for edit in [target.append, target.prepend, target.before, target.after, target.replace_with]:
            with pytest.raises(sapwood.EditError):
                edit(*nodes)
            assert document.html == before
    with pytest.raises(sapwood.EditError):
        b.append("new", b)
    assert document.html == before
    b.before("new ", b)
    assert document.html == before.replace("<b>", "new <b>")

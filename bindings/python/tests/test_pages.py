"""Real pages: each query agrees with a walk over the nodes in Python."""

import sapwood
from sapwood import Comment, Document, Element, Node, Text


def walk(document: Document) -> list[Node]:
    """All nodes in tree order, by children alone."""
    found: list[Node] = []
    stack = list(reversed(document.children))
    while stack:
        node = stack.pop()
        found.append(node)
        if isinstance(node, Element):
            stack.extend(reversed(node.children))
    return found


def test_queries_agree_with_a_walk(page: bytes) -> None:
    document = sapwood.parse(page)
    nodes = walk(document)
    assert list(document.descendants()) == nodes
    elements = [node for node in nodes if isinstance(node, Element)]
    links = [element for element in elements if element.tag == "a" and "href" in element]
    assert document.select("a[href]") == links
    assert document.select_attr("a[href]", "href") == [link["href"] for link in links]
    assert document.select_text("a[href]") == [link.text for link in links]
    fields = {"texts": "a[href]", "urls": ("a[href]", "href"), "also": ("a[href]", None)}
    texts = document.select_text("a[href]")
    assert document.select_many(fields) == {"texts": texts, "urls": document.select_attr("a[href]", "href"), "also": texts}
    assert document.select_one("a[href]") == (links[0] if links else None)
    assert document.xpath("//a[@href]") == links
    assert document.text == "".join(node.data for node in nodes if isinstance(node, Text))


def test_links_between_nodes_agree(page: bytes) -> None:
    for node in walk(sapwood.parse(page)):
        if not isinstance(node, Element):
            assert isinstance(node, (Text, Comment, sapwood.Doctype, sapwood.ProcessingInstruction))
            continue
        children = node.children
        assert list(node) == children
        assert node.elements == [child for child in children if isinstance(child, Element)]
        for before, after in zip(children, children[1:]):
            assert before.next_sibling == after
            assert after.previous_sibling == before
        for child in children:
            assert child.parent == node
            assert hash(child.parent) == hash(node)


def test_output_parses_to_the_same_output(page: bytes) -> None:
    document = sapwood.parse(page)
    again = sapwood.parse(document.html)
    minified = sapwood.parse(document.to_html(minify=True))
    assert again.html == sapwood.parse(again.html).html
    # A plaintext or nested form may not come back; real pages hardly have them.
    assert abs(len(list(minified.descendants())) - len(list(document.descendants()))) < 50


def test_bytes_and_text_agree(page: bytes) -> None:
    document = sapwood.parse(page, positions=True)
    # Each time it is asked for, it is a new text.
    source = document.source
    assert source is not None
    assert sapwood.parse(source).html == document.html
    for element in document.select("*"):
        span = element.span
        if span is None:
            continue
        tag = source[span[0] : span[1]]
        assert tag.startswith("<") or tag == "", tag
        line, column = element.line_column or (0, 0)
        assert line >= 1 and column >= 1


def test_used_memory_changes_no_document(page: bytes) -> None:
    kept = sapwood.parse(page)
    expected = kept.html
    # Memory of documents with positions, of XML and after edits.
    for markup in (page, page + b"<svg><desc>" + page):
        sapwood.parse(markup, positions=True).remove_all("p, li, script")
        sapwood.parse_xml(markup)
    assert sapwood.parse(page).html == expected
    columns = sapwood.Extractor("a", {"url": (None, "href")}).columns
    assert columns(page) == columns(kept)
    assert [document.html for document in sapwood.parse_many([page] * 8, threads=2)] == [expected] * 8

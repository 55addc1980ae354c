"""The tree construction cases of the public suites, as the Rust harness runs them: through `parse` and `Parser`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT, suites

import sapwood
from sapwood import Comment, Doctype, Document, Element, Fragment, Node, ProcessingInstruction, Text

SUITE = suites("html5lib-tests") / "tree-construction"
OWN = ROOT / "fixtures" / "cases"
FOREIGN = {"http://www.w3.org/2000/svg": "svg ", "http://www.w3.org/1998/Math/MathML": "math "}
CASES_OF_SUITE = 1934


@dataclass
class Case:
    """A case of a file: markup and the expected tree."""

    data: str
    fragment: str | None
    scripting: list[bool]
    document: str


def read(path: Path) -> list[Case]:
    lines = path.read_bytes().split(b"\n")
    while lines and not lines[-1]:
        lines.pop()
    cases = []
    at = 0
    while at < len(lines):
        sections: dict[str, list[str]] = {}
        name = ""
        known = (b"#data", b"#errors", b"#new-errors", b"#document-fragment", b"#script-on", b"#script-off", b"#document", b"#description")
        while at < len(lines):
            line = lines[at]
            following = lines[at + 1] if at + 1 < len(lines) else b"#data"
            if name == "#document" and not line and following in (b"#data", b"#description"):
                break
            # Within data only `#errors` ends the section, and within a tree nothing does.
            if line in known and not (name == "#data" and line != b"#errors") and name != "#document":
                name = line.decode()
                sections[name] = []
            else:
                sections[name].append(line.decode("utf-8", "surrogatepass"))
            at += 1
        at += 1
        modes = [mode for mode, key in ((False, "#script-on"), (True, "#script-off")) if key not in sections]
        fragment = sections.get("#document-fragment")
        cases.append(Case("\n".join(sections["#data"]), fragment[0] if fragment else None, modes, "\n".join(sections["#document"]).rstrip("\n")))
    return cases


def line(node: Node) -> tuple[str, list[str]]:
    """The line of a node, and those of its attributes."""
    match node:
        case Doctype(name, public_id, system_id):
            ids = f' "{public_id}" "{system_id}"' if public_id or system_id else ""
            return f"<!DOCTYPE {name}{ids}>", []
        case Text(data):
            return f'"{data}"', []
        case Comment(data):
            return f"<!-- {data} -->", []
        case ProcessingInstruction(target, data):
            return f"<?{target} {data}?>", []
        case Element():
            space = FOREIGN.get(node.namespace, "")
            names = [(attribute_name(key) if space else key, value) for key, value in node.attrs.items()]
            names.sort(key=lambda pair: pair[0].encode("utf-16-be", "surrogatepass"))
            return f"<{space}{node.tag}>", [f'{key}="{value}"' for key, value in names]
    return "content", []


def attribute_name(name: str) -> str:
    if name == "xmlns":
        return "xmlns xmlns"
    prefix, colon, local = name.partition(":")
    adjusted = {"xlink": ("actuate", "arcrole", "href", "role", "show", "title", "type"), "xml": ("lang", "space"), "xmlns": ("xlink",)}
    return f"{prefix} {local}" if colon and local in adjusted.get(prefix, ()) else name


def dump(document: Document) -> str:
    lines: list[str] = []
    stack: list[tuple[Node, int]] = [(node, 0) for node in reversed(document.children)]
    while stack:
        node, depth = stack.pop()
        text, attributes = line(node)
        lines.append("| " + "  " * depth + text)
        lines += ["| " + "  " * (depth + 1) + attribute for attribute in attributes]
        if isinstance(node, (Element, Fragment)):
            below: list[Node] = list(node.children)
            if isinstance(node, Element) and node.content is not None:
                below.insert(0, node.content)
            stack += [(child, depth + 1) for child in reversed(below)]
    return "\n".join(lines)


def parses(case: Case, scripting: bool) -> list[Document]:
    """The documents that the ways to parse a case yield."""
    if case.fragment is not None:
        return [sapwood.parse_fragment(case.data, case.fragment, scripting=scripting)]
    data = case.data.encode("utf-8", "replace")
    pieces = sapwood.Parser(scripting=scripting)
    for character in case.data:
        pieces.feed(character)
    found = [sapwood.parse(case.data, scripting=scripting), pieces.close()]
    if "\ufeff" not in case.data and "?" not in case.data:
        found.append(sapwood.parse(data, scripting=scripting, encoding="utf-8"))
    return found


def urls(links: list[sapwood.Link]) -> list[tuple[str, str, str]]:
    return [(link.url, link.kind, link.attribute) for link in links]


@pytest.mark.parametrize("path", sorted([*SUITE.glob("*.dat"), *OWN.rglob("*.dat")]), ids=lambda path: path.name)
def test_links_in_one_call(path: Path) -> None:
    for case in read(path):
        for scripting in case.scripting:
            expected = urls(sapwood.parse(case.data, scripting=scripting).links("https://example.com/"))
            assert urls(sapwood.links(case.data, "https://example.com/", scripting=scripting)) == expected, case.data


@pytest.mark.parametrize("path", sorted([*SUITE.glob("*.dat"), *OWN.rglob("*.dat")]), ids=lambda path: path.name)
def test_trees(path: Path) -> None:
    for number, case in enumerate(read(path)):
        # Scripts run in the cases of these files.
        if path.name.startswith("scripted_"):
            continue
        for scripting in case.scripting:
            for document in parses(case, scripting):
                assert dump(document) == case.document, f"{path.name}/{number}: {case.data!r}"


def test_the_suite_is_whole() -> None:
    if not SUITE.is_dir():
        pytest.skip(f"the suite isn't at {SUITE}")
    assert sum(len(read(path)) for path in SUITE.glob("*.dat")) == CASES_OF_SUITE

"""HTML and XML: the tree that a browser builds, CSS selectors, XPath, extraction, editing.

>>> import sapwood
>>> page = sapwood.parse("<ul><li><a href=/oak>Oak</a> <b>20</b><li><a href=/elm>Elm</a> <b>12</b></ul>")
>>> for item in page.select("li:has(b)"):
...     print(item.select_one("a")["href"], item.select_one("b").text)
/oak 20
/elm 12
"""

from collections.abc import MutableMapping as _MutableMapping

from ._errors import (
    EditError,
    LimitError,
    SapwoodError,
    SelectorError,
    StaleNodeError,
    XPathError,
)
from ._sapwood import (
    ArrowSchema,
    ArrowTable,
    Article,
    Attributes,
    ClassList,
    Comment,
    Doctype,
    Document,
    Element,
    Extractor,
    Finding,
    Form,
    Fragment,
    Limits,
    Link,
    Node,
    ParseError,
    Parser,
    ProcessingInstruction,
    RecordBatch,
    RecordBatches,
    Removal,
    Sanitizer,
    Selector,
    Stream,
    Table,
    Text,
    check,
    extract_arrow,
    links,
    parse,
    parse_fragment,
    parse_many,
    parse_xml,
    sanitize,
)

_MutableMapping.register(Attributes)

__version__ = "0.1.0"

__all__ = [
    "ArrowSchema",
    "ArrowTable",
    "Article",
    "Attributes",
    "ClassList",
    "Comment",
    "Doctype",
    "Document",
    "EditError",
    "Element",
    "Extractor",
    "Finding",
    "Form",
    "Fragment",
    "LimitError",
    "Limits",
    "Link",
    "Node",
    "ParseError",
    "Parser",
    "ProcessingInstruction",
    "RecordBatch",
    "RecordBatches",
    "Removal",
    "Sanitizer",
    "SapwoodError",
    "Selector",
    "SelectorError",
    "StaleNodeError",
    "Stream",
    "Table",
    "Text",
    "XPathError",
    "check",
    "extract_arrow",
    "links",
    "parse",
    "parse_fragment",
    "parse_many",
    "parse_xml",
    "sanitize",
]

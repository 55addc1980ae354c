# Evaluates expressions with lxml. Reads a list of documents, each with its cases, as JSON, and writes the list of their
# results in the notation of `answer.rs`.

import json
import sys

from lxml import etree


def numbered(tree):
    root = tree.getroot()
    before = list(root.itersiblings(preceding=True))[::-1]
    return before + list(root.iter()) + list(root.itersiblings())


def describe(item, numbers):
    if isinstance(item, tuple):
        prefix, url = item
        return f"{prefix or ''}={url}"
    if not isinstance(item, str):
        return str(numbers[item])
    number = numbers[item.getparent()]
    if item.is_attribute:
        return f"@{number} {item.attrname}"
    return f"{number} tail" if item.is_tail else f"{number} text"


def answer(value, numbers):
    if isinstance(value, bool):
        return {"boolean": value}
    if isinstance(value, float):
        return {"number": repr(value)}
    if isinstance(value, str):
        return {"string": str(value)}
    return {"nodes": [describe(item, numbers) for item in value]}


def evaluate(expression, node, document, numbers, variables):
    try:
        xpath = etree.XPath(expression, namespaces=document["namespaces"])
        return answer(xpath(node, **variables), numbers)
    except etree.XPathError as error:
        return {"error": str(error)}


def answers(document):
    # An id that two elements have would be an error.
    parser = etree.XMLParser(recover=True, huge_tree=True, no_network=True)
    tree = etree.ElementTree(etree.fromstring(document["xml"].encode(), parser))
    nodes = numbered(tree)
    numbers = {node: number for number, node in enumerate(nodes)}
    variables = dict(document["variables"])
    variables["nodes"] = [nodes[number] for number in document["nodes"]]
    return [
        evaluate(expression, nodes[context], document, numbers, variables)
        for context, expression in document["cases"]
    ]


json.dump([answers(document) for document in json.load(sys.stdin)], sys.stdout)

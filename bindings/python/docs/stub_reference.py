"""Directives for the reference: signatures are those of the stubs, and descriptions those of the compiled module.

``.. stub:: Document`` describes a class with its members, or a function. A public name of the package that no page describes is a
warning, and so ends a build with ``-W``.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path

import sapwood
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

STUBS = Path(sapwood.__file__).with_name("_sapwood.pyi")
logger = logging.getLogger(__name__)


def definitions() -> dict[str, list[ast.ClassDef | ast.FunctionDef]]:
    """Returns the classes and functions of the stubs by name; overloads are several."""
    found: dict[str, list[ast.ClassDef | ast.FunctionDef]] = {}
    for it in ast.parse(STUBS.read_text(encoding="utf-8")).body:
        if isinstance(it, ast.ClassDef | ast.FunctionDef):
            found.setdefault(it.name, []).append(it)
    return found


DEFINITIONS = definitions()


def description(value: object) -> str:
    """Returns the docstring of an object as reStructuredText."""
    text = inspect.cleandoc(getattr(value, "__doc__", None) or "")
    return str(GoogleDocstring(text))


def signature(function: ast.FunctionDef, *, is_method: bool) -> str:
    """Returns the signature of a function, without the parameter for the object."""
    arguments = function.args
    if is_method:
        first = arguments.posonlyargs or arguments.args
        del first[0]
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"({ast.unparse(arguments)}){returns}"


def has_decorator(function: ast.FunctionDef, name: str) -> bool:
    return any(ast.unparse(it).split(".")[-1] == name for it in function.decorator_list)


def entry(kind: str, heads: list[str], options: list[str], text: str) -> str:
    """Returns a directive that describes an object with one or several signatures."""
    indent = " " * (len(kind) + 10)
    first, *others = heads
    lines = [f".. py:{kind}:: {first}", *(indent + it for it in others), *(f"   {it}" for it in options), ""]
    return "\n".join(lines) + "\n" + textwrap.indent(text, "   ") + "\n\n"


def members(definition: ast.ClassDef) -> Iterator[str]:
    """Yields the members of a class as directives, those of the same name together."""
    owner = getattr(sapwood._sapwood, definition.name)
    methods: dict[str, list[ast.FunctionDef]] = {}
    for it in definition.body:
        if isinstance(it, ast.FunctionDef) and not it.name.startswith("_"):
            methods.setdefault(it.name, []).append(it)
    for name, all_of_name in methods.items():
        text = description(getattr(owner, name))
        first = all_of_name[0]
        if has_decorator(first, "property"):
            returns = ast.unparse(first.returns) if first.returns else "object"
            yield entry("property", [name], [f":type: {returns}"], text)
            continue
        is_static = has_decorator(first, "staticmethod")
        is_class = has_decorator(first, "classmethod")
        heads = [name + signature(it, is_method=not is_static) for it in all_of_name]
        options = [":staticmethod:"] * is_static + [":classmethod:"] * is_class
        yield entry("method", heads, options, text)


def reference(name: str) -> str:
    """Returns the directives for a class or a function of the compiled module."""
    first = DEFINITIONS[name][0]
    value = getattr(sapwood._sapwood, name)
    if isinstance(first, ast.FunctionDef):
        functions = [it for it in DEFINITIONS[name] if isinstance(it, ast.FunctionDef)]
        heads = [name + signature(it, is_method=False) for it in functions]
        return entry("function", heads, [], description(value))
    makers = [it for it in first.body if isinstance(it, ast.FunctionDef) and it.name == "__new__"]
    heads = [name + signature(it, is_method=True).rsplit(" -> ", 1)[0] for it in makers] or [name]
    bases = [ast.unparse(base) for base in first.bases]
    base = f"Bases: {', '.join(f':py:class:`{it}`' for it in bases)}\n\n" if bases else ""
    return entry("class", heads, [], base + description(value) + "\n\n" + "".join(members(first)))


def described(env: BuildEnvironment) -> set[str]:
    """Returns the names that pages describe."""
    names: set[str] = getattr(env, "sapwood_described", set())
    return names


class Stub(SphinxDirective):
    """``.. stub:: NAME``"""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name not in DEFINITIONS:
            raise self.error(f"the stubs have no {name}")
        # With the environment, so that a build of changed pages alone knows the others.
        setattr(self.env, "sapwood_described", described(self.env) | {name})
        self.env.note_dependency(str(STUBS))
        return self.parse_text_to_nodes(reference(name))


def check_all(_: Sphinx, env: BuildEnvironment) -> None:
    """Warns of public names without a description."""
    public = {name for name in DEFINITIONS if name in vars(sapwood)}
    for name in sorted(public - described(env)):
        logger.warning("no page describes sapwood.%s", name)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("stub", Stub)
    app.connect("env-check-consistency", check_all)
    return {"parallel_read_safe": False, "parallel_write_safe": True}

"""Functions of XPath expressions. ``has-class`` is one without being registered."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

__all__ = ["set_xpathfunc"]

_functions: dict[str, Callable[..., Any]] = {}


def set_xpathfunc(fname: str, func: Callable[..., Any] | None) -> None:
    """Registers a function for the expressions of all selectors, or removes it if ``func`` is ``None``.

    It is called with a context, whose ``context_node`` is an element of Sapwood, a document or a text, and the arguments of the
    call, of which a set of nodes is a list. It returns a ``str``, a number, a ``bool``, an element, a list of them, or ``None``.

    >>> from sapwood.parsel import Selector
    >>> set_xpathfunc("is-short", lambda context: len(context.context_node.text) < 4)
    >>> Selector("<p>Oak<p>Birch").xpath("//p[is-short()]").getall()
    ['<p>Oak</p>']
    >>> set_xpathfunc("is-short", None)
    """
    if func is None:
        _functions.pop(fname, None)
    else:
        _functions[fname] = _with_context(func)


def _with_context(func: Callable[..., Any]) -> Callable[..., Any]:
    def call(node: Any, *arguments: Any) -> Any:
        return func(SimpleNamespace(context_node=node, eval_context={}), *arguments)

    return call


def functions_in(expression: str) -> dict[str, Callable[..., Any]] | None:
    """The registered functions that an expression may call."""
    return {name: it for name, it in _functions.items() if name in expression} or None

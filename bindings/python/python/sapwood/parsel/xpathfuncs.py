"""Functions of XPath expressions. ``has-class`` is one without being registered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["set_xpathfunc"]


def set_xpathfunc(fname: str, func: Callable[..., Any] | None) -> None:
    """Refuses to register a function: expressions are evaluated without the interpreter.

    Raises:
        NotImplementedError: Always, unless ``func`` is ``None``.
    """
    if func is not None:
        raise NotImplementedError(
            f"the XPath function {fname} can't be registered: filter the selectors in Python, or use parsel over Document.to_lxml()"
        )


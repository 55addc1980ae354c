"""CSS selectors as XPath expressions, by cssselect, with ``::text`` and ``::attr(name)``."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

import cssselect
from cssselect.parser import Element, FunctionalPseudoElement, PseudoElement
from cssselect.xpath import ExpressionError
from cssselect.xpath import XPathExpr as _XPathExpr
from cssselect.xpath import is_safe_name

__all__ = ["GenericTranslator", "HTMLTranslator", "TranslatorProtocol", "XPathExpr", "css2xpath"]


class XPathExpr(_XPathExpr):
    """An expression for elements, for their texts, or for an attribute of theirs."""

    textnode: bool = False
    attribute: str | None = None

    @classmethod
    def from_xpath(cls, xpath: _XPathExpr, textnode: bool = False, attribute: str | None = None) -> XPathExpr:
        """Returns a copy of an expression that takes the texts or an attribute of its elements."""
        own = cls(path=xpath.path, element=xpath.element, condition=xpath.condition)
        own.textnode, own.attribute = textnode, attribute
        return own

    def __str__(self) -> str:
        path = super().__str__()
        if not self.textnode and self.attribute is None:
            return path
        # `a *` is `a/descendant-or-self::*/*`, but `a ::text` takes the texts of `a`, too.
        path = path[:-2] if path.endswith("::*/*") else path
        if self.attribute is None:
            if path == "*" or path.endswith("descendant-or-self::*"):
                return path[:-1] + "text()"
            return path + "/text()"
        if is_safe_name(self.attribute):
            return f"{path}/@{self.attribute}"
        return f"{path}/attribute::*[name() = {cssselect.GenericTranslator.xpath_literal(self.attribute)}]"

    def join(self, combiner: str, other: _XPathExpr, *args: Any, **kwargs: Any) -> XPathExpr:
        """Appends another expression of this class, whose texts or attribute are then those of both."""
        if not isinstance(other, XPathExpr):
            raise ValueError(f"an XPathExpr can only join expressions of its class, not {type(other)}")
        super().join(combiner, other, *args, **kwargs)
        self.textnode, self.attribute = other.textnode, other.attribute
        return self


class TranslatorProtocol(Protocol):
    """What translates CSS selectors."""

    def xpath_element(self, selector: Element) -> _XPathExpr: ...

    def css_to_xpath(self, css: str, prefix: str = ...) -> str: ...


class GenericTranslator(cssselect.GenericTranslator):
    """Translates selectors for XML. It keeps the last translations."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._begin_cache()

    def _begin_cache(self) -> None:
        self._cache = lru_cache(maxsize=256)(super().css_to_xpath)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_cache"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._begin_cache()

    def css_to_xpath(self, css: str, prefix: str = "descendant-or-self::") -> str:
        """Returns the expression that finds what a selector matches."""
        return self._cache(css, prefix)

    def xpath_element(self, selector: Element) -> XPathExpr:
        return XPathExpr.from_xpath(super().xpath_element(selector))

    def xpath_pseudo_element(self, xpath: _XPathExpr, pseudo_element: PseudoElement) -> _XPathExpr:
        arguments: list[FunctionalPseudoElement] = []
        name, kind = str(pseudo_element), "simple"
        if isinstance(pseudo_element, FunctionalPseudoElement):
            name, kind, arguments = pseudo_element.name, "functional", [pseudo_element]
        method = getattr(self, f"xpath_{name.replace('-', '_')}_{kind}_pseudo_element", None)
        if method is None:
            raise ExpressionError(f"unknown pseudo-element ::{name}{'()' if arguments else ''}")
        found: _XPathExpr = method(xpath, *arguments)
        return found

    def xpath_attr_functional_pseudo_element(self, xpath: _XPathExpr, function: FunctionalPseudoElement) -> XPathExpr:
        """Returns the expression for ``::attr(name)``."""
        if function.argument_types() not in (["STRING"], ["IDENT"]):
            raise ExpressionError(f"::attr() needs a name, not {function.arguments!r}")
        return XPathExpr.from_xpath(xpath, attribute=function.arguments[0].value)

    def xpath_text_simple_pseudo_element(self, xpath: _XPathExpr) -> XPathExpr:
        """Returns the expression for ``::text``."""
        return XPathExpr.from_xpath(xpath, textnode=True)


class HTMLTranslator(GenericTranslator, cssselect.HTMLTranslator):
    """Translates selectors for HTML."""


_translator = HTMLTranslator()


def css2xpath(query: str) -> str:
    """Returns the XPath expression for a CSS selector."""
    return _translator.css_to_xpath(query)

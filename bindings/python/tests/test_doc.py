"""The examples in docstrings."""

import doctest
import types

import pytest

import sapwood
import sapwood.details
from sapwood import _errors, _sapwood, bleach


def documented() -> list[tuple[str, object]]:
    """All public objects that have a docstring of their own."""
    found: list[tuple[str, object]] = [("sapwood", sapwood), ("sapwood.details", sapwood.details)]
    for module in (_sapwood, _errors):
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", "") not in (
                "sapwood",
                "sapwood._sapwood",
                "sapwood._errors",
                None,
            ):
                continue
            if not isinstance(value, (type, types.BuiltinFunctionType)):
                continue
            found.append((name, value))
            if isinstance(value, type):
                found += [(f"{name}.{key}", it) for key, it in vars(value).items() if not key.startswith("_")]
    for package in (bleach, bleach.linkifier, bleach.callbacks):
        found.append((package.__name__, package))
        for name, value in vars(package).items():
            if getattr(value, "__module__", "") == package.__name__ and isinstance(value, (type, types.FunctionType)):
                found.append((f"{package.__name__}.{name}", value))
    return found


@pytest.mark.parametrize(("name", "value"), documented(), ids=lambda it: it if isinstance(it, str) else "")
def test_example_of(name: str, value: object) -> None:
    text = getattr(value, "__doc__", None) or ""
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


def test_every_public_item_has_a_docstring() -> None:
    missing = [
        name
        for name, value in documented()
        if not getattr(value, "__doc__", None) and isinstance(value, (type, types.BuiltinFunctionType, types.MethodDescriptorType, types.GetSetDescriptorType))
    ]
    assert missing == []

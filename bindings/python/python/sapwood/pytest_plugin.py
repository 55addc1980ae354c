"""The fixtures of Sapwood for pytest, which finds them by the entry point of the package."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from . import testing


@pytest.fixture(name="assert_html_equal")
def _assert_html_equal() -> Callable[..., None]:
    """Returns `sapwood.testing.assert_html_equal`."""
    return testing.assert_html_equal

"""Pages that tests share."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared"


def page_files() -> list[Path]:
    """The shared pages where they are present, otherwise those of the project."""
    pages = sorted((SHARED / "corpus" / "pages").glob("*.html"))
    return pages or sorted((ROOT / "fixtures" / "pages").glob("*.html"))


@pytest.fixture(scope="session", params=page_files(), ids=lambda path: path.name)
def page(request: pytest.FixtureRequest) -> bytes:
    """The bytes of a real page."""
    path: Path = request.param
    return path.read_bytes()


@pytest.fixture(scope="session")
def pages() -> list[bytes]:
    """The bytes of all pages."""
    return [path.read_bytes() for path in page_files()]


def suites(name: str) -> Path:
    """The folder of a public suite."""
    return Path(os.environ.get("SAPWOOD_SUITES", SHARED / "conformance")) / name


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--random-calls", type=int, default=20_000, help="number of random calls of the abuse test")


@pytest.fixture
def random_call_count(request: pytest.FixtureRequest) -> int:
    """The number of random calls of an abuse test."""
    count: int = request.config.getoption("--random-calls")
    return count

"""Runs parsel's own tests with its import changed to `sapwood.parsel`: `python parsel_suite.py FOLDER`.

The tests are those of the source distribution, which is downloaded into the folder. Tests that are expected to fail must fail.
"""

import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

VERSION = "1.12.1"
# The tests that fail, by reason. A name stands for all classes that have it.
EXPECTED = {
    "XML5 closes no element by the end tag of another one": [
        "test_namespaces_simple",
        "test_namespaces_adhoc",
        "test_namespaces_adhoc_variables",
    ],
    "entities are read, within a budget, or stay as text": ["test_xml_entity_expansion", "test_billion_laughs[xml-None]"],
    "texts have no parent": ["test_smart_strings"],
    "lxml doesn't parse": [
        "test_xml_syntax_error_reraised",
        "test_xml_syntax_error_with_encoding_error_recovers",
    ],
    "cssselect writes another expression since 1.4": ["test_css2xpath"],
}


class Expectations:
    """Marks the tests that are expected to fail. Each name must be that of a test."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        reasons = {name: reason for reason, names in EXPECTED.items() for name in names}
        for item in items:
            reason = reasons.get(item.name)
            if reason is not None:
                item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
        if unknown := sorted(reasons.keys() - {item.name for item in items}):
            raise pytest.UsageError(f"no tests are named {', '.join(unknown)}")


def main(folder: Path) -> int:
    """Returns the exit status of pytest."""
    archive = folder / f"parsel-{VERSION}.tar.gz"
    if not archive.exists():
        download = ["download", f"parsel=={VERSION}", "--no-deps", "--no-binary", ":all:", "--no-build-isolation", "-q", "-d", str(folder)]
        if subprocess.run([sys.executable, "-m", "pip", *download], check=False).returncode != 0:
            print("the tests of parsel: SKIPPED: they can't be downloaded")
            return 0
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    tests = folder / f"parsel-{VERSION}" / "tests"
    for path in tests.glob("*.py"):
        text = path.read_text()
        path.write_text(re.sub(r"^(from|import) parsel\b", r"\1 sapwood.parsel", text, flags=re.MULTILINE))
    return pytest.main(["-q", "--rootdir", str(tests), "-p", "no:cacheprovider", str(tests)], plugins=[Expectations()])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

"""The examples in the cookbook."""

import doctest
import re
from pathlib import Path

import pytest

COOKBOOK = (Path(__file__).resolve().parents[1] / "COOKBOOK.md").read_text(encoding="utf-8")
TASKS = re.split(r"^## ", COOKBOOK, flags=re.MULTILINE)[1:]


def test_there_are_twenty_tasks() -> None:
    assert len(TASKS) == 20


#: Names that later tasks use.
NAMES: dict[str, object] = {}


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.splitlines()[0])
def test_task(task: str) -> None:
    name = task.splitlines()[0]
    test = doctest.DocTestParser().get_doctest(task.replace("```", ""), NAMES, name, "COOKBOOK.md", 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert runner.run(test, clear_globs=False).failed == 0
    NAMES.update(test.globs)

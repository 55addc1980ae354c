"""The Python programs in the README."""

import re
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def test_programs_run(capsys) -> None:
    names: dict[str, object] = {}
    programs = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(programs) == 3
    for program in programs:
        exec(program, names)
    assert "Oak costs 20 /oak" in capsys.readouterr().out

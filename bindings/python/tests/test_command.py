"""The command `sapwood` that comes with the package."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[3] / "fixtures" / "pages"
ARTICLE = str(PAGES / "article.html")
SCRIPT = Path(sys.executable).with_name("sapwood")


def run(*arguments: str, input: bytes = b"") -> tuple[int, bytes, bytes]:
    done = subprocess.run([sys.executable, "-m", "sapwood", *arguments], input=input, capture_output=True)
    return done.returncode, done.stdout, done.stderr


def test_selects() -> None:
    assert run("select", "-t", "p", input=b"<p>a<p>b") == (0, b"a\nb\n", b"")
    assert run("select", "-c", "q", input=b"<p>a") == (1, b"0\n", b"")


def test_mistakes_are_reported() -> None:
    code, output, error = run("select", "p:", ARTICLE)
    assert (code, output) == (2, b"") and error.startswith(b"sapwood: invalid value for")
    code, output, error = run("text", "no-such-page.html")
    assert (code, output) == (2, b"") and b"no-such-page.html" in error


def test_the_script_is_the_same() -> None:
    done = subprocess.run([SCRIPT, "text", ARTICLE], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == run("text", ARTICLE)
    assert done.stdout


def test_file_names_may_be_no_text(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems have no such names")
    path = os.fsencode(tmp_path) + b"/\xff.html"
    with open(path, "wb") as file:
        file.write(b"<p>x")
    done = subprocess.run([SCRIPT, "text", path], capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"x\n")


def test_a_closed_pipe_is_no_error() -> None:
    page = b"<p>x" * 200_000
    process = subprocess.Popen(
        [SCRIPT, "select", "p"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    try:
        process.stdin.write(page)
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert (process.wait(60), process.stderr.read()) == (0, b"")
    process.stderr.close()


def test_an_interrupt_ends_it() -> None:
    if os.name != "posix":
        pytest.skip("signals are POSIX")
    process = subprocess.Popen([SCRIPT, "text"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    # It answers each piece, so it has begun to read.
    with process.stdin, process.stdout:
        process.stdin.write(b"<p>x")
        process.stdin.flush()
        for _ in range(100):
            try:
                process.wait(0.05)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
            else:
                break
        assert process.wait(10) in (-signal.SIGINT, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["tree"],
        ["html"],
        ["text"],
        ["markdown"],
        ["chunks"],
        ["article", "--format", "json"],
        ["links", "--base", "https://example.com/"],
        ["table"],
        ["check"],
        ["report"],
        ["sanitize"],
        ["tokens"],
        ["encoding"],
        ["select", "--json", "a[href]"],
        ["xpath", "//h1"],
        ["edit", "-s", "img", "--set", "loading=lazy"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_prints_what_the_program_prints(arguments: list[str]) -> None:
    program = os.environ.get("SAPWOOD_COMMAND")
    if program is None:
        pytest.skip("SAPWOOD_COMMAND names no program")
    pages = [str(page) for page in sorted(PAGES.glob("*.html"))]
    if arguments[0] in ("report", "tokens"):
        del pages[1:]
    done = subprocess.run([program, *arguments, *pages], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == run(*arguments, *pages)
    assert done.stdout

"""Measures tasks and operations of Sapwood and of other libraries.

    python bench/run.py [--rounds N] [--pages DIR] [TASK…]

The libraries take turns, page set by page set, so that a change of the machine's mood hits all of them. Figures are CPU
time: MB of input a second for the median round, and the ratio to Sapwood of the same round.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

Results = dict[str, dict[str, float]]
"""For each task, the ratio of each library's time to that of Sapwood."""

ROOT = Path(__file__).resolve().parents[3]


def pages_in(folder: str | None) -> list[bytes]:
    folders = [Path(folder)] if folder else [ROOT.parent / "shared/corpus/pages", ROOT / "fixtures/pages"]
    for candidate in folders:
        if pages := [path.read_bytes() for path in sorted(candidate.glob("*.html"))]:
            return pages
    sys.exit("no pages; name a folder with --pages")


def measure(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    gc.collect()
    gc.disable()
    start = clock()
    work()
    spent = clock() - start
    gc.enable()
    return spent


def table(rows: dict[str, Callable[[], object]], rounds: int, unit: float, reference: str) -> dict[str, float]:
    """Runs all rows in turns; prints the median of each and the median ratio to the reference."""
    times: dict[str, list[float]] = {name: [] for name in rows}
    failed: dict[str, str] = {}
    for _ in range(rounds):
        for name, work in rows.items():
            if name in failed:
                continue
            try:
                times[name].append(measure(work))
            except Exception as error:
                failed[name] = f"{type(error).__name__}: {error}"
    ratios = {}
    for name, spent in times.items():
        if name in failed:
            print(f"  {name:20} failed: {failed[name]:.80}")
            continue
        ratio = statistics.median(it / own for it, own in zip(spent, times[reference]))
        ratios[name] = ratio
        print(f"  {name:20} {unit / statistics.median(spent):12.1f} {ratio:8.2f} ×")
    return ratios


def tasks(pages: list[bytes], rounds: int, names: list[str]) -> Results:
    from tasks import TASKS

    results: Results = {}

    size = sum(map(len, pages)) / 1e6
    for task, libraries in TASKS.items():
        if names and task not in names:
            continue
        print(f"{task}: MB/s, and time in relation to Sapwood")
        slow = {"bs4", "bs4 over lxml"} | ({"lxml", "selectolax"} if task == "list" else set())
        rows = {
            name: (lambda work=work, some=pages: [work(page) for page in some])
            for name, work in libraries.items()
            if name not in slow
        }
        ratios = table(rows, rounds, size, "sapwood")
        few = pages[::10]
        rows = {
            name: (lambda work=libraries[name], some=few: [work(page) for page in some])
            for name in ["sapwood", *sorted(slow & set(libraries))]
        }
        print("  on every tenth page:")
        few_ratios = table(rows, max(rounds // 3, 1), sum(map(len, few)) / 1e6, "sapwood")
        results[task] = {**few_ratios, **ratios}
    return results


def operations(rounds: int) -> Results:
    import selectolax.lexbor as selectolax
    import turbohtml

    import sapwood

    html = "<!DOCTYPE html><title>t</title><ul>" + "<li class=x><a href=/a title=b>text</a></li>" * 1000 + "</ul>"
    tiny = b"<p class=a>Hello</p>"
    count = 1000
    parsed = {
        "sapwood": sapwood.parse(html),
        "turbohtml": turbohtml.parse(html),
        "selectolax": selectolax.LexborHTMLParser(html),
    }
    links = {
        "sapwood": parsed["sapwood"].select("a"),
        "turbohtml": parsed["turbohtml"].select("a"),
        "selectolax": parsed["selectolax"].css("a"),
    }
    # Libraries that keep their Python objects make them once for each document.
    fresh = {
        "sapwood": [[sapwood.parse(html) for _ in range(3)] for _ in range(rounds * 3)],
        "turbohtml": [[turbohtml.parse(html) for _ in range(3)] for _ in range(rounds * 3)],
    }
    unused = {name: iter(sets) for name, sets in fresh.items()}
    items = {"sapwood": parsed["sapwood"].select("li"), "turbohtml": parsed["turbohtml"].select("li")}

    def repeat(work: Callable[[], object]) -> Callable[[], object]:
        def repeated() -> None:
            for _ in range(count):
                work()

        return repeated

    sets: dict[str, dict[str, Callable[[], object]]] = {
        "wrapper": {
            "sapwood": lambda: [parsed["sapwood"].select("li") for _ in range(10)],
            "turbohtml": lambda: [parsed["turbohtml"].select("li") for _ in range(10)],
            "selectolax": lambda: [parsed["selectolax"].css("li") for _ in range(10)],
        },
        "new wrapper": {
            name: (lambda documents=documents: [it.select("li") for it in next(documents)])
            for name, documents in unused.items()
        },
        "select_one": {
            "sapwood": lambda: [it.select_one("a") for it in items["sapwood"] * 10],
            "turbohtml": lambda: [it.select_one("a") for it in items["turbohtml"] * 10],
        },
        "text of an element": {
            "sapwood": lambda: [it.text for it in links["sapwood"] * 10],
            "turbohtml": lambda: [it.text for it in links["turbohtml"] * 10],
            "selectolax": lambda: [it.text() for it in links["selectolax"] * 10],
        },
        "attribute": {
            "sapwood": lambda: [it["href"] for it in links["sapwood"] * 10],
            "sapwood get": lambda: [it.get("href") for it in links["sapwood"] * 10],
            "turbohtml": lambda: [it.attr("href") for it in links["turbohtml"] * 10],
            "turbohtml attrs": lambda: [it.attrs["href"] for it in links["turbohtml"] * 10],
        },
        "tag": {
            "sapwood": lambda: [it.tag for it in links["sapwood"] * 10],
            "turbohtml": lambda: [it.tag for it in links["turbohtml"] * 10],
            "selectolax": lambda: [it.tag for it in links["selectolax"] * 10],
        },
        "page of 20 bytes": {
            "sapwood": repeat(lambda: sapwood.parse(tiny)),
            "turbohtml": repeat(lambda: turbohtml.parse(tiny)),
            "selectolax": repeat(lambda: selectolax.LexborHTMLParser(tiny)),
        },
    }
    results: Results = {}
    for name, rows in sets.items():
        print(f"{name}: thousand a second, and time in relation to Sapwood")
        results[name] = table(rows, rounds * 3, {"page of 20 bytes": 1.0, "new wrapper": 3.0}.get(name, 10.0), "sapwood")
    return results


MEMORY = """
import sys, resource, gc
sys.path.insert(0, {bench!r})
from pathlib import Path
pages = [Path(path).read_bytes() for path in {paths!r}]
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
{imports}
parse(b"<p>")
gc.collect()
before = resident()
kept = [parse(page) for page in pages]
gc.collect()
print((resident() - before) / sum(map(len, pages)))
"""

PARSERS = {
    "sapwood": "from sapwood import parse",
    "turbohtml": "from turbohtml import parse",
    "selectolax": "from selectolax.lexbor import LexborHTMLParser as parse",
    "lxml": "from lxml.html import document_fromstring as parse",
}


def memory(folder: str | None) -> Results:
    print("memory: bytes kept for each byte of input")
    directory = Path(folder) if folder else ROOT.parent / "shared/corpus/pages"
    paths = [str(path) for path in sorted(directory.glob("*.html"))]
    kept = {}
    for name, imports in PARSERS.items():
        program = MEMORY.format(bench=str(Path(__file__).parent), paths=paths, imports=imports)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        kept[name] = float(done.stdout or "nan")
        print(f"  {name:20} {kept[name]:12.2f}")
    return {"memory": {name: value / kept["sapwood"] for name, value in kept.items()}}


def threads(pages: list[bytes], rounds: int) -> Results:
    import sapwood
    from tasks import EXTRACTOR

    def run(workers: int) -> None:
        parts = [pages[start::workers] for start in range(workers)]
        work = lambda part: [EXTRACTOR.columns(page) for page in part]  # noqa: E731
        running = [threading.Thread(target=work, args=(part,)) for part in parts]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()

    def fork(workers: int) -> None:
        children = []
        for start in range(workers):
            child = os.fork()
            if child == 0:
                for page in pages[start::workers]:
                    EXTRACTOR.columns(page)
                os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)

    def count(batches: Iterable[object]) -> int:
        return sum(1 for _ in batches)

    print("two threads: least elapsed time of one thread in relation to that of two, and the median ratio")
    results: Results = {}
    rows: dict[str, Callable[[int], object]] = {
        "columns": run,
        "parse_many": lambda workers: count(sapwood.parse_many(pages, workers)),
        "many": lambda workers: count(EXTRACTOR.many(pages, threads=workers)),
        # What the machine gives.
        "columns by processes": fork,
    }
    for name, work in rows.items():
        pairs = [
            (measure(lambda: work(1), time.perf_counter), measure(lambda: work(2), time.perf_counter))
            for _ in range(rounds * 2)
        ]
        best = min(one for one, _ in pairs) / min(two for _, two in pairs)
        results[f"{name} in two threads"] = {"one thread": best}
        print(f"  {name:20} {best:12.2f} {statistics.median(one / two for one, two in pairs):8.2f}")
    return results


# The least ratio of a peer's time, or memory, to that of Sapwood: task, row of Sapwood, peers, ratio.
MARKS = [
    ("parse", "sapwood", ("turbohtml", "selectolax"), 2.8),
    ("list", "sapwood", ("turbohtml",), 1.8),
    ("list", "sapwood Extractor", ("turbohtml",), 2.5),
    ("links", "sapwood", ("turbohtml", "selectolax", "lxml"), 7.0),
    ("links", "sapwood in one call", ("turbohtml", "selectolax", "lxml"), 7.0),
    ("text", "sapwood", ("turbohtml", "selectolax", "lxml"), 2.5),
    ("metadata", "sapwood", ("turbohtml", "selectolax", "lxml"), 3.0),
    ("edit", "sapwood", ("turbohtml", "selectolax", "lxml"), 3.0),
    ("memory", "sapwood", ("turbohtml",), 2.0),
    ("parsel", "sapwood", ("parsel",), 3.0),
    ("bs4", "sapwood", ("bs4 over lxml",), 5.0),
    ("columns in two threads", "", ("one thread",), 1.7),
    ("parse_many in two threads", "", ("one thread",), 1.7),
    ("wrapper", "sapwood", ("turbohtml",), 1.0),
    ("new wrapper", "sapwood", ("turbohtml",), 1.0),
    ("select_one", "sapwood", ("turbohtml",), 1.0),
    ("text of an element", "sapwood", ("turbohtml",), 1.0),
    ("attribute", "sapwood", ("turbohtml",), 1.0),
    ("page of 20 bytes", "sapwood", ("turbohtml",), 1.0),
]


def summary(results: Results) -> None:
    """Prints each mark whose task was measured."""
    print("\nmarks: time of the best peer in relation to Sapwood, and the mark")
    for task, row, peers, mark in MARKS:
        ratios = results.get(task)
        if ratios is None:
            continue
        own = ratios.get(row, 1.0)
        best = min((ratios[peer] / own for peer in peers if peer in ratios), default=float("nan"))
        label = task if row in ("sapwood", "") else f"{task}: {row}"
        print(f"  {label:28} {best:8.2f} × {mark:8.1f} {'met' if best >= mark else 'missed'}")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--rounds", type=int, default=9, help="number of rounds")
    arguments.add_argument("--pages", help="folder of pages")
    arguments.add_argument(
        "task", nargs="*", help="parse, list, links, text, metadata, edit, parsel, bs4, operations, memory, threads"
    )
    given = arguments.parse_args()
    pages = pages_in(given.pages)
    chosen = [name for name in given.task if name not in ("operations", "memory", "threads")]
    results: Results = {}
    if chosen or not given.task:
        results |= tasks(pages, given.rounds, chosen)
    if not given.task or "operations" in given.task:
        results |= operations(given.rounds)
    if not given.task or "memory" in given.task:
        results |= memory(given.pages)
    if not given.task or "threads" in given.task:
        results |= threads(pages, given.rounds)
    summary(results)


if __name__ == "__main__":
    main()

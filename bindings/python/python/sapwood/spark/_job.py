"""The job over WARC files: what a task does, what the driver does, and what both leave in the output folder.

An output folder holds:

* ``NAME-HASH.parquet``, the rows of one input. The name depends on the input's path alone.
* ``_manifest/NAME-HASH.json``: the input is done. Its file and counts.
* ``_failed/NAME-HASH.json``: the input can't be read, or ended its tasks too often. The reason.
* ``_attempts/NAME-HASH/ATTEMPT``: an attempt began and has not ended.
* ``_temporary``: files that attempts are writing.
* ``_job.json`` and ``_report.json``: the columns that were asked for, and the result.

Readers of the folder ignore names that begin with an underscore.

**Commit.** An attempt writes a file of its own, moves it to the name that its input determines, and then writes the
manifest's entry. Both steps are atomic and may be repeated. So two attempts at one input, at the same time or one
after the other, leave one file, whichever is last, and the file is always the whole of one attempt. An attempt that
dies between the steps leaves a file without an entry, which the next attempt replaces. Spark's own committer is not
involved: it would lose the finished files of a driver that dies.

Nothing here needs Spark but `Job.run` and `main`.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import re
import socket
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapwood import warc
from sapwood.spark import _store

if TYPE_CHECKING:
    from pyspark.sql import SparkSession as _SparkSession

#: Columns of a row unless others are named.
COLUMNS = ("warc", "offset", "url", "date", "status", "title", "text", "links", "error", "limit")


@dataclass(frozen=True)
class Job:
    """What each task needs to know."""

    output: str
    columns: tuple[str, ...] = COLUMNS
    #: The extractor specification, as TOML.
    spec: str | None = None
    #: Attempts at an input that ended without a result, after which it is given up.
    attempts: int = 3
    #: Further options of `sapwood.warc.write_parquet`.
    options: dict[str, Any] = field(default_factory=dict)

    def store(self) -> _store.Store:
        """The output folder."""
        return _store.store(self.output)

    def settings(self) -> dict[str, Any]:
        """What decides on the rows. A folder holds rows of the same settings only."""
        return {"version": 1, "columns": list(self.columns), "spec": self.spec, "options": {name: repr(value) for name, value in sorted(self.options.items())}}

    def process(self, path: str) -> str:
        """Does the work of a task: turns one input into one file. Returns ``done`` or ``failed``.

        Raises nothing for what is wrong with the input.
        """
        store, key = self.store(), key_of(path)
        if store.exists(f"_manifest/{key}.json"):
            return "done"
        died = len(store.names(f"_attempts/{key}"))
        if died >= self.attempts:
            reason = f"{died} attempts ended without a result; the last process to try was killed or lost"
            return fail(store, path, reason)
        attempt = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:12]}"
        store.write(f"_attempts/{key}/{attempt}", path.encode())
        scratch = store.scratch(f"{key}.{attempt}.parquet")
        start = time.time()
        try:
            with _store.opened(path) as source:
                counts = warc.write_parquet(
                    source, scratch, name=path, columns=list(self.columns), spec=self.spec, **self.options
                )
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # A panic of Rust is no `Exception`.
            _remove(scratch)
            outcome = fail(store, path, f"{type(error).__name__}: {error}")
        else:
            result = {"input": path, "output": f"{key}.parquet", "attempt": attempt, "seconds": round(time.time() - start, 3), **counts}
            self.commit(store, key, scratch, result)
            outcome = "done"
        store.remove(f"_attempts/{key}/{attempt}")
        return outcome

    def commit(self, store: _store.Store, key: str, scratch: str, result: dict[str, Any]) -> None:
        """Makes the result of an attempt the result of its input."""
        store.publish(scratch, f"{key}.parquet")
        store.write(f"_manifest/{key}.json", json.dumps(result).encode())
        store.remove(f"_failed/{key}.json")

    def run(self, spark: _SparkSession, paths: Sequence[str], *, resume: bool = False) -> Report:
        """Runs the job on a cluster and returns its report.

        Raises:
            FileExistsError: The output folder holds results, and ``resume`` is false.
            ValueError: It holds rows of other columns.
        """
        start = time.time()
        paths = list(dict.fromkeys(paths))
        store = self.store()
        done_before = self.prepare(store, resume)
        by_key = {key_of(path): path for path in paths}
        todo = [path for key, path in by_key.items() if key not in done_before]
        # A task that dies is Spark's to repeat. Spark gives a job up after `spark.task.maxFailures` deaths of one
        # task, and after the first without a cluster; the inputs that are left then go into another round.
        problem: Exception | None = None
        for _ in range(self.attempts + 1):
            if not todo:
                break
            try:
                context = spark.sparkContext
                context.setJobDescription(f"{len(todo)} WARC files")
                context.parallelize(todo, len(todo)).foreach(lambda path: _ignore(self.process(path)))
            except Exception as error:
                problem = error
            ended = _keys(store, "_manifest") | _keys(store, "_failed")
            left = [path for path in todo if key_of(path) not in ended]
            if problem is not None and spark.sparkContext._jsc.sc().isStopped():
                raise problem
            todo = left
        for path in todo:
            cause = str(problem).strip().partition("\n")[0] if problem else "Spark lost its tasks"
            fail(store, path, f"ended without a result in each round: {cause}")
        report = self.report(store, by_key, done_before, time.time() - start)
        store.write("_report.json", json.dumps(report.as_dict(), indent=2).encode())
        for folder in ("_temporary", "_attempts"):
            store.remove(folder)
        return report

    def prepare(self, store: _store.Store, resume: bool) -> set[str]:
        """Checks the output folder, clears what earlier runs left there, and returns the keys that are done."""
        done = _keys(store, "_manifest")
        settings = self.settings()
        if store.exists("_job.json"):
            if not resume:
                raise FileExistsError(
                    f"{self.output} holds the results of an earlier run: pass --resume to add those that are missing,"
                    " or name another folder"
                )
            earlier = json.loads(store.read("_job.json"))
            if earlier != settings:
                names = ", ".join(name for name in settings if settings[name] != earlier.get(name))
                raise ValueError(f"{self.output} holds rows of a job with other {names}: name another folder")
        store.write("_job.json", json.dumps(settings).encode())
        for folder in ("_failed", "_attempts", "_temporary"):
            store.remove(folder)
        return done

    def report(self, store: _store.Store, by_key: dict[str, str], before: set[str], seconds: float) -> Report:
        """Reads the manifest."""
        done = sorted(_keys(store, "_manifest") & by_key.keys())
        failed = sorted((_keys(store, "_failed") & by_key.keys()) - set(done))
        report = Report(inputs=len(by_key), done=len(done), done_before=len(before & by_key.keys()), seconds=seconds)
        with ThreadPoolExecutor(32) as pool:
            for data in pool.map(lambda key: store.read(f"_manifest/{key}.json"), done):
                report.add(json.loads(data))
            for data in pool.map(lambda key: store.read(f"_failed/{key}.json"), failed):
                entry = json.loads(data)
                report.failed[entry["input"]] = entry["reason"]
        return report


@dataclass
class Report:
    """The result of a job."""

    inputs: int
    #: Inputs with a file, and how many of them had one when the job began.
    done: int
    done_before: int
    seconds: float
    rows: int = 0
    input_bytes: int = 0
    task_seconds: float = 0
    #: Rows with an error or a limit, by its name.
    errors: Counter[str] = field(default_factory=Counter)
    limits: Counter[str] = field(default_factory=Counter)
    #: The inputs without a file: the reason of each.
    failed: dict[str, str] = field(default_factory=dict)

    def add(self, entry: dict[str, Any]) -> None:
        """Adds an entry of the manifest."""
        self.rows += entry["rows"]
        self.input_bytes += entry["bytes"]
        self.task_seconds += entry["seconds"]
        self.errors.update(entry["errors"])
        self.limits.update(entry["limits"])

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON has it."""
        return {**vars(self), "errors": dict(self.errors), "limits": dict(self.limits)}

    def __str__(self) -> str:
        lines = [f"{self.done} of {self.inputs} inputs done ({self.done_before} before), {self.rows} rows, {self.seconds:.0f} s"]
        for what, counts in (("an error", self.errors), ("a limit", self.limits)):
            if counts:
                parts = ", ".join(f"{name}: {count}" for name, count in counts.most_common(20))
                lines.append(f"rows with {what}: {counts.total()} ({parts})")
        if self.failed:
            lines.append(f"inputs that failed: {len(self.failed)}; --resume tries them again")
            lines += [f"  {path}: {reason}" for path, reason in list(self.failed.items())[:50]]
            if len(self.failed) > 50:
                lines.append(f"  … and {len(self.failed) - 50} more in _report.json")
        return "\n".join(lines)


def key_of(path: str) -> str:
    """The name of an input's results: the same for the same path, and different for different paths."""
    name = re.sub(r"\.warc(\.gz|\.zst)?$", "", path.rstrip("/").rsplit("/", 1)[-1])
    name = re.sub(r"[^A-Za-z0-9.-]", "_", name).lstrip("._") or "warc"
    return f"{name[:100]}-{hashlib.sha256(path.encode()).hexdigest()[:16]}"


def fail(store: _store.Store, path: str, reason: str) -> str:
    """Records an input as failed."""
    entry = {"input": path, "reason": reason}
    store.write(f"_failed/{key_of(path)}.json", json.dumps(entry).encode())
    return "failed"


def _keys(store: _store.Store, folder: str) -> set[str]:
    return {name.removesuffix(".json") for name in store.names(folder) if name.endswith(".json")}


def _ignore(_: object) -> None:
    pass


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except FileNotFoundError:
        pass


def read_paths(location: str, base: str = "") -> list[str]:
    """The inputs that a list names, a line each; the list may be compressed with gzip.

    ``base`` is put before each path without a scheme, such as ``s3://commoncrawl/``.
    """
    with _store.opened(location) as source:
        data = Path(source).read_bytes() if isinstance(source, str) else b"".join(_pieces(source))
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    lines = (line.strip() for line in data.decode().splitlines())
    return [line if "://" in line else base + line for line in lines if line and not line.startswith("#")]


def _pieces(source: Any) -> Iterator[bytes]:
    while piece := source.read(1 << 20):
        yield piece


def arguments() -> argparse.ArgumentParser:
    """The command line of the job."""
    parser = argparse.ArgumentParser(
        prog="warc_job", description="Turn the pages of WARC files into Parquet, one task and one file for each WARC."
    )
    parser.add_argument("--input", required=True, metavar="FILE", help="list of WARC files, a path or URL a line")
    parser.add_argument("--base", default="", metavar="URL", help="put URL before each path of the list that has no scheme")
    parser.add_argument("--output", required=True, metavar="DIR", help="write to this folder, which all machines reach")
    parser.add_argument("--columns", default=",".join(COLUMNS), metavar="NAMES", help="write these columns (default: %(default)s)")
    parser.add_argument("--extract", metavar="SPEC.toml", help="add the columns that this extractor specification names")
    parser.add_argument("--resume", action="store_true", help="do what an earlier run into the same folder left undone")
    parser.add_argument("--attempts", type=int, default=3, metavar="N", help="give an input up after N lost tasks (default: %(default)s)")
    return parser


def main(argv: Iterable[str] | None = None) -> int:
    """Runs the job by a command line. Returns 0, or 1 if an input failed."""
    from pyspark.sql import SparkSession

    given = arguments().parse_args(None if argv is None else list(argv))
    spec = Path(given.extract).read_text(encoding="utf-8") if given.extract else None
    job = Job(given.output, tuple(given.columns.split(",")), spec, attempts=given.attempts)
    warc.schema(list(job.columns), job.spec)  # An error on the driver, before a task begins.
    paths = read_paths(given.input, given.base)
    spark = SparkSession.builder.appName("sapwood warc_job").getOrCreate()
    try:
        report = job.run(spark, paths, resume=given.resume)
    except (FileExistsError, ValueError) as error:
        sys.exit(f"warc_job: {error}")
    finally:
        spark.stop()
    print(report)
    return 1 if report.failed else 0

"""The Spark job: rows, the commit, faults. What needs a cluster is skipped where there is no Java or PySpark."""

import contextlib
import json
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import warcs

import sapwood.warc
from sapwood.spark import _job, _store
from sapwood.spark._job import Job, key_of, read_paths

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "spark"))
import local_cluster  # noqa: E402
from local_cluster import COLUMNS, Cluster, HeldServer, children, kill, rows_in, rows_of_one_process  # noqa: E402


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Files with pages, odd, damaged and poisonous records; the last one is cut."""
    return warcs.write(tmp_path_factory.mktemp("warc"), files=4, pages=80, poison=True, truncated=True)


def job_of(output: Path, **more: Any) -> Job:
    return Job(str(output), tuple(COLUMNS.split(",")), **more)


def entries(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*") if path.is_file()) if folder.exists() else []


# Without a cluster: what a task does.


def test_a_task_writes_the_rows_of_its_input(files: list[Path], tmp_path: Path) -> None:
    job = job_of(tmp_path)
    for path in files:
        assert job.process(str(path)) == "done"
    assert rows_in(tmp_path) == rows_of_one_process(files)
    assert entries(tmp_path) == sorted(f"{key_of(str(path))}.parquet" for path in files)
    assert entries(tmp_path / "_temporary") == []


def test_an_input_that_cannot_be_read_is_reported_and_fails_no_task(tmp_path: Path) -> None:
    assert job_of(tmp_path).process("/no/such.warc.gz") == "failed"
    assert job_of(tmp_path).process("ftp-no-such-scheme://x/y.warc") == "failed"
    reasons = [json.loads(path.read_text())["reason"] for path in (tmp_path / "_failed").iterdir()]
    assert any("No such file" in reason for reason in reasons)
    assert entries(tmp_path) == []


def test_an_input_that_kills_its_process_is_given_up(files: list[Path], tmp_path: Path) -> None:
    job = job_of(tmp_path, attempts=2)
    for _ in range(2):
        assert in_process(job, str(files[0]), "before") == -signal.SIGKILL
    assert job.process(str(files[0])) == "failed"
    (failed,) = (tmp_path / "_failed").iterdir()
    assert json.loads(failed.read_text())["reason"].startswith("2 attempts ended without a result")


@pytest.mark.parametrize("moment", ["before", "between", "after"])
def test_a_kill_during_the_commit_loses_and_repeats_nothing(files: list[Path], tmp_path: Path, moment: str) -> None:
    job, path = job_of(tmp_path), str(files[1])
    assert in_process(job, path, moment) == -signal.SIGKILL
    assert entries(tmp_path) == ([] if moment == "before" else [f"{key_of(path)}.parquet"])
    assert len(entries(tmp_path / "_manifest")) == (1 if moment == "after" else 0)
    # A file without an entry is whole already.
    if moment == "between":
        assert rows_in(tmp_path) == rows_of_one_process([files[1]])
    assert job.process(path) == "done"
    assert rows_in(tmp_path) == rows_of_one_process([files[1]])
    assert len(entries(tmp_path / "_manifest")) == 1


class DyingStore(_store.LocalStore):
    """A store whose process is killed at a moment of the commit."""

    def __init__(self, folder: str, moment: str) -> None:
        super().__init__(folder)
        self.moment = moment

    def publish(self, path: str, name: str) -> None:
        is_data = name.endswith(".parquet")
        if is_data and self.moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        super().publish(path, name)
        if is_data and self.moment == "between":
            os.kill(os.getpid(), signal.SIGKILL)

    def write(self, name: str, data: bytes) -> None:
        super().write(name, data)
        if name.startswith("_manifest") and self.moment == "after":
            os.kill(os.getpid(), signal.SIGKILL)


class DyingJob(Job):
    """A job whose processes are killed."""

    def store(self) -> _store.Store:
        return DyingStore(self.output, self.options["moment"])

    def process(self, path: str) -> str:
        moment = self.options["moment"]
        job = Job(self.output, self.columns)
        with _patched(Job, "store", lambda _: DyingStore(self.output, moment)):
            return job.process(path)


@contextlib.contextmanager
def _patched(owner: type, name: str, value: Any) -> Iterator[None]:
    old = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, old)


def in_process(job: Job, path: str, moment: str) -> int:
    """Processes an input in a process that dies at this moment; returns its exit code."""
    dying = DyingJob(job.output, job.columns, options={"moment": moment})
    process = multiprocessing.get_context("spawn").Process(target=dying.process, args=(path,))
    process.start()
    process.join(60)
    code = process.exitcode
    assert code is not None
    return code


def test_two_attempts_at_once_leave_one_file(files: list[Path], tmp_path: Path) -> None:
    job = job_of(tmp_path)
    held = HeldServer(files[0].parent)
    held.hold[files[0].name] = 2
    url = f"{held.url}/{files[0].name}"
    attempts = [threading.Thread(target=job.process, args=(url,)) for _ in range(2)]
    for attempt in attempts:
        attempt.start()
    held.wait_until_held(2)
    held.released.set()
    for attempt in attempts:
        attempt.join()
    assert entries(tmp_path) == [f"{key_of(url)}.parquet"]
    assert rows_in(tmp_path) == rows_of_one_process([files[0]], base=held.url)
    assert entries(tmp_path / "_temporary") == []


def test_a_download_that_breaks_off_goes_on(files: list[Path]) -> None:
    held = HeldServer(files[0].parent)
    stream = _store.HttpStream(f"{held.url}/{files[0].name}")
    data = stream.read(100_000)
    stream.close()
    while piece := stream.read(1 << 20):
        data += piece
    assert data == files[0].read_bytes()
    assert len(held.requests) == 2
    with pytest.raises(OSError, match="404"):
        _store.HttpStream(f"{held.url}/none").read()


def test_remote_folders_by_fsspec(files: list[Path], tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").pipe("/in/a.warc.gz", files[0].read_bytes())
    job = job_of(Path("memory://out"))
    job = Job("memory://out", job.columns)
    assert [job.process("memory://in/a.warc.gz") for _ in range(2)] == ["done", "done"]
    assert job.process("memory://in/none.warc.gz") == "failed"
    store = job.store()
    assert {name for name in store.names("") if name.endswith(".parquet")} == {f"{key_of('memory://in/a.warc.gz')}.parquet"}
    (tmp_path / "a.parquet").write_bytes(store.read(f"{key_of('memory://in/a.warc.gz')}.parquet"))
    expected = [{**row, "warc": "memory://in/a.warc.gz"} for row in rows_of_one_process([files[0]])]
    assert rows_in(tmp_path) == expected


def test_keys_and_lists(tmp_path: Path) -> None:
    assert key_of("s3://a/b/CC-MAIN-1.warc.gz") != key_of("s3://a/c/CC-MAIN-1.warc.gz")
    assert key_of("x/CC-MAIN-1.warc.gz").startswith("CC-MAIN-1-")
    assert key_of("/a/_../.warc.gz").startswith("warc-")
    listed = tmp_path / "warc.paths"
    listed.write_text("a/b.warc.gz\n\n# no\nhttps://c/d.warc\n")
    assert read_paths(str(listed), "s3://x/") == ["s3://x/a/b.warc.gz", "https://c/d.warc"]


def test_an_output_folder_takes_one_kind_of_rows(files: list[Path], tmp_path: Path) -> None:
    job = job_of(tmp_path)
    assert job.prepare(job.store(), resume=False) == set()
    assert job.process(str(files[0])) == "done"
    with pytest.raises(FileExistsError, match="--resume"):
        job.prepare(job.store(), resume=False)
    assert job.prepare(job.store(), resume=True) == {key_of(str(files[0]))}
    with pytest.raises(ValueError, match="other columns"):
        Job(str(tmp_path), ("url",)).prepare(job.store(), resume=True)


class StandIn:
    """The parts of cc-pyspark's ``CCSparkJob`` that `WarcRecords` uses."""

    class args:
        input_base_url = ""

    class Count:
        value = 0

        def add(self, count: int) -> None:
            self.value += count

    def __init__(self) -> None:
        self.records_processed, self.warc_input_processed, self.warc_input_failed = (self.Count() for _ in range(3))

    def fetch_warc(self, uri: str, base_uri: str) -> Any:
        return open(base_uri + uri, "rb") if Path(uri).exists() else None


class Headers(dict[str, str]):
    def get_header(self, name: str) -> str | None:
        return self.get(name)


class Record:
    rec_type = "response"
    rec_headers = Headers({"WARC-Target-URI": "https://a.example/x"})
    http_headers = Headers({"Content-Type": "text/html; charset=windows-1251"})

    def content_stream(self) -> Any:
        import io

        return io.BytesIO("<title>Дуб</title><a href=y>z</a>".encode("cp1251"))


def test_jobs_in_the_manner_of_cc_pyspark(files: list[Path]) -> None:
    from sapwood.spark import WarcRecords

    class Titles(WarcRecords, StandIn):
        columns = "url,title,links"

    job = Titles()
    rows = list(job.process_warcs(0, [str(files[0]), "none"]))
    expected = [tuple(row.values()) for batch in sapwood.warc.read(files[0], columns="url,title,links") for row in batch.to_pylist()]
    assert rows == expected
    assert (job.warc_input_processed.value, job.records_processed.value) == (2, len(rows))
    links = [{"url": "https://a.example/y", "rel": None, "text": "z"}]
    assert list(job.process_record(Record())) == [("https://a.example/x", "Дуб", links)]


# On a cluster.

on_a_cluster = pytest.mark.skipif(local_cluster.missing() is not None, reason=str(local_cluster.missing()))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    python = os.environ.get("SAPWOOD_EXECUTOR_PYTHON", sys.executable)
    with Cluster(tmp_path_factory.mktemp("cluster"), executor_python=python) as it:
        yield it


def submit(cluster: Cluster, paths: list[str], output: Path, *more: str, **configuration: str) -> Any:
    output.mkdir(exist_ok=True)
    listed = output.with_suffix(".paths")
    listed.write_text("\n".join(paths))
    settings = {name.replace("_", "."): value for name, value in configuration.items()}
    arguments = ("--input", str(listed), "--output", str(output), "--columns", COLUMNS, *more)
    return cluster.submit(*arguments, configuration=settings)


@on_a_cluster
def test_rows_survive_lost_executors_workers_and_drivers(cluster: Cluster, files: list[Path], tmp_path: Path) -> None:
    """One job: its driver is killed, it is resumed, an executor is killed, then a worker; one input doesn't exist."""
    held = HeldServer(files[0].parent)
    urls = [f"{held.url}/{path.name}" for path in files]
    out = tmp_path / "out"
    # Two tasks wait in their second file when the driver dies.
    held.hold = {files[2].name: 1, files[3].name: 1}
    driver = submit(cluster, urls, out)
    held.wait_until_held(2)
    for process in [*children(driver.pid), driver.pid]:
        kill(process)
    held.released.set()
    driver.wait()
    assert len(entries(out / "_manifest")) >= 2

    # The inputs that are left, and one that doesn't exist. First an executor is killed, then a worker.
    held.released.clear()
    held.hold = {files[2].name: 2, files[3].name: 2}
    driver = submit(cluster, [*urls, f"{held.url}/none.warc.gz"], out, "--resume")
    requests = len(held.requests)
    held.wait_until_held(2)
    for process in cluster.executors(0):
        kill(process)
    held.wait_until_held(3)
    for process in [cluster.workers[1].pid, *cluster.executors(1)]:
        kill(process)
    cluster.add_worker()
    held.wait_until_held(4)
    held.released.set()
    printed = driver.communicate(timeout=120)[0]

    assert driver.returncode == 1, printed
    assert "4 of 5 inputs done" in printed
    assert "none.warc.gz: OSError" in printed
    assert rows_in(out) == rows_of_one_process(files, base=held.url)
    assert not {name for name in held.requests[requests:] if name in (files[0].name, files[1].name)}
    assert entries(out / "_temporary") == []


@on_a_cluster
def test_a_speculative_attempt_is_harmless(cluster: Cluster, files: list[Path], tmp_path: Path) -> None:
    held = HeldServer(files[0].parent)
    held.hold = {files[0].name: 1}
    speculation = {"spark.speculation": "true", "spark.speculation.interval": "100ms", "spark.speculation.multiplier": "1.01"}
    speculation |= {"spark.speculation.quantile": "0.5", "spark.speculation.minTaskRuntime": "100ms"}
    driver = submit(cluster, [f"{held.url}/{path.name}" for path in files], tmp_path / "out", **speculation)
    printed = driver.communicate(timeout=180)[0]
    assert driver.returncode == 0, printed
    assert held.requests.count(files[0].name) == 2
    held.released.set()
    assert rows_in(tmp_path / "out") == rows_of_one_process(files, base=held.url)


@on_a_cluster
def test_extract_adds_columns_to_a_data_frame(cluster: Cluster, files: list[Path], tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    program = tmp_path / "extract.py"
    program.write_text(EXTRACT)
    # Not on the executors: `mapInArrow` needs PyArrow, and these may have Sapwood alone.
    driver = cluster.submit(program=str(program), local=True)
    printed = driver.communicate(timeout=180)[0]
    assert printed.splitlines()[-1:] == ["[(1, 'Oak', [('https://a.example/x', None, 'y')], None), (2, None, [], None)]"], printed


EXTRACT = """
from pyspark.sql import SparkSession
import sapwood.spark
spark = SparkSession.builder.getOrCreate()
pages = [(1, "https://a.example/", b"<title>Oak</title><a href=x>y</a>"), (2, None, b"<p>Elm")]
df = spark.createDataFrame(pages, "id int, url string, html binary")
out = sapwood.spark.extract(df, url="url", keep=["id"], columns="title,links,limit").orderBy("id").collect()
print([(row.id, row.title, [tuple(link) for link in row.links], row.limit) for row in out])
"""


def test_reports_name_what_failed() -> None:
    report = _job.Report(inputs=3, done=2, done_before=1, seconds=1.2, failed={"a.warc": "OSError: 404"})
    report.add({"rows": 5, "bytes": 10, "seconds": 1.0, "errors": {"damaged": 2}, "limits": {}})
    assert str(report).splitlines() == [
        "2 of 3 inputs done (1 before), 5 rows, 1 s",
        "rows with an error: 2 (damaged: 2)",
        "inputs that failed: 1; --resume tries them again",
        "  a.warc: OSError: 404",
    ]

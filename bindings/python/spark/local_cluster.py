"""A Spark cluster on this machine, for tests and for a first look: a master and two workers on 127.0.0.1.

    python spark/local_cluster.py [--pages N] [--files N] [--executor-python PATH] [--command PATH] [--keep DIR]

writes WARC files (real pages, odd, damaged and poisonous records, a truncated file), runs ``warc_job`` over them on the
cluster, and compares its rows with those of a loop in Python, of `sapwood.warc.read` in one process, and of the command
``sapwood warc`` if ``--command`` names it. Whatever it starts ends with it.

It needs Java 17 and PySpark 4 in this Python. Executors run in ``--executor-python``, which needs Sapwood alone.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PACKAGE / "tests"))

#: Columns that are compared; `parse_ms` differs from run to run.
COLUMNS = "warc,offset,length,url,date,status,mime,encoding,title,language,text,links,meta,json_ld,error,limit"


def missing() -> str | None:
    """The reason why no cluster can be started here."""
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return "no Java; Spark 4 needs version 17 or newer"
    try:
        import pyspark
    except ImportError:
        return "no PySpark; `cargo xtask spark` installs it"
    return None if int(pyspark.__version__.split(".")[0]) >= 4 else f"PySpark {pyspark.__version__}, and 4 is needed"


class Cluster:
    """A standalone cluster; a context manager."""

    def __init__(self, folder: Path, workers: int = 2, executor_python: str = sys.executable) -> None:
        import pyspark

        self.folder, self.count, self.executor_python = folder, workers, executor_python
        self.home = Path(pyspark.__file__).parent
        self.port = free_port()
        self.master: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self.drivers: list[subprocess.Popen[str]] = []

    @property
    def url(self) -> str:
        return f"spark://127.0.0.1:{self.port}"

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "SPARK_HOME": str(self.home),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(self.folder / "local"),
            "PYSPARK_PYTHON": self.executor_python,
            "PYSPARK_DRIVER_PYTHON": sys.executable,
            "SPARK_DAEMON_MEMORY": "256m",
        }

    def _start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                [str(self.home / "bin/spark-class"), *arguments],
                env=self.environment(),
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def add_worker(self) -> None:
        """Starts another worker with one core."""
        name = f"worker-{len(self.workers)}"
        here = ("--host", "127.0.0.1", "--webui-port", "0", "-c", "1", "-m", "1g", "--work-dir", str(self.folder / name))
        self.workers.append(self._start(name, "org.apache.spark.deploy.worker.Worker", *here, self.url))

    def __enter__(self) -> Cluster:
        here = ("--host", "127.0.0.1", "--port", str(self.port), "--webui-port", "0")
        self.master = self._start("master", "org.apache.spark.deploy.master.Master", *here)
        deadline = time.time() + 60
        while not is_open(self.port):
            if time.time() > deadline or self.master.poll() is not None:
                self.stop()
                raise RuntimeError(f"the master did not start; see {self.folder}/master.log")
            time.sleep(0.1)
        for _ in range(self.count):
            self.add_worker()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends all that was started."""
        for process in [*self.drivers, *self.workers, self.master]:
            if process is not None:
                end(process)

    def submit(
        self, *arguments: str, program: str | None = None, local: bool = False, configuration: dict[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Starts a driver: ``warc_job`` with these arguments, or another program; ``local`` without the cluster."""
        import sapwood.spark

        settings = {
            "spark.executor.memory": "512m",
            "spark.driver.memory": "512m",
            "spark.ui.enabled": "false",
            # Lost executors are noticed within seconds.
            "spark.network.timeout": "20s",
            "spark.network.timeoutInterval": "5s",
            "spark.executor.heartbeatInterval": "2s",
            **(configuration or {}),
        }
        flags = [part for name, value in settings.items() for part in ("--conf", f"{name}={value}")]
        job = program or str(Path(sapwood.spark.__file__).with_name("warc_job.py"))
        with (self.folder / "driver.log").open("ab") as log:
            driver = subprocess.Popen(
                [str(self.home / "bin/spark-submit"), "--master", "local[2]" if local else self.url, *flags, job, *arguments],
                env=self.environment() | ({"PYSPARK_PYTHON": sys.executable} if local else {}),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.drivers.append(driver)
        return driver

    def executors(self, worker: int) -> list[int]:
        """The processes of the executors of a worker."""
        below = children(self.workers[worker].pid)
        return [process for process in below if b"CoarseGrainedExecutorBackend" in command(process)]


def free_port() -> int:
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return int(it.getsockname()[1])


def is_open(port: int) -> bool:
    with socket.socket() as it:
        it.settimeout(1)
        return it.connect_ex(("127.0.0.1", port)) == 0


def command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def children(process: int) -> list[int]:
    """The processes below one, at any distance."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True).stdout.split()
    return [it for child in map(int, found) for it in (child, *children(child))]


def kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end(process: subprocess.Popen[Any]) -> None:
    """Kills a process that this program started, and what that started."""
    if process.poll() is None:
        for it in [*children(process.pid), process.pid]:
            kill(it)
    process.wait()


class HeldServer:
    """Serves files over HTTP, and holds some answers back after half of the file until it is told to let go."""

    def __init__(self, folder: Path) -> None:
        held = self
        self.released = threading.Event()
        #: How many answers for a name are held back yet, and the number of answers that wait.
        self.hold: dict[str, int] = {}
        self.waiting = 0
        self.requests: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                name = self.path.strip("/")
                held.requests.append(name)
                path = folder / name
                if not path.is_file():
                    self.send_error(404)
                    return
                data = path.read_bytes()
                start = int(self.headers.get("Range", "bytes=0-")[len("bytes=") : -1])
                self.send_response(206 if start else 200)
                self.send_header("Content-Length", str(len(data) - start))
                self.end_headers()
                half = start + (len(data) - start) // 2
                try:
                    self.wfile.write(data[start:half])
                    if held.hold.get(name, 0) > 0:
                        held.hold[name] -= 1
                        held.waiting += 1
                        held.released.wait(120)
                        held.waiting -= 1
                    self.wfile.write(data[half:])
                except OSError:
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def wait_until_held(self, count: int, timeout: float = 90) -> None:
        """Waits until this number of answers are held back."""
        deadline = time.time() + timeout
        while self.waiting < count:
            if time.time() > deadline:
                raise TimeoutError(f"{self.waiting} of {count} downloads began; requests: {self.requests}")
            time.sleep(0.05)


def rows_in(folder: Path) -> list[dict[str, Any]]:
    """The rows of an output folder, in an order that does not depend on the files."""
    import pyarrow.parquet

    rows = [row for path in sorted(folder.glob("*.parquet")) for row in pyarrow.parquet.read_table(path).to_pylist()]
    for row in rows:
        if row.get("meta") is not None:
            row["meta"] = dict(row["meta"])
    return sorted(rows, key=lambda row: (row["warc"], row["offset"]))


def rows_of_one_process(paths: list[Path], columns: str = COLUMNS, base: str = "") -> list[dict[str, Any]]:
    """The rows as a program on one machine has them."""
    import sapwood.warc

    rows = []
    for path in paths:
        for batch in sapwood.warc.read(path, columns=columns, name=f"{base}/{path.name}" if base else None):
            rows += batch.to_pylist()
    return sorted(rows, key=lambda row: (row["warc"], row["offset"]))


def main() -> int:
    import warcs
    from plain_loop import plain_loop

    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--pages", type=int, default=5000, help="number of pages")
    arguments.add_argument("--files", type=int, default=8, help="number of WARC files")
    arguments.add_argument("--executor-python", default=sys.executable, help="Python of the executors")
    arguments.add_argument("--command", help="the program `sapwood`, to compare with")
    arguments.add_argument("--keep", type=Path, help="work in this folder and keep it")
    given = arguments.parse_args()
    if problem := missing():
        print(f"SKIPPED: {problem}")
        return 0
    folder: Path = given.keep or Path(tempfile.mkdtemp(prefix="sapwood-spark-"))
    try:
        paths = warcs.write(folder / "warc", files=given.files, pages=given.pages, poison=True, truncated=True)
        size = sum(path.stat().st_size for path in paths)
        print(f"{given.pages} pages in {given.files} WARC files, {size / 1e6:.0f} MB")
        with Cluster(folder / "cluster", executor_python=given.executor_python) as cluster:
            out = folder / "out"
            listed = str(folder / "warc/warc.paths")
            driver = cluster.submit("--input", listed, "--output", str(out), "--columns", COLUMNS)
            print(driver.communicate()[0], end="")
            if driver.returncode:
                print(f"the job failed; see {folder}/cluster/driver.log")
                return 1
        found = rows_in(out)
        assert json.loads((out / "_report.json").read_text())["rows"] == len(found)
        same = {"sapwood.warc.read": found == rows_of_one_process(paths)}
        if given.command:
            one = folder / "one"
            one.mkdir()
            files = map(str, paths)
            subprocess.run([given.command, "warc", *files, "--columns", COLUMNS, "-o", str(one / "out.parquet")], check=True)
            same["sapwood warc"] = rows_in(one) == found
        by_loop = {(str(path), row["offset"]): row for path in paths for row in plain_loop(path)}
        by_place = {(row["warc"], row["offset"]): row for row in found}
        is_equal = all({name: by_place[place][name] for name in row} == row for place, row in by_loop.items())
        poison = sum(record.case.startswith("poison") for path in paths for record in warcs.read_records(path))
        is_equal &= len(by_place) == len(by_loop) + poison
        damaged = sum(row["error"] is not None for row in by_loop.values())
        print(f"{len(by_loop)} rows, {damaged} of them of damaged records, {'equal' if is_equal else 'DIFFER FROM'} those of a loop in Python")
        for name, is_same in same.items():
            print(f"{len(found)} rows {'equal' if is_same else 'DIFFER FROM'} those of {name}")
        return 0 if is_equal and all(same.values()) else 1
    finally:
        if given.keep is None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())

"""Measures Spark `local[2]` over WARC files: pages a second from files to Parquet, with Sapwood and with selectolax.

    python bench/spark.py [--pages N] [--files N] [--rounds N] [--folder DIR] [--no-join] [NAME…]

The columns are url, title, text and links. The ways take turns, and a round is their ratio, so that a busy machine slows all of
them. The start of the session is not counted; the start of Python workers is. Needs Java 17, PySpark 4, pandas before
version 3, PyArrow and selectolax; `pip install -r spark/requirements.txt selectolax`, and Sapwood as an optimized wheel.

* job: `sapwood.spark.Job`, whose tasks write Parquet themselves
* arrow: ``mapInArrow`` with `sapwood.warc.read`, written by Spark
* extract: `sapwood.spark.extract` over a Parquet file of pages, written by Spark
* selectolax: ``mapInArrow`` with zlib and selectolax, written by Spark
* one: `sapwood.warc.write_parquet` in two processes, without Spark

``stages`` alone measures the CPU time of one process for gunzip and parsing, with the columns, and with Parquet.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

COLUMNS = "url,title,text,links"
SCHEMA = "url string, title string, text string, links array<struct<url:string,rel:string,text:string>>"


def pages_of(path: str) -> Iterator[tuple[str, bytes]]:
    """The pages of a WARC file as Python alone reads it."""
    import zlib

    data = Path(path).read_bytes()
    while data:
        inflate = zlib.decompressobj(31)
        record = inflate.decompress(data)
        data = inflate.unused_data
        header, _, http = record.partition(b"\r\n\r\n")
        if b"WARC-Type: response" not in header:
            continue
        url = header.partition(b"WARC-Target-URI: ")[2].partition(b"\r\n")[0].decode()
        yield url, http.partition(b"\r\n\r\n")[2][:-4]


def selectolax_rows(url: str, body: bytes, join: bool) -> dict[str, Any]:
    from urllib.parse import urljoin

    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(body)
    title, text = tree.css_first("title"), tree.body
    links = []
    for node in tree.css("a[href]"):
        attributes = node.attributes
        href = attributes["href"] or ""
        if join:
            try:
                href = urljoin(url, href)
            except ValueError:
                pass
        links.append({"url": href, "rel": attributes.get("rel"), "text": node.text()})
    return {
        "url": url,
        "title": title.text() if title is not None else None,
        "text": text.text() if text is not None else None,
        "links": links,
    }


def by_selectolax(join: bool) -> Callable[[Any], Any]:
    def run(batches: Any) -> Any:
        import pyarrow

        link = pyarrow.struct([("url", pyarrow.string()), ("rel", pyarrow.string()), ("text", pyarrow.string())])
        text = pyarrow.string()
        schema = pyarrow.schema([("url", text), ("title", text), ("text", text), ("links", pyarrow.list_(link))])
        for batch in batches:
            for path in batch.column(0).to_pylist():
                rows = []
                for url, body in pages_of(path):
                    rows.append(selectolax_rows(url, body, join))
                    if len(rows) == 200:
                        yield pyarrow.RecordBatch.from_pylist(rows, schema)
                        rows = []
                if rows:
                    yield pyarrow.RecordBatch.from_pylist(rows, schema)

    return run


def by_sapwood(batches: Any) -> Any:
    import pyarrow

    import sapwood.warc

    for batch in batches:
        for path in batch.column(0).to_pylist():
            for out in sapwood.warc.read(path, columns=COLUMNS):
                yield pyarrow.record_batch(out)


def write_one(arguments: tuple[str, str]) -> None:
    import sapwood.warc

    sapwood.warc.write_parquet(*arguments, columns=COLUMNS)


def stages(paths: list[str], folder: Path, pages: int) -> None:
    """CPU time of one process up to a stage, on the first file."""
    import sapwood.warc

    out = str(folder / "stages.parquet")
    count = pages // len(paths)
    steps: dict[str, Callable[[], Any]] = {
        "gunzip, WARC and parse": lambda: [len(batch) for batch in sapwood.warc.read(paths[0], columns="url")],
        "with title, text, links": lambda: [len(batch) for batch in sapwood.warc.read(paths[0], columns=COLUMNS)],
        "with Parquet": lambda: sapwood.warc.write_parquet(paths[0], out, columns=COLUMNS),
    }
    best = dict.fromkeys(steps, float("inf"))
    for _ in range(5):
        for name, step in steps.items():
            start = time.process_time()
            step()
            best[name] = min(best[name], time.process_time() - start)
    for name, seconds in best.items():
        print(f"{name:24} {seconds / count * 1e3:6.3f} ms of CPU time a page, {count / seconds:6.0f} pages a core-second")
    size = os.path.getsize(out) / count
    print(f"a page: {os.path.getsize(paths[0]) / count / 1e3:.1f} KB in the WARC file, {size / 1e3:.1f} KB in the Parquet file")
    os.remove(out)


def ways(spark: Any, paths: list[str], folder: Path, join: bool) -> dict[str, Callable[[Path], None]]:
    from sapwood.spark import Job, extract

    def job(out: Path) -> None:
        report = Job(str(out), tuple(COLUMNS.split(","))).run(spark, paths)
        assert not report.failed, report

    def mapped(function: Callable[[Any], Any]) -> Callable[[Path], None]:
        def run(out: Path) -> None:
            table = spark.createDataFrame([(path,) for path in paths], "path string").repartition(len(paths))
            table.mapInArrow(function, SCHEMA).write.parquet(str(out))

        return run

    def extracted(out: Path) -> None:
        pages = spark.read.parquet(str(folder / "pages.parquet"))
        extract(pages, url="url", keep=["url"], columns="title,text,links").write.parquet(str(out))

    def one(out: Path) -> None:
        out.mkdir()
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            pool.map(write_one, [(path, str(out / f"{number}.parquet")) for number, path in enumerate(paths)], chunksize=1)

    return {"job": job, "arrow": mapped(by_sapwood), "extract": extracted, "selectolax": mapped(by_selectolax(join)), "one": one}


def pages_as_parquet(paths: list[str], folder: Path) -> None:
    """The pages in a column, as `extract` reads them."""
    import pyarrow
    import pyarrow.parquet

    out = folder / "pages.parquet"
    out.mkdir()
    for number, path in enumerate(paths):
        pages = list(pages_of(path))
        table = pyarrow.table({"url": [url for url, _ in pages], "html": pyarrow.array([body for _, body in pages], pyarrow.binary())})
        pyarrow.parquet.write_table(table, out / f"{number}.parquet", row_group_size=200)


def main() -> None:
    import warcs

    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--pages", type=int, default=20_000, help="number of pages")
    arguments.add_argument("--files", type=int, default=16, help="number of WARC files")
    arguments.add_argument("--rounds", type=int, default=3, help="number of rounds")
    arguments.add_argument("--folder", type=Path, default=Path("/tmp/sapwood-bench-spark"), help="keep the files here")
    arguments.add_argument("--no-join", action="store_true", help="selectolax leaves links as they are")
    arguments.add_argument("name", nargs="*", help="job, arrow, extract, selectolax, one; or stages")
    given = arguments.parse_args()
    folder: Path = given.folder / f"{given.pages}-{given.files}"
    if not (folder / "warc/warc.paths").exists():
        warcs.write(folder / "warc", files=given.files, pages=given.pages, clean=True)
    paths = (folder / "warc/warc.paths").read_text().split()
    if given.name == ["stages"]:
        stages(paths, folder, given.pages)
        return
    if (not given.name or "extract" in given.name) and not (folder / "pages.parquet").exists():
        pages_as_parquet(paths, folder)
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "200").config("spark.driver.memory", "2g")
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    chosen = {name: way for name, way in ways(spark, paths, folder, not given.no_join).items() if name in (given.name or [name])}
    size = sum(os.path.getsize(path) for path in paths)
    print(f"{given.pages} pages in {len(paths)} files of {size / 1e6:.0f} MB; load {os.getloadavg()[0]:.1f}")
    speeds: dict[str, list[float]] = {name: [] for name in chosen}
    for number in range(given.rounds):
        for name, way in chosen.items():
            out = folder / "out"
            shutil.rmtree(out, ignore_errors=True)
            start = time.perf_counter()
            way(out)
            speeds[name].append(given.pages / (time.perf_counter() - start))
            print(f"  round {number + 1}: {name:12} {speeds[name][-1]:8.0f} pages/s   load {os.getloadavg()[0]:.1f}", flush=True)
    shutil.rmtree(folder / "out", ignore_errors=True)
    for name, all_rounds in speeds.items():
        line = f"{name:12} median {statistics.median(all_rounds):8.0f} pages/s, best {max(all_rounds):8.0f}"
        if "selectolax" in speeds:
            ratios = [mine / theirs for mine, theirs in zip(all_rounds, speeds["selectolax"])]
            line += f", {statistics.median(ratios):.2f} times selectolax"
        print(line)
    spark.stop()


if __name__ == "__main__":
    main()

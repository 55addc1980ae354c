"""Sapwood on a Spark cluster.

* `extract` adds columns to a DataFrame that has pages.
* `Job`, and ``spark-submit …/sapwood/spark/warc_job.py``, turn WARC files into Parquet, one task for each file.
* `WarcRecords` is a base for jobs in the manner of cc-pyspark.

Executors need this package alone; `extract` also needs PyArrow there, as Spark's own ``mapInArrow`` does, and pandas
(before version 3) on the driver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import sapwood
from sapwood import warc
from sapwood.spark._job import COLUMNS, Job, Report, key_of, read_paths

if TYPE_CHECKING:
    # With names of their own, because the module doesn't have them at run time.
    from pyspark.sql import DataFrame as _DataFrame
    from pyspark.sql.types import StructType as _StructType

__all__ = ["COLUMNS", "Job", "Report", "WarcRecords", "extract", "key_of", "read_paths", "schema"]


def extract(
    df: _DataFrame,
    column: str = "html",
    *,
    columns: str | Sequence[str] = ("title", "text", "links"),
    spec: str | None = None,
    keep: Sequence[str] | None = None,
    url: str | None = None,
    content_type: str | None = None,
    limits: sapwood.Limits | None = None,
) -> _DataFrame:
    """Extracts columns from the pages in a column of a DataFrame, by ``mapInArrow``.

    A page that reaches a limit has what was parsed before, and the limit's name in the column ``limit``, if that is
    chosen. No page fails a task.

    Spark hands over 10,000 rows at once, or what ``spark.sql.execution.arrow.maxRecordsPerBatch`` says: 500 is a good
    number for pages.

    Args:
        df: A DataFrame.
        column: Its column of pages: binary, whose encoding is detected, or string.
        columns: The columns to extract; `sapwood.warc` lists them.
        spec: Further columns, as TOML; see `sapwood.warc`.
        keep: The columns of ``df`` to keep; by default all but ``column``.
        url: The column of the URLs of pages, against which links are resolved.
        content_type: The column of values of ``Content-Type``, whose ``charset`` counts.
        limits: Limits on a page instead of the default ones.

    Example::

        pages = spark.read.parquet("pages")  # url, html
        sapwood.spark.extract(pages, url="url", columns="title,links").write.parquet("links")
    """
    from pyspark.sql.types import StructType

    kept = [name for name in df.columns if name != column] if keep is None else list(keep)
    needed = list(dict.fromkeys([*kept, column, *(name for name in (url, content_type) if name)]))
    df = df.select(*needed)
    result = StructType([*(df.schema[name] for name in kept), *schema(columns, spec).fields])
    chosen = columns if isinstance(columns, str) else list(columns)

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow

        for batch in batches:
            extracted = sapwood.extract_arrow(
                batch, column, url=url, content_type=content_type, keep=kept, columns=chosen, spec=spec, limits=limits
            )
            for out in extracted:
                yield pyarrow.record_batch(out)

    return df.mapInArrow(run, result)


def schema(columns: str | Sequence[str] | None = None, spec: str | None = None) -> _StructType:
    """The Spark types of the columns that `sapwood.warc.schema` lists."""
    from pyspark.sql import types

    text = types.StringType()
    link = types.StructType([types.StructField("url", text, False), types.StructField("rel", text), types.StructField("text", text)])
    chunk = types.StructType(
        [types.StructField("text", text, False), types.StructField("headings", text, False), types.StructField("id", text)]
    )
    of: dict[str, types.DataType] = {
        "string": text,
        "strings": types.ArrayType(text, False),
        "int32": types.IntegerType(),
        "int64": types.LongType(),
        "float": types.FloatType(),
        "timestamp": types.TimestampType(),
        "links": types.ArrayType(link, False),
        "chunks": types.ArrayType(chunk, False),
        "map": types.MapType(text, text),
    }
    chosen = warc.schema(columns if columns is None or isinstance(columns, str) else list(columns), spec)
    return types.StructType([types.StructField(name, of[kind]) for name, kind in zip(chosen.column_names, chosen.types)])


class WarcRecords:
    """A job in the manner of cc-pyspark: put it before ``CCSparkJob`` among the bases.

    Subclasses choose `columns` and `spec`, or override `process_page`::

        from sparkcc import CCSparkJob
        from sapwood.spark import WarcRecords

        class Titles(WarcRecords, CCSparkJob):
            name = "Titles"
            columns = "url,title,language"

        if __name__ == "__main__":
            Titles().run()

    Each page is a row of ``output_schema``; the rows are written as cc-pyspark writes its tables. The records are read by
    Sapwood instead of warcio, so damaged ones are rows with an ``error``.
    """

    #: The columns; see `sapwood.warc`.
    columns: str | Sequence[str] = "url,title,text,links,error,limit"
    #: Further columns, as TOML; see `sapwood.warc`.
    spec: str | None = None

    @property
    def output_schema(self) -> _StructType:
        """The types of the rows."""
        return schema(self.columns, self.spec)

    def process_warcs(self, _id: int, iterator: Iterable[str]) -> Iterator[tuple[Any, ...]]:
        """Yields the rows of WARC files."""
        job: Any = self
        for uri in iterator:
            job.warc_input_processed.add(1)
            stream = job.fetch_warc(uri, job.args.input_base_url)
            if not stream:
                continue
            try:
                for batch in warc.read(stream, name=uri, columns=self.columns, spec=self.spec):
                    for page in batch.to_pylist():
                        yield from self.process_page(page)
                        job.records_processed.add(1)
            except OSError as error:
                job.warc_input_failed.add(1)
                job.get_logger().error(f"cannot read {uri}: {error}")
            finally:
                stream.close()

    def process_record(self, record: Any) -> Iterator[tuple[Any, ...]]:
        """Yields the rows of a record of warcio or FastWARC, for jobs that iterate over records themselves."""
        headers = getattr(record, "rec_headers", None)
        if getattr(record, "rec_type", None) not in ("response", "resource", "conversion") or headers is None:
            return
        http = getattr(record, "http_headers", None)
        content_type = http.get_header("Content-Type") if http is not None else None
        if content_type and not content_type.lower().startswith(("text/html", "application/xhtml+xml")):
            return
        url = headers.get_header("WARC-Target-URI")
        body = record.content_stream().read()
        yield from self.process_page(warc.extract(body, url=url, content_type=content_type, columns=self.columns, spec=self.spec))

    def process_page(self, page: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
        """Yields the rows of a page; the page itself unless overridden."""
        yield tuple(page.values())

    def run_job(self, session: Any) -> None:
        """Runs the job and writes its table."""
        job: Any = self
        paths = session.sparkContext.textFile(job.args.input, minPartitions=job.args.num_input_partitions)
        rows = paths.mapPartitionsWithIndex(job.process_warcs)
        table = session.createDataFrame(rows, schema=self.output_schema)
        writer = table.coalesce(job.args.num_output_partitions).write.format(job.args.output_format)
        options = job.get_output_options()
        writer.option("compression", job.args.output_compression).options(**options).saveAsTable(job.args.output)
        job.log_accumulators(session)

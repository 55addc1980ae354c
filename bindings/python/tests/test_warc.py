"""WARC files: the rows agree with a loop over the library, whatever is wrong with the file."""

import io
import os
import sys
import threading
import unicodedata
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
import warcs
from plain_loop import plain_loop

import sapwood
import sapwood.warc

COLUMNS = ["offset", "url", "status", "title", "text", "links", "error", "limit"]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Files with pages, odd, damaged and poisonous records; the last one is cut."""
    return warcs.write(tmp_path_factory.mktemp("warc"), files=2, pages=60, poison=True, truncated=True)


def rows_of(path: Path, **options: Any) -> list[dict[str, Any]]:
    return [row for batch in sapwood.warc.read(path, **options) for row in batch.to_pylist()]


def test_rows_equal_those_of_a_plain_loop(files: list[Path]) -> None:
    for path in files:
        rows = {row["offset"]: row for row in rows_of(path, columns=COLUMNS)}
        for expected in plain_loop(path):
            row = rows.pop(expected["offset"])
            assert {name: row[name] for name in expected} == expected
        poison = {record.offset for record in warcs.read_records(path) if record.case.startswith("poison")}
        assert set(rows) == poison


def test_damage_costs_a_row_with_an_error_and_no_other_page(files: list[Path]) -> None:
    cases = {record.case for path in files for record in warcs.read_records(path) if record.kind == "damaged"}
    assert cases == {"flipped", "checksum", "cut", "garbage", "no-warc", "no-http", "truncated"}
    for path in files:
        rows = {row["offset"]: row for row in rows_of(path, columns=COLUMNS)}
        for record in warcs.read_records(path):
            assert (rows[record.offset]["error"] is not None) == (record.kind == "damaged") if record.kind != "other" else record.offset not in rows


def test_each_poison_page_is_one_row(files: list[Path]) -> None:
    limits = {}
    for path in files:
        rows = {row["offset"]: row for row in rows_of(path, columns=COLUMNS)}
        for record in warcs.read_records(path):
            if record.case.startswith("poison"):
                limits[record.case.removeprefix("poison-")] = rows[record.offset]["limit"]
    assert limits.keys() == warcs.POISON.keys()
    assert (limits["bytes"], limits["depth"], limits["nodes"]) == ("input-bytes", "depth", "nodes")


def test_parquet_has_the_rows_and_the_counts(files: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    spec = "[fields]\nheading = 'h1'\nimages = { css = 'img @src', all = true }"
    counts = sapwood.warc.write_parquet(files[0], out, spec=spec, name="a")
    table = pyarrow.parquet.read_table(out)
    rows = rows_of(files[0], spec=spec, name="a")
    assert table.num_rows == counts["rows"] == len(rows)
    assert counts["bytes"] == files[0].stat().st_size
    assert sum(counts["errors"].values()) == sum(row["error"] is not None for row in rows)
    assert sum(counts["limits"].values()) == sum(row["limit"] is not None for row in rows)
    for found, row in zip(table.to_pylist(), rows):
        found["meta"] = None if found["meta"] is None else dict(found["meta"])
        assert found == row


@pytest.mark.skipif(sys.platform != "linux", reason="the paths are those of Linux")
def test_links_fifos_and_devices_stay_what_they_are(tmp_path: Path) -> None:
    target, link, fifo = tmp_path / "target", tmp_path / "link", tmp_path / "fifo"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to("target")
    (tmp_path / ".target.1.partial").write_bytes(b"left by a process that was killed")
    sapwood.warc.write_parquet(io.BytesIO(), link)
    assert link.is_symlink() and target.read_bytes().startswith(b"PAR1")
    assert target.stat().st_mode & 0o777 == 0o640
    os.mkfifo(fifo)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
    reader.start()
    sapwood.warc.write_parquet(io.BytesIO(), fifo)
    reader.join()
    assert fifo.is_fifo() and read[0] == target.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"target", "link", "fifo"}
    with pytest.raises(OSError, match=f"cannot write {tmp_path}: "):
        sapwood.warc.write_parquet(io.BytesIO(), tmp_path)


def test_a_file_object_gives_the_rows_of_a_path(files: list[Path]) -> None:
    with files[0].open("rb") as file:
        assert rows_of(file, columns="url,text") == rows_of(files[0], columns="url,text")  # type: ignore[arg-type]


def test_batches_are_taken_by_pyarrow(files: list[Path]) -> None:
    batches = sapwood.warc.read(files[0], columns=COLUMNS)
    table = pyarrow.RecordBatchReader.from_stream(batches).read_all()
    assert table.to_pylist() == rows_of(files[0], columns=COLUMNS)
    with pytest.raises(RuntimeError, match="closed"):
        next(batches)
    for batch in sapwood.warc.read(files[0], columns=COLUMNS):
        assert pyarrow.record_batch(batch).to_pylist() == batch.to_pylist()
    assert pyarrow.schema(sapwood.warc.schema(COLUMNS)) == table.schema


@pytest.mark.parametrize("kind", [pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()])
def test_extract_arrow_agrees_with_parse(pages: list[bytes], kind: pyarrow.DataType) -> None:
    some = pages[::5]
    urls = [f"https://a.example/{number}" for number in range(len(some))]
    batch = pyarrow.record_batch({"url": urls, "html": pyarrow.array([*some[:-1], None], kind)})
    found = [row for out in sapwood.extract_arrow(batch, url="url", columns="title,text,links") for row in out.to_pylist()]
    assert found.pop() == {"url": urls[-1], "title": None, "text": None, "links": None}
    assert [row["url"] for row in found] == urls[:-1]
    for page, row in zip(some, found):
        document = sapwood.parse(page)
        assert (row["title"], row["text"]) == (document.title, document.inner_text)
        assert [link["url"] for link in row["links"]] == [link.url for link in document.links(row["url"], kind="hyperlink")]


def test_extract_arrow_takes_tables_strings_and_options() -> None:
    table = pyarrow.table({"id": [1, 2], "page": ["<h1>Ö</h1>", "<h1>" + "x" * 200], "type": ["text/html", None]})
    out = sapwood.extract_arrow(
        table, "page", content_type="type", keep=["id"], columns=["limit"], spec="[fields]\nh = 'h1'", limits=sapwood.Limits(input_bytes=50)
    )
    rows = [row for batch in out for row in batch.to_pylist()]
    assert [(row["h"], row["limit"]) for row in rows] == [("Ö", None), ("x" * 46, "input-bytes")]
    decoded = pyarrow.record_batch({"html": ["<p>Ж".encode("cp1251")], "type": ["text/html; charset=windows-1251"]})
    (batch,) = sapwood.extract_arrow(decoded, content_type="type", keep=[], columns="text")
    assert batch.to_pylist() == [{"text": "Ж"}]


def test_extract_arrow_makes_the_chunks_of_documents() -> None:
    html = "<h1>Oak</h1><p>The oak is a tree, and it grows slowly.<h2 id=leaf>Leaves</h2><p>They are <a href=lobe>lobed</a>, and green."
    url = "https://example.com/trees/"
    batch = pyarrow.record_batch({"html": [html], "url": [url]})
    (out,) = sapwood.extract_arrow(batch, url="url", keep=[], columns="chunks", spec="[chunks]\nsize = 100")
    (row,) = out.to_pylist()
    chunks = sapwood.parse(html).chunks(100, base=url)
    assert [chunk["text"] for chunk in row["chunks"]] == [chunk.text for chunk in chunks]
    assert [chunk["id"] for chunk in row["chunks"]] == [chunk.id for chunk in chunks] == [None, "leaf"]
    assert [chunk["headings"] for chunk in row["chunks"]] == ["Oak", "Oak\nLeaves"]
    assert sapwood.warc.schema("chunks").types == ["chunks"]


def test_extract_arrow_honours_limits_of_tags() -> None:
    batch = pyarrow.record_batch({"html": ["<p>a<p a=1 b=2>b"]})
    for name, most in ("attributes", 1), ("token_length", 5):
        limits = sapwood.Limits(**{name: most})
        (out,) = sapwood.extract_arrow(batch, keep=[], columns=["text", "limit"], limits=limits)
        assert out.to_pylist() == [{"text": "a", "limit": name.replace("_", "-")}]


def test_large_pages_are_cut_into_batches() -> None:
    batch = pyarrow.record_batch({"n": list(range(10)), "html": ["<p>" + "oak " * 500_000] * 10})
    batches = list(sapwood.extract_arrow(batch, columns="text"))
    assert len(batches) == 2
    assert [row["n"] for out in batches for row in out.to_pylist()] == list(range(10))


def test_mistakes_are_named(tmp_path: Path) -> None:
    batch = pyarrow.record_batch({"title": ["x"], "html": [1]})
    with pytest.raises(KeyError, match="no column \"page\" among title, html"):
        sapwood.extract_arrow(batch, "page")
    with pytest.raises(TypeError, match="must hold bytes or strings, not Int64"):
        sapwood.extract_arrow(batch, columns="text")
    with pytest.raises(ValueError, match="\"title\" is both kept and extracted"):
        sapwood.extract_arrow(batch, columns="title")
    with pytest.raises(ValueError, match="unknown column \"titel\"; expected some of warc, "):
        sapwood.warc.schema("titel")
    with pytest.raises(ValueError, match="line 2: field `h`: "):
        sapwood.warc.schema(spec="[fields]\nh = 'h1['")
    with pytest.raises(TypeError, match="expected Arrow data"):
        sapwood.extract_arrow([b"<p>"])  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError, match="no.warc"):
        sapwood.warc.read(tmp_path / "no.warc")
    with pytest.raises(OSError, match="cannot write"):
        sapwood.warc.write_parquet(io.BytesIO(), tmp_path / "no" / "folder")
    with pytest.raises(TypeError, match="path or a binary file"):
        sapwood.warc.read(1)  # type: ignore[arg-type]


class Broken(io.RawIOBase):
    """A file that fails after a while."""

    def __init__(self, data: bytes, problem: object) -> None:
        self.data, self.problem = data, problem

    def read(self, size: int = -1) -> Any:
        if self.data:
            piece, self.data = self.data[:size], self.data[size:]
            return piece
        if isinstance(self.problem, Exception):
            raise self.problem
        return self.problem


def test_exceptions_of_a_file_object_are_raised(files: list[Path]) -> None:
    data = files[0].read_bytes()[:500_000]
    for problem, error in [(KeyError("x"), KeyError), ("text", TypeError), (b"x" * 10_000_000, RuntimeError)]:
        with pytest.raises(error):
            rows_of(Broken(data, problem))  # type: ignore[arg-type]
        with pytest.raises(error):
            sapwood.warc.write_parquet(Broken(data, problem), io.StringIO and "/dev/null")


def test_an_iterator_that_is_in_use_says_so(files: list[Path]) -> None:
    class Nosy(Broken):
        def read(self, size: int = -1) -> Any:
            if len(self.data) < 300_000:
                next(batches)
            return super().read(size)

    batches = sapwood.warc.read(Nosy(files[0].read_bytes()[:500_000], b""))  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="in use"):
        for _ in batches:
            pass


def test_limits_survive_pickle() -> None:
    import pickle

    limits = sapwood.Limits(input_bytes=5, time=0.5)
    assert pickle.loads(pickle.dumps(limits)) == limits


def test_generator_is_deterministic(tmp_path: Path) -> None:
    first, second = (warcs.write(tmp_path / name, files=1, pages=20, poison=True) for name in "ab")
    assert first[0].read_bytes() == second[0].read_bytes()
    assert unicodedata.is_normalized("NFC", warcs.encoded_page(0)[0].decode())

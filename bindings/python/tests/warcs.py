"""Writes WARC files for tests and measurements: real pages, and everything that goes wrong in a crawl.

    python tests/warcs.py FOLDER [--files N] [--pages N] [--clean] [--poison] [--seed N]

Beside each ``NAME.warc.gz`` lies ``NAME.records.jsonl``, which says for each record where it is and what it holds, so
that a test knows the rows to expect without a WARC reader. ``warc.paths`` lists the files.

The same arguments give the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

#: Encodings of pages: the label in the Content-Type header (``None``: none), that in ``<meta>``, and Python's codec.
ENCODINGS: list[tuple[str | None, str | None, str]] = [
    ("utf-8", None, "utf-8"),
    (None, "utf-8", "utf-8"),
    (None, None, "utf-8"),
    ("windows-1252", None, "cp1252"),
    (None, "iso-8859-2", "iso8859-2"),
    ("Shift_JIS", None, "shift_jis"),
    (None, "gb18030", "gb18030"),
    (None, None, "utf-16"),
    ("no-such-encoding", "windows-1251", "cp1251"),
]


@dataclass(frozen=True)
class Written:
    """A record in a file."""

    #: Position of its member, and the member's length, in bytes.
    offset: int
    length: int
    #: ``page`` becomes a row; ``damaged`` a row with an error; ``other`` none.
    kind: str
    #: What is special about it.
    case: str
    url: str | None


def corpus() -> list[bytes]:
    """The shared pages where they are present, otherwise those of the project."""
    for folder in (ROOT.parent / "shared/corpus/pages", ROOT / "fixtures/pages"):
        if pages := [path.read_bytes() for path in sorted(folder.glob("*.html"))]:
            return pages
    raise FileNotFoundError("no pages beside the checkout or in fixtures/pages")


def warc_record(kind: str, url: str | None, number: int, body: bytes, mime: str) -> bytes:
    """A WARC record with its headers."""
    lines = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        f"WARC-Date: 2026-01-{number % 28 + 1:02}T{number % 24:02}:{number % 60:02}:00Z",
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012x}>",
        f"Content-Length: {len(body)}",
        f"Content-Type: {mime}",
    ]
    if url is not None:
        lines.append(f"WARC-Target-URI: {url}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body + b"\r\n\r\n"


def response(body: bytes, headers: dict[str, str], status: str = "200 OK") -> bytes:
    """An HTTP response."""
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def chunked(body: bytes, size: int = 4096) -> bytes:
    """The body in the chunked transfer coding."""
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def member(data: bytes, level: int = 1) -> bytes:
    """A gzip member without a time."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=level, mtime=0) as file:
        file.write(data)
    return out.getvalue()


def bomb(size: int) -> bytes:
    """Gzip of a page of ``size`` bytes, which is a thousandth of them."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, 31)
    pieces = [squeezer.compress(b"<!doctype html><title>Bomb</title>")]
    filler = b"<p>" + b" " * ((1 << 20) - 3)
    pieces += [squeezer.compress(filler) for _ in range(size >> 20)]
    return b"".join(pieces) + squeezer.flush()


#: Pages that reach a limit, by the name of the limit or shape. Each is small or made of few bytes.
POISON: dict[str, Callable[[], tuple[bytes, dict[str, str]]]] = {
    # 64 MB that are 64 KB in the response and, compressed once more by the member, less than 2 KB in the file.
    "bytes": lambda: (bomb(64 << 20), {"Content-Encoding": "gzip"}),
    "depth": lambda: (b"<!doctype html><title>Deep</title>" + b"<div>" * 200_000 + b"end", {}),
    "nodes": lambda: (b"<!doctype html><title>Wide</title>" + b"<i></i>" * 1_500_000, {}),
    # 2 KB whose formatting elements are reopened in each paragraph.
    "formatting": lambda: (b"<title>Formatting</title>" + b"".join(b"<b id=%d>" % n for n in range(90)) + b"<p>x" * 240, {}),
    # 2 KB of options that are cloned into a selectedcontent each.
    "selectedcontent": lambda: (
        b"<title>Clones</title><select><button><selectedcontent></selectedcontent></button>"
        + b"<option selected>" * 60 + b"<b>" * 200 + b"x</select>",
        {},
    ),
    "attributes": lambda: (b"<title>Attributes</title><p " + b" ".join(b"a%d=1" % n for n in range(100_000)) + b">", {}),
    "tables": lambda: (b"<title>Tables</title>" + b"<table><tr><td colspan=1000 rowspan=65534>x" * 40, {}),
    # The slowest page for its size that the limits let pass: many links and words.
    "time": lambda: (b"<title>Slow</title>" + b"<a href=/x><b>word</b> </a>" * 300_000, {}),
}


class Warc:
    """A WARC file that is written record by record."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self.name = path, name
        self.file = path.open("wb")
        self.records: list[Written] = []
        self.count = 0

    def add(self, kind: str, case: str, data: bytes, url: str | None = None) -> None:
        """Appends a member, or bytes that are none."""
        self.records.append(Written(self.file.tell(), len(data), kind, case, url))
        self.file.write(data)

    def record(self, record_type: str, case: str, body: bytes, mime: str, *, url: str | None = None, kind: str = "other") -> None:
        self.count += 1
        self.add(kind, case, member(warc_record(record_type, url, self.count, body, mime)), url)

    def http(self, case: str, body: bytes, headers: dict[str, str], *, status: str = "200 OK", kind: str = "page") -> None:
        """A response with a URL of its own."""
        url = f"https://{self.name}.example/{case}/{self.count}"
        self.record(
            "response", case, response(body, headers, status), "application/http; msgtype=response", url=url, kind=kind
        )

    def page(self, body: bytes, *, case: str = "page", charset: str | None = None, **headers: str) -> None:
        mime = "text/html" if charset is None else f"text/html; charset={charset}"
        self.http(case, body, {"Content-Type": mime, **{name.replace("_", "-"): value for name, value in headers.items()}})

    def close(self) -> None:
        self.file.close()
        lines = (json.dumps(asdict(record)) + "\n" for record in self.records)
        records_of(self.path).write_text("".join(lines), encoding="utf-8")


def records_of(path: Path) -> Path:
    """The list of the records of a WARC file."""
    return path.with_name(path.name.split(".warc")[0] + ".records.jsonl")


def read_records(path: Path) -> list[Written]:
    """The records that were written to a WARC file."""
    return [Written(**json.loads(line)) for line in records_of(path).read_text(encoding="utf-8").splitlines()]


def own_page(body: bytes, number: int) -> bytes:
    """The page with an end of its own, so that no two rows are equal."""
    return body + b'\n<p id="page-%d">Page %d. <a href="/next/%d" rel="next">Next</a></p>' % (number, number, number)


def encoded_page(number: int) -> tuple[bytes, str | None, str]:
    header, meta, codec = ENCODINGS[number % len(ENCODINGS)]
    words = {
        "cp1252": "Größe, naïve café — £5", "iso8859-2": "Zażółć gęślą jaźń", "shift_jis": "日本語のページ",
        "gb18030": "中文网页", "cp1251": "Страница на русском",
    }.get(codec, "Ünïcödé 日本語 русский")
    declared = f'<meta charset="{meta}">' if meta else ""
    html = f"<!doctype html>{declared}<title>{words}</title><h1>{words} {number}</h1><a href='/a?q={words}'>{words}</a>"
    return html.encode(codec), header, f"encoding-{codec}"


def odd_records(warc: Warc, pages: list[bytes]) -> Iterator[Callable[[], None]]:
    """What a crawl holds beside pages, each once for each call."""
    page = pages[0]
    http = "application/http; msgtype=response"

    def moved() -> None:
        warc.http("redirect", b"", {"Location": "/elsewhere", "Content-Type": "text/html"}, status="301 Moved Permanently")

    yield moved
    yield lambda: warc.http("not-found", b"<title>Not found</title>Gone", {"Content-Type": "text/html"}, status="404 Not Found")
    yield lambda: warc.http("image", b"\x89PNG\r\n\x1a\n" + bytes(200), {"Content-Type": "image/png"}, kind="other")
    yield lambda: warc.http("json", b'{"a": 1}', {"Content-Type": "application/json"}, kind="other")
    yield lambda: warc.http("chunked", chunked(page), {"Content-Type": "text/html", "Transfer-Encoding": "chunked"})
    yield lambda: warc.http("gzip", member(page), {"Content-Type": "text/html", "Content-Encoding": "gzip"})
    yield lambda: warc.http("deflate", zlib.compress(page), {"Content-Type": "text/html", "Content-Encoding": "deflate"})
    yield lambda: warc.http("empty", b"", {"Content-Type": "text/html"})
    yield lambda: warc.record("request", "request", b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n", "application/http; msgtype=request", url="https://a.example/")
    yield lambda: warc.record("metadata", "metadata", b"fetchTimeMs: 20\r\n", "application/warc-fields", url="https://a.example/")
    yield lambda: warc.record("revisit", "revisit", b"HTTP/1.1 200 OK\r\n\r\n", http, url="https://a.example/")
    yield lambda: warc.http("xhtml", b'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><p>x</p></body></html>', {"Content-Type": "application/xhtml+xml"})


def damaged_records(warc: Warc, pages: list[bytes]) -> Iterator[Callable[[], None]]:
    """Members that cannot be read, or whose contents are wrong. A reader must find the member after each."""

    def whole(case: str) -> bytes:
        warc.count += 1
        url = f"https://{warc.name}.example/{case}/{warc.count}"
        body = response(pages[1 % len(pages)], {"Content-Type": "text/html"})
        return member(warc_record("response", url, warc.count, body, "application/http; msgtype=response"))

    def flipped() -> None:
        data = bytearray(whole("flipped"))
        middle = len(data) // 2
        data[middle : middle + 16] = bytes(byte ^ 0xFF for byte in data[middle : middle + 16])
        warc.add("damaged", "flipped", bytes(data))

    def wrong_checksum() -> None:
        data = bytearray(whole("checksum"))
        data[-8] ^= 0xFF
        warc.add("damaged", "checksum", bytes(data))

    def cut() -> None:
        data = whole("cut")
        warc.add("damaged", "cut", data[: len(data) * 2 // 3])

    def garbage() -> None:
        # A member without an end before it would seem to extend over it.
        warc.record("metadata", "metadata", b"fetchTimeMs: 20\r\n", "application/warc-fields", url="https://a.example/")
        warc.add("damaged", "garbage", random.Random(7).randbytes(300).replace(b"\x1f\x8b", b"\x1f\x8a"))

    yield flipped
    yield wrong_checksum
    yield cut
    yield garbage
    yield lambda: warc.add("damaged", "no-warc", member(b"This is no WARC record.\r\n\r\n" * 20))
    yield lambda: warc.add("damaged", "no-http", member(warc_record("response", "https://a.example/no-http", 1, b"\x00\x01no http", "application/http; msgtype=response")), "https://a.example/no-http")


def write(folder: Path, *, files: int, pages: int, clean: bool = False, poison: bool = False, truncated: bool = False, seed: int = 1) -> list[Path]:
    """Writes ``files`` WARC files with ``pages`` pages altogether, and returns their paths.

    Args:
        clean: Pages alone, as a measurement needs them.
        poison: Add a page for each limit.
        truncated: Cut the last file in the middle of its last member.
    """
    folder.mkdir(parents=True, exist_ok=True)
    bodies = corpus()
    paths = []
    for file_number in range(files):
        rng = random.Random(seed * 1000 + file_number)
        path = folder / f"pages-{file_number:05}.warc.gz"
        warc = Warc(path, f"site-{seed}-{file_number}")
        warc.record("warcinfo", "warcinfo", b"software: tests\r\nformat: WARC File Format 1.0\r\n", "application/warc-fields")
        special: list[Callable[[], None]] = []
        if not clean:
            special = [*odd_records(warc, bodies), *damaged_records(warc, bodies)]
        if poison:
            special += [poisoned(warc, name) for name in list(POISON)[file_number::files]]
        rng.shuffle(special)
        count = len(range(file_number, pages, files))
        places = sorted(rng.randrange(count + 1) for _ in special)
        for number in range(count):
            while places and places[0] <= number:
                places.pop(0)
                special.pop()()
            if not clean and number % 10 == 9:
                body, charset, case = encoded_page(number // 10)
                warc.page(body, case=case, charset=charset)
            else:
                warc.page(own_page(bodies[(number * files + file_number) % len(bodies)], number))
        for rest in special:
            rest()
        if truncated and file_number == files - 1:
            warc.page(bodies[0], case="truncated")
            warc.file.truncate(warc.file.tell() - warc.records[-1].length // 2)
            last = warc.records.pop()
            warc.records.append(Written(last.offset, last.length - last.length // 2, "damaged", "truncated", last.url))
        warc.close()
        paths.append(path)
    (folder / "warc.paths").write_text("".join(f"{path.resolve()}\n" for path in paths), encoding="utf-8")
    return paths


def poisoned(warc: Warc, name: str) -> Callable[[], None]:
    def add() -> None:
        body, headers = POISON[name]()
        warc.http(f"poison-{name}", body, {"Content-Type": "text/html", **headers})

    return add


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--files", type=int, default=8, help="number of files")
    arguments.add_argument("--pages", type=int, default=5000, help="number of pages in all files")
    arguments.add_argument("--clean", action="store_true", help="write pages alone")
    arguments.add_argument("--poison", action="store_true", help="add a page for each limit")
    arguments.add_argument("--truncated", action="store_true", help="cut the last file in its last member")
    arguments.add_argument("--seed", type=int, default=1, help="number that the contents depend on")
    given = arguments.parse_args()
    folder: Path = given.folder
    paths = write(folder, files=given.files, pages=given.pages, clean=given.clean, poison=given.poison, truncated=given.truncated, seed=given.seed)
    size = sum(path.stat().st_size for path in paths)
    print(f"{given.pages} pages in {len(paths)} files of {size / 1e6:.0f} MB: {folder / 'warc.paths'}")


if __name__ == "__main__":
    main()

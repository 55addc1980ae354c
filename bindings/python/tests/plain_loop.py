"""The rows of a WARC file by a loop in Python, which shares no code with the reader of WARC files or the columns."""

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import warcs

import sapwood


def collapsed(text: str) -> str:
    return re.sub(r"[ \t\n\r\f]+", " ", text).strip(" \t\n\r\f")


class AnyError:
    """Equals each text: the loop says that there is an error, not which."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str)

    __hash__ = None  # type: ignore[assignment]


#: A record that can't be read, but for its place.
DAMAGED = {"title": None, "text": None, "links": None, "error": AnyError(), "limit": None}


def plain_loop(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of the pages, by the list of what was written, zlib, and calls of the library. Those of poison pages are missing."""
    data = path.read_bytes()
    for record in warcs.read_records(path):
        if record.kind == "damaged":
            yield {"offset": record.offset, **DAMAGED}
        if record.kind != "page" or record.case.startswith("poison"):
            continue
        text = gzip.decompress(data[record.offset : record.offset + record.length])
        _, http = text.split(b"\r\n\r\n", 1)
        head, _, body = http[:-4].partition(b"\r\n\r\n")
        status, *lines = head.decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        if "Transfer-Encoding" in headers:
            body = b"".join(chunks(body))
        if encoding := headers.get("Content-Encoding"):
            body = gzip.decompress(body) if encoding == "gzip" else zlib.decompress(body)
        charset = re.search("charset=(.*)", headers["Content-Type"])
        label = charset.group(1) if charset and charset.group(1) != "no-such-encoding" else None
        document = sapwood.parse(body, http_charset=label)
        yield {
            "offset": record.offset,
            "url": record.url,
            "status": int(status.split()[1]),
            "title": document.title,
            "text": document.inner_text,
            "links": [
                {"url": link.url, "rel": link.element.get("rel"), "text": collapsed(link.element.text)}
                for link in document.links(record.url, kind="hyperlink")
            ],
            "error": None,
            "limit": None,
        }


def chunks(body: bytes) -> Iterator[bytes]:
    while body:
        size, _, body = body.partition(b"\r\n")
        yield body[: int(size, 16)]
        body = body[int(size, 16) + 2 :]

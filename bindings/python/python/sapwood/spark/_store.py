"""Folders of results and files of input, local or remote.

Nothing here needs Spark. Executors import this module, so it needs the standard library and this package alone;
``fsspec`` is imported for paths with a scheme other than ``file:``, ``http:`` and ``https:``.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any, BinaryIO, Protocol, cast
from urllib.parse import unquote, urlsplit

from sapwood._sapwood import write_file

#: File systems on which a file that is written appears whole, or not at all, when it is closed.
_ATOMIC_WRITES = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "memory"})


class Store(Protocol):
    """A folder that all executors reach."""

    def names(self, folder: str) -> set[str]:
        """The names of the files in a subfolder; none if it does not exist."""

    def exists(self, name: str) -> bool:
        """Whether there is a file of this name."""

    def read(self, name: str) -> bytes:
        """The contents of a file."""

    def write(self, name: str, data: bytes) -> None:
        """Writes a file that appears whole; replaces one of this name."""

    def scratch(self, name: str) -> str:
        """A local path for a file that `publish` moves into the store."""

    def publish(self, path: str, name: str) -> None:
        """Moves a scratch file into the store, where it appears whole; replaces one of this name."""

    def remove(self, name: str) -> None:
        """Removes a file or folder, if it exists."""


class LocalStore:
    """A folder of a file system that is mounted at the same path on each machine."""

    def __init__(self, folder: str) -> None:
        self.folder = os.path.abspath(folder)

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, *name.split("/"))

    def names(self, folder: str) -> set[str]:
        try:
            return set(os.listdir(self._path(folder)))
        except FileNotFoundError:
            return set()

    def exists(self, name: str) -> bool:
        return os.path.exists(self._path(name))

    def read(self, name: str) -> bytes:
        with open(self._path(name), "rb") as file:
            return file.read()

    def write(self, name: str, data: bytes) -> None:
        write_file(self._final_path(name), data)

    def scratch(self, name: str) -> str:
        folder = self._path("_temporary")
        os.makedirs(folder, exist_ok=True)
        return os.path.join(folder, name)

    def publish(self, path: str, name: str) -> None:
        # A rename is atomic, but may reach the disk before the data unless these are flushed.
        with open(path, "rb") as file:
            os.fsync(file.fileno())
        os.replace(path, self._final_path(name))

    def _final_path(self, name: str) -> str:
        path = self._path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def remove(self, name: str) -> None:
        path = self._path(name)
        if os.path.isdir(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)


class RemoteStore:
    """A folder that fsspec opens, such as ``s3://bucket/folder``."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")

    def _file_system(self) -> tuple[Any, str]:
        return _file_system(self.url)

    def names(self, folder: str) -> set[str]:
        file_system, root = self._file_system()
        file_system.invalidate_cache()
        try:
            found = file_system.ls(f"{root}/{folder}" if folder else root, detail=False)
        except FileNotFoundError:
            return set()
        return {str(path).rstrip("/").rsplit("/", 1)[-1] for path in found}

    def exists(self, name: str) -> bool:
        file_system, root = self._file_system()
        # Listings that fsspec remembers would hide the work of other processes.
        file_system.invalidate_cache()
        return bool(file_system.exists(f"{root}/{name}"))

    def read(self, name: str) -> bytes:
        file_system, root = self._file_system()
        return cast(bytes, file_system.cat_file(f"{root}/{name}"))

    def write(self, name: str, data: bytes) -> None:
        scratch = self.scratch(name.replace("/", "."))
        with open(scratch, "wb") as file:
            file.write(data)
        self.publish(scratch, name)

    def scratch(self, name: str) -> str:
        return os.path.join(tempfile.mkdtemp(prefix="sapwood-"), name)

    def publish(self, path: str, name: str) -> None:
        file_system, root = self._file_system()
        final = f"{root}/{name}"
        protocol = file_system.protocol
        protocols = {protocol} if isinstance(protocol, str) else set(protocol)
        if protocols & _ATOMIC_WRITES:
            file_system.put_file(path, final)
        else:
            # Elsewhere a rename is what makes a file appear whole.
            scratch = f"{root}/_temporary/{os.path.basename(path)}"
            file_system.makedirs(f"{root}/_temporary", exist_ok=True)
            file_system.makedirs(final.rsplit("/", 1)[0], exist_ok=True)
            file_system.put_file(path, scratch)
            file_system.mv(scratch, final)
        shutil.rmtree(os.path.dirname(path), ignore_errors=True)

    def remove(self, name: str) -> None:
        file_system, root = self._file_system()
        with contextlib.suppress(FileNotFoundError):
            file_system.rm(f"{root}/{name}", recursive=True)


def store(folder: str) -> Store:
    """The store at a path or URL."""
    path = local_path(folder)
    return LocalStore(path) if path is not None else RemoteStore(folder)


def local_path(location: str) -> str | None:
    """The path of a location without a scheme, or of a ``file:`` URL."""
    parts = urlsplit(location)
    if parts.scheme == "file":
        return unquote(parts.path)
    # One letter is a drive of Windows.
    return location if len(parts.scheme) < 2 else None


@contextlib.contextmanager
def opened(location: str, *, retries: int = 4) -> Iterator[str | BinaryIO]:
    """A file to read: its path if it is local, otherwise a stream."""
    path = local_path(location)
    if path is not None:
        yield path
        return
    if urlsplit(location).scheme in ("http", "https"):
        stream = HttpStream(location, retries=retries)
        try:
            yield cast(BinaryIO, stream)
        finally:
            stream.close()
        return
    file_system, name = _file_system(location)
    with file_system.open(name, "rb", block_size=8 << 20, cache_type="readahead") as file:
        yield file


def _file_system(url: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        scheme = urlsplit(url).scheme
        raise ModuleNotFoundError(
            f"{scheme}: paths need fsspec on the driver and on each executor: pip install fsspec"
        ) from None
    file_system, path = url_to_fs(url)
    return file_system, str(path)


class HttpStream:
    """A file that is read over HTTP, and again from where it was when the connection breaks.

    Args:
        url: The file.
        retries: Attempts without a byte between them before an error is raised.
    """

    def __init__(self, url: str, *, retries: int = 4, timeout: float = 60) -> None:
        self.url, self.retries, self.timeout = url, retries, timeout
        self.position = 0
        self.size: int | None = None
        self._response: Any = None

    def _connect(self) -> Any:
        request = urllib.request.Request(self.url, headers={"User-Agent": "sapwood"})
        if self.position:
            request.add_header("Range", f"bytes={self.position}-")
        response = urllib.request.urlopen(request, timeout=self.timeout)
        if self.position and response.status != 206:
            raise OSError(f"{self.url}: the server cannot continue a download that broke off")
        length = response.headers.get("Content-Length")
        if self.size is None and length is not None:
            self.size = int(length)
        return response

    def read(self, size: int = 1 << 20) -> bytes:
        """Reads at most ``size`` bytes; none at the end of the file."""
        for attempt in range(self.retries + 1):
            if self.position == self.size:
                return b""
            try:
                if self._response is None:
                    self._response = self._connect()
                data: bytes = self._response.read(size)
                if data or self.size is None:
                    self.position += len(data)
                    return data
                problem: Exception = OSError(f"{self.url} broke off after {self.position} of {self.size} bytes")
            except urllib.error.HTTPError as error:
                if error.code < 500 and error.code != 429:
                    raise OSError(f"{self.url}: {error.code} {error.reason}") from None
                problem = error
            except (OSError, http.client.HTTPException) as error:
                problem = error
            self.close()
            if attempt == self.retries:
                raise OSError(f"{self.url}: {problem}") from problem
            time.sleep(min(0.5 * 2**attempt, 30))
        return b""

    def close(self) -> None:
        """Closes the connection; `read` opens another."""
        if self._response is not None:
            self._response.close()
            self._response = None

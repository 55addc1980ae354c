"""Compares `sapwood warc` with a loop over selectolax, in interleaved rounds.

    python benches/warc_compare.py PAGES_FOLDER [--program target/release/sapwood] [--rounds 3] [--copies 48]

It needs `pip install selectolax fastwarc pyarrow`. The pages are written `--copies` times into eight WARC files, with a gzip
member for each record. Both sides use two processes or threads, and write URL, title, text and links to Parquet. The loop runs
twice: with the columns of `sapwood warc`, whose links are resolved and whose text has no scripts or styles, and bare, with links
as they are in the page and with all text.
"""

import argparse
import gzip
import multiprocessing
import os
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import urljoin

FILES = 8
LOOP = "selectolax, two processes"


def write_archives(pages, folder, copies):
    total = 0
    count = 0
    for number in range(FILES):
        with open(folder / f"{number}.warc.gz", "wb") as out:
            for copy in range(number, copies, FILES):
                for page in pages:
                    body = page.read_bytes()
                    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
                    head = (
                        "WARC/1.0\r\nWARC-Type: response\r\n"
                        f"WARC-Target-URI: https://example.com/{copy}/{page.name}\r\n"
                        "WARC-Date: 2025-09-04T10:11:12Z\r\n"
                        "Content-Type: application/http; msgtype=response\r\n"
                        f"Content-Length: {len(http)}\r\n\r\n"
                    )
                    out.write(gzip.compress(head.encode() + http + b"\r\n\r\n", 6, mtime=0))
                    total += len(body)
                    count += 1
    return count, total


def resolved(base, href):
    try:
        return urljoin(base, (href or "").strip())
    except ValueError:
        return None


def selectolax_file(work):
    import pyarrow
    import pyarrow.parquet
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from selectolax.lexbor import LexborHTMLParser

    source, output, bare = work
    urls, titles, texts, links = [], [], [], []
    link = pyarrow.struct([("url", pyarrow.string()), ("rel", pyarrow.string()), ("text", pyarrow.string())])
    with open(source, "rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
            tree = LexborHTMLParser(record.reader.read())
            url = record.headers.get("WARC-Target-URI")
            urls.append(url)
            title = tree.css_first("title")
            titles.append(title.text() if title else None)
            found = [
                {
                    "url": a.attributes.get("href") if bare else resolved(url, a.attributes.get("href")),
                    "rel": a.attributes.get("rel"),
                    "text": a.text(),
                }
                for a in tree.css("a[href]")
            ]
            links.append(found)
            if not bare:
                tree.strip_tags(["script", "style"])
            texts.append(tree.body.text() if tree.body else None)
    table = pyarrow.table({"url": urls, "title": titles, "text": texts, "links": pyarrow.array(links, pyarrow.list_(link))})
    pyarrow.parquet.write_table(table, output, compression="snappy")
    return len(urls)


def timed(work):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    work()
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", type=Path)
    parser.add_argument("--program", default="target/release/sapwood")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--copies", type=int, default=48)
    parser.add_argument("--keep", type=Path, help="keep the archives in this folder, and use those that are there")
    arguments = parser.parse_args()
    folder = arguments.keep or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    pages = sorted(arguments.pages.glob("*.html"))
    if len(list(folder.glob("*.warc.gz"))) == FILES:
        count = len(pages) * arguments.copies
        total = sum(page.stat().st_size for page in pages) * arguments.copies
    else:
        count, total = write_archives(pages, folder, arguments.copies)
    files = sorted(str(file) for file in folder.glob("*.warc.gz"))
    out = Path(tempfile.mkdtemp())
    print(f"{count} pages, {total / 1e6:.0f} MB of HTML, {sum(os.path.getsize(it) for it in files) / 1e6:.0f} MB compressed")

    def sapwood(output):
        command = [arguments.program, "warc", "--columns", "url,title,text,links", "-j", "2", "-o", output, *files]
        return lambda: subprocess.run(command, check=True)

    def selectolax(bare):
        with multiprocessing.Pool(2) as pool:
            pool.map(selectolax_file, [(file, str(out / f"{Path(file).stem}.parquet"), bare) for file in files], chunksize=1)
            pool.close()
            pool.join()

    sides = {
        "sapwood warc, one output": sapwood(str(out / "all.parquet")),
        "sapwood warc, a folder": sapwood(f"{out}/folder/"),
        LOOP: lambda: selectolax(bare=False),
        f"{LOOP}, bare": lambda: selectolax(bare=True),
    }
    times = {name: [] for name in sides}
    for number in range(arguments.rounds):
        for name, work in sides.items():
            wall, cpu = timed(work)
            times[name].append((wall, cpu))
            load = os.getloadavg()[0]
            print(f"round {number + 1}: {name}: {count / wall:.0f} pages/s, {cpu / count * 1e3:.3f} ms CPU a page (load {load:.1f})")
    cpu_of_loop = min(cpu for _, cpu in times[LOOP])
    wall_of_loop = [wall for wall, _ in times[LOOP]]
    for name, rounds in times.items():
        best, cpu = min(wall for wall, _ in rounds), min(cpu for _, cpu in rounds)
        ratios = sorted(loop / wall for loop, (wall, _) in zip(wall_of_loop, rounds))
        print(
            f"{name}: best {count / best:.0f} pages/s; {ratios[len(ratios) // 2]:.2f} times as fast as the loop by the clock (median), "
            f"{cpu_of_loop / cpu:.2f} times by CPU time"
        )
    shutil.rmtree(out)
    if not arguments.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

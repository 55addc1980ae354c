# Times turbohtml on pages: reads the pages, then answers each line with the nanoseconds of processor time that parsing all of
# them from bytes and writing Markdown took, and the length of the Markdown.

import sys
import time

import turbohtml

pages = []
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        pages.append(file.read())

for _ in sys.stdin:
    nanoseconds, written = 0, 0
    for page in pages:
        start = time.thread_time_ns()
        document = turbohtml.parse(page, encoding="utf-8", positions=False)
        markdown = document.to_markdown()
        nanoseconds += time.thread_time_ns() - start
        written += len(markdown)
        # The time of dropping the document doesn't count.
        del document
    print(nanoseconds, written, flush=True)

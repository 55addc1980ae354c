# Times XPath expressions with lxml: reads pages, then answers each line, an expression, with the nanoseconds that its
# evaluation on all pages took, and the size of the results.

import sys
import time

from lxml import etree, html

parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
pages = []
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        pages.append(html.document_fromstring(file.read(), parser=parser))


def size(result):
    return len(result) if isinstance(result, list) else int(result) if isinstance(result, float) else 1


for line in sys.stdin:
    xpath = etree.XPath(line.rstrip("\n"))
    nanoseconds, found = 0, 0
    for page in pages:
        start = time.perf_counter_ns()
        result = xpath(page)
        nanoseconds += time.perf_counter_ns() - start
        found += size(result)
        del result
    print(nanoseconds, found, flush=True)

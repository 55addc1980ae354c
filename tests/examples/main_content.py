# Finds the main content of pages with turbohtml: reads the folder of the corpus, then answers each line with the
# milliseconds that each page took, parsing included.

import glob
import gzip
import json
import sys
import time

import turbohtml

pages = []
for path in sorted(glob.glob(sys.argv[1] + "/html/*.html.gz")):
    with gzip.open(path) as file:
        pages.append(file.read().decode("utf-8", "replace"))

for _ in sys.stdin:
    times = []
    for page in pages:
        start = time.perf_counter_ns()
        article = turbohtml.parse(page).article()
        text = article.text
        times.append((time.perf_counter_ns() - start) / 1e6)
        del article, text
    print(json.dumps(times), flush=True)

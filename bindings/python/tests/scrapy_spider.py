"""Crawls a site and prints its items as JSON: `python scrapy_spider.py lxml|sapwood URL`."""

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor
from scrapy.loader import ItemLoader

way, url = sys.argv[1:]
items: list[dict[str, Any]] = []
selectors: set[str] = set()


class Trees(scrapy.Spider):
    name = "trees"
    start_urls = (url,)

    def parse(self, response: Any) -> Iterator[Any]:
        selectors.add(type(response.selector).__name__)
        loader = ItemLoader(item={}, response=response)
        loader.add_css("name", "h1::text")
        loader.add_xpath("price", "normalize-space(//p[@class='price']/text())")
        items.append({"url": response.url, "cells": response.css("td::text").getall(), **loader.load_item()})
        yield from response.follow_all(response.css("li a"))
        yield from response.follow_all(LinkExtractor().extract_links(response))


settings: dict[str, Any] = {"LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "DOWNLOAD_DELAY": 0}
if way == "sapwood":
    settings["DOWNLOADER_MIDDLEWARES"] = {"sapwood.scrapy.SapwoodMiddleware": 50}
start = time.perf_counter()
process = CrawlerProcess(settings)
process.crawl(Trees)
process.start()
seconds = time.perf_counter() - start
items.sort(key=lambda item: item["url"].zfill(60))
# The port is that of the run.
print(json.dumps({"items": items, "seconds": seconds, "selectors": ", ".join(selectors)}))

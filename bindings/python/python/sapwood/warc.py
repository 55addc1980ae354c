"""Pages of WARC files as Arrow record batches and Parquet files.

The columns, of which ``columns`` chooses some:

================  ====================================================================
``warc``          the file that holds the record
``offset``        where in the file the record, or its compressed member, begins
``length``        its length in the file
``url``           the URL of the page
``date``          the time at which it was fetched
``status``        the HTTP status
``mime``          the media type
``encoding``      the character encoding that the page was read in
``title``         the title
``language``      the language that the page or the response declares
``text``          the text as a reader sees it
``markdown``      the page as Markdown; not by default
``main_content``  the text of the main content; not by default
``chunks``        the main content as pieces of Markdown: a list of structs of ``text``,
                  ``headings`` (those above it, a line each) and ``id``; not by default
``links``         the links: a list of structs of ``url`` (resolved), ``rel`` and ``text``
``meta``          the ``meta`` elements: a map of names to contents
``json_ld``       the blocks of JSON-LD, as a list of texts
``error``         the reason why the record couldn't be read
``limit``         the limit that cut the page
``parse_ms``      milliseconds of work; not by default
================  ====================================================================

A specification adds columns of your own:

>>> import sapwood.warc
>>> sapwood.warc.schema("url,title", '''
... [fields]
... heading = "h1"
... canonical = "link[rel=canonical] @href"
... images = { css = "img @src", all = true }
... paragraphs = { xpath = "count(//p)" }
... ''').column_names
['url', 'title', 'heading', 'canonical', 'images', 'paragraphs']

The table ``[chunks]`` has the ``size`` of a chunk, in characters, from 100; without it, 2,000.
"""

from ._sapwood import warc_extract as extract
from ._sapwood import warc_read as read
from ._sapwood import warc_schema as schema
from ._sapwood import warc_write_parquet as write_parquet

__all__ = ["extract", "read", "schema", "write_parquet"]

"""Links for the URLs and mailboxes that a text names.

*Problem.* A URL in a text has no mark at its end, and it may lie in a link already, in code, or in an attribute.

*Idea.* The markup is parsed, and only texts of the tree are searched, outside of links and of the elements that the caller skips.
A host is recognized by its top-level domain. What surrounds a URL in prose, a full stop or a pair of parentheses, stays outside.

*Invariant.* All else of the tree stays as it is. The time is linear in the markup: only the outermost skipped elements are walked, and
what the expressions repeat before a host is bounded, as the length of a host is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias
from urllib.parse import quote

from sapwood._sapwood import Document, Element, Node, Text, parse_fragment

from .callbacks import Attributes, nofollow

Callback: TypeAlias = Callable[[Attributes, bool], Attributes | None]
"""A function of a link's attributes and of whether the link is new. It returns the attributes, or None for no link."""

DEFAULT_CALLBACKS: list[Callback] = [nofollow]
"""The callbacks of `linkify`."""

TLDS = """
    aero arpa asia biz cat com coop edu gov info int jobs mil mobi museum name net org post pro tel travel xxx
    ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm
    cn co cr cu cv cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy
    hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me
    mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa
    re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk
    us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
""".split()
"""The top-level domains by which hosts are recognized: those of countries, and the oldest of the others."""

PROTOCOLS = """
    afs aim callto data ed2k feed ftp gopher http https irc mailto news nntp rsync rtsp sftp ssh tag tel telnet urn webcal xmpp
""".split()
"""The schemes that URLs in a text may have."""


def _alternatives(words: Iterable[str]) -> str:
    """An expression for any of the words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def build_url_re(tlds: Iterable[str] = TLDS, protocols: Iterable[str] = PROTOCOLS) -> re.Pattern[str]:
    """Returns an expression for URLs of hosts with these top-level domains, with one of these schemes or without any.

    >>> from sapwood.bleach.linkifier import build_url_re
    >>> build_url_re(tlds=["oak"]).search("see http://a.oak/b or a.com")[0]
    'http://a.oak/b'
    """
    return re.compile(
        rf"""
        \({{0,16}}                                           # Parentheses around the URL.
        \b (?<![@.])                                       # No part of a mailbox or of a longer host.
        (?: (?:{_alternatives(protocols)}) :/{{0,3}} (?: (?:\w+:)? \w+@ )? )?
        (?: [\w-]{{1,63}} \. ){{1,126}} (?:{_alternatives(tlds)})  # The host,
        (?: :[0-9]+ )?                                     # its port,
        (?! \.\w ) \b                                     # which end here,
        (?: [/?] [^\s{{}}|\\^`<>"]* )?                      # and the rest.
        """,
        re.IGNORECASE | re.VERBOSE,
    )


def build_email_re(tlds: Iterable[str] = TLDS) -> re.Pattern[str]:
    """Returns an expression for mailboxes at hosts with these top-level domains."""
    atom = r"-!\#$%&'*+/=?^_`{}|~0-9a-z"
    return re.compile(
        rf"""
        (?<!//) (?<![{atom}.])
        (?: [{atom}]{{1,64}} (?: \.[{atom}]{{1,64}} )* | "(?: [^"\\\x00-\x1f\x7f] | \\[^\x00-\x1f\x7f] ){{0,62}}" )
        @ (?: [0-9a-z] (?: [0-9a-z-]{{0,61}} [0-9a-z] )? \. ){{1,126}} (?:{_alternatives(tlds)}) (?![\w-])
        """,
        re.IGNORECASE | re.VERBOSE,
    )


URL_RE = build_url_re()
"""The URLs that `linkify` finds."""
EMAIL_RE = build_email_re()
"""The mailboxes that `linkify` finds if it is asked to."""

_SCHEME = re.compile(rf"(?:{_alternatives(PROTOCOLS)}):", re.IGNORECASE)
# Their content is no text of a page.
_RAW = ("script", "style", "textarea", "title", "iframe", "noembed", "noframes", "noscript", "plaintext", "template", "xmp", "svg", "math")

_Part: TypeAlias = Element | str


class Linker:
    """Rules that make links in any number of texts; the arguments are those of bleach.

    Args:
        callbacks: Functions that change the attributes of each link, old or new, one after the other.
        skip_tags: The tags in whose elements no links are made.
        parse_email: Whether mailboxes become links, too.
        url_re: The expression for URLs.
        email_re: The expression for mailboxes.

    >>> from sapwood import bleach
    >>> linker = bleach.Linker(callbacks=[], skip_tags=["pre"], parse_email=True)
    >>> linker.linkify("<pre>a.com</pre> me@a.com (a.com/x)")
    '<pre>a.com</pre> <a href="mailto:me@a.com">me@a.com</a> (<a href="http://a.com/x">a.com/x</a>)'
    """

    def __init__(
        self,
        callbacks: Iterable[Callback] = DEFAULT_CALLBACKS,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        url_re: re.Pattern[str] = URL_RE,
        email_re: re.Pattern[str] = EMAIL_RE,
    ) -> None:
        self._callbacks = list(callbacks)
        self._skipped = frozenset(tag.lower() for tag in skip_tags or ())
        self._parse_email = parse_email
        self._url_re = url_re
        self._email_re = email_re

    def linkify(self, text: str) -> str:
        """Returns a fragment of HTML with links for the URLs in its texts."""
        if not isinstance(text, str):
            raise TypeError("argument must be of text type")
        fragment = parse_fragment(text, "body")
        for link in fragment.select("a"):
            self._change(link)
        for node in _texts(fragment, self._skipped.union(_RAW, ["a"])):
            parts = list(self._parts(fragment, node.data))
            if any(not isinstance(part, str) for part in parts):
                node.replace_with(*parts)
        return fragment.html

    def _called_back(self, attrs: Attributes, new: bool) -> Attributes | None:
        for callback in self._callbacks:
            changed = callback(attrs, new)
            if changed is None:
                return None
            attrs = changed
        return attrs

    def _change(self, link: Element) -> None:
        """Applies the callbacks to a link of the markup."""
        text = link.text
        attrs: Attributes = {(None, name): value for name, value in link.attrs.items()}
        attrs["_text"] = text
        changed = self._called_back(attrs, False)
        if changed is None:
            link.replace_with(text)
            return
        new_text = changed.pop("_text", "")
        _set(link, changed)
        if new_text != text:
            link.text = new_text

    def _parts(self, fragment: Document, text: str) -> Iterator[_Part]:
        """Cuts a text into texts and links."""
        if not self._parse_email:
            yield from self._parts_by_url(fragment, text)
            return
        end = 0
        for found in self._email_re.finditer(text):
            yield from self._parts_by_url(fragment, text[end : found.start()])
            local, _, host = found[0].rpartition("@")
            yield self._link(fragment, f"mailto:{quote(local)}@{host}", found[0])
            end = found.end()
        yield from self._parts_by_url(fragment, text[end:])

    def _parts_by_url(self, fragment: Document, text: str) -> Iterator[_Part]:
        end = 0
        for found in self._url_re.finditer(text):
            before, url, after = _trimmed(found[0])
            href = url if _SCHEME.match(url) else f"http://{url}"
            yield from filter(None, [text[end : found.start()], before])
            yield self._link(fragment, href, url)
            yield from filter(None, [after])
            end = found.end()
        yield from filter(None, [text[end:]])

    def _link(self, fragment: Document, href: str, text: str) -> _Part:
        attrs = self._called_back({(None, "href"): href, "_text": text}, True)
        if attrs is None:
            return text
        link = fragment.create_element("a", text=attrs.pop("_text", ""))
        _set(link, attrs)
        return link


def _set(link: Element, attrs: Attributes) -> None:
    """Gives a link these attributes alone."""
    named = {key if isinstance(key, str) else key[1]: value for key, value in attrs.items()}
    for name in link.attrs.keys():
        if name not in named:
            del link[name]
    for name, value in named.items():
        link[name] = value


def _texts(fragment: Document, skipped: Iterable[str]) -> list[Text]:
    """Returns the texts that lie in no skipped element."""
    selector = ", ".join(sorted(re.sub(r"([^\w-])", r"\\\1", tag) for tag in skipped))
    inside: set[Node] = set()
    for outermost in fragment.select(f":is({selector}):not(:is({selector}) *)"):
        inside.update(outermost.descendants())
    return [node for node in fragment.descendants() if isinstance(node, Text) and node not in inside]


def _trimmed(url: str) -> tuple[str, str, str]:
    """Takes off what surrounds a URL in prose: pairs of parentheses, a parenthesis that it doesn't open, commas and full stops."""
    before, after = "", ""
    while url:
        if url.startswith("("):
            before, url = f"{before}(", url[1:]
            taken = 1 if url.endswith(")") else 0
        elif url.endswith((",", ".")) or (url.endswith(")") and "(" not in url):
            taken = 1
        else:
            break
        if taken:
            url, after = url[:-1], url[-1] + after
    return before, url, after


def linkify(
    text: str,
    callbacks: Iterable[Callback] = DEFAULT_CALLBACKS,
    skip_tags: Iterable[str] | None = None,
    parse_email: bool = False,
) -> str:
    """Returns a fragment of HTML with links for the URLs in its texts; see `Linker`."""
    return Linker(callbacks, skip_tags, parse_email).linkify(text)

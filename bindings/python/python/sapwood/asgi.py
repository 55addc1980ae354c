"""An ASGI middleware that rewrites HTML while it is sent.

>>> import sapwood
>>> from sapwood.asgi import RewriteMiddleware
>>> def lazy(image):
...     image["loading"] = "lazy"
>>> def wrap(app):
...     return RewriteMiddleware(app, sapwood.Rewriter().on_element("img", lazy))
"""

from collections.abc import Awaitable, Callable, MutableMapping
from email.message import Message
from typing import Any

from . import Rewrite, Rewriter

__all__ = ["RewriteMiddleware"]

_Scope = MutableMapping[str, Any]
_Event = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Event]]
_Send = Callable[[_Event], Awaitable[None]]
_App = Callable[[_Scope, _Receive, _Send], Awaitable[None]]


class RewriteMiddleware:
    """Rewrites the responses of ``app`` that are HTML; all others pass through.

    A response with a ``Content-Encoding`` is not looked into: put the middleware below the one that compresses. The header
    ``Content-Length`` is left out, since the length isn't known before the end. A callback that raises ends the response.
    """

    def __init__(self, app: _App, rewriter: Rewriter) -> None:
        self.app = app
        self.rewriter = rewriter

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        rewrite: Rewrite | None = None

        async def send_rewritten(event: _Event) -> None:
            nonlocal rewrite
            if event["type"] == "http.response.start":
                headers = list(event.get("headers", ()))
                content_type = _html_type(headers)
                if content_type is not None:
                    rewrite = self.rewriter.start(http_charset=content_type.get_content_charset())
                    headers = [(name, value) for name, value in headers if name.lower() != b"content-length"]
                    event = {**event, "headers": headers}
            elif event["type"] == "http.response.body" and rewrite is not None:
                more = event.get("more_body", False)
                body = rewrite.feed(event.get("body", b""))
                if not more:
                    body += rewrite.close()
                event = {**event, "body": body}
            await send(event)

        await self.app(scope, receive, send_rewritten)


def _html_type(headers: list[tuple[bytes, bytes]]) -> Message | None:
    """The type of a response, if it is HTML and not encoded."""
    found = {name.lower(): value for name, value in headers}
    if b"content-encoding" in found:
        return None
    message = Message()
    message["Content-Type"] = found.get(b"content-type", b"").decode("latin-1")
    return message if message.get_content_type() == "text/html" else None
